// A forgotten PIN: who may set a new one, at real services and in practice, and what remains
// recorded of it.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignIn } from '../../../src-main/contract/sign-in.ts';
import { Lock } from '../../../src-main/staff/lock.ts';
import { createLog } from '../../../src-main/log.ts';
import { practiceAccount, restrictedAccount } from '../../../src-main/practice-service/accounts.ts';
import type { PracticeService } from '../../../src-main/practice-service/server.ts';
import { Recovery } from '../../../src-main/staff/recovery.ts';
import { writeFailedAttempts, readFailedAttempts } from '../../../src-main/store/cashiers.ts';
import { makeToken } from '../../e2e/accounts.ts';
import { startFreshPractice } from '../../faults/practice-file.ts';
import { HandClock } from '../../hand-clock.ts';
import { noKeys } from '../../played-key-store.ts';
import { newFolder, startSession } from '../session-rig.ts';
import { addPeople, ines, person, rui } from './people.ts';

const maria = person(3, 'Maria', 'manager');
const { username, password, companyCode, tillCode } = practiceAccount;
const right = { way: 'password', username, password } as const;
const wrong = { ...right, password: 'no-such-secret' };
const pin = '90817263';
const done = { ok: true, value: null };
const failed = (code: string) => ({ ok: false, error: { code } });

let service: PracticeService;
beforeAll(async () => {
  service = await newService();
});
afterAll(() => service.close());

