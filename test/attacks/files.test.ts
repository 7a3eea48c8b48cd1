// The lock against somebody who writes to the till's files: they can only reach a till that says
// so, and on which nobody is a manager.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { defaultLockRules } from '../../src-main/contract/lock.ts';
import { checkPin, hashPin } from '../../src-main/staff/pin.ts';
import { addPerson, changePerson, changeRules, removePerson } from '../../src-main/staff/people.ts';
import { backUp } from '../../src-main/store/backups.ts';
import { readPinHash } from '../../src-main/store/cashiers.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { sale } from '../integration/store/samples.ts';
import { PlayedKeyStore } from '../played-key-store.ts';
import {
  answered,
  attacked,
  guardedTill,
  newComputer,
  owner,
  pins,
  type RunningTill,
} from './guarded-till.ts';
import { must } from '../must.ts';
import { tamper } from './tamper.ts';

const unproven = (why: string) => `manager_unproven: ${why}`;
const told = (till: RunningTill) =>
  till.lock.notices.map((notice) => ('why' in notice ? notice.why : notice.code));

/** Lets time pass while the work runs, since nothing else moves the clock. */
async function whilePassing<Value>(till: RunningTill, work: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const done = work.finally(() => {
    over.abort();
  });
  while (!over.signal.aborted) {
    till.clock.advance(100);
    await turn();
  }
  return done;
}

test('an untouched till knows its managers again after a start', async () => {
  const till = await attacked(await guardedTill(), '');
  expect(till.lock.state?.standing).toBe('proven');
  expect(told(till)).toEqual([]);
  expect(await till.enter('Rui')).toBe('cashier');
  expect(await till.ask()).toBe('manager_needed');
  expect(await till.enter('Inês')).toBe('manager');
  expect(await till.ask()).toBe('done');
});

test.each([
  ['the cashiers’ rows', 'DELETE FROM cashier'],
  ['rows and seal', `DELETE FROM cashier; DELETE FROM till_setting WHERE name = 'seal'`],
])('a till from which somebody deleted %s stays locked, and says so', async (_what, sql) => {
  const till = await attacked(await guardedTill(), sql);
  expect(till.lock.isLocked).toBe(true);
  expect(till.lock.state).toMatchObject({ cashiers: [], atTill: null, standing: 'people_gone' });
  expect(told(till)).toEqual(['people_gone']);
  expect(await till.ask('lower_price')).toBe('locked');
  // The owner makes a new manager, and nobody else can.
  const anew = { cashierId: null, name: 'Ana', pin: '918273' };
  expect(await till.recovery.recover({ ...anew, proof: owner })).toEqual({ ok: true, value: null });
  expect(till.lock.atTill).toMatchObject({ name: 'Ana', role: 'manager' });
  expect(await till.ask()).toBe('done');
  expect(till.lock.state?.standing).toBe('proven');
});

test('a till whose cashiers are deleted while it is open locks itself', async () => {
  const till = await guardedTill();
  await till.enter('Rui');
  tamper(till.file(), 'DELETE FROM cashier');
  expect(till.lock.isLocked).toBe(true);
});

test.each([
  ['promoted', `UPDATE cashier SET role = 'manager' WHERE name = 'Rui'`, 'Rui', pins.Rui],
  [
    'given a manager’s row',
    `UPDATE cashier SET pin_hash = (SELECT pin_hash FROM cashier WHERE name = 'Rui')
     WHERE name = 'Inês'`,
    'Inês',
    pins.Rui,
  ],
  [
    'given a manager’s hash and role',
    `UPDATE cashier SET role = 'manager',
       pin_hash = (SELECT pin_hash FROM cashier WHERE name = 'Maria') WHERE name = 'Rui'`,
    'Rui',
    pins.Maria,
  ],
  [
    'promoted without a seal',
    `UPDATE cashier SET role = 'manager' WHERE name = 'Rui';
     DELETE FROM till_setting WHERE name = 'seal'`,
    'Rui',
    pins.Rui,
  ],
] as const)('a cashier who was %s in the file is no manager', async (_how, sql, name, pin) => {
  const till = await attacked(await guardedTill(), sql);
  expect(told(till)).toEqual(['people_changed']);
  // A hash copied from another cashier is wrong, or only lets them sell.
  expect(['cashier', 'pin_wrong']).toContain(await till.enter(name, pin));
  if (till.lock.isLocked) return;
  expect(await till.ask()).toBe(unproven('people_changed'));
  expect(await till.ask('manage_cashiers')).toBe(unproven('people_changed'));
});

