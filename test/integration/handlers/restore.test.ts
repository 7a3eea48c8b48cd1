// Who may restore a backup: a manager if there are cashiers, otherwise whoever agrees in a window
// of the main process. The page alone never can, nor does it get the recovery key.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Argument, RequestName } from '../../../src-main/contract/api.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import type { PinAnswer } from '../../../src-main/contract/pin-window.ts';
import type { WholeVerdict } from '../../../src-main/contract/restore.ts';
import { admitTo } from '../../declared-requests.ts';
import { asking } from '../../asking.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { restoreRequests } from '../../../src-main/handlers/restore.ts';
import { encryptFile, newRecoveryKey } from '../../../src-main/store/encryption.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import {
  attacked,
  guardedTill,
  pins,
  type Name,
  type RunningTill,
} from '../../attacks/guarded-till.ts';
import { tamper } from '../../attacks/tamper.ts';
import { playedPinWindow } from '../../played-manager.ts';
import { sampleSale } from '../../sample-sale.ts';

type RestoreRequest = Extract<RequestName, `restore.${string}`>;

/** A till with cashiers, a backup, and a sale that the backup lacks. */
async function tillWithBackup() {
  const till = await guardedTill();
  // The till itself makes it, as it makes the backup of the day.
  const made = await till.session.backUp();
  if (!made.ok) throw new Error(made.error.code);
  const backup = made.value.file;
  const lost = sampleSale();
  commitSale(till.db(), lost);
  const hasLost = (db = till.db()) =>
    db.prepare('SELECT 1 FROM sale WHERE reference = ?').get(lost.reference) === undefined;
  return { ...till, ...pageAt(till, basename(backup)), guarded: till, backup, hasLost };
}

/** The requests of its page, and the person before the windows of the main process. */
function pageAt(till: RunningTill, backup: string) {
  const { session, lock } = till;
  const person = {
    /** What the person types, one entry after the other; without an entry the window is closed. */
    types: [] as PinAnswer[],
    agrees: false,
    asked: [] as (readonly string[])[],
    meanwhile: (): void | Promise<void> => undefined,
    chooses: undefined as string | undefined,
  };
  const { pinWindow, questions } = playedPinWindow(person);
  const context = {
    ...{ session, lock, pinWindow, language: () => 'en', isStarting: () => false },
    counterWindow: { isKiosk: false },
    dialogs: {
      chooseBackup: async () => {
        await person.meanwhile();
        return person.chooses;
      },
      confirmRestore: async (asks: readonly string[]) => {
        person.asked.push(asks);
        await person.meanwhile();
        return person.agrees;
      },
    },
  } as unknown as Context;
  // The same ones for all that is asked: a question is under way in them.
  const requests = asking(restoreRequests(context), () => undefined);
  const ask = <Asked extends RestoreRequest>(name: Asked, argument: Argument<Asked>) =>
    admitTo(context)(name, argument, () => requests[name](argument));
  const look = async (): Promise<WholeVerdict> => {
    const looked = await ask('restore.look', { from: 'kept', name: backup });
    if (!looked.ok || looked.value?.outcome !== 'whole') throw new Error(JSON.stringify(looked));
    return looked.value;
  };
  const managerTypes = (name: Name, pin: string): PinAnswer => ({
    ...{ kind: 'approve', cashierId: till.idOf(name), pin },
  });
  return { person, questions, ask, look, managerTypes };
}

test('a manager approves a cashier’s request, and is told what would be lost', async () => {
  const till = await tillWithBackup();
  await till.unlock('Rui');
  const { lookId } = await till.look();
  expect(await till.ask('restore.use', { lookId })).toMatchObject(
    err({ code: 'manager_needed', action: 'restore_backup' }),
  );
  expect(till.hasLost()).toBe(false);
  till.person.types.push(till.managerTypes('Inês', pins.Inês));
  expect(await till.ask('restore.use', { lookId })).toEqual(ok(true));
  const [, question] = till.questions;
  const asks = question?.kind === 'approve' ? question.asks.join('\n') : '';
  expect(asks).toContain('1 sale is only in the present file');
  expect(till.hasLost()).toBe(true);
  // Nobody is at the till that opened.
  expect(till.lock.isLocked).toBe(true);
  expect(till.person.asked).toEqual([]);
  const noted = till.db().prepare(`SELECT done_by, approved_by FROM decision WHERE what LIKE ?`);
  expect(noted.get('%backup_restored%')).toEqual({ done_by: 'Rui', approved_by: 'Inês' });
});

test('a manager confirms their own request in a window of the main process, since the page cannot', async () => {
  const till = await tillWithBackup();
  await till.unlock('Inês');
  const { lookId } = await till.look();
  expect(await till.ask('restore.use', { lookId })).toEqual(ok(false));
  expect(till.person.asked).toHaveLength(1);
  expect(till.hasLost()).toBe(false);
  till.person.agrees = true;
  till.person.meanwhile = () => {
    till.lock.lock();
  };
  expect(await till.ask('restore.use', { lookId })).toEqual(err({ code: 'locked' }));
  expect(till.hasLost()).toBe(false);
  till.person.meanwhile = () => undefined;
  await till.unlock('Inês');
  expect(await till.ask('restore.use', { lookId })).toEqual(ok(true));
  expect(till.hasLost()).toBe(true);
});

