// Tests what the page asks while the till is locked, and what it asks that needs a manager.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TillState } from '../../../../src-main/contract/till-state.ts';
import { err, ok, type Result } from '../../../../src-main/contract/errors.ts';
import { defaultLockRules, type Cashier } from '../../../../src-main/contract/lock.ts';
import type { Till } from '../../../../src-renderer/bridge/till.svelte.ts';
import { state, tillOf } from '../sell/catalogue-till.ts';

const rui: Cashier = { cashierId: 'A', name: 'Rui', role: 'cashier' };
const at = (atTill: Cashier | null): TillState => ({
  ...state,
  lock: { cashiers: [rui], atTill, standing: 'proven', rules: defaultLockRules },
});

/** Returns a till whose requests are answered with these results, one after the other. */
function tillWith(...answers: readonly Result<null>[]) {
  const left = [...answers];
  const askedRequests: string[] = [];
  let change: (changed: TillState) => void = () => undefined;
  const till = tillOf(
    (name) => {
      askedRequests.push(name);
      return left.shift() ?? ok(null);
    },
    at(rui),
    (name, listener) => {
      if (name === 'app.stateChanged') change = listener as typeof change;
      return () => undefined;
    },
  );
  return { till, askedRequests, become: (changed: TillState) => change(changed) };
}

const locked = err({ code: 'locked' });
const needed = err({ code: 'manager_needed', action: 'export' });
const saves = (till: Till) => till.request('app.dismissNotices', undefined);

test('a request while the till is locked is refused, and not made later in another’s name', async () => {
  const { till, askedRequests, become } = tillWith(locked);
  become(at(null));
  expect(till.isLocked).toBe(true);
  expect(await saves(till)).toEqual(locked);
  become(at(rui));
  await turn();
  expect(askedRequests).toHaveLength(1);
});

test('it says so before the screens are gone, and before they are there again', () => {
  const { till, become } = tillWith();
  const toldEvents: [string, boolean][] = [];
  till.onLocking(() => toldEvents.push(['locking', till.isLocked]));
  till.onUnlocking(() => toldEvents.push(['unlocking', till.isLocked]));
  for (const who of [null, null, rui, rui, null]) become(at(who));
  expect(toldEvents).toEqual([
    ['locking', false],
    ['unlocking', true],
    ['locking', false],
  ]);
});

test('a till without cashiers is not locked', () => {
  const { till, become } = tillWith();
  become(state);
  expect(till.isLocked).toBe(false);
});

test('what no manager approves is answered so, and asked once: main itself asks managers', async () => {
  const { till, askedRequests } = tillWith(needed);
  expect(await saves(till)).toEqual(needed);
  expect(askedRequests).toHaveLength(1);
});
