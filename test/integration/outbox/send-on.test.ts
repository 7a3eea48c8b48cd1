// Sales that wait in a row: each is claimed with the outcome of the one before, unless something else is due by then.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../src-main/contract/errors.ts';
import { Replay } from '../../../src-main/outbox/replay.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import type { SaleSummary } from '../../../src-main/contract/sales.ts';
import { commitSale, requireSale } from '../../../src-main/store/sales.ts';
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

const newSignal = (): PromiseWithResolvers<void> => Promise.withResolvers();

/** A till with sales waiting. Sale 1 is document 1, and so on; the test answers each by hand. */
function waitingTill(sales: number) {
  const db = openTill(join(temporaryFolder(), 'till.db'));
  for (let number = 1; number <= sales; number += 1) commitSale(db, sale(number));
  const clock = new HandClock();
  const done: string[] = [];
  let hasToken = true;
  let failing = false;
  let sent = newSignal();
  let answer = newSignal();
  let documents = 0;
  const replay = new Replay({
    db,
    clock,
    timing: defaultTiming,
    service: {
      hasToken: () => hasToken,
      create: async () => {
        documents += 1;
        const id = documents;
        done.push(`send ${id}`);
        sent.resolve();
        await answer.promise;
        answer = newSignal();
        return failing
          ? { kind: 'answer', status: 500, retryAfterMs: null, body: '' }
          : accepted(id);
      },
      lookUp: ({ search }) => {
        done.push(search === '' ? 'probe' : `look up ${Number(search.slice(-4))}`);
        // Only the document that is measured is there, so that the measurement ends.
        const isMeasured = search === reference(1);
        const rows = isMeasured ? [{ id: 1, ourReference: search, summary: null }] : [];
        return Promise.resolve(ok({ rows, hasNext: false }));
      },
    },
    onSaleChanged: ({ reference: changed, state }: SaleSummary) => {
      expect(requireSale(db, changed).state).toBe(state);
      expect(db.inTransaction).toBe(false);
      done.push(`${Number(changed.slice(-4))} ${state}`);
    },
    onConnectionChanged: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  replay.start();
  onTestFinished(async () => {
    const stopped = replay.stop();
    answer.resolve();
    await stopped;
  });
  return {
    db,
    replay,
    done,
    states: () =>
      db.prepare('SELECT state FROM sale ORDER BY sale_id').pluck().all() as readonly string[],
    isSent: () => sent.promise,
    /** Lets the request on the wire be answered, and waits for the next one. */
    answer: async () => {
      sent = newSignal();
      answer.resolve();
      await sent.promise;
    },
    answerLast: () => {
      answer.resolve();
    },
    fail: () => {
      failing = true;
    },
    /** Waits until the next one is on the wire, once the wait after a failure is over. */
    go: async () => {
      sent = newSignal();
      replay.tryNow();
      await sent.promise;
    },
    recover: () => {
      failing = false;
    },
    clock,
    loseToken: () => {
      hasToken = false;
    },
  };
}

test('both are told in their order, each once it is durable, and a measurement comes before the next sale', async () => {
  const till = waitingTill(4);
  await till.isSent();
  await till.answer();
  await till.answer();
  await till.answer();
  expect(till.done).toEqual([
    'probe',
    '1 sending',
    'send 1',
    '1 confirmed',
    'look up 1',
    '2 sending',
    'send 2',
    '2 confirmed',
    '3 sending',
    'send 3',
    '3 confirmed',
    '4 sending',
    'send 4',
  ]);
});

test('the claim that goes with an outcome knows the document of that outcome', async () => {
  const till = waitingTill(3);
  await till.isSent();
  await till.answer();
  await till.answer();
  const marks = till.db
    .prepare('SELECT mark FROM sale WHERE mark IS NOT NULL ORDER BY sale_id')
    .pluck()
    .all();
  expect(marks).toEqual([0, 1, 2]);
});

test('a program that is being closed claims no other sale', async () => {
  const till = waitingTill(3);
  await till.isSent();
  await till.answer();
  const stopped = till.replay.stop();
  till.answerLast();
  await stopped;
  expect(till.states()).toEqual(['confirmed', 'confirmed', 'queued']);
});

test('a token that is gone by then claims no other sale', async () => {
  const till = waitingTill(3);
  await till.isSent();
  await till.answer();
  till.loseToken();
  till.answerLast();
  await expect.poll(() => till.replay.connection).toBe('sign_in_needed');
  expect(till.states()).toEqual(['confirmed', 'confirmed', 'queued']);
});

test('who wants to sign out has the later looks made before the next sale', async () => {
  const till = waitingTill(4);
  await till.isSent();
  await till.answer();
  till.db.exec('INSERT INTO later_look (sale_id, looks, since_ms) VALUES (1, 0, 0)');
  const looked = till.replay.lookBeforeLeaving();
  await till.answer();
  expect(await looked).toBe(0);
  expect(till.done.slice(-4)).toEqual(['2 confirmed', 'look up 1', '3 sending', 'send 3']);
});

test('an answer that is not clear leaves the next sale where it is', async () => {
  const till = waitingTill(3);
  await till.isSent();
  await till.answer();
  till.fail();
  till.answerLast();
  await expect.poll(till.states).toEqual(['confirmed', 'in_doubt', 'queued']);
});

test('a sale in doubt whose look is due has it before the next sale is sent', async () => {
  const till = waitingTill(5);
  await till.isSent();
  await till.answer();
  till.fail();
  till.answerLast();
  await expect.poll(till.states).toEqual(['confirmed', 'in_doubt', 'queued', 'queued', 'queued']);
  till.recover();
  await till.go();
  till.clock.advance(defaultTiming.lookUpCapMs);
  await till.answer();
  const { done } = till;
  expect(done.slice(done.indexOf('3 confirmed'))).toEqual([
    '3 confirmed',
    'look up 2',
    '2 in_doubt',
    '4 sending',
    'send 4',
  ]);
});
