// Recovering a PIN: whoever may sign in to the service is not thereby a manager.
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { readRecoveries } from '../../src-main/store/recoveries.ts';
import { readRecoveryUsers } from '../../src-main/store/recovery-users.ts';
import { addPerson, removePerson, unregisterUser } from '../../src-main/staff/people.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import type { Credentials, SignIn } from '../../src-main/contract/sign-in.ts';
import type { Context } from '../../src-main/handlers/context.ts';
import { sessionRequests } from '../../src-main/handlers/session.ts';
import { makeToken } from '../e2e/accounts.ts';
import { listenHttp } from '../integration/service/probe.ts';
import {
  attacked,
  counterUser,
  guardedTill,
  newComputer,
  owner,
  startService,
  startTill,
  type RunningTill,
} from './guarded-till.ts';
import { must } from '../must.ts';

const { companyCode, tillCode } = practiceAccount;
const done = { ok: true, value: null };
const failed = (code: string) => ({ ok: false, error: { code } });

/** Changes the counter's user as the service's administrators may. */
function makeStaff(databaseFile: string, userId: number, isStaff: 0 | 1): void {
  const db = new Database(databaseFile);
  db.prepare('UPDATE memberships SET is_staff = ? WHERE user_id = ?').run(isStaff, userId);
  db.close();
}

test.each([
  ['no staff of the service', 0],
  ['staff of the service', 1],
] as const)(
  'a user who may sign in to this till, and is %s, cannot make a manager',
  async (_who, isStaff) => {
    const till = await guardedTill();
    makeStaff(till.service.databaseFile, 2, isStaff);
    const user = 'Rui Balcão (balcao@mercearia-aurora.example, id 2)';
    expect(await till.recover(counterUser)).toEqual({
      ok: false,
      error: { code: 'recovery_not_allowed', user },
    });
    expect(till.lock.isLocked).toBe(true);
    expect(readRecoveries(till.db())).toEqual([]);
  },
);

test('the user of the first sign-in can, whatever the service calls them', async () => {
  const till = await guardedTill();
  makeStaff(till.service.databaseFile, 1, 0);
  expect(await till.recover(owner)).toEqual(done);
  expect(till.lock.atTill).toMatchObject({ name: 'Inês', role: 'manager' });
});

test('a later sign-in of somebody else does not let them recover a PIN', async () => {
  const first = await guardedTill();
  const { baseUrl: serviceAddress } = first.service;
  must(await first.session.signIn({ ...counterUser, serviceAddress, companyCode, tillCode }));
  expect(await first.recover(counterUser)).toMatchObject(failed('recovery_not_allowed'));
  expect(await first.recover(owner)).toEqual(done);
});

test('a user whom a manager added may recover a PIN, until a manager removes them', async () => {
  const till = await guardedTill();
  await till.enter('Inês');
  expect(await till.recovery.register({ ...counterUser, password: 'wrong' })).toMatchObject(
    failed('sign_in_refused'),
  );
  const wanted = { actions: ['manage_cashiers'], askManager: till.manager.ask } as const;
  await till.lock.act(wanted, () => till.recovery.register(counterUser));
  expect(readRecoveryUsers(till.db())).toMatchObject([
    { id: 1, addedBy: null },
    { id: 2, name: 'Rui Balcão', addedBy: 'Inês' },
  ]);
  till.lock.lock();
  expect(await till.recover(counterUser, 'Maria')).toEqual(done);
  const added = readRecoveryUsers(till.db())[1]?.recoveryUserId ?? 0;
  must(unregisterUser(till.place(), added));
  till.lock.lock();
  expect(await till.recover(counterUser)).toMatchObject(failed('recovery_not_allowed'));
});

test('a user whom somebody wrote into the file may not, and the till says so', async () => {
  const planted = `INSERT INTO recovery_user (user_id, username, name, added_by, added_at_ms, seal)
    SELECT 2, NULL, 'Rui', 'Inês', added_at_ms, seal FROM recovery_user`;
  const first = await guardedTill();
  const till = await attacked(first, planted);
  expect(till.lock.notices).toEqual([{ code: 'recovery_users_changed' }]);
  expect(await till.recover(counterUser)).toMatchObject(failed('recovery_not_allowed'));
  expect(await till.recover(owner)).toEqual(done);
  // A manager's next change leaves the user out.
  must(removePerson(till.place(), till.idOf('Rui')));
  expect(till.lock.notices).toEqual([]);
  expect(readRecoveryUsers(till.db())).toMatchObject([{ id: 1 }]);
});

test('after a recovery that nobody vouches for, only the user who did it may do it again', async () => {
  const first = await guardedTill();
  await first.enter('Inês');
  must(await first.recovery.register(counterUser));
  const till = await attacked(first, `UPDATE cashier SET role = 'manager' WHERE name = 'Rui'`);
  expect(await till.recover(owner)).toEqual(done);
  expect(readRecoveryUsers(till.db())).toMatchObject([{ id: 1, addedBy: null }]);
  // The cashier who promoted himself is still no manager.
  expect(await till.enter('Rui')).toBe('cashier');
  expect(await till.ask()).toBe('manager_needed');
});