test('somebody who added themselves to the managers can only sell', async () => {
  const hash = await hashPin('111111');
  const sql = `INSERT INTO cashier (cashier_id, name, role, pin_hash)
    VALUES ('00000000-0000-4000-8000-000000000009', 'Eva', 'manager', '${hash}')`;
  const till = await attacked(await guardedTill(), sql);
  const eva = { cashierId: till.idOf('Eva'), pin: '111111' };
  expect(await till.lock.unlock(eva)).toEqual({ ok: true, value: null });
  expect(till.lock.atTill?.role).toBe('cashier');
  expect(await till.ask()).toBe(unproven('people_changed'));
  await till.enter('Rui');
  expect(await till.ask()).toBe(unproven('people_changed'));
  const added = await addPerson(till.place(), { name: 'Zé', role: 'manager', pin: '222222' });
  expect(added).toMatchObject({ error: { code: 'manager_unproven' } });
});

test('a removed manager is noticed', async () => {
  const till = await attacked(await guardedTill(), `DELETE FROM cashier WHERE name = 'Maria'`);
  expect(told(till)).toEqual(['people_changed']);
});

test('the strictest rules replace rules that somebody loosened', async () => {
  const loose = JSON.stringify({ idleSeconds: null, managerActions: [] });
  const sql = `INSERT OR REPLACE INTO till_setting (name, value) VALUES ('lock', '${loose}')`;
  const till = await attacked(await guardedTill(), sql);
  expect(till.lock.state?.rules).toEqual(defaultLockRules);
  await till.enter('Rui');
  expect(await till.ask('open_drawer')).toBe(unproven('people_changed'));
});

test('the till’s own changes are sealed anew', async () => {
  const first = await guardedTill();
  await first.enter('Inês');
  const place = first.place();
  const rui = { cashierId: first.idOf('Rui'), name: 'Rui Costa', role: 'cashier' } as const;
  must(await changePerson(place, { ...rui, pin: '2222' }));
  must(removePerson(place, first.idOf('Maria')));
  must(changeRules(place, { idleSeconds: 60, managerActions: ['export'] }));
  const till = await attacked(first, '');
  expect(till.lock.state).toMatchObject({ standing: 'proven', rules: { idleSeconds: 60 } });
});

test('whoever becomes a manager needs a new PIN for that', async () => {
  const till = await guardedTill();
  const rui = { cashierId: till.idOf('Rui'), name: 'Rui', role: 'manager' } as const;
  expect(await changePerson(till.place(), { ...rui, pin: null })).toMatchObject({
    error: { code: 'invalid_value', field: 'pin' },
  });
  must(await changePerson(till.place(), { ...rui, pin: '555555' }));
  expect(await till.enter('Rui', '555555')).toBe('manager');
});

