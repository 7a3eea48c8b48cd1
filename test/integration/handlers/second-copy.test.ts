// The second copy as the page asks for it: a manager chooses the medium in a window of main's own;
// a new computer finds a copy before anybody has signed in, and stays locked once it has the till.
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Argument, RequestName } from '../../../src-main/contract/api.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import type { PinAnswer } from '../../../src-main/contract/pin-window.ts';
import type { FoundCopy, HeldCopy } from '../../../src-main/contract/second-copy.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { secondCopyRequests } from '../../../src-main/handlers/second-copy.ts';
import { createLog } from '../../../src-main/log.ts';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { systemClock } from '../../../src-main/clock.ts';
import { SecondCopies } from '../../../src-main/second-copy/second-copies.ts';
import { newRecoveryKey } from '../../../src-main/store/encryption.ts';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import { writeRecoveryRecipient } from '../../../src-main/store/recovery-recipient.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import {
  counterUser,
  guardedTill,
  newComputer,
  owner,
  pins,
  startTill,
  type RunningTill,
} from '../../attacks/guarded-till.ts';
import { must } from '../../must.ts';
import { asking } from '../../asking.ts';
import { admitTo } from '../../declared-requests.ts';
import { eventually } from '../../eventually.ts';
import { startHelper } from '../../helper-process.ts';
import { sampleSale } from '../../sample-sale.ts';
import { playedPinWindow } from '../../played-manager.ts';
import { newFolder } from '../session-rig.ts';

type CopyRequest = Extract<RequestName, `secondCopy.${string}`>;

/** The requests of its page, and the person before the windows of the main process. */
function pageAt(till: RunningTill) {
  const { session, lock } = till;
  const person = {
    types: [] as PinAnswer[],
    agrees: false,
    asked: [] as (readonly string[])[],
    chooses: undefined as string | undefined,
  };
  const secondCopies = new SecondCopies({
    ...{ startHelper, clock: systemClock, log: createLog(`${newFolder()}/copy.log`), pollMs: 50 },
    onChanged: () => undefined,
    notify: () => undefined,
    withdraw: () => undefined,
  });
  const { pinWindow, questions } = playedPinWindow(person);
  const context = {
    ...{ session, lock, pinWindow, secondCopies, language: () => 'en', isStarting: () => false },
    counterWindow: { isKiosk: false },
    now: () => new Date(),
    dialogs: {
      chooseFolder: () => Promise.resolve(person.chooses),
      confirmRestore: (asks: readonly string[]) => {
        person.asked.push(asks);
        return Promise.resolve(person.agrees);
      },
    },
  } as unknown as Context;
  const requests = asking(secondCopyRequests(context), () => session.till);
  const ask = <Asked extends CopyRequest>(name: Asked, argument: Argument<Asked>) =>
    admitTo(context)(name, argument, () => requests[name](argument));
  /** As when the program opens the till. */
  const accompany = () => {
    if (!session.till) throw new Error('no till is open');
    const companion = secondCopies.open(session.till);
    onTestFinished(() => companion.close());
  };
  const status = () => session.till && secondCopies.of(session.till)?.status;
  return { ask, accompany, status, person, questions };
}

async function copiedTill() {
  const till = await guardedTill();
  const page = pageAt(till);
  page.accompany();
  page.person.chooses = newFolder();
  await till.unlock('Inês');
  expect(await page.ask('secondCopy.choose', undefined)).toEqual(ok(true));
  commitSale(till.db(), sampleSale());
  return { till, page, medium: page.person.chooses };
}

/** What the exceptions have of the second copy: what, by whom, and who approved it. */
const notedIn = ({ db }: RunningTill) =>
  readDecisions(db(), { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }).flatMap(
    ({ what, by, approvedBy }) =>
      what.kind === 'second_copy_changed' ? [[what.change, by, approvedBy]] : [],
  );

const upToDate = (page: ReturnType<typeof pageAt>) =>
  eventually(() => {
    expect(page.status()).toMatchObject({ state: 'up_to_date' });
  });

async function lookedAt(page: ReturnType<typeof pageAt>): Promise<[FoundCopy, HeldCopy]> {
  const [copy] = must(await page.ask('secondCopy.find', undefined)) ?? [];
  if (!copy) throw new Error('no copy was found');
  return [copy, must(await page.ask('secondCopy.look', { copyId: copy.copyId }))];
}

