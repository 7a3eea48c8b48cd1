// The till acts on a look-up only while what it proved still holds: sender, lookUps and auditor
// over a real file, with the service and the clock in the test's hand.
import { expect, test } from 'vitest';
import {
  requestedKindText,
  counterSale,
  type RequestedKind,
} from '../../../src-main/contract/new-document.ts';
import { err } from '../../../src-main/contract/errors.ts';
import { Auditor } from '../../../src-main/outbox/audit.ts';
import { DurableWrites } from '../../../src-main/outbox/durable-writes.ts';
import { Lists } from '../../../src-main/outbox/lists.ts';
import { LookUps } from '../../../src-main/outbox/look-ups.ts';
import { Rules } from '../../../src-main/outbox/rules.ts';
import { Sender } from '../../../src-main/outbox/sender.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import type { Exchange } from '../../../src-main/service/client.ts';
import { parseLookUpPage } from '../../../src-main/service/responses.ts';
import { readControl, readSought } from '../../../src-main/store/doubts.ts';
import { doubtUnsettled } from '../../../src-main/store/restored.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale, requireSale } from '../../../src-main/store/sales.ts';
import { noteDocumentId } from '../../../src-main/store/till.ts';
import { settled } from '../../eventually.ts';
import { HandClock } from '../../hand-clock.ts';
import { reference, sale } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';

const { settlingMs, lookUpCapMs } = defaultTiming;
const dayMs = 86_400_000;
const noAnswer: Exchange = { kind: 'no_answer', sent: true, what: 'X', reason: 'broken_off' };
const answered = (status: number): Exchange => ({
  kind: 'answer',
  status,
  body: null,
  retryAfterMs: null,
});

function outbox() {
  const db = openTill();
  const clock = new HandClock();
  const rules = new Rules(defaultTiming, () => 0.5);
  const writes = new DurableWrites({
    ...{ db, clock, retryMs: 1_000 },
    onTrouble: () => undefined,
    onSaleChanged: () => undefined,
  });
  const held: { id: number; reference: string; nature: string }[] = [];
  const service = { answer: noAnswer, onSearch: () => undefined as unknown };
  const lists = new Lists(({ search, offset, limit }) => {
    const results = held
      .filter((one) => one.reference.includes(search))
      .toSorted((one, other) => other.id - one.id)
      .slice(offset, offset + limit)
      .map(({ id, reference: own, nature }) => ({
        ...{ id, our_reference: own, doc_key: `${nature} A/${id}`, total_amount: 0.65 },
        ...{ document_date: '2026-01-05', document_time: '10:00:00.000000', party: null },
        ...{ document: { code: nature, document_name: 'x' }, document_nature_id: 1 },
        document_nature: { code: nature, description: 'x' },
        ...{ document_status_id: 1202, document_status: { code: 'F', description: 'Finalizado' } },
      }));
    if (search !== '') service.onSearch();
    return Promise.resolve(parseLookUpPage({ results, next: null }));
  });
  const shared = { read: () => lists, rules, writes, onSaleChanged: () => undefined };
  const isThere = () => Promise.resolve(false);
  const lookUps = new LookUps({ ...shared, isThere, onError: () => undefined });
  const posts: string[] = [];
  const sender = new Sender({
    ...{ ...shared, lookUps },
    create: (body) => {
      posts.push((JSON.parse(String(body)) as { our_reference: string }).our_reference);
      return Promise.resolve(service.answer);
    },
    onAttempt: () => undefined,
    onSettled: () => undefined,
    onIdUsedAgain: () => undefined,
  });
  let olderFiles = 0;
  const auditor = new Auditor({
    ...shared,
    settlingMs: defaultTiming.settlingMs,
    getDocument: () => Promise.resolve(err({ code: 'not_found' })),
    onOlderFile: () => Promise.resolve(void (olderFiles += 1)),
  });
  return {
    ...{ db, clock, rules, lookUps, sender, posts, service, held },
    sell: (number: number, requestedKind: RequestedKind = counterSale) => {
      commitSale(db, sale(number));
      db.prepare('UPDATE sale SET requested_kind = ? WHERE reference = ?').run(
        requestedKindText(requestedKind),
        reference(number),
      );
    },
    hold: (id: number, number: number, nature = 'FS') =>
      held.push({ id, reference: reference(number), nature }),
    audit: async () => {
      const report = await auditor.audit();
      if (!report.ok) throw new Error(report.error.code);
      return report.value;
    },
    state: (number: number) => requireSale(db, reference(number)).state,
    proof: (number: number) => readSought(db, reference(number))?.proof,
    olderFiles: () => olderFiles,
    /** Looks up as often as the rules ask for, for so long. */
    watch: async (forMs: number) => {
      for (let ms = 0; ms < forMs; ms += lookUpCapMs) {
        await lookUps.round();
        clock.advance(lookUpCapMs);
      }
      await lookUps.round();
    },
  };
}

