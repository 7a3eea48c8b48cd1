// Tests what main is asked for what was typed, by each way of signing in, and where its answers are
// shown.
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../src-main/contract/profiles.ts';
import type { AppError } from '../../../../src-main/contract/errors.ts';
import { signInWays } from '../../../../src-main/contract/sign-in.ts';
import { SignInEntry } from '../../../../src-renderer/sign-in/sign-in-entry.svelte.ts';
import { sampleProfile } from '../../../sample-profile.ts';
import { company, SigningInTill } from './signing-in-till.ts';

const who = { serviceAddress: 'https://service.example', username: 'ines', password: 'secret' };
const user = { ...who, earlierAddress: 'https://earlier.example', token: 'abc' };

function entryOf(again: Profile | null = null) {
  const main = new SigningInTill();
  const entry = new SignInEntry(main.till, again);
  if (!again) Object.assign(entry.typed, user);
  return { main, entry };
}

const requests = ({ askedRequests }: SigningInTill) =>
  askedRequests.map(({ argument }) => argument);

describe('by username and password', () => {
  test('both codes sign in at once', async () => {
    const { main, entry } = entryOf();
    Object.assign(entry.typed, { companyCode: 'AURORA', tillCode: '2' });
    expect(await entry.submit()).toBe(true);
    expect(requests(main)).toEqual([
      { way: 'password', ...who, companyCode: 'AURORA', tillCode: '2' },
    ]);
  });

  test('without codes, the only till of the user is signed in to at once', async () => {
    const { main, entry } = entryOf();
    main.companies = [company('CAIS'), company('AURORA', '3')];
    expect(await entry.submit()).toBe(true);
    expect(requests(main)).toEqual([
      who,
      { way: 'password', ...who, companyCode: 'AURORA', tillCode: '3' },
    ]);
  });

  test('of the tills of one company, the one used last is chosen beforehand', async () => {
    const { main, entry } = entryOf();
    main.companies = [company('AURORA', '2', '1')];
    expect(await entry.submit()).toBe(false);
    expect(entry.offered?.map(({ till }) => till.code)).toEqual(['2', '1']);
    expect(await entry.submit()).toBe(true);
    expect(main.askedRequests[1]?.argument).toMatchObject({ companyCode: 'AURORA', tillCode: '2' });
  });

  test('among several companies none is chosen beforehand', async () => {
    const { main, entry } = entryOf();
    main.companies = [company('AURORA', '1'), company('CAIS', '1')];
    await entry.submit();
    expect(entry.chosen).toBeNull();
    expect(entry.tried).toBe(false);
    expect(await entry.submit()).toBe(false);
    expect(entry.tried).toBe(true);
    expect(main.askedRequests).toHaveLength(1);
    entry.chosen = entry.offered?.[1] ?? null;
    expect(await entry.submit()).toBe(true);
    expect(main.askedRequests[1]?.argument).toMatchObject({ companyCode: 'CAIS', tillCode: '1' });
  });

  test('from the choice one goes back to what was typed', async () => {
    const { main, entry } = entryOf();
    main.companies = [company('AURORA', '1', '2')];
    await entry.submit();
    entry.back();
    expect(entry.offered).toBeNull();
    expect(entry.typed).toMatchObject(user);
    expect(entry.problem('username')).toBeNull();
  });

  test('what goes wrong after the choice leaves the choice', async () => {
    const { main, entry } = entryOf();
    main.companies = [company('AURORA', '1', '2')];
    await entry.submit();
    main.error = { code: 'wrong_till', expected: '1', actual: '2' };
    expect(await entry.submit()).toBe(false);
    expect(entry.offered).not.toBeNull();
    expect(entry.error).toEqual(main.error);
  });

  test('a user without any till is told so', async () => {
    const { main, entry } = entryOf();
    main.companies = [company('AURORA')];
    expect(await entry.submit()).toBe(false);
    expect(entry.hasNoTill).toBe(true);
    expect(entry.offered).toBeNull();
    main.companies = [company('AURORA', '1')];
    expect(await entry.submit()).toBe(true);
    expect(entry.hasNoTill).toBe(false);
  });

  test('more tills than anybody chooses from are cut, and said to be', async () => {
    const { main, entry } = entryOf();
    main.companies = [company('AURORA', ...Array.from({ length: 301 }, (_, at) => String(at)))];
    await entry.submit();
    expect(entry.offered).toHaveLength(300);
    expect(entry.isOfferCut).toBe(true);
  });

  test('one code alone asks for the other', async () => {
    const { main, entry } = entryOf();
    entry.typed.tillCode = '1';
    expect(await entry.submit()).toBe(false);
    expect(main.askedRequests).toEqual([]);
    expect(entry.problem('companyCode')).toBe('other_code_too');
    expect(entry.problem('tillCode')).toBeNull();
  });
});