test('only a manager chooses a medium, turns encryption off, or ends the copy', async () => {
  const till = await guardedTill();
  const page = pageAt(till);
  page.accompany();
  page.person.chooses = newFolder();
  await till.unlock('Rui');
  const needed = err({ code: 'manager_needed', action: 'set_second_copy' });
  for (const asked of [
    await page.ask('secondCopy.choose', undefined),
    await page.ask('secondCopy.change', { encrypts: false }),
    await page.ask('secondCopy.stop', undefined),
    await page.ask('secondCopy.resume', undefined),
  ])
    expect(asked).toMatchObject(needed);
  expect(page.status()).toMatchObject({ state: 'off' });
  await till.unlock('Inês');
  expect(await page.ask('secondCopy.choose', undefined)).toEqual(ok(true));
  await upToDate(page);
  expect(await page.ask('secondCopy.change', { encrypts: false })).toEqual(ok(null));
  expect(page.status()).toMatchObject({ encrypts: false });
  expect(await page.ask('secondCopy.stop', undefined)).toEqual(ok(null));
  expect(page.status()).toMatchObject({ state: 'off', folder: null });
  page.person.chooses = undefined;
  expect(await page.ask('secondCopy.choose', undefined)).toEqual(ok(false));
});

test('whoever changes the second copy is found among the exceptions', async () => {
  const { till, page, medium: folder } = await copiedTill();
  await till.unlock('Rui');
  const approval = { kind: 'approve', cashierId: till.idOf('Inês'), pin: pins.Inês } as const;
  page.person.types = [approval];
  expect(await page.ask('secondCopy.change', { encrypts: false })).toEqual(ok(null));
  await till.unlock('Inês');
  await page.ask('secondCopy.change', { encrypts: true });
  // Nothing changes by these.
  await page.ask('secondCopy.change', { encrypts: true });
  await page.ask('secondCopy.resume', undefined);
  page.person.chooses = undefined;
  await page.ask('secondCopy.choose', undefined);
  await page.ask('secondCopy.stop', undefined);
  await page.ask('secondCopy.stop', undefined);
  expect(notedIn(till)).toEqual([
    [{ act: 'chosen', folder }, 'Inês', null],
    [{ act: 'not_encrypted' }, 'Rui', 'Inês'],
    [{ act: 'encrypted' }, 'Inês', null],
    [{ act: 'stopped' }, 'Inês', null],
  ]);
});

test('a new computer has the till once a person agrees, and stays locked until its owner signs in', async () => {
  const { till, page, medium } = await copiedTill();
  await upToDate(page);
  await till.stop();
  const next = startTill(newComputer());
  const second = pageAt(next);
  second.person.chooses = medium;
  // Nobody has signed in.
  const [copy, held] = await lookedAt(second);
  expect(copy).toMatchObject({ companyCode: practiceAccount.companyCode, isEncrypted: false });
  expect(held).toMatchObject({ sales: 1, unsettled: 1 });
  const { lookId } = held;
  expect(await second.ask('secondCopy.use', { lookId })).toEqual(err({ code: 'not_signed_in' }));
  const { companyCode, tillCode } = practiceAccount;
  const binding = { serviceAddress: copy.serviceAddress, companyCode, tillCode };
  must(await next.session.signIn({ ...owner, ...binding }));
  expect(await second.ask('secondCopy.use', { lookId: lookId + 1 })).toEqual(
    err({ code: 'backup_not_looked_at' }),
  );
  expect(await second.ask('secondCopy.use', { lookId })).toEqual(ok(false));
  expect(next.db().prepare('SELECT count(*) FROM sale').pluck().get()).toBe(0);
  second.person.agrees = true;
  expect(await second.ask('secondCopy.use', { lookId })).toEqual(ok(true));
  expect(second.person.asked[0]?.join('\n')).toContain('1 sale for');
  expect(next.db().prepare('SELECT state FROM sale').pluck().all()).toEqual(['in_doubt']);
  expect(notedIn(next).at(-1)).toEqual([{ act: 'started_again' }, null, null]);
  // Its people are there; their PINs are not.
  expect(next.lock.isLocked).toBe(true);
  for (const name of ['Inês', 'Maria', 'Rui'] as const)
    expect(await next.enter(name, pins[name])).toBe('pin_wrong');
  expect(await next.recover(counterUser)).toMatchObject({
    error: { code: 'recovery_not_allowed' },
  });
  expect(await next.recover(owner)).toEqual(ok(null));
  expect(next.lock.isLocked).toBe(false);
});

