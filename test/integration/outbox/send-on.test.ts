// Sales that wait are created one at a time, in the order of the counter, and nothing else holds up
// the sender.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { err, ok, type AppError, type Result } from '../../../src-main/contract/errors.ts';
import { Outbox } from '../../../src-main/outbox/outbox.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import type { SaleSummary } from '../../../src-main/contract/sales.ts';
import type { LookUpPage, LookUpRow } from '../../../src-main/service/responses.ts';
import { commitSale, requireSale } from '../../../src-main/store/sales.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { settled } from '../../eventually.ts';
import { HandClock } from '../../hand-clock.ts';
import { reference, sale } from '../store/samples.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';

const accepted = (id: number) => ({
  kind: 'answer' as const,
  status: 201,
  retryAfterMs: null,
  body: {
    id,
    doc_key: `FS A/${id}`,
    document_date: '2026-01-05',
    document_time: '10:00:00.000000',
    our_reference: reference(id),
    total_amount: 0.65,
    document: { code: 'FS', document_name: 'Fatura simplificada' },
    document_nature_id: 302,
    document_nature: { code: 'FS', description: 'Fatura simplificada' },
    document_status_id: 1202,
    document_status: { code: 'F', description: 'Finalizado' },
    party: null,
  },
});
const failed = { kind: 'answer' as const, status: 500, retryAfterMs: null, body: '' };

type Answer = ReturnType<typeof accepted> | typeof failed;
type Page = Result<LookUpPage>;

const empty: Page = ok({ rows: [], hasNext: false });
const unknownReference = 'CF-TEST-ZZZZ-ZZZZ';

/**
 * A till with unsent sales. Sale 1 becomes document 1, and so on; the test answers each creation by
 * hand.
 */