test('a sale that was tried twice and never sent does not make the file an older one', async () => {
  const till = outbox();
  till.sell(1);
  till.db.prepare('UPDATE sale SET attempts = 2, attempted_at_ms = ?').run(till.clock.nowMs());
  await till.audit();
  expect(till.olderFiles()).toBe(0);
  till.hold(7, 1);
  await till.audit();
  expect(till.olderFiles()).toBe(1);
});

test('a sale that was found while the disk took no write is not sent again', async () => {
  const till = outbox();
  till.service.answer = answered(404);
  till.sell(1);
  await till.sender.send();
  expect(till.posts).toHaveLength(1);
  await till.watch(6 * settlingMs);
  // The disk takes no write from the answer of the last look-up on.
  till.service.onSearch = () => till.db.pragma('query_only = 1');
  const sending = till.sender.send();
  await settled();
  till.clock.advance(500);
  till.hold(7, 1);
  const looking = till.lookUps.round();
  await settled();
  till.service.onSearch = () => undefined;
  till.db.pragma('query_only = 0');
  till.service.answer = noAnswer;
  till.clock.advance(500);
  await settled();
  till.clock.advance(1_000);
  await Promise.all([sending, looking]);
  expect(till.posts).toHaveLength(1);
  expect(till.state(1)).toBe('confirmed');
});

test('a look-up that became old because of the disk proves nothing', async () => {
  const till = outbox();
  till.service.answer = answered(404);
  till.sell(1);
  await till.sender.send();
  await till.watch(6 * settlingMs);
  till.service.onSearch = () => till.db.pragma('query_only = 1');
  const sending = till.sender.send();
  await settled();
  till.service.onSearch = () => undefined;
  till.db.pragma('query_only = 0');
  till.clock.advance(4 * lookUpCapMs);
  await sending;
  expect(till.posts).toHaveLength(1);
  expect(till.state(1)).toBe('in_doubt');
});

test('a document that was named and shows only after another was found as asked is one too many', async () => {
  const till = outbox();
  till.sell(1);
  claimNext(till.db, 1);
  mustStep(till.db, {
    ...{ reference: reference(1), event: 'created_unclear', proof: 'never', atMs: 2 },
    evidence: { kind: 'created_unclear', what: '201 not_finalized', documentId: 8 },
    documentIds: [8],
  });
  till.rules.doubt({ reference: reference(1), proof: 'never', failedAttempts: 0 }, 0);
  till.hold(9, 1);
  await till.lookUps.round();
  expect(till.state(1)).toBe('confirmed');
  expect((await till.audit()).alarms).toBe(0);
  till.hold(8, 1);
  expect((await till.audit()).alarms).toBe(1);
  expect(till.state(1)).toBe('conflict');
});