describe('by the other ways', () => {
  test('a sandbox: the plan that was chosen, and no codes', async () => {
    const { main, entry } = entryOf();
    Object.assign(entry.typed, { companyCode: 'AURORA', tillCode: '1' });
    entry.use('sandbox');
    entry.plans.chosenId = 3;
    expect(await entry.submit()).toBe(true);
    expect(requests(main)).toEqual([
      { way: 'sandbox', ...who, planId: 3, companyCode: null, tillCode: null },
    ]);
  });

  test('a token: nothing but the address, and the codes that were typed', async () => {
    const { main, entry } = entryOf();
    entry.use('token');
    entry.typed.companyCode = 'AURORA';
    expect(await entry.submit()).toBe(true);
    const { serviceAddress } = who;
    expect(requests(main)).toEqual([
      { way: 'token', serviceAddress, token: 'abc', companyCode: 'AURORA', tillCode: null },
    ]);
  });

  test('the earlier interface: both addresses', async () => {
    const { main, entry } = entryOf();
    entry.use('earlier');
    expect(await entry.submit()).toBe(true);
    const { earlierAddress } = user;
    expect(requests(main)).toEqual([
      { way: 'earlier', earlierAddress, ...who, companyCode: null, tillCode: null },
    ]);
  });

  test('a till that the service does not say is asked for there and then', async () => {
    const { main, entry } = entryOf();
    entry.use('sandbox');
    main.error = { code: 'till_unknown' };
    expect(entry.fields).not.toContain('tillCode');
    expect(await entry.submit()).toBe(false);
    expect(entry.fields).toContain('tillCode');
    expect(entry.problem('tillCode')).toEqual(main.error);
    main.error = null;
    expect(await entry.submit()).toBe(false);
    expect(entry.problem('tillCode')).toBe('missing');
    entry.typed.tillCode = '4';
    expect(await entry.submit()).toBe(true);
    expect(requests(main)).toHaveLength(2);
    expect(main.askedRequests[1]?.argument).toMatchObject({ way: 'sandbox', tillCode: '4' });
  });
});