test('a till without its key sells, and has no manager until one is recovered', async () => {
  const first = await guardedTill();
  const keys = join(first.computer.folder, 'staff-keys');
  const till = await attacked(first, () => {
    rmSync(keys, { recursive: true });
  });
  expect(told(till)).toEqual(['key_lost']);
  expect(await till.enter('Rui')).toBe('cashier');
  expect(await till.ask()).toBe(unproven('key_lost'));
  expect(await till.enter('Inês')).toBe('cashier');
  expect(await till.ask()).toBe(unproven('key_lost'));
  till.lock.lock();
  expect(await till.recover(owner)).toEqual({ ok: true, value: null });
  expect(till.lock.atTill?.role).toBe('manager');
  expect(await till.ask()).toBe('done');
  // Her PIN was hashed with the lost key.
  expect(await till.enter('Maria')).toBe('cashier');
  expect(await till.ask()).toBe('manager_needed');
  const maria = { cashierId: till.idOf('Maria'), pin: pins.Maria };
  till.manager.types(maria);
  expect(await till.ask()).toBe('manager_needed');
  expect(till.manager.said).toMatchObject([
    { error: { code: 'manager_unproven', why: 'old_pin' } },
  ]);
  const named = { cashierId: maria.cashierId, name: 'Maria', role: 'manager' } as const;
  must(await changePerson(till.place(), { ...named, pin: pins.Maria }));
  const again = await attacked({ ...till, computer: first.computer }, '');
  expect(again.lock.state?.standing).toBe('proven');
  expect(await again.enter('Maria')).toBe('manager');
});

test('a key store that never answers does not stop sales', async () => {
  const first = await guardedTill();
  first.computer.store.isSilent = true;
  const till = await attacked(first, '');
  expect(told(till)).toEqual([]);
  expect(await till.enter('Rui')).toBe('cashier');
  commitSale(till.db(), sale(1));
  expect(await till.ask()).toBe(unproven('key_silent'));
  expect(await till.enter('Inês')).toBe('cashier');
  expect(await till.enter('Inês', '735191')).not.toBe('manager');
  till.clock.advance(10_000);
  await answered(till, first.computer);
  await expect.poll(() => told(till)).toEqual(['key_silent']);
  expect(await till.enter('Inês')).toBe('cashier');

  first.computer.store.speak();
  await expect.poll(() => till.lock.state?.standing).toBe('proven');
  expect(told(till)).toEqual([]);
  // Nobody has proven yet that they are a manager.
  expect(till.lock.atTill?.role).toBe('cashier');
  expect(await till.ask()).toBe('manager_needed');
  expect(await till.enter('Inês')).toBe('manager');
  expect(await till.ask()).toBe('done');
});

test('a till can be recovered although the key store never answers, until its next start', async () => {
  const first = await guardedTill();
  first.computer.store.isSilent = true;
  const till = await attacked(first, '');
  expect(await whilePassing(till, till.recover(owner))).toEqual({ ok: true, value: null });
  expect(await till.ask()).toBe('done');
  const again = await attacked({ ...till, computer: first.computer }, '');
  expect(await again.enter('Inês', '918273')).toBe('cashier');
  expect(await again.ask()).toMatch(/^manager_unproven/);
});

test('no manager is set up while the key store is silent, and the till stays open', async () => {
  const computer = newComputer();
  const till = await guardedTill(computer);
  for (const name of ['Rui', 'Maria', 'Inês'] as const) {
    must(removePerson(till.place(), till.idOf(name)));
  }
  expect(till.lock.isLocked).toBe(false);
  expect(existsSync(join(computer.folder, 'staff-keys', 'x'))).toBe(false);
  computer.store.isSilent = true;
  const adding = addPerson(till.place(), { name: 'Inês', role: 'manager', pin: '735190' });
  expect(await whilePassing(till, adding)).toMatchObject({ error: { code: 'key_store_silent' } });
  expect(till.lock.state).toBeNull();
});

test('a till whose last cashier was removed by a manager is open after a start', async () => {
  const first = await guardedTill();
  for (const name of ['Rui', 'Maria', 'Inês'] as const) {
    must(removePerson(first.place(), first.idOf(name)));
  }
  const till = await attacked(first, '');
  expect(till.lock.state).toBeNull();
  expect(told(till)).toEqual([]);
});