test('a backup that nobody looked at is not restored, whoever approves it', async () => {
  const till = await tillWithBackup();
  await till.unlock('Rui');
  const { lookId } = await till.look();
  till.person.types.push(till.managerTypes('Inês', pins.Inês));
  const another = { lookId: lookId === 1 ? 2 : 1 };
  expect(await till.ask('restore.use', another)).toEqual(err({ code: 'backup_not_looked_at' }));
  // Only the last look counts.
  await till.look();
  till.person.types.push(till.managerTypes('Inês', pins.Inês));
  expect(await till.ask('restore.use', { lookId })).toEqual(err({ code: 'backup_not_looked_at' }));
  expect(till.hasLost()).toBe(false);
});

test('the page alone cannot restore a till that could not be opened either', async () => {
  const till = await tillWithBackup();
  const again = await attacked(till.guarded, 'PRAGMA user_version = 999');
  expect(again.session.failedStart?.error).toMatchObject({ code: 'store_newer' });
  const { ask, look, person, questions } = pageAt(again, basename(till.backup));
  const { lookId } = await look();
  expect(await ask('restore.use', { lookId })).toEqual(ok(false));
  expect(again.session.till).toBeNull();
  // No manager can be asked, since their PINs are in the file.
  expect(questions).toEqual([]);
  person.agrees = true;
  expect(await ask('restore.use', { lookId })).toEqual(ok(true));
  expect(person.asked[0]?.join('\n')).toContain('1 sale is only in the present file');
  expect(till.hasLost(again.db())).toBe(true);
  expect(again.lock.isLocked).toBe(true);
  expect(readdirSync(dirname(again.file()))).toContain('till.damaged-1.db');
});

test('agreeing while no till is open does not hold for a till that opens meanwhile', async () => {
  const till = await tillWithBackup();
  const file = till.file();
  const version = Number(till.db().pragma('user_version', { simple: true }));
  const again = await attacked(till.guarded, 'PRAGMA user_version = 999');
  const { ask, look, person } = pageAt(again, basename(till.backup));
  const { lookId } = await look();
  person.agrees = true;
  person.meanwhile = async () => {
    tamper(file, `PRAGMA user_version = ${version}`);
    await again.session.tryAgain();
    await again.unlock('Rui');
  };
  expect(await ask('restore.use', { lookId })).toEqual(err({ code: 'locked' }));
  expect(again.lock.atTill?.name).toBe('Rui');
  expect(till.hasLost(again.db())).toBe(false);
});

test('while the till is locked nothing is answered', async () => {
  const till = await tillWithBackup();
  till.lock.lock();
  const locked = err({ code: 'locked' });
  expect(await till.ask('restore.list', undefined)).toEqual(locked);
  expect(await till.ask('restore.look', { from: 'file' })).toEqual(locked);
  expect(await till.ask('restore.use', { lookId: 1 })).toEqual(locked);
  expect(till.person.asked).toEqual([]);
});

test('the key of an encrypted backup is typed in the PIN window, again if it is wrong', async () => {
  const till = await tillWithBackup();
  await till.unlock('Inês');
  const { identity, recipient } = await newRecoveryKey();
  const other = await newRecoveryKey();
  const chosen = join(till.computer.folder, 'backup.db.age');
  await encryptFile({ source: till.backup, target: chosen, recipient });
  till.person.chooses = chosen;
  expect(await till.ask('restore.look', { from: 'file' })).toEqual(err({ code: 'pin_not_given' }));
  till.person.types = ['nonsense', other.identity, identity].map((key) => ({
    ...{ kind: 'recovery_key', key },
  }));
  const looked = await till.ask('restore.look', { from: 'file' });
  expect(looked).toMatchObject(ok({ outcome: 'whole', name: 'backup.db.age' }));
  expect(JSON.stringify(looked)).not.toContain(identity);
  expect(till.person.types).toEqual([]);
});

test('somebody chooses the file, and without a choice nothing happens', async () => {
  const till = await tillWithBackup();
  await till.unlock('Inês');
  expect(await till.ask('restore.look', { from: 'file' })).toEqual(ok(null));
  till.person.chooses = join(till.computer.folder, 'text.txt');
  writeFileSync(till.person.chooses, 'some text');
  expect(await till.ask('restore.look', { from: 'file' })).toMatchObject(
    ok({ outcome: 'no_backup' }),
  );
  till.person.meanwhile = () => {
    till.lock.lock();
  };
  expect(await till.ask('restore.look', { from: 'file' })).toEqual(err({ code: 'locked' }));
});
