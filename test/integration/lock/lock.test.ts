// Who is at the till and what they may do, on real databases, with a clock that is moved by hand.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import {
  defaultLockRules,
  type DoneBy,
  type ManagerAction,
} from '../../../src-main/contract/lock.ts';
import { Lock } from '../../../src-main/lock.ts';
import { removeCashier, changeCashier, writeLockRules } from '../../../src-main/store/cashiers.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { HandClock } from '../../hand-clock.ts';
import { openTill } from '../store/temporary-till.ts';
import { addPeople, entryOf, ines, rui } from './people.ts';

function atTill(...people: readonly (typeof ines)[]) {
  let db: Store | undefined = openTill();
  addPeople(db, ...people);
  const clock = new HandClock();
  const told: boolean[] = [];
  const lock: Lock = new Lock({
    db: () => db,
    clock,
    onChanged: () => told.push(lock.isLocked),
  });
  return {
    db,
    lock,
    clock,
    told,
    open: (another: Store | undefined) => {
      db = another;
    },
    pass: async (ms: number) => {
      clock.advance(ms);
      await turn();
    },
    /** Who did it, or why it was not done. */
    ask: async (action: ManagerAction | null, what = 'this') => {
      const wanted = { actions: action ? [action] : [], what };
      const answer = await lock.act<DoneBy | null>(wanted, () => ok(lock.doneBy));
      return answer.ok ? answer.value : answer.error.code;
    },
  };
}

test('without cashiers it is never locked, and nobody is named', async () => {
  const till = atTill();
  till.lock.lock();
  expect(till.lock.isLocked).toBe(false);
  expect(till.lock.state).toBeNull();
  expect(await till.ask('manage_cashiers')).toBeNull();
});

test('with cashiers it begins locked, does nothing, and is opened by a PIN', async () => {
  const till = atTill(ines, rui);
  expect(till.lock.state).toEqual({
    cashiers: [ines, rui],
    atTill: null,
    rules: defaultLockRules,
  });
  expect(await till.ask(null)).toBe('locked');
  expect(await till.lock.unlock({ ...entryOf(rui), pin: '0000' })).toMatchObject({ ok: false });
  expect(till.lock.isLocked).toBe(true);
  expect(await till.lock.unlock(entryOf(rui))).toEqual(ok(null));
  expect(till.told).toEqual([false]);
  expect(await till.ask(null)).toEqual({ name: 'Rui' });
  till.lock.lock();
  expect(till.told).toEqual([false, true]);
  expect(await till.ask(null)).toBe('locked');
});

test('it locks itself once nobody has touched it for the time that the shop has set', async () => {
  const till = atTill(ines, rui);
  writeLockRules(till.db, { ...defaultLockRules, idleSeconds: 60 });
  await till.lock.unlock(entryOf(rui));
  await till.pass(59_000);
  till.lock.touch();
  await till.pass(59_000);
  expect(till.lock.isLocked).toBe(false);
  await till.pass(1_000);
  expect(till.lock.isLocked).toBe(true);
  // Nobody is there to touch it.
  till.lock.touch();
  expect(till.lock.isLocked).toBe(true);
});

test('a rule that changes counts at once, and never is never', async () => {
  const till = atTill(ines);
  await till.lock.unlock(entryOf(ines));
  writeLockRules(till.db, { ...defaultLockRules, idleSeconds: null });
  till.lock.watchIdle();
  await till.pass(24 * 60 * 60_000);
  expect(till.lock.isLocked).toBe(false);
  till.lock.touch();
  writeLockRules(till.db, { ...defaultLockRules, idleSeconds: 15 });
  till.lock.watchIdle();
  await till.pass(15_000);
  expect(till.lock.isLocked).toBe(true);
});

test('rules that cannot be read are the strictest', async () => {
  const till = atTill(ines, rui);
  for (const rules of ['{', '{"idleSeconds":1}']) {
    till.db
      .prepare(`INSERT OR REPLACE INTO till_setting (name, value) VALUES ('lock', ?)`)
      .run(rules);
    expect(till.lock.state?.rules).toEqual(defaultLockRules);
  }
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('open_drawer')).toBe('manager_needed');
});

