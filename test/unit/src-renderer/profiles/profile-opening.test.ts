// Tests how a screen opens another profile: what a person is asked, and that no late request of the
// former profile reaches the new one.
import { expect, test } from 'vitest';
import type { RequestName } from '../../../../src-main/contract/api.ts';
import type { TillState } from '../../../../src-main/contract/till-state.ts';
import { err, ok, type AppError, type Result } from '../../../../src-main/contract/errors.ts';
import { ProfileOpening } from '../../../../src-renderer/profiles/profile-opening.svelte.ts';
import { state, tillOf } from '../sell/catalogue-till.ts';

const here = 'aaaaaaaaaaaaaaaa';
const there = 'bbbbbbbbbbbbbbbb';

/** Returns a till whose main process opens a profile when the test lets it. */
function tillAt(profileId: string) {
  const requests: { readonly name: RequestName; readonly argument: unknown }[] = [];
  let tell: (state: TillState) => void = () => undefined;
  let answer: (result: Result<null>) => void = () => undefined;
  const till = tillOf(
    (name, argument) => {
      requests.push({ name, argument });
      return name === 'profiles.open' ? new Promise((resolve) => (answer = resolve)) : ok(null);
    },
    { ...state, profileId },
    (_, listener) => {
      tell = listener as typeof tell;
      return () => undefined;
    },
  );
  return {
    till,
    requests,
    answer: (result: Result<null>) => answer(result),
    isAt: (id: string | null) => tell({ ...state, profileId: id }),
  };
}

const notSignedIn = err({ code: 'not_signed_in' });

test('what a screen asks for while another profile opens never reaches that one', async () => {
  const { till, requests, answer, isAt } = tillAt(here);
  const openRequest = till.openProfile({ id: there, leaveWaiting: false });
  const late = till.request('sell.quickKeys', undefined);
  answer(ok(null));
  expect(await openRequest).toEqual(ok(null));
  expect(await late).toEqual(notSignedIn);
  expect(await till.request('sell.openCart', undefined)).toEqual(notSignedIn);
  expect(requests.map(({ name }) => name)).toEqual(['profiles.open']);
  isAt(there);
  expect(await till.request('sell.openCart', undefined)).toEqual(ok(null));
});

test('the screens of the new one ask as soon as they show, and those of the former again once it is back', async () => {
  const { till, answer, isAt } = tillAt(here);
  const openRequest = till.openProfile({ id: there, leaveWaiting: false });
  isAt(there);
  expect(await till.request('sell.openCart', undefined)).toEqual(ok(null));
  answer(ok(null));
  await openRequest;
  isAt(here);
  expect(await till.request('sell.openCart', undefined)).toEqual(ok(null));
});

test('what was asked meanwhile is asked where nothing was opened', async () => {
  const { till, answer } = tillAt(here);
  const openRequest = till.openProfile({ id: there, leaveWaiting: false });
  const late = till.request('sell.openCart', undefined);
  answer(err({ code: 'sale_open' }));
  expect(await openRequest).toEqual(err({ code: 'sale_open' }));
  expect(await late).toEqual(ok(null));
});

test('a person is asked about unsent sales, which stay behind only with their consent', async () => {
  const { till, requests, answer } = tillAt(here);
  const opening = new ProfileOpening(till);
  const first = opening.open(there);
  expect(opening.busy).toBe(true);
  expect(await opening.open(null)).toBe(false);
  answer(err({ code: 'sales_wait', count: 3 }));
  expect(await first).toBe(false);
  expect([opening.leaves, opening.error, opening.busy]).toEqual([3, null, false]);
  opening.stay();
  expect(opening.leaves).toBeNull();
  expect(await opening.leave()).toBe(false);

  const second = opening.open(there);
  answer(err({ code: 'sales_wait', count: 3 }));
  await second;
  const left = opening.leave();
  answer(ok(null));
  expect(await left).toBe(true);
  expect(requests.at(-1)?.argument).toEqual({ id: there, leaveWaiting: true });
});

test('any other refusal is told', async () => {
  const { till, answer } = tillAt(here);
  const opening = new ProfileOpening(till);
  const error: AppError = { code: 'sale_open' };
  const openRequest = opening.open(there);
  answer(err(error));
  expect(await openRequest).toBe(false);
  expect([opening.error, opening.leaves]).toEqual([error, null]);
});
