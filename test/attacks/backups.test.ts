// An attacker who wants the shop's backups to be encrypted for themselves.
import { expect, test } from 'vitest';
import { ok } from '../../src-main/contract/errors.ts';
import { defaultLockRules } from '../../src-main/contract/lock.ts';
import { changeRules } from '../../src-main/staff/people.ts';
import { changeSealed } from '../../src-main/staff/seal.ts';
import { newRecoveryKey } from '../../src-main/store/encryption.ts';
import {
  readRecoveryRecipient,
  writeRecoveryRecipient,
} from '../../src-main/store/recovery-recipient.ts';
import { attacked, guardedTill, newComputer, owner } from './guarded-till.ts';
import { must } from '../must.ts';

async function withRecoveryKey() {
  const till = await guardedTill();
  const { recipient } = await newRecoveryKey();
  const write = () => {
    writeRecoveryRecipient(till.db(), recipient);
    return ok(null);
  };
  must(changeSealed(till.place(), write));
  return { till, recipient };
}

test('only a manager makes a recovery key, whatever the shop leaves to cashiers', async () => {
  const till = await guardedTill();
  must(changeRules(till.place(), { ...defaultLockRules, managerActions: [] }));
  await till.unlock('Rui');
  expect(await till.ask('back_up')).toBe('done');
  expect(await till.ask('make_recovery_key')).toBe('manager_needed');
  await till.unlock('Inês');
  expect(await till.ask('make_recovery_key')).toBe('done');
});

test('only a manager restores a backup, whatever the shop leaves to cashiers', async () => {
  const till = await guardedTill();
  must(changeRules(till.place(), { ...defaultLockRules, managerActions: [] }));
  await till.unlock('Rui');
  expect(await till.ask('restore_backup')).toBe('manager_needed');
  await till.unlock('Inês');
  expect(await till.ask('restore_backup')).toBe('done');
});

test('the recipient of backups is sealed: another one in the file is noticed', async () => {
  const { till, recipient } = await withRecoveryKey();
  const again = await attacked(till, '');
  expect(readRecoveryRecipient(again.db())).toBe(recipient);
  expect(await again.enter('Inês')).toBe('manager');
  const other = await newRecoveryKey();
  const swapped = await attacked(
    { ...again, computer: till.computer },
    `UPDATE till_setting SET value = '"${other.recipient}"' WHERE name = 'recovery_recipient'`,
  );
  expect(swapped.lock.notices).toEqual([{ code: 'manager_unproven', why: 'people_changed' }]);
});

test('after a recovery the till does not go on with a recipient that nobody can vouch for', async () => {
  const { till } = await withRecoveryKey();
  const computer = newComputer({ folder: till.computer.folder });
  const again = await attacked(till, '', computer);
  must(await again.recover(owner));
  expect(readRecoveryRecipient(again.db())).toBeUndefined();
});