const newService = () =>
  startFreshPractice(join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db'));

/** A till with Inês, Maria and Rui, and nobody at it. */
async function lockedTill(
  way: 'practice' | 'password' | 'token' = 'password',
  serviceAddress = service.baseUrl,
) {
  const folder = newFolder();
  const { session, settings } = startSession(folder);
  const till1 = { serviceAddress, companyCode, tillCode };
  const requests: Record<typeof way, () => Promise<SignIn> | null> = {
    practice: () => null,
    password: () => Promise.resolve({ ...right, ...till1 }),
    token: async () => ({ way: 'token', token: await makeToken(serviceAddress, till1), ...till1 }),
  };
  const request = await requests[way]();
  const entered = await (request ? session.signIn(request) : session.practise());
  if (!entered.ok || !session.till) throw new Error('no till is open');
  const { db } = session.till;
  addPeople(db, ines, maria, rui);
  const clock = new HandClock();
  const log = createLog(join(folder, 'till.log'));
  const none = noKeys();
  const keys = () => none;
  const lock = new Lock({
    db: () => session.till?.db,
    ...{ keys, clock, onChanged: () => undefined },
  });
  let recovery = new Recovery({ session, lock, keys, clock, log });
  return {
    db,
    lock,
    clock,
    session,
    notices: () => recovery.notices,
    dismiss: () => {
      recovery.dismiss();
    },
    restart: () => {
      recovery = new Recovery({ session, lock, keys, clock, log });
    },
    recover: (proof: Parameters<Recovery['recover']>[0]['proof'], cashier = ines) =>
      recovery.recover({ cashierId: cashier.cashierId, pin, proof }),
    kept: () =>
      JSON.stringify(settings.value) + (existsSync(log.file) ? readFileSync(log.file, 'utf8') : ''),
  };
}

test('the service’s password sets a new PIN, forgets the attempts, and lets the manager in', async () => {
  const till = await lockedTill();
  writeFailedAttempts(till.db, ines.cashierId, {
    failedAttempts: 9,
    waitUntilMs: till.clock.nowMs() + 900_000,
  });
  expect(await till.lock.unlock({ cashierId: ines.cashierId, pin })).toMatchObject(
    failed('pin_wait'),
  );
  const { token, profile } = till.session.till ?? {};
  expect(await till.recover(right)).toEqual(done);
  expect(till.lock.atTill).toEqual(ines);
  expect(readFailedAttempts(till.db, ines.cashierId)).toEqual({
    failedAttempts: 0,
    waitUntilMs: 0,
  });
  till.lock.lock();
  expect(await till.lock.unlock({ cashierId: ines.cashierId, pin })).toEqual(done);
  // The password served only as proof: the till keeps its sign-in.
  expect(till.session.till?.token).toBe(token);
  expect(till.session.till?.profile).toBe(profile);
  expect(till.kept()).toContain('"a forgotten PIN was set anew","cashierId":"');
  expect(till.kept()).not.toContain('PIN was set anew","name"');
  expect(till.kept()).not.toContain(`"${password}"`);
  expect(till.kept()).not.toContain(pin);
});

test('every manager is told, even after a restart, until they have read it', async () => {
  const till = await lockedTill();
  await till.recover(right);
  const notice = {
    code: 'pin_recovered',
    ...{ name: 'Inês', atMs: till.clock.nowMs(), way: 'password' },
    by: `Inês Formação (${username}, id 1)`,
  };
  expect(till.notices()).toEqual([notice]);
  till.dismiss();
  expect(till.notices()).toEqual([]);
  till.lock.enter(rui.cashierId);
  expect(till.notices()).toEqual([]);
  till.dismiss();
  till.restart();
  till.lock.enter(maria.cashierId);
  expect(till.notices()).toEqual([notice]);
  till.dismiss();
  expect(till.notices()).toEqual([]);
});

test('a wrong password changes nothing, and five of them make the next wait, over a restart', async () => {
  const till = await lockedTill();
  const refused = { ok: false, error: { code: 'sign_in_refused' } };
  const wait = (waitMs: number) => ({ ok: false, error: { code: 'pin_wait', waitMs } });
  const answers = await Promise.all(Array.from({ length: 7 }, () => till.recover(wrong)));
  expect(answers.slice(0, 4)).toMatchObject(Array<object>(4).fill(refused));
  expect(answers.slice(4)).toEqual(Array<object>(3).fill(wait(30_000)));
  expect(JSON.stringify(answers)).not.toContain(wrong.password);
  till.restart();
  expect(await till.recover(right, maria)).toEqual(wait(30_000));
  till.clock.advance(30_000);
  expect(await till.recover(wrong)).toEqual(wait(60_000));
  expect(till.lock.isLocked).toBe(true);
  expect(till.kept()).not.toContain(wrong.password);
  till.clock.advance(60_000);
  expect(await till.recover(right)).toEqual(done);
});

test('whoever may sign in only to another till, or another company’s, is refused', async () => {
  const till = await lockedTill('token');
  const tokenOf = async (codes: { readonly companyCode: string; readonly tillCode: string }) =>
    ({ way: 'token', token: await makeToken(service.baseUrl, codes) }) as const;
  const otherTill = { companyCode, tillCode: restrictedAccount.tillCode };
  expect(await till.recover(await tokenOf(otherTill))).toMatchObject(failed('wrong_till'));
  const otherCompany = { companyCode: 'CAIS', tillCode: '1' };
  expect(await till.recover(await tokenOf(otherCompany))).toMatchObject(failed('wrong_company'));
  expect(await till.recover({ way: 'token', token: 'no-such-token' })).toMatchObject(
    failed('token_refused'),
  );
  expect(await till.recover(right)).toMatchObject(failed('invalid_value'));
  expect(await till.recover(null)).toMatchObject(failed('invalid_value'));
  expect(till.lock.isLocked).toBe(true);
  expect(await till.recover(await tokenOf({ companyCode, tillCode }))).toEqual(done);
  till.lock.enter(maria.cashierId);
  expect(till.notices()).toMatchObject([{ way: 'token' }]);
});

test('without the network nobody is believed, and no attempt counts', async () => {
  const cutOff = await newService();
  const till = await lockedTill('password', cutOff.baseUrl);
  await cutOff.close();
  for (let tried = 0; tried < 6; tried += 1) {
    expect(await till.recover(right)).toMatchObject(failed('service_unreachable'));
  }
  expect(till.lock.isLocked).toBe(true);
});

test('only a manager’s PIN is set in this way', async () => {
  const till = await lockedTill();
  expect(await till.recover(right, rui)).toEqual(failed('not_found'));
  expect(till.lock.isLocked).toBe(true);
});

test('practice asks for no password, records no proof, and tells nobody', async () => {
  const till = await lockedTill('practice');
  expect(await till.recover(right)).toMatchObject(failed('invalid_value'));
  expect(await till.recover(null)).toEqual(done);
  expect(till.lock.atTill).toEqual(ines);
  till.lock.enter(maria.cashierId);
  expect(till.notices()).toEqual([]);
});