test('a till that was copied to another computer has no manager until one is recovered', async () => {
  const first = await guardedTill();
  const other = newComputer();
  const till = await attacked(
    first,
    () => {
      cpSync(first.computer.folder, other.folder, { recursive: true });
    },
    other,
  );
  expect(told(till)).toEqual(['key_lost']);
  expect(await till.enter('Inês')).toBe('cashier');
  expect(await till.ask()).toBe(unproven('key_lost'));
  expect(await till.recover(owner)).toEqual({ ok: true, value: null });
  expect(await till.ask()).toBe('done');
});

test('a sealed file is not trusted on a computer that keeps no keys', async () => {
  const first = await guardedTill();
  const weak = { ...first.computer, isWeak: true };
  const till = await attacked(
    first,
    `UPDATE cashier SET role = 'manager' WHERE name = 'Rui'`,
    weak,
  );
  expect(told(till)).toEqual(['key_lost']);
  await till.enter('Rui');
  expect(await till.ask()).toBe(unproven('key_lost'));
  expect(await till.recover(owner)).toEqual({ ok: true, value: null });
  expect(till.lock.state?.standing).toBe('unsealed');
});

test('a backup that is put back on its own computer is trusted as it was', async () => {
  const first = await guardedTill();
  const backup = await backUp(first.db(), 0, new AbortController().signal);
  must(removePerson(first.place(), first.idOf('Maria')));
  const till = await attacked(first, (file) => {
    writeFileSync(file, readFileSync(backup));
  });
  expect(till.lock.state?.standing).toBe('proven');
  expect(till.lock.state?.cashiers.map(({ name }) => name)).toEqual(['Inês', 'Maria', 'Rui']);
  expect(await till.enter('Maria')).toBe('manager');
});

test('a backup from before there were cashiers does not unlock the till', async () => {
  const first = await guardedTill();
  const backup = join(dirname(first.file()), 'earlier.db');
  const till = await attacked(first, (file) => {
    writeFileSync(backup, readFileSync(file));
    tamper(backup, `DELETE FROM cashier; DELETE FROM till_setting; DELETE FROM recovery_user`);
    writeFileSync(file, readFileSync(backup));
  });
  expect(till.lock.isLocked).toBe(true);
  expect(told(till)).toEqual(['people_gone']);
});

test('the file alone does not give away a manager’s PIN', async () => {
  const till = await guardedTill();
  const stored = readPinHash(till.db(), till.idOf('Inês')) ?? '';
  // Without the key the right PIN cannot be told from one in 256 others.
  expect(await checkPin(pins.Inês, stored)).toBe('plausible');
  const key = { id: '0'.repeat(16), bytes: Buffer.alloc(32) };
  const other = { key, cashierId: till.idOf('Inês') };
  expect(await checkPin(pins.Inês, stored, other)).toBe('plausible');
  // A cashier's PIN can be checked without the key.
  expect(await checkPin(pins.Rui, readPinHash(till.db(), till.idOf('Rui')))).toBe('right');
  const row = new Database(till.file(), { readonly: true });
  const seal = String(
    row.prepare(`SELECT value FROM till_setting WHERE name = 'seal'`).pluck().get(),
  );
  row.close();
  const [kept = ''] = Object.values(JSON.parse(seal) as Record<string, string>);
  expect(kept).toMatch(/^[0-9a-f]{16}$/);
});

test('if the system keeps no keys, the lock is as safe as its files', async () => {
  const first = await guardedTill(newComputer({ isWeak: true }));
  expect(first.lock.state?.standing).toBe('unsealed');
  const till = await attacked(first, `UPDATE cashier SET role = 'manager' WHERE name = 'Rui'`);
  expect(await till.enter('Rui')).toBe('manager');
  const open = await attacked({ ...till, computer: first.computer }, 'DELETE FROM cashier');
  expect(open.lock.isLocked).toBe(false);
});

test('a missing key store is as weak', async () => {
  const store = new PlayedKeyStore();
  store.isThere = false;
  const first = await guardedTill(newComputer({ store }));
  expect(first.lock.state?.standing).toBe('unsealed');
  expect(await first.enter('Inês')).toBe('manager');
});