function waitingTill(sales: number) {
  const db = openTill(join(temporaryFolder(), 'till.db'));
  const clock = new HandClock();
  const done: string[] = [];
  const failures: unknown[] = [];
  const notices: AppError[] = [];
  const sent: { number: number; answer: (answer: Answer | Error) => void }[] = [];
  let token = true;
  let lookUp: (search: string) => Promise<Page> = () => Promise.resolve(empty);
  let inFlight = 0;
  const outbox = new Outbox({
    db,
    clock,
    timing: defaultTiming,
    service: {
      hasToken: () => token,
      create: async (body) => {
        inFlight += 1;
        expect(inFlight).toBe(1);
        const { our_reference: own } = JSON.parse(String(body)) as { our_reference: string };
        const number = Number(own.slice(-4));
        done.push(`send ${number}`);
        const { promise, resolve } = Promise.withResolvers<Answer | Error>();
        sent.push({ number, answer: resolve });
        const answer = await promise;
        inFlight -= 1;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      lookUp: ({ search }) => lookUp(search),
      getDocument: () => Promise.resolve(err({ code: 'not_found' })),
    },
    onSaleChanged: ({ reference: changed, state }: SaleSummary) => {
      expect(requireSale(db, changed).state).toBe(state);
      expect(db.inTransaction).toBe(false);
      done.push(`${Number(changed.slice(-4))} ${state}`);
    },
    onConnectionChanged: () => undefined,
    notify: (notice) => notices.push(notice),
    onFailure: (error) => {
      failures.push(error);
      return { code: 'unexpected', id: 'test' };
    },
  });
  outbox.start();
  onTestFinished(async () => {
    const stopped = outbox.stop();
    sent.at(-1)?.answer(failed);
    await stopped;
  });
  // The sales are made in this run of the program, so nothing must be looked up before they are
  // sent.
  const begun = settled().then(() => {
    for (let number = 1; number <= sales; number += 1) commitSale(db, sale(number));
    outbox.wake();
  });
  return {
    db,
    outbox,
    clock,
    done,
    failures,
    notices,
    states: () =>
      db.prepare('SELECT state FROM sale ORDER BY sale_id').pluck().all() as readonly string[],
    /**
     * Waits until that many creations have been requested, and returns the number of the sale on
     * the wire.
     */
    isSent: async (requests: number) => {
      await begun;
      await expect.poll(() => sent.length).toBe(requests);
      return sent.at(-1)?.number;
    },
    answer: (answer?: Answer | Error) => {
      const last = sent.at(-1);
      last?.answer(answer ?? accepted(last.number));
    },
    look: (how: (search: string) => Promise<Page>) => {
      lookUp = how;
    },
    loseToken: () => {
      token = false;
    },
  };
}

test('they go one at a time, in the order of the counter, and each is told once it is durable', async () => {
  const till = waitingTill(3);
  for (const number of [1, 2, 3]) {
    expect(await till.isSent(number)).toBe(number);
    await settled();
    till.answer();
  }
  await expect.poll(till.states).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect(till.done).toEqual([
    ...['1 sending', 'send 1', '1 confirmed'],
    ...['2 sending', 'send 2', '2 confirmed'],
    ...['3 sending', 'send 3', '3 confirmed'],
  ]);
  expect(till.failures).toEqual([]);
});

test('a claim knows the document of the sale before it', async () => {
  const till = waitingTill(3);
  for (const number of [1, 2, 3]) {
    await till.isSent(number);
    till.answer();
  }
  await expect.poll(till.states).toEqual(['confirmed', 'confirmed', 'confirmed']);
  const known = till.db.prepare('SELECT known_id FROM sale ORDER BY sale_id').pluck().all();
  expect(known).toEqual([0, 1, 2]);
});

test('a program that is closing claims no further sale', async () => {
  const till = waitingTill(3);
  await till.isSent(1);
  till.answer();
  await till.isSent(2);
  const stopped = till.outbox.stop();
  till.answer();
  await stopped;
  expect(till.states()).toEqual(['confirmed', 'confirmed', 'queued']);
});

test('without its token the till claims no further sale', async () => {
  const till = waitingTill(3);
  await till.isSent(1);
  till.loseToken();
  till.answer();
  till.outbox.suspect();
  await expect.poll(() => till.outbox.connection).toBe('sign_in_needed');
  expect(till.states()).toEqual(['confirmed', 'queued', 'queued']);
});

test('an unclear answer holds up the next sale for a moment, no longer', async () => {
  const till = waitingTill(3);
  await till.isSent(1);
  till.answer(failed);
  await expect.poll(till.states).toEqual(['in_doubt', 'queued', 'queued']);
  await settled();
  expect(till.states()).toEqual(['in_doubt', 'queued', 'queued']);
  till.clock.advance(defaultTiming.retryFirstMs);
  expect(await till.isSent(2)).toBe(2);
});

test('looking up one sale, however long it takes, holds up no other', async () => {
  const till = waitingTill(4);
  await till.isSent(1);
  const hanging = Promise.withResolvers<Page>();
  till.look((search) => (search === '' ? Promise.resolve(empty) : hanging.promise));
  till.answer(failed);
  await expect.poll(till.states).toEqual(['in_doubt', 'queued', 'queued', 'queued']);
  await settled();
  for (const number of [2, 3]) {
    till.clock.advance(defaultTiming.retryCapMs);
    expect(await till.isSent(number)).toBe(number);
    till.answer();
  }
  expect(await till.isSent(4)).toBe(4);
  hanging.resolve(empty);
});

test('before a sign-out the audit runs even while a sale is on the wire', async () => {
  const till = waitingTill(3);
  await till.isSent(1);
  till.answer();
  await till.isSent(2);
  const listed: LookUpRow = { id: 1, ourReference: reference(1), summary: null };
  const second: LookUpRow = { id: 9, ourReference: reference(1), summary: null };
  till.look(() => Promise.resolve(ok({ rows: [second, listed], hasNext: false })));
  expect(await till.outbox.auditBeforeLeaving()).toBe(1);
  expect(till.states()).toEqual(['conflict', 'sending', 'queued']);
});

test('nothing is sent if not even the newest document can be read', async () => {
  const till = waitingTill(2);
  await till.isSent(1);
  till.look(() =>
    Promise.resolve({ ok: false, error: { code: 'service_unreachable', reason: 'refused' } }),
  );
  till.outbox.suspect();
  await expect.poll(() => till.outbox.connection).toBe('offline');
  till.answer();
  await expect.poll(till.states).toEqual(['confirmed', 'queued']);
  await settled();
  expect(till.states()).toEqual(['confirmed', 'queued']);
});

test('an older file that is noticed while a sale is on the wire is no bug', async () => {
  const till = waitingTill(1);
  await till.isSent(1);
  till.look(() => {
    const unknown: LookUpRow = { id: 9, ourReference: unknownReference, summary: null };
    return Promise.resolve(ok({ rows: [unknown], hasNext: false }));
  });
  await till.outbox.auditBeforeLeaving();
  expect(installationOf(till.db)).not.toBe('TEST');
  till.answer();
  await expect.poll(till.states).not.toEqual(['sending']);
  await settled();
  expect(till.failures).toEqual([]);
});

test('a bug while a sale is on the wire leaves the sale in doubt, not sending for ever', async () => {
  const till = waitingTill(1);
  await till.isSent(1);
  till.answer(new Error('a bug'));
  await expect.poll(() => till.failures.length).toBeGreaterThan(0);
  for (let minute = 0; minute < 30; minute += 1) {
    till.clock.advance(60_000);
    await settled();
  }
  expect(till.states()).not.toEqual(['sending']);
});

test('"Try now" cuts short the wait for the look-up of the whole outbox', async () => {
  const till = waitingTill(1);
  await till.isSent(1);
  till.answer();
  await expect.poll(till.states).toEqual(['confirmed']);
  let asked = 0;
  till.look((search) => {
    if (search === '') return Promise.resolve(empty);
    asked += 1;
    return Promise.resolve({ ok: false, error: { code: 'service_failed', status: 500 } });
  });
  till.outbox.signedIn();
  for (let minute = 0; minute < 10; minute += 1) {
    till.clock.advance(60_000);
    await settled();
  }
  const before = asked;
  expect(before).toBeGreaterThan(1);
  till.clock.advance(1_000);
  till.outbox.tryNow();
  await settled();
  expect(asked).toBeGreaterThan(before);
});

/** A service that a test answers by hand: each request waits until then. */
function askedByHand(till: ReturnType<typeof waitingTill>) {
  const searched: string[] = [];
  const open: { search: string; answer: (page: Page) => void }[] = [];
  till.look((search) => {
    const { promise, resolve } = Promise.withResolvers<Page>();
    if (search !== '') searched.push(search);
    open.push({ search, answer: resolve });
    return promise;
  });
  onTestFinished(() => {
    till.look(() => Promise.resolve(empty));
    for (const { answer } of open) answer(empty);
  });
  const isOfNewest = ({ search }: { search: string }) => search === '';
  /**
   * Answers the requests that wait now, only those for the newest document or all, and returns
   * them.
   */
  const answer = async (page: Page, only: 'newest' | 'all' = 'all') => {
    await settled();
    const asked = open.filter((one) => only === 'all' || isOfNewest(one));
    for (const one of asked) open.splice(open.indexOf(one), 1)[0]?.answer(page);
    await settled();
  };
  return { answer, searched };
}

async function withOneConfirmed() {
  const till = waitingTill(1);
  await till.isSent(1);
  till.answer();
  await expect.poll(till.states).toEqual(['confirmed']);
  await settled();
  return { till, ...askedByHand(till) };
}

test('a look-up of the whole outbox that began before a sign-in lets no sale go', async () => {
  const { till, answer, searched } = await withOneConfirmed();
  const isClosed = () => till.outbox.report().gateSinceMs !== null;
  till.outbox.signedIn();
  await answer(empty, 'newest');
  expect(searched).toHaveLength(1);
  // The look-up runs with the former token.
  till.outbox.signedIn();
  for (let rounds = 0; isClosed(); rounds += 1) {
    expect(rounds).toBeLessThan(20);
    await answer(empty);
  }
  expect(searched.length).toBeGreaterThan(1);
});

test('an audit that began before a sign-in ends, and is made again', async () => {
  const { till, answer } = await withOneConfirmed();
  const before = till.outbox.auditBeforeLeaving();
  await settled();
  till.outbox.signedIn();
  for (let rounds = 0; rounds < 16; rounds += 1) await answer(empty);
  await before;
  const { audit } = till.outbox.report();
  expect(audit?.missing).toEqual(['CF-TEST-0000-0001']);
  expect(audit?.lost).toEqual([]);
});

test('a refusal of the former token does not count against the new one', async () => {
  const { till, answer } = await withOneConfirmed();
  till.outbox.suspect();
  await settled();
  till.outbox.signedIn();
  await answer({ ok: false, error: { code: 'not_permitted' } });
  expect(till.outbox.connection).toBe('online');
  await answer(empty);
  expect(till.outbox.connection).toBe('online');
});

test('a sale that a person let go waits for a sign-in', async () => {
  const { till } = await withOneConfirmed();
  const answerAll = (code: 'not_permitted' | 'token_refused') => {
    till.look(() => Promise.resolve({ ok: false, error: { code } }));
  };
  answerAll('not_permitted');
  till.outbox.signedIn();
  await settled();
  answerAll('token_refused');
  till.outbox.suspect();
  await expect.poll(() => till.outbox.error?.code).toBe('token_refused');
  till.outbox.release('Inês');
  commitSale(till.db, sale(2));
  till.outbox.wake();
  await settled();
  expect(till.states()).toEqual(['confirmed', 'queued']);
  answerAll('not_permitted');
  till.outbox.suspect();
  expect(await till.isSent(2)).toBe(2);
  till.answer();
});

test('after the computer slept, the whole outbox is looked up again', async () => {
  const { till } = await withOneConfirmed();
  expect(till.outbox.report().gateSinceMs).toBeNull();
  till.outbox.resumed();
  expect(till.outbox.report().gateSinceMs).not.toBeNull();
});

test.each([
  { by: 3_600_000, closes: true },
  { by: -3_600_000, closes: true },
  { by: 10_000, closes: false },
])(
  'once a clock was set by $by ms, the outbox is looked up again: $closes',
  async ({ by, closes }) => {
    const { till } = await withOneConfirmed();
    till.clock.setWallClock(by);
    till.outbox.wake();
    await settled();
    expect(till.outbox.report().gateSinceMs !== null).toBe(closes);
  },
);
