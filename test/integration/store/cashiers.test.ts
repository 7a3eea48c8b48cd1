// Who works at the till, as its file keeps them, even through damage.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { defaultLockRules } from '../../../src-main/contract/lock.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import {
  addCashier,
  changeCashier,
  writeFailedAttempts,
  readCashiers,
  readLockRules,
  readPinHash,
  readFailedAttempts,
  removeCashier,
} from '../../../src-main/store/cashiers.ts';
import { noteRecovery, readRecoveries } from '../../../src-main/store/recoveries.ts';
import { addPeople, ines, person, rui } from '../staff/people.ts';
import { openTill } from './temporary-till.ts';
import { newFile, open } from './till-files.ts';

const never = new AbortController().signal;
const damage = (file: string) => {
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
};

test('the first one is a manager, and one manager stays as long as there are others', () => {
  const db = openTill();
  expect(addCashier(db, rui, 'x')).toEqual(err({ code: 'manager_first' }));
  addPeople(db, ines, rui);
  expect(readCashiers(db)).toEqual([ines, rui]);
  const last = err({ code: 'last_manager' });
  expect(removeCashier(db, ines.cashierId)).toEqual(last);
  expect(changeCashier(db, { ...ines, role: 'cashier' }, null)).toEqual(last);
  expect(removeCashier(db, rui.cashierId)).toEqual(ok(null));
  expect(removeCashier(db, ines.cashierId)).toEqual(ok(null));
  expect(removeCashier(db, ines.cashierId)).toEqual(err({ code: 'not_found' }));
  expect(readCashiers(db)).toEqual([]);
});

test.each(['Inês', 'ines', 'INÊS', 'Ines\u0302'])(
  'no two cashiers have names that look alike: %s',
  (name) => {
    const db = openTill();
    addPeople(db, ines, rui);
    const nameTaken = err({ code: 'cashier_name_taken' });
    expect(addCashier(db, person(3, name, 'cashier'), 'x')).toEqual(nameTaken);
    expect(changeCashier(db, { ...rui, name }, null)).toEqual(nameTaken);
    expect(changeCashier(db, { ...ines, name }, null)).toEqual(ok(null));
  },
);

test('a change without a PIN keeps PIN and attempts, and one with a PIN forgets the attempts', () => {
  const db = openTill();
  addPeople(db, ines);
  writeFailedAttempts(db, ines.cashierId, { failedAttempts: 5, waitUntilMs: 9 });
  const keptState = () => [readPinHash(db, ines.cashierId), readFailedAttempts(db, ines.cashierId)];
  const before = keptState();
  changeCashier(db, { ...ines, name: 'Maria' }, null);
  expect(keptState()).toEqual(before);
  changeCashier(db, ines, 'another');
  expect(keptState()).toEqual(['another', { failedAttempts: 0, waitUntilMs: 0 }]);
});

test('a removed cashier does not come back from a backup', async () => {
  const file = newFile();
  const whole = open(file);
  addPeople(whole.db, ines, rui);
  await backUp(whole.db, 0, never);
  removeCashier(whole.db, rui.cashierId);
  whole.close();
  damage(file);
  expect(readCashiers(open(file).db)).toEqual([ines]);
});

test('cashiers whose manager cannot be read keep the till locked', () => {
  const file = newFile();
  const whole = open(file);
  addPeople(whole.db, ines, rui);
  whole.db.exec(`UPDATE cashier SET pin_hash = 'x' WHERE role = 'manager'`);
  whole.close();
  damage(file);
  const { db } = open(file);
  expect(readCashiers(db)).toEqual([rui]);
  expect(readLockRules(db)).toEqual(defaultLockRules);
});

test('no recovery is lost if a copy gave the same number to another', async () => {
  const file = newFile();
  const whole = open(file);
  const recovery = { cashierId: ines.cashierId, name: 'Inês', way: 'token' } as const;
  noteRecovery(whole.db, { ...recovery, atMs: 1, serviceUser: 'Ana (id 7)' });
  await backUp(whole.db, 0, never);
  whole.db.exec('UPDATE recovery SET at_ms = 2');
  whole.close();
  damage(file);
  expect(readRecoveries(open(file).db).map(({ atMs }) => atMs)).toEqual([2, 1]);
});