test('whoever signs in to a till without its cashiers does not become its first user', async () => {
  const first = await guardedTill();
  const till = await attacked(first, 'DELETE FROM cashier; DELETE FROM recovery_user');
  const { baseUrl: serviceAddress } = first.service;
  must(await till.session.signIn({ ...counterUser, serviceAddress, companyCode, tillCode }));
  expect(readRecoveryUsers(till.db())).toEqual([]);
  const anew = { cashierId: null, name: 'Eva', pin: '918273' };
  expect(await till.recovery.recover({ ...anew, proof: counterUser })).toMatchObject(
    failed('recovery_not_allowed'),
  );
});

test('every manager is told until they have read it, and the record stays', async () => {
  const till = await guardedTill();
  expect(await till.recover(owner)).toEqual(done);
  const by = 'Inês Formação (formacao@mercearia-aurora.example, id 1)';
  const notice = {
    code: 'pin_recovered',
    ...{ name: 'Inês', by, way: 'password' },
    atMs: till.clock.nowMs(),
  };
  // Also the manager who has the new PIN.
  expect(till.recovery.notices).toEqual([notice]);
  till.recovery.dismiss();
  expect(till.recovery.notices).toEqual([]);
  await till.enter('Rui');
  expect(till.recovery.notices).toEqual([]);
  till.recovery.dismiss();
  await till.enter('Maria');
  expect(till.recovery.notices).toEqual([notice]);
  till.recovery.dismiss();
  expect(till.recovery.notices).toEqual([]);
  expect(readRecoveries(till.db())).toMatchObject([{ name: 'Inês', serviceUser: by }]);
  expect(() => till.db().exec('DELETE FROM recovery')).toThrow('a recovery is kept for ever');
});

test('a manager who is added later is told as well', async () => {
  const till = await guardedTill();
  await till.recover(owner);
  till.recovery.dismiss();
  const { cashierId } = must(
    await addPerson(till.place(), { name: 'Zé', role: 'manager', pin: '222222' }),
  );
  till.lock.enter(cashierId);
  expect(till.recovery.notices).toHaveLength(1);
});

