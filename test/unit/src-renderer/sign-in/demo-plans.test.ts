// Tests the plans of the demonstration companies.
import { expect, test } from 'vitest';
import type { DemoPlan } from '../../../../src-main/contract/sign-in.ts';
import { DemoPlans } from '../../../../src-renderer/sign-in/demo-plans.svelte.ts';
import { SigningInTill } from './signing-in-till.ts';

const plan = (id: number): DemoPlan => ({ id, description: `Plan ${id}` });

function plansOf(...offered: readonly DemoPlan[]) {
  const main = new SigningInTill();
  main.plans = offered;
  return { main, plans: new DemoPlans(main.till) };
}

test('the plans are asked for once for each address', async () => {
  const { main, plans } = plansOf(plan(1), plan(2));
  await plans.ask(' https://a.example ');
  await plans.ask('https://a.example');
  expect(main.askedRequests).toEqual([
    { name: 'session.demoPlans', argument: { serviceAddress: 'https://a.example' } },
  ]);
  expect(plans.plans).toEqual([plan(1), plan(2)]);
  expect(plans.chosenId).toBeNull();
});

test('without an address nothing is asked', async () => {
  const { main, plans } = plansOf(plan(1));
  await plans.ask('  ');
  expect(main.askedRequests).toEqual([]);
  expect(plans.busy).toBe(false);
});

test('another address has other plans, and none of them is chosen', async () => {
  const { main, plans } = plansOf(plan(1));
  await plans.ask('https://a.example');
  plans.chosenId = 1;
  main.plans = [plan(7)];
  main.holds = true;
  const asking = plans.ask('https://b.example');
  expect(plans.plans).toEqual([]);
  expect(plans.busy).toBe(true);
  main.let();
  await asking;
  expect(plans.plans).toEqual([plan(7)]);
  expect(plans.chosenId).toBeNull();
  expect(plans.busy).toBe(false);
});

test('the answer of an address that was changed meanwhile is dropped', async () => {
  const { main, plans } = plansOf(plan(1));
  main.holds = true;
  const first = plans.ask('https://a.example');
  main.plans = [plan(2)];
  const second = plans.ask('https://b.example');
  main.let(1);
  await second;
  main.let();
  await first;
  expect(plans.plans).toEqual([plan(2)]);
});

test('where they cannot be read the reason is told, and they can be asked for again', async () => {
  const { main, plans } = plansOf(plan(1));
  main.error = { code: 'service_unreachable', reason: 'refused' };
  await plans.ask('https://a.example');
  expect(plans.error).toEqual(main.error);
  expect(plans.plans).toEqual([]);
  main.error = null;
  await plans.ask('https://a.example');
  expect(plans.error).toBeNull();
  expect(plans.plans).toEqual([plan(1)]);
});

test('a service with any number of plans shows fifty', async () => {
  const { plans } = plansOf(...Array.from({ length: 1000 }, (_, id) => plan(id)));
  await plans.ask('https://a.example');
  expect(plans.plans).toHaveLength(50);
});
