// Tests each way to a token at the practice service, and how the till checks what the service says
// that the token belongs to.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Profile } from '../../../src-main/contract/profiles.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import type { SignIn } from '../../../src-main/contract/sign-in.ts';
import { practiceAccount, restrictedAccount } from '../../../src-main/practice-service/accounts.ts';
import type { PracticeService } from '../../../src-main/practice-service/server.ts';
import { findPlans, findTills, signInBy } from '../../../src-main/account/sign-in.ts';
import { startFreshPractice } from '../../faults/practice-file.ts';
import { listenHttp } from '../service/probe.ts';
import { direct } from '../service/networks.ts';

let service: PracticeService;
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-sign-in-'));
const databaseFile = join(folder, 'practice.db');
beforeAll(async () => {
  service = await startFreshPractice(databaseFile);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const { username, password } = practiceAccount;
const user = () => ({ serviceAddress: service.baseUrl, username, password });
const meant = { companyCode: null, tillCode: null };

const asking = (hide: (token: string) => void = () => undefined) => ({
  network: direct,
  acceptsHttp: () => false,
  hide,
  ending: new AbortController().signal,
});

interface Outcome {
  readonly profile: Result<Profile>;
  readonly hidden: readonly string[];
}

async function signedIn(request: SignIn): Promise<Outcome> {
  const hidden: string[] = [];
  const { serviceAddress } = request;
  const answer = await signInBy(
    request,
    asking((token) => hidden.push(token)),
    { serviceAddress },
  );
  if (!answer.ok) return { profile: answer, hidden };
  const { client, token, profile } = answer.value;
  expect(hidden).toContain(token);
  onTestFinished(() => client.close());
  return { profile: { ok: true, value: profile }, hidden };
}

const profileOf = async (request: SignIn) => (await signedIn(request)).profile;

const byPassword = (change: object = {}): SignIn => ({
  ...{ way: 'password', ...user(), companyCode: 'AURORA', tillCode: '1' },
  ...change,
});
const bySandbox = (planId: number | null): SignIn => ({
  ...{ way: 'sandbox', ...user(), planId, ...meant },
});
const byToken = (token: string, change: object = {}): SignIn => ({
  ...{ way: 'token', serviceAddress: service.baseUrl, token, ...meant },
  ...change,
});
const byEarlier = (change: object = {}): SignIn => ({
  ...{ way: 'earlier', ...user(), earlierAddress: service.legacyBaseUrl, ...meant },
  ...change,
});

/** Makes a token as the back office does. */
async function aToken(companyCode: string, tillCode: string): Promise<string> {
  const { hidden } = await signedIn(byPassword({ companyCode, tillCode }));
  return hidden[0] ?? '';
}

test('a password’s token is bound to the chosen company and till, and names both', async () => {
  expect(await profileOf(byPassword({ tillCode: '2' }))).toMatchObject({
    ok: true,
    value: {
      ...{ kind: 'service', way: 'password', companyCode: 'AURORA', tillCode: '2', username },
      userName: expect.stringMatching(/\S/) as string,
      locationName: expect.stringMatching(/\S/) as string,
      terminalName: expect.stringMatching(/\S/) as string,
      interfaceVersion: '1.0.0',
    },
  });
});

const refused = { code: 'sign_in_refused' };
const wrong = { password: 'wrong' };

test.each<[string, () => SignIn, object]>([
  ['a wrong password', () => byPassword(wrong), refused],
  ['an unknown company', () => byPassword({ companyCode: 'NOWHERE' }), refused],
  ['an unknown till', () => byPassword({ tillCode: '999' }), refused],
  [
    'plain http',
    () => byPassword({ serviceAddress: 'http://shop.example' }),
    { code: 'invalid_value' },
  ],
  ['an unknown plan of the sandbox', () => bySandbox(99), refused],
  ['an unknown token', () => byToken('not-a-token'), { code: 'token_refused' }],
  ['a wrong password at the earlier interface', () => byEarlier(wrong), refused],
  [
    'plain http to the earlier interface',
    () => byEarlier({ earlierAddress: 'http://shop.example' }),
    { code: 'invalid_value', field: 'earlierAddress' },
  ],
  [
    'another company than the chosen one at the earlier interface',
    () => byEarlier({ companyCode: 'CAIS' }),
    { code: 'wrong_company', expected: 'CAIS', actual: 'AURORA' },
  ],
])('%s is refused', async (_what, request, error) => {
  expect(await profileOf(request())).toMatchObject({ ok: false, error });
});

describe('in the sandbox', () => {
  test('each plan has a company of its own', async () => {
    const plans = await findPlans({ serviceAddress: service.baseUrl }, asking());
    if (!plans.ok) throw new Error(plans.error.code);
    expect(plans.value).toHaveLength(4);
    const codes = new Set<string>();
    for (const { id: planId } of plans.value) {
      const profile = await profileOf(bySandbox(planId));
      expect(profile).toMatchObject({ ok: true, value: { kind: 'sandbox', planId } });
      if (profile.ok) codes.add(profile.value.companyCode);
    }
    expect(codes.size).toBe(4);
  });

  test('its company is a demonstration company, whichever way is taken', async () => {
    const { hidden } = await signedIn(bySandbox(1));
    const profile = await profileOf(byToken(hidden[0] ?? ''));
    expect(profile).toMatchObject({ ok: true, value: { kind: 'sandbox' } });
  });

  test('without a plan the service chooses', async () => {
    expect(await profileOf(bySandbox(null))).toMatchObject({ ok: true, value: { planId: null } });
  });
});

describe('with a token from the back office', () => {
  test('the token says which till it is bound to', async () => {
    expect(await profileOf(byToken(await aToken('CAIS', '1')))).toMatchObject({
      ok: true,
      value: { companyCode: 'CAIS', tillCode: '1', username: '' },
    });
  });

  test('another company or till than the chosen one is refused', async () => {
    const token = await aToken('AURORA', '2');
    expect(await profileOf(byToken(token, { companyCode: 'CAIS', tillCode: '2' }))).toEqual({
      ok: false,
      error: { code: 'wrong_company', expected: 'CAIS', actual: 'AURORA' },
    });
    expect(await profileOf(byToken(token, { companyCode: 'AURORA', tillCode: '1' }))).toEqual({
      ok: false,
      error: { code: 'wrong_till', expected: '1', actual: '2' },
    });
  });
});

describe('by the earlier interface', () => {
  test('the till that the service names by its id is found among the company’s tills', async () => {
    await aToken('AURORA', '2');
    expect(await profileOf(byEarlier())).toMatchObject({
      ok: true,
      value: {
        ...{ way: 'earlier', earlierAddress: service.legacyBaseUrl },
        ...{ companyCode: 'AURORA', tillCode: '2', interfaceVersion: '1.0.0' },
      },
    });
    expect(await profileOf(byEarlier({ tillCode: '1' }))).toMatchObject({
      error: { code: 'wrong_till', actual: '2' },
    });
  });

  test('nobody is signed in if the address that the service gives as its own belongs to somebody else', async () => {
    const other = await listenHttp((_request, response) => response.writeHead(404).end());
    expect(await profileOf(byEarlier({ serviceAddress: other }))).toMatchObject({ ok: false });
  });
});

describe('a service that refuses credentials in its own way', () => {
  const errors = [{ field: 'username', message: 'Utilizador desconhecido', code: 'unknown' }];
  const answered = async (status: number, body?: object) => {
    const serviceAddress = await listenHttp((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body && JSON.stringify(body));
    });
    return profileOf(byPassword({ serviceAddress }));
  };

  test.each([
    [400, { errors }, errors],
    [401, { errors }, errors],
    [403, undefined, []],
    [403, { errors }, errors],
    [404, { errors }, errors],
    [422, { errors }, errors],
  ])(
    'by %i and %j is not said to be another, or to forbid something',
    async (status, body, said) => {
      const error = { code: 'sign_in_refused', errors: said };
      expect(await answered(status, body)).toEqual({ ok: false, error });
    },
  );

  test.each([404, 405])('is not one that has no sign-in and says %i', async (status) => {
    const error = { code: 'not_the_service', status };
    expect(await answered(status)).toEqual({ ok: false, error });
    expect(await answered(status, { detail: 'Not found.' })).toEqual({ ok: false, error });
  });
});

describe('a company or a till that cannot be read', () => {
  const odd = (companies: readonly unknown[], info: object = {}) =>
    listenHttp((request, response) => {
      const answers: Readonly<Record<string, object>> = {
        '/auth/login/': { key: 'odd-token' },
        '/auth/login_sandbox/': { key: 'odd-token' },
        '/auth/info/': { user: { full_name: 'Ana' }, company: { code: 'LOJA' }, ...info },
        '/auth/companies/': companies,
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
    });
  const signIn = async (companies: readonly unknown[], tillCode: string | null, info?: object) =>
    profileOf({
      ...{ way: 'sandbox', ...user(), serviceAddress: await odd(companies, info) },
      ...{ planId: null, companyCode: null, tillCode },
    });
  const tills = [{ id: 1, code: 'A' }];
  const others = [{ code: null, tills }, 7, { code: 'OUTRA', tills: [{ code: {} }] }];
  const noTills = { code: 'NADA', tills: null };
  const refused = (field: string) => ({ ok: false, error: { code: 'answer_invalid', field } });

  test('keeps nobody out of the others', async () => {
    const companies = [...others, noTills, { code: 'LOJA', tills }];
    expect(await signIn(companies, null)).toMatchObject({ ok: true, value: { tillCode: 'A' } });
    const credentials = { ...user(), serviceAddress: await odd(companies) };
    expect(await findTills(credentials, asking())).toMatchObject({
      ok: true,
      value: [
        { code: 'OUTRA', tills: [] },
        { code: 'NADA', tills: [] },
        { code: 'LOJA', tills: [{ code: 'A' }] },
      ],
    });
  });

  test('may be the one that is meant: nobody signs in to another in its place', async () => {
    expect(await signIn(others, 'A')).toEqual(refused('[0].code'));
    const withOdd = [{ code: 'LOJA', tills: [...tills, { id: 2, code: [] }] }];
    expect(await signIn(withOdd, null)).toEqual({ ok: false, error: { code: 'till_unknown' } });
    expect(await signIn(withOdd, 'A', { till_id: 2 })).toEqual(refused('tills.code'));
    expect(await signIn(withOdd, 'A', { till_id: 1 })).toMatchObject({ ok: true });
    expect(await signIn(withOdd, 'A')).toMatchObject({ ok: true });
    expect(await signIn(withOdd, 'B')).toEqual(refused('tills.code'));
    expect(await signIn([{ code: 'LOJA', tills: {} }], 'A')).toEqual(refused('tills.code'));
    const credentials = { ...user(), serviceAddress: await odd([{ code: null }]) };
    expect(await findTills(credentials, asking())).toEqual(refused('[0].code'));
  });
});

describe('a service that says no more than it must', () => {
  /** The service's whole contract, without any field that the API document does not show. */
  const spare = (tills: readonly object[] | 'fails' | 'forbidden') =>
    listenHttp((request, response) => {
      if (typeof tills === 'string' && request.url === '/auth/companies/') {
        response.writeHead(tills === 'fails' ? 500 : 403).end();
        return;
      }
      const answers: Readonly<Record<string, object>> = {
        '/auth/login_sandbox/': { key: 'spare-token' },
        '/auth/info/': { user: { full_name: 'Ana' }, company: { code: 'LOJA' } },
        '/auth/companies/': [{ code: 'LOJA', tills }],
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
    });
  const sandbox = async (tills: Parameters<typeof spare>[0], tillCode: string | null) =>
    profileOf({
      way: 'sandbox',
      ...user(),
      serviceAddress: await spare(tills),
      planId: null,
      companyCode: null,
      tillCode,
    });

  test('the company’s only till is taken for the till', async () => {
    expect(await sandbox([{ code: 7, description: 'Caixa 7' }], null)).toMatchObject({
      ok: true,
      value: { companyName: 'LOJA', tillCode: '7', tillName: 'Caixa 7', locationName: null },
    });
  });

  test('no name is longer than a screen can show', async () => {
    const tills = [{ code: 7, description: 'x'.repeat(10_000), terminal: 'y'.repeat(10_000) }];
    const profile = await sandbox(tills, null);
    expect(
      profile.ok && [profile.value.tillName.length, profile.value.terminalName?.length],
    ).toEqual([200, 200]);
  });

  test('a till that the company does not have is refused', async () => {
    expect(await sandbox([{ code: 7 }, { code: 8 }], '78')).toEqual({
      ok: false,
      error: { code: 'wrong_till', expected: '78', actual: '7, 8' },
    });
    expect(await sandbox([{ code: 7 }], '007')).toMatchObject({ ok: true });
  });

  test('nobody is signed in if the tills cannot be read, unless the service forbids reading them', async () => {
    expect(await sandbox('fails', '7')).toMatchObject({ error: { code: 'service_failed' } });
    expect(await sandbox('forbidden', '7')).toMatchObject({ ok: true, value: { tillCode: '7' } });
  });

  test('a person must choose among several tills', async () => {
    const tills = [{ code: 7 }, { code: 8 }];
    expect(await sandbox(tills, null)).toMatchObject({ error: { code: 'till_unknown' } });
    expect(await sandbox([], null)).toMatchObject({ error: { code: 'till_unknown' } });
    expect(await sandbox(tills, '8')).toMatchObject({ ok: true, value: { tillCode: '8' } });
  });
});

describe('the tills to choose from', () => {
  test('are those of the user’s companies, with the company used last first', async () => {
    await aToken('AURORA', '2');
    const result = await findTills(user(), asking());
    if (!result.ok) throw new Error(result.error.code);
    const aurora = result.value.find(({ code }) => code === 'AURORA');
    expect(result.value.map(({ code }) => code)).toContain('CAIS');
    expect(aurora?.tills[0]).toMatchObject({ code: '2', isLast: true });
    expect(aurora?.tills[1]?.isLast).toBe(false);
    expect(aurora?.tills[0]?.locationName).toMatch(/\S/);
    await aToken('AURORA', '1');
    const again = await findTills(user(), asking());
    expect(again.ok && again.value[0]?.tills.map(({ code }) => code)).toEqual(['1', '2']);
  });

  test('are not those of other users', async () => {
    const result = await findTills(
      { serviceAddress: service.baseUrl, ...restrictedAccount },
      asking(),
    );
    expect(result).toMatchObject({ ok: true, value: [{ code: 'AURORA' }] });
  });

  test('are not told to anybody without a password', async () => {
    const askedResult = await findTills({ ...user(), password: 'wrong' }, asking());
    expect(askedResult).toMatchObject({ error: { code: 'sign_in_refused' } });
  });

  test('each token that was made on the way is hidden from the log', async () => {
    const hidden: string[] = [];
    await findTills(
      user(),
      asking((token) => hidden.push(token)),
    );
    const db = new Database(databaseFile, { readonly: true });
    onTestFinished(() => {
      db.close();
    });
    const newest = db.prepare('SELECT key FROM tokens ORDER BY id DESC LIMIT 1').pluck().get();
    expect(hidden).toEqual([newest]);
  });
});