/** A service that says about its users only what the test gives it. */
async function reticentService(user: { id?: number; full_name: string }) {
  const serviceAddress = await listenHttp((request, response) => {
    const path = request.url ?? '';
    const answers: readonly (readonly [RegExp, object])[] = [
      [/^\/auth\/login\//, { key: 'a-long-enough-token' }],
      [/^\/auth\/info\//, { user, company: { code: companyCode }, till: { code: tillCode } }],
      [/^\/auth\/companies\//, []],
      [/^\/documents\//, { count: 0, offset: 0, next: null, results: [] }],
    ];
    const answer = answers.find(([at]) => at.test(path))?.[1];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  return { serviceAddress, user };
}

async function reticentTill(way: 'password' | 'token', id?: number) {
  const { serviceAddress, user } = await reticentService({
    full_name: 'Ana',
    ...(id !== undefined && { id }),
  });
  const till = startTill(newComputer());
  const bound = { serviceAddress, companyCode, tillCode };
  const proofs = {
    password: { way: 'password', username: 'ana@loja.example', password: 'a' },
    token: { way: 'token', token: 'a-long-enough-token' },
  } as const;
  must(await till.session.signIn({ ...proofs[way], ...bound }));
  must(await addPerson(till.place(), { name: 'Inês', role: 'manager', pin: '735190' }));
  return { ...till, user };
}

test('if the service names no user, the name typed at the first sign-in identifies them', async () => {
  const till = await reticentTill('password');
  const typed = (username: string) => ({ way: 'password', username, password: 'a' }) as const;
  expect(await till.recover(typed('rui@loja.example'))).toMatchObject(
    failed('recovery_not_allowed'),
  );
  expect(await till.recover(typed('ana@loja.example'))).toEqual(done);
});

test('if the service names no user, a token recovers nothing, and the till says so', async () => {
  const till = await reticentTill('token');
  const token = { way: 'token', token: 'a-long-enough-token' } as const;
  expect(await till.recover(token)).toEqual(failed('recovery_user_unknown'));
  expect(await till.recovery.register(token)).toEqual(failed('recovery_user_unknown'));
});

test('another id is another user, whatever name was typed', async () => {
  const till = await reticentTill('password', 7);
  till.user.id = 8;
  const ana = { way: 'password', username: 'ana@loja.example', password: 'a' } as const;
  expect(await till.recover(ana)).toMatchObject(failed('recovery_not_allowed'));
  till.user.id = 0;
  // The same number for everybody identifies nobody.
  expect(await till.recover(ana)).toEqual(done);
});

test('a token of another user of the same till cannot make a manager', async () => {
  const service = await startService();
  const till = startTill(newComputer());
  const bound = { companyCode, tillCode };
  const token = await makeToken(service.baseUrl, bound);
  const request = { way: 'token', serviceAddress: service.baseUrl, token, ...bound } as const;
  must(await till.session.signIn(request));
  must(await addPerson(till.place(), { name: 'Inês', role: 'manager', pin: '735190' }));
  const answer = await fetch(`${service.baseUrl}/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ username: counterUser.username, password: counterUser.password },
      ...{ company_code: companyCode, till_code: tillCode },
    }),
  });
  const { key } = (await answer.json()) as { key: string };
  expect(await till.recover({ way: 'token', token: key })).toMatchObject(
    failed('recovery_not_allowed'),
  );
  expect(await till.recover({ way: 'token', token })).toEqual(done);
});

/** What a page asks of the open till's own service, where nobody else need approve it. */
const requestsAt = ({ session, recovery }: RunningTill) =>
  sessionRequests({ session, recovery } as unknown as Context);

test('a password that may recover a PIN is guessed no faster by signing in', async () => {
  const till = await guardedTill();
  const { baseUrl: serviceAddress } = till.service;
  const { run: findTills } = requestsAt(till)['session.findTills'] as {
    run: (credentials: Credentials) => Promise<Result<unknown>>;
  };
  const { run: signIn } = requestsAt(till)['session.signIn'] as {
    run: (request: SignIn) => Promise<Result<unknown>>;
  };
  await till.enter('Rui');
  const guess = ({ username, password }: { username: string; password: string }) =>
    findTills({ serviceAddress, username, password });
  const wrong = { ...owner, password: 'guessed' };
  const bound = { serviceAddress, companyCode, tillCode };
  for (let tried = 0; tried < 4; tried += 1)
    expect(await guess(wrong)).toMatchObject(failed('sign_in_refused'));
  // Whoever may sign in for themselves has no more guesses of another's.
  expect(await guess(counterUser)).toMatchObject({ ok: true });
  expect(await signIn({ ...wrong, ...bound })).toMatchObject(failed('pin_wait'));
  // Nor by signing in to another till there, which a shop may leave to everybody.
  expect(await signIn({ ...wrong, ...bound, tillCode: '99' })).toMatchObject(failed('pin_wait'));
  const earlier = {
    way: 'earlier',
    earlierAddress: serviceAddress,
    companyCode,
    tillCode,
  } as const;
  const elsewhere = { ...earlier, serviceAddress: 'https://elsewhere.example' };
  expect(await signIn({ ...wrong, ...elsewhere })).toMatchObject(failed('pin_wait'));
  expect(await guess(owner)).toEqual({
    ok: false,
    error: { code: 'pin_wait', waitMs: 30_000 },
  });
  till.clock.advance(30_000);
  expect(await guess(wrong)).toMatchObject(failed('pin_wait'));
  // It keeps nobody from recovering, and an hour without a guess ends it.
  expect(await till.recover(owner)).toEqual(done);
  till.clock.advance(2 * 3_600_000);
  expect(await guess(wrong)).toMatchObject(failed('sign_in_refused'));
  expect(await signIn({ ...owner, ...bound })).toMatchObject({ ok: true });
});

test('what is right, or was never asked about, does not count as a guess', async () => {
  const till = await guardedTill();
  const { baseUrl: serviceAddress } = till.service;
  const { run: signIn } = requestsAt(till)['session.signIn'] as {
    run: (request: SignIn) => Promise<Result<unknown>>;
  };
  await till.enter('Inês');
  const bound = { serviceAddress, companyCode, tillCode };
  const right = { way: 'token', token: await makeToken(serviceAddress, bound), ...bound } as const;
  const earlier = { ...owner, ...bound, way: 'earlier', earlierAddress: serviceAddress } as const;
  for (let tried = 0; tried < 3; tried += 1) {
    expect(await signIn({ ...right, tillCode: '99' })).toMatchObject(failed('wrong_till'));
    expect(await signIn({ ...right, companyCode: 'X' })).toMatchObject(failed('wrong_company'));
    const unread = await signIn({ ...earlier, serviceAddress: 'no address' });
    expect(unread).toMatchObject(failed('invalid_value'));
  }
  expect(await signIn({ ...owner, ...bound })).toMatchObject({ ok: true });
});

test('where nobody works at the till, anybody may mistype as often as they like', async () => {
  const service = await startService();
  const till = startTill(newComputer());
  const bound = { serviceAddress: service.baseUrl, companyCode, tillCode };
  must(await till.session.signIn({ ...owner, ...bound }));
  const wrong = { ...owner, password: 'guessed', serviceAddress: service.baseUrl };
  const { run } = requestsAt(till)['session.findTills'] as {
    run: (credentials: Credentials) => Promise<Result<unknown>>;
  };
  for (let tried = 0; tried < 7; tried += 1)
    expect(await run(wrong)).toMatchObject(failed('sign_in_refused'));
});
