import { expect, test } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { withMarks } from '../../../src-main/till/receipts.ts';
import { document, marks } from '../receipt/sample-receipts.ts';

type Asked = Parameters<typeof withMarks>[0];

/** Returns a till whose service gives this answer, and the ids that were asked for. */
function tillWith(answer: Awaited<ReturnType<Asked['getDocument']>>, change: Partial<Asked> = {}) {
  const requests: number[] = [];
  const till: Asked = {
    profile: { kind: 'service' },
    outbox: { connection: 'online' },
    answeredMarks: new Map(),
    getDocument: (id) => {
      requests.push(id);
      return Promise.resolve(answer);
    },
    ...change,
  };
  return { till, asked: requests };
}

const taxes = [{ name: 'IVA 23%', amountCents: cents(176) }];

test('marks and taxes that the answer to the sale lacked are asked for, once for each document', async () => {
  const { till, asked } = tillWith(ok(document({ marks, taxes, totalCents: cents(999) })));
  const expected = document({ marks, taxes });
  expect(await withMarks(till, document())).toEqual(expected);
  expect(await withMarks(till, document())).toEqual(expected);
  expect(asked).toEqual([71]);
});

test('a service that has no marks is also asked only once', async () => {
  const { till, asked } = tillWith(ok(document()));
  expect(await withMarks(till, document({ taxes }))).toEqual(document({ taxes }));
  await withMarks(till, document());
  expect(asked).toEqual([71]);
});

test('a service that does not answer is asked again, but not by the next step of the same paper', async () => {
  const { till, asked } = tillWith(err({ code: 'service_failed', status: 500 }));
  let nowMs = 0;
  const ask = (id: number) => withMarks(till, document({ id }), () => nowMs);
  expect(await ask(71)).toEqual(document());
  nowMs = 9_999;
  expect(await ask(71)).toEqual(document());
  await ask(72);
  expect(asked).toEqual([71, 72]);
  nowMs = 10_000;
  await ask(71);
  expect(asked).toEqual([71, 72, 71]);
});

test('nothing is asked if the marks are known, while offline, and in practice', async () => {
  const answer = ok(document({ marks }));
  const online = tillWith(answer);
  const own = document({ marks: { ...marks, certificate: '' } });
  expect(await withMarks(online.till, own)).toBe(own);
  const offline = tillWith(answer, { outbox: { connection: 'offline' } });
  const practice = tillWith(answer, { profile: { kind: 'practice' } });
  for (const { till } of [offline, practice]) {
    expect(await withMarks(till, document())).toEqual(document());
  }
  expect([online, offline, practice].flatMap(({ asked }) => asked)).toEqual([]);
});

test.each([
  ['of another sale', { ourReference: 'CF-TEST-0000-0099' }],
  ['of another key, where it names no sale', { ourReference: '', docKey: 'FS 2025Z/1' }],
])('the marks of a document %s are not printed, though it has the same id', async (_, change) => {
  const own = document({ ourReference: 'CF-TEST-0000-0001', docKey: 'FS 2026A/71' });
  const { till } = tillWith(ok({ ...own, ...change, marks, taxes }));
  expect(await withMarks(till, own)).toEqual(own);
  const same = tillWith(ok({ ...own, ourReference: '', marks, taxes }));
  expect(await withMarks(same.till, own)).toEqual({ ...own, marks, taxes });
});