describe('whatever the way', () => {
  test.each(signInWays)('%s: nothing is asked while something is to be filled in', async (way) => {
    const { main, entry } = entryOf();
    entry.use(way);
    for (const field of entry.fields) entry.typed[field] = ' ';
    expect(entry.fields.map((field) => entry.problem(field))).not.toContain('missing');
    expect(await entry.submit()).toBe(false);
    expect(main.askedRequests).toEqual([]);
    for (const field of entry.fields) {
      const mayStayEmpty = field === 'companyCode' || field === 'tillCode';
      expect(entry.problem(field)).toBe(mayStayEmpty ? null : 'missing');
    }
  });

  test.each(signInWays)('%s: the password and the token are gone afterwards', async (way) => {
    const { main, entry } = entryOf();
    main.companies = [company('AURORA', '1')];
    entry.use(way);
    expect(await entry.submit()).toBe(true);
    expect(entry.typed).toMatchObject({ password: '', token: '' });
  });

  test.each(signInWays)('%s: what was typed stays when it does not work', async (way) => {
    const { main, entry } = entryOf();
    entry.use(way);
    main.error = { code: 'service_failed', status: 500 };
    expect(await entry.submit()).toBe(false);
    expect(entry.typed).toMatchObject(user);
    expect(entry.error).toEqual(main.error);
    expect(entry.busy).toBe(false);
  });

  test('pressed twice it is asked once', async () => {
    const { main, entry } = entryOf();
    entry.use('token');
    main.holds = true;
    const first = entry.submit();
    expect(entry.busy).toBe(true);
    expect(await entry.submit()).toBe(false);
    entry.use('sandbox');
    expect(entry.way).toBe('token');
    main.let();
    expect(await first).toBe(true);
    expect(main.askedRequests).toHaveLength(1);
  });

  const places: readonly (readonly [AppError, string])[] = [
    [{ code: 'wrong_company', expected: 'A', actual: 'B' }, 'companyCode'],
    [{ code: 'wrong_till', expected: '1', actual: '2' }, 'tillCode'],
    [{ code: 'invalid_value', field: 'serviceAddress' }, 'serviceAddress'],
    [{ code: 'invalid_value', field: 'token' }, 'token'],
    [{ code: 'token_refused' }, 'token'],
  ];
  test.each(places)('%o stands at its field', async (error, place) => {
    const { main, entry } = entryOf();
    entry.use('token');
    main.error = error;
    await entry.submit();
    const at = entry.fields.filter((field) => entry.problem(field) !== null);
    expect(at).toEqual([place]);
    expect(entry.error).toBeNull();
  });

  test('what belongs to a field that is not shown is told all the same', async () => {
    const { main, entry } = entryOf();
    entry.use('sandbox');
    main.error = { code: 'wrong_company', expected: 'A', actual: 'B' };
    await entry.submit();
    expect(entry.error).toEqual(main.error);
  });

  test('another way asks for no till, as long as the service says it', async () => {
    const { main, entry } = entryOf();
    entry.use('sandbox');
    main.error = { code: 'till_unknown' };
    await entry.submit();
    main.error = null;
    entry.use('token');
    expect(await entry.submit()).toBe(true);
  });

  test('another way begins without the problems of the one before', async () => {
    const { main, entry } = entryOf();
    main.error = { code: 'not_permitted' };
    await entry.submit();
    entry.typed.token = '';
    entry.use('token');
    expect(entry.error).toBeNull();
    expect(entry.problem('token')).toBeNull();
  });
});

describe('signing in again', () => {
  const cases: readonly (readonly [Profile['way'], object, object])[] = [
    ['password', {}, { ...who, username: 'rui' }],
    ['sandbox', { planId: 3 }, { ...who, username: 'rui', planId: 3 }],
    ['token', {}, { serviceAddress: who.serviceAddress, token: 'abc' }],
    [
      'earlier',
      { earlierAddress: 'https://earlier.example' },
      { ...who, username: 'rui', earlierAddress: 'https://earlier.example' },
    ],
  ];
  test.each(cases)('%s: by the way and to the till of the profile', async (way, change, sent) => {
    const { main, entry } = entryOf({ ...sampleProfile, way, ...change });
    expect(entry.fields.filter((field) => entry.isFixed(field))).toEqual(
      entry.fields.filter((field) => !['username', 'password', 'token'].includes(field)),
    );
    Object.assign(entry.typed, { username: 'rui', password: 'secret', token: 'abc' });
    expect(await entry.submit()).toBe(true);
    expect(requests(main)).toEqual([{ way, ...sent, companyCode: 'AURORA', tillCode: '1' }]);
  });

  test('another company or till is told of above the fields, which cannot be changed', async () => {
    const { main, entry } = entryOf({ ...sampleProfile, way: 'token' });
    entry.typed.token = 'abc';
    main.error = { code: 'wrong_till', expected: '1', actual: '2' };
    expect(await entry.submit()).toBe(false);
    expect(entry.error).toEqual(main.error);
    expect(entry.problem('tillCode')).toBeNull();
  });
});