test('a till that cannot be opened starts again too, once whoever is there agrees', async () => {
  const { till, page, medium } = await copiedTill();
  await upToDate(page);
  const file = till.file();
  await till.stop();
  const spoilt = new Database(file);
  spoilt.pragma('user_version = 9999');
  spoilt.close();
  const next = startTill(till.computer);
  await next.session.resume();
  expect(next.session.failedStart?.error).toMatchObject({ code: 'store_newer' });
  const second = pageAt(next);
  second.person.chooses = medium;
  const [, { lookId }] = await lookedAt(second);
  expect(await second.ask('secondCopy.use', { lookId })).toEqual(ok(false));
  expect(next.session.till).toBeNull();
  second.person.agrees = true;
  expect(await second.ask('secondCopy.use', { lookId })).toEqual(ok(true));
  expect(next.db().prepare('SELECT state FROM sale').pluck().all()).toEqual(['in_doubt']);
  expect(next.lock.isLocked).toBe(true);
});

test('a person agrees to what is lost, although a manager has approved what the copy holds', async () => {
  const { till, page } = await copiedTill();
  await upToDate(page);
  const [, { lookId }] = await lookedAt(page);
  expect(await page.ask('secondCopy.stop', undefined)).toEqual(ok(null));
  commitSale(till.db(), sampleSale());
  await till.unlock('Rui');
  const approval = { kind: 'approve', cashierId: till.idOf('Inês'), pin: pins.Inês } as const;
  page.person.types = [approval];
  expect(await page.ask('secondCopy.use', { lookId })).toEqual(ok(false));
  expect(page.person.types).toEqual([]);
  expect(page.person.asked).toHaveLength(1);
  expect(page.person.asked[0]?.at(-1)).toContain('1 sale');
  expect(till.db().prepare('SELECT count(*) FROM sale').pluck().get()).toBe(2);
});

test('what a manager approves is what was looked at, and not what lies on the medium since', async () => {
  const { till, page } = await copiedTill();
  await upToDate(page);
  const [, { lookId }] = await lookedAt(page);
  commitSale(till.db(), sampleSale());
  await eventually(() => {
    expect(page.status()).toMatchObject({ state: 'up_to_date', behind: 0 });
  });
  page.person.agrees = true;
  await till.unlock('Rui');
  page.person.types = [{ kind: 'approve', cashierId: till.idOf('Inês'), pin: pins.Inês }];
  expect(await page.ask('secondCopy.use', { lookId })).toEqual(
    err({ code: 'backup_not_looked_at' }),
  );
  expect(page.person.types).toEqual([]);
  // A manager who is there is asked about what there is now.
  page.person.agrees = false;
  await till.unlock('Inês');
  expect(await page.ask('secondCopy.use', { lookId })).toEqual(ok(false));
  expect(page.person.asked).toHaveLength(1);
  expect(page.person.asked[0]?.join('\n')).toContain('It holds 2 sales');
});

test('an encrypted copy opens with the key that is typed in a window of main’s own', async () => {
  const key = await newRecoveryKey();
  const { till, page, medium } = await copiedTill();
  writeRecoveryRecipient(till.db(), key.recipient);
  await eventually(() => {
    expect(page.status()).toMatchObject({ state: 'up_to_date', isEncrypted: true });
  });
  await till.stop();
  const second = pageAt(startTill(newComputer()));
  second.person.chooses = medium;
  const [copy] = must(await second.ask('secondCopy.find', undefined)) ?? [];
  const copyId = copy?.copyId ?? 0;
  expect(await second.ask('secondCopy.look', { copyId })).toEqual(err({ code: 'pin_not_given' }));
  const other = await newRecoveryKey();
  second.person.types = [other.identity, 'no key', key.identity].map((typed) => ({
    kind: 'recovery_key',
    key: typed,
  }));
  expect(await second.ask('secondCopy.look', { copyId })).toMatchObject({ value: { sales: 1 } });
  expect(second.person.types).toEqual([]);
});