test.each(['rejected', 'cancelled'] as const)(
  'any document of a %s sale is one too many, until a person settles it',
  async (state) => {
    const till = outbox();
    till.sell(1);
    till.db.prepare('UPDATE sale SET state = ?').run(state);
    till.hold(9, 1, 'OR');
    expect((await till.audit()).alarms).toBe(1);
    expect(till.state(1)).toBe('conflict');
    const evidence = { kind: 'decided', by: 'Inês', note: 'An order' } as const;
    mustStep(till.db, { reference: reference(1), event: 'settled_cancelled', evidence, atMs: 5 });
    expect((await till.audit()).alarms).toBe(0);
    expect(till.state(1)).toBe('cancelled');
  },
);

test('a sale confirmed before a file was restored proves nothing about later attempts', () => {
  const till = outbox();
  till.sell(1);
  claimNext(till.db, 1);
  till.sell(2);
  till.db.exec(`UPDATE sale SET state = 'in_doubt', proof = 'absence' WHERE state = 'sending'`);
  claimNext(till.db, 3);
  till.db.exec(`UPDATE sale SET state = 'confirmed', document_id = 5 WHERE state = 'sending'`);
  noteDocumentId(till.db, 5);
  const after = () => {
    const sought = readSought(till.db, reference(1));
    return readControl(till.db, counterSale, 'after', sought?.knownId ?? 0, [], reference(1));
  };
  expect(after()).toMatchObject({ documentId: 5 });
  doubtUnsettled(till.db, 'copy', 'NEWI', dayMs);
  expect(after()).toBeUndefined();
});

test('noticing an older file while a sale is sending puts that sale in doubt as well', async () => {
  const till = outbox();
  till.sell(1);
  till.service.answer = { kind: 'no_answer', sent: false, what: 'X', reason: 'refused' };
  const { answer } = till.service;
  Object.defineProperty(till.service, 'answer', {
    get: () => {
      doubtUnsettled(till.db, 'older_file', 'NEWI', till.clock.nowMs());
      return answer;
    },
  });
  await till.sender.send();
  expect(till.state(1)).toBe('in_doubt');
  expect(till.rules.doubts).toEqual([reference(1)]);
  till.clock.advance(60_000);
  await till.sender.send();
  expect(till.posts).toHaveLength(1);
});

test('one look-up is too little for an older file’s sale that was turned away', async () => {
  const till = outbox();
  till.sell(1);
  Object.defineProperty(till.service, 'answer', {
    get: () => {
      doubtUnsettled(till.db, 'older_file', 'NEWI', till.clock.nowMs());
      return answered(404);
    },
  });
  await till.sender.send();
  expect(till.proof(1)).toBe('absence');
});

test('a sale whose stored bytes have changed is never sent, and holds up no other', async () => {
  const till = outbox();
  till.sell(1);
  till.sell(2);
  till.db
    .prepare('UPDATE sale SET body = ? WHERE reference = ?')
    .run(Buffer.from('{}'), reference(1));
  await till.sender.send();
  await till.sender.send();
  expect(till.posts).toEqual([reference(2)]);
  expect([till.state(1), till.proof(1)]).toEqual(['in_doubt', 'never']);
  await till.watch(settlingMs);
  expect(till.state(1)).toBe('conflict');
});

test('a document that two audits miss waits for a person, until it is there again', async () => {
  const till = outbox();
  for (const number of [1, 2]) {
    till.sell(number);
    claimNext(till.db, number);
    till.db
      .prepare(
        `UPDATE sale SET state = 'confirmed', document_id = ?, documents = ?, proof = 'none'
         WHERE state = 'sending'`,
      )
      .run(number, JSON.stringify([number]));
  }
  noteDocumentId(till.db, 2);
  till.hold(2, 2);
  const lost: (readonly string[])[] = [];
  for (let day = 0; day < 5; day += 1) {
    lost.push((await till.audit()).lost);
    till.clock.advance(dayMs + 60_000);
  }
  expect(lost).toEqual([[], [reference(1)], [], [], []]);
  expect(till.state(1)).toBe('conflict');
  till.hold(1, 1);
  expect(await till.audit()).toMatchObject({ lost: [], missing: [] });
  expect(till.state(1)).toBe('confirmed');
  expect(till.olderFiles()).toBe(0);
});