test('a cashier needs a manager, who is named beside them, once', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('lower_price')).toBe('manager_needed');
  expect(await till.lock.approve(entryOf(rui), 'lower_price')).toEqual(
    err({ code: 'manager_needed', action: 'lower_price' }),
  );
  expect(await till.lock.approve({ ...entryOf(ines), pin: '0000' }, 'lower_price')).toEqual(
    err({ code: 'pin_wrong' }),
  );
  expect(await till.ask('lower_price')).toBe('manager_needed');

  expect(await till.lock.approve(entryOf(ines), 'lower_price')).toEqual(ok(null));
  expect(await till.ask('decide_sale')).toBe('manager_needed');
  expect(await till.ask('lower_price')).toEqual({ name: 'Rui', approvedBy: 'Inês' });
  expect(await till.ask('lower_price')).toBe('manager_needed');
});

test('an approval is for a minute, and for whoever was at the till', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('export')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'export');
  till.clock.advance(60_000);
  expect(await till.ask('export')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'export');
  till.lock.lock();
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('export')).toBe('manager_needed');
});

test('an approval is for what was asked for, and for nothing else of its kind', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  await till.lock.approve(entryOf(ines), 'lower_price');
  expect(await till.ask('lower_price')).toBe('manager_needed');

  expect(await till.ask('lower_price', 'a tenth off')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'lower_price');
  await till.lock.act({ actions: ['lower_price'], what: 'a tenth off' }, () =>
    err({ code: 'disk_full' }),
  );
  expect(await till.ask('lower_price', 'half off')).toBe('manager_needed');
});

test('a manager is asked for the first of several actions that the shop leaves to managers', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  const correct = () =>
    till.lock.act({ actions: ['decide_sale', 'lower_price'], what: 'this' }, () =>
      ok(till.lock.doneBy),
    );
  const needed = (action: ManagerAction) => err({ code: 'manager_needed', action });
  expect(await correct()).toEqual(needed('decide_sale'));
  writeLockRules(till.db, { ...defaultLockRules, managerActions: ['lower_price'] });
  expect(await correct()).toEqual(needed('lower_price'));
  await till.lock.approve(entryOf(ines), 'lower_price');
  expect(await correct()).toEqual(ok({ name: 'Rui', approvedBy: 'Inês' }));
});

test('what failed has used no approval up, and two at once use only one', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('export')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'export');
  const failed = await till.lock.act({ actions: ['export'], what: 'this' }, () =>
    err({ code: 'disk_full' }),
  );
  expect(failed).toEqual(err({ code: 'disk_full' }));
  const both = await Promise.all([till.ask('export'), till.ask('export')]);
  expect(both).toEqual([{ name: 'Rui', approvedBy: 'Inês' }, 'manager_needed']);
});

test('a manager needs nobody, and the shop may leave to cashiers all but the cashiers', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(ines));
  expect(await till.ask('manage_cashiers')).toEqual({ name: 'Inês' });
  writeLockRules(till.db, { idleSeconds: null, managerActions: [] });
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('change_settings')).toEqual({ name: 'Rui' });
  expect(await till.ask('manage_cashiers')).toBe('manager_needed');
});

test('what takes long is still theirs who asked for it', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  const answer = till.lock.act({ actions: [], what: 'this' }, async () => {
    await turn();
    return ok(till.lock.doneBy);
  });
  till.lock.lock();
  expect(till.lock.doneBy).toBeNull();
  expect(await answer).toEqual(ok({ name: 'Rui' }));
});

test('another till knows nothing of who is at this one', async () => {
  const till = atTill(ines);
  await till.lock.unlock(entryOf(ines));
  const another = openTill();
  addPeople(another, ines);
  till.open(another);
  expect(till.lock.isLocked).toBe(true);
  till.open(undefined);
  expect(till.lock.isLocked).toBe(false);
  expect(await till.lock.unlock(entryOf(ines))).toEqual(err({ code: 'not_signed_in' }));
});

test('whoever is removed is not at the till any more, and whoever is demoted is no manager', async () => {
  const maria = { ...rui, role: 'manager', name: 'Maria' } as const;
  const till = atTill(ines, maria);
  await till.lock.unlock(entryOf(maria));
  changeCashier(till.db, { ...maria, role: 'cashier' }, null);
  expect(await till.ask('export')).toBe('manager_needed');
  removeCashier(till.db, maria.cashierId);
  expect(till.lock.isLocked).toBe(true);
});
