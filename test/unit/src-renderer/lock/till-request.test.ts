// What the page asks while the till is locked, and what it asks that needs a manager.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TillState } from '../../../../src-main/contract/till-state.ts';
import { err, ok, type Result } from '../../../../src-main/contract/errors.ts';
import { defaultLockRules, type Cashier } from '../../../../src-main/contract/lock.ts';
import { Till } from '../../../../src-renderer/bridge/till.svelte.ts';
import { state } from '../sell/catalogue-till.ts';

const rui: Cashier = { cashierId: 'A', name: 'Rui', role: 'cashier' };
const at = (atTill: Cashier | null): TillState => ({
  ...state,
  lock: { cashiers: [rui], atTill, standing: 'proven', rules: defaultLockRules },
});

/** Returns the requests with these, one after the other. */
function tillWith(...answers: readonly Result<null>[]) {
  const left = [...answers];
  const asked: string[] = [];
  let change: (changed: TillState) => void = () => undefined;
  const till = new Till(
    {
      request: (name) => {
        asked.push(name);
        return Promise.resolve((left.shift() ?? ok(null)) as never);
      },
      on: (name, listener) => {
        if (name === 'app.stateChanged') change = listener as typeof change;
        return () => undefined;
      },
    },
    at(rui),
  );
  return {
    till,
    asked,
    become: (changed: TillState) => {
      change(changed);
    },
  };
}

const locked = err({ code: 'locked' });
const needed = err({ code: 'manager_needed', action: 'export' });
const saves = (till: Till) => till.request('app.dismissNotices', undefined);

test('what is asked while it is locked is asked again once somebody is at the till', async () => {
  const { till, asked, become } = tillWith(locked, locked, ok(null));
  let answer: unknown = 'none yet';
  const waiting = saves(till).then((came) => (answer = came));
  become(at(null));
  expect(till.isLocked).toBe(true);
  await turn();
  expect([asked.length, answer]).toEqual([1, 'none yet']);
  become(at(rui));
  await turn();
  // It had been locked again meanwhile.
  expect([asked.length, answer]).toEqual([2, 'none yet']);
  become(at(rui));
  await waiting;
  expect([asked.length, answer]).toEqual([3, ok(null)]);
});

test('nothing is done in the name of whoever comes next, but what a screen shows is shown', async () => {
  const ines: Cashier = { cashierId: 'B', name: 'Inês', role: 'manager' };
  const { till, asked, become } = tillWith(locked, locked, ok(null));
  const acts = till.request('session.signOut', undefined);
  const reads = till.request('catalogue.summary', undefined);
  become(at(null));
  await turn();
  become(at(ines));
  expect(await acts).toEqual(locked);
  expect(await reads).toEqual(ok(null));
  expect(asked).toEqual(['session.signOut', 'catalogue.summary', 'catalogue.summary']);
});

test('what was asked while the page still showed nobody at the till is nobody else’s either', async () => {
  const { till, asked, become } = tillWith(locked);
  become(at(null));
  const acts = till.request('session.signOut', undefined);
  await turn();
  become(at(rui));
  expect(await acts).toEqual(locked);
  expect(asked).toHaveLength(1);
});

test('a till without cashiers is not locked', () => {
  const { till, become } = tillWith();
  become(state);
  expect(till.isLocked).toBe(false);
});

test('what no manager approves is answered so, and asked once: main itself asks managers', async () => {
  const { till, asked } = tillWith(needed);
  expect(await saves(till)).toEqual(needed);
  expect(asked).toHaveLength(1);
});
