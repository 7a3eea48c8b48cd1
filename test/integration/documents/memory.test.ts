// Tests the file of remembered documents: what it keeps and forgets, and what happens if it is
// damaged, old or inaccessible.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { detailOfSummary, type DocumentSummary } from '../../../src-main/contract/documents.ts';
import { cents } from '../../../src-main/contract/money.ts';
import type { DocumentMemory } from '../../../src-main/documents/memory.ts';
import type { DocumentsInAnswer } from '../../../src-main/documents/shown.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { smallDisk } from '../../small-disk.ts';
import { HandClock } from '../../hand-clock.ts';
import { accept, document, evidence, reference, sale, take } from '../store/samples.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';
import { everything, openMemory as openWith } from './browsing.ts';
import { tamper } from '../../attacks/tamper.ts';

const clock = new HandClock();
const openMemory = (folder?: string, db?: Store) => openWith(folder, db, clock);

/** Filling in goes on in turns, with a pause before each. */
async function allFilledIn(): Promise<void> {
  while (clock.sleeping() > 0) await clock.pass(10);
}

const hour = 3_600_000;

const summary = (id: number, changes: Partial<DocumentSummary> = {}): DocumentSummary => ({
  id,
  docKey: `FT 2026/${id}`,
  date: '2026-03-01',
  time: '10:00:00',
  ourReference: '',
  totalCents: cents(100),
  documentName: 'Fatura',
  typeId: 1,
  nature: { id: 301, code: 'FT', description: 'Fatura' },
  status: { id: 1202, code: 'F', description: 'Finalizado' },
  party: { name: 'Maria', fiscalNumber: '231450788' },
  ...changes,
});

const answerOf = (...summaries: readonly DocumentSummary[]): DocumentsInAnswer => ({
  list: 'all',
  summaries,
  detail: null,
});

const opened = (
  detail: Partial<ReturnType<typeof detailOfSummary>> & { id: number },
): DocumentsInAnswer => ({
  list: null,
  summaries: [],
  detail: { ...detailOfSummary(summary(detail.id)), ...detail },
});

/** Sells, and has the service answer with document `id`. */
const sellTo = (db: Store, number: number, id: number): void => {
  accept(db, sale(number), document(id, number), number);
};

test('an unchanged document is written again only after an hour', () => {
  const { file, memory } = openMemory();
  const watcher = new Database(file, { readonly: true });
  onTestFinished(() => {
    watcher.close();
  });
  /** Rises once another connection has written. */
  const version = () => watcher.pragma('data_version', { simple: true });
  const isWritten = (seen: DocumentsInAnswer, atMs: number) => {
    const before = version();
    memory.note(seen, atMs);
    return version() !== before;
  };
  expect(isWritten(answerOf(summary(1), summary(2)), hour)).toBe(true);
  expect(isWritten(answerOf(summary(1), summary(2)), 2 * hour - 1)).toBe(false);
  expect(isWritten(answerOf(summary(1, { totalCents: cents(99) })), 2 * hour - 1)).toBe(true);
  expect(isWritten(answerOf(summary(2)), 2 * hour)).toBe(true);
  // The clock was set back.
  expect(isWritten(answerOf(summary(2)), 0)).toBe(true);
  expect(isWritten(opened({ id: 2, headerText: 'a' }), 1)).toBe(true);
  expect(isWritten(opened({ id: 2, headerText: 'a' }), 2)).toBe(false);
  expect(isWritten(opened({ id: 2, headerText: 'b' }), 3)).toBe(true);
  expect(memory.page(everything)).toMatchObject({
    results: [{ id: 1, totalCents: 99 }, { id: 2 }],
    seenAtMs: [2 * hour - 1, 0],
  });
});

test('the latest 20,000 documents are kept with their opened details, and so are all sales of the till', () => {
  const { db, memory } = openMemory();
  commitSale(db, sale(1));
  memory.note(answerOf(document(5, 1), summary(6), summary(7)), 1);
  memory.note(opened({ id: 7 }), 2 * hour);
  for (let first = 100; first < 20_099; first += 200) {
    const page = Array.from({ length: Math.min(200, 20_099 - first) }, (_, i) =>
      summary(first + i),
    );
    memory.note(answerOf(...page), hour);
  }
  const ids = () => memory.page({ ...everything, limit: 4 }).results.map(({ id }) => id);
  expect(memory.page(everything).count).toBe(20_001);
  expect(ids()).toEqual([5, 7, 100, 101]);
  memory.note(answerOf(summary(30_000), summary(30_001)), 3 * hour);
  expect(memory.page(everything).count).toBe(20_001);
  expect(ids()).toEqual([5, 7, 102, 103]);
  const later = Array.from({ length: 20_000 }, (_, i) => summary(40_000 + i));
  memory.note(answerOf(...later), 4 * hour);
  expect(ids()).toEqual([5, 40_000, 40_001, 40_002]);
  expect(memory.detail(7)).toBeUndefined();
});

test('opening the memory adds the till’s own sales that it does not know', async () => {
  const folder = temporaryFolder();
  const db = openTill(join(folder, 'till.db'));
  for (let number = 1; number <= 210; number += 1) sellTo(db, number, 1_000 + number);
  const first = openMemory(folder, db);
  await allFilledIn();
  expect(first.memory.page(everything).count).toBe(210);
  const { results, seenAtMs } = first.memory.page(everything);
  expect([results[0]?.ourReference, seenAtMs[0]]).toEqual([reference(1), 1]);
  // Documents seen since stay.
  first.memory.note(answerOf({ ...document(1_001, 1), docKey: 'FS B/1', ourReference: '' }), hour);
  first.memory.close();
  const watcher = new Database(first.file, { readonly: true });
  expect(watcher.prepare('SELECT min(is_own) FROM document').pluck().get()).toBe(1);
  watcher.close();
  sellTo(db, 211, 2_000);
  // One sale is unsent.
  commitSale(db, sale(212));
  const { memory, problems } = openMemory(folder, db);
  await allFilledIn();
  expect(memory.page(everything).count).toBe(211);
  expect(memory.summary(1_001)).toMatchObject({ value: { docKey: 'FS B/1' }, seenAtMs: hour });
  expect([...first.problems, ...problems]).toEqual([]);
});

/** Deletes what the file holds by now, so that only what is filled in again can appear later. */
function emptied(file: string): void {
  tamper(file, 'DELETE FROM document');
}

/** Lets everything be filled in, and expects these documents. */
async function expectFilledIn(memory: DocumentMemory, ids: readonly number[]): Promise<void> {
  await allFilledIn();
  expect(memory.page(everything).results.map(({ id }) => id)).toEqual(ids);
}

test('after a restart only new sales are filled in', async () => {
  const folder = temporaryFolder();
  const db = openTill(join(folder, 'till.db'));
  for (let number = 1; number <= 3; number += 1) sellTo(db, number, 1_000 + number);
  commitSale(db, sale(4));
  take(db, 4, ['claimed', 'no_clear_answer'], 4);
  const first = openMemory(folder, db);
  await expectFilledIn(first.memory, [1_001, 1_002, 1_003]);
  first.memory.close();
  emptied(first.file);

  const second = openMemory(folder, db);
  await expectFilledIn(second.memory, []);
  second.memory.close();
  // Its number is lower than those filled in already, as of a sale that was in doubt for long.
  mustStep(db, {
    reference: reference(4),
    event: 'found',
    evidence,
    atMs: 9,
    document: document(900, 4),
  });
  sellTo(db, 5, 1_005);
  const third = openMemory(folder, db);
  await expectFilledIn(third.memory, [900, 1_005]);
  third.memory.close();
  emptied(third.file);
  const last = openMemory(folder, db);
  await expectFilledIn(last.memory, []);
  expect([...first.problems, ...second.problems, ...third.problems, ...last.problems]).toEqual([]);
});

test('filling in goes on without a gap after a kill', async () => {
  const folder = temporaryFolder();
  const db = openTill(join(folder, 'till.db'));
  const ids = Array.from({ length: 900 }, (_, index) => 1_001 + index);
  db.transaction(() => {
    for (const [index, id] of ids.entries()) sellTo(db, index + 1, id);
  })();
  const whole = { ...everything, limit: 1_000 };
  const first = openMemory(folder, db);
  while (first.memory.page(whole).count === 0) await clock.pass(10);
  const before = first.memory.page(whole).results.map(({ id }) => id);
  expect(before.length).toBeLessThan(ids.length);
  // Copies the files as a killed program leaves them.
  const killed = temporaryFolder();
  for (const suffix of ['', '-wal'])
    copyFileSync(first.file + suffix, join(killed, `documents.db${suffix}`));
  first.memory.close();
  emptied(join(killed, 'documents.db'));

  const { memory } = openMemory(killed, db);
  await allFilledIn();
  expect(memory.page(whole).results.map(({ id }) => id)).toEqual(
    ids.filter((id) => !before.includes(id)),
  );
});

const replacements: readonly (readonly [string, (file: string) => void | Promise<void>])[] = [
  [
    'is gone',
    (file) => {
      rmSync(file);
    },
  ],
  [
    'is of another till, which has come further',
    async (file) => {
      const other = openTill();
      for (let number = 101; number <= 109; number += 1) sellTo(other, number, number);
      await replaceByThatOf(other, file);
    },
  ],
  [
    'has come further than a till that was set back',
    async (file) => {
      const later = openTill();
      for (let number = 1; number <= 9; number += 1) sellTo(later, number, 1_000 + number);
      await replaceByThatOf(later, file);
    },
  ],
];

test.each(replacements)('a file that %s is filled in completely', async (_name, replace) => {
  const folder = temporaryFolder();
  const db = openTill(join(folder, 'till.db'));
  for (let number = 1; number <= 3; number += 1) sellTo(db, number, 1_000 + number);
  const first = openMemory(folder, db);
  await expectFilledIn(first.memory, [1_001, 1_002, 1_003]);
  first.memory.close();
  await replace(first.file);
  const { memory, problems } = openMemory(folder, db);
  await expectFilledIn(memory, [1_001, 1_002, 1_003]);
  expect(problems).toEqual([]);
});

/** Replaces the file by another till's, from which the documents were deleted. */
async function replaceByThatOf(other: Store, file: string): Promise<void> {
  const memoryOfOther = openMemory(temporaryFolder(), other);
  await allFilledIn();
  expect(memoryOfOther.memory.page(everything).count).toBe(9);
  memoryOfOther.memory.close();
  emptied(memoryOfOther.file);
  copyFileSync(memoryOfOther.file, file);
}

test.each([
  [
    'no database',
    (file: string) => {
      writeFileSync(file, 'no database at all'.repeat(100));
    },
  ],
  [
    'cut off',
    (file: string) => {
      truncateSync(file, 6_000);
    },
  ],
  [
    'of another version',
    (file: string) => {
      tamper(file, 'PRAGMA user_version = 99');
    },
  ],
  [
    'without a table',
    (file: string) => {
      tamper(file, 'DROP TABLE nature');
    },
  ],
  [
    'with a row that is none',
    (file: string) => {
      tamper(file, `UPDATE document SET summary = '{}'`);
    },
  ],
])('a file that is %s is replaced by a new one', async (_name, harm) => {
  const folder = temporaryFolder();
  const db = openTill(join(folder, 'till.db'));
  const { file, memory } = openMemory(folder, db);
  for (let id = 1; id < 400; id += 1) memory.note(answerOf(summary(id)), 0);
  memory.close();
  sellTo(db, 1, 1_001);
  harm(file);
  const second = openMemory(folder, db);
  // Any of these reads comes upon the damaged part.
  second.memory.page(everything);
  second.memory.page({ ...everything, list: 'sales' });
  second.memory.choices();
  second.memory.note(answerOf(summary(7)), 5);
  await allFilledIn();
  expect(second.memory.page(everything)).toMatchObject({
    count: 2,
    results: [{ id: 7 }, { id: 1_001 }],
  });
  second.memory.close();
  const third = openMemory(folder, db);
  expect(third.memory.page(everything).count).toBe(2);
  expect(third.problems).toEqual([]);
});

test('damage that shows only during use costs what was remembered, but none of the till’s own sales', async () => {
  const { db, file, memory, problems } = openMemory();
  memory.note(answerOf(summary(1)), 0);
  await allFilledIn();
  sellTo(db, 1, 9);
  tamper(file, 'DROP TABLE status');
  memory.note(answerOf(summary(2)), 0);
  expect(problems).toEqual(['the documents that were seen could not be used']);
  expect(memory.page(everything).count).toBe(0);
  memory.note(answerOf(summary(3)), 0);
  await allFilledIn();
  expect(memory.page(everything).results.map(({ id }) => id)).toEqual([3, 9]);
});

test('without a file, documents are remembered until the till is closed', () => {
  const folder = temporaryFolder();
  const db = openTill(join(folder, 'till.db'));
  mkdirSync(join(folder, 'documents.db'));
  const { memory, problems } = openMemory(folder, db);
  expect(problems).not.toEqual([]);
  memory.note(answerOf(summary(1)), 0);
  expect(memory.page(everything).count).toBe(1);
});

test('a file that another program holds stays as it is', () => {
  const folder = temporaryFolder();
  const db = openTill(join(folder, 'till.db'));
  const first = openMemory(folder, db);
  first.memory.note(answerOf(summary(1)), 0);
  first.memory.close();
  const other = new Database(first.file);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const { memory, problems } = openMemory(folder, db);
  memory.note(answerOf(summary(2)), 0);
  expect(memory.page(everything).results).toEqual([summary(2)]);
  expect(problems).toEqual(['the documents that were seen could not be opened']);
  other.close();
  expect(openMemory(folder, db).memory.page(everything).results).toEqual([summary(1)]);
});

test('on a full disk nothing more is remembered until there is room again', (context) => {
  const disk = smallDisk('1m', context);
  const { memory, problems } = openMemory(disk, openTill());
  let last = 0;
  for (; problems.length === 0; last += 1) memory.note(answerOf(summary(last)), 0);
  expect(problems).toEqual(['the documents that were seen could not be used']);
  const { count } = memory.page(everything);
  expect(count).toBe(last - 1);
  spawnSync('mount', ['-o', 'remount,size=4m', disk]);
  memory.note(answerOf(summary(last)), 0);
  expect(memory.page(everything).count).toBe(count + 1);
});

test('a closed memory does nothing', () => {
  const { memory, problems } = openMemory();
  memory.close();
  memory.note(answerOf(summary(1)), 0);
  expect(memory.page(everything).count).toBe(0);
  expect([memory.choices(), memory.summary(1), memory.detail(1)]).toEqual([
    { natures: [], statuses: [] },
    undefined,
    undefined,
  ]);
  expect(problems).toEqual([]);
});

test('hostile texts are kept and found as they are, and excessively long ones are not kept', () => {
  const { memory } = openMemory();
  const texts = [
    `'; DROP TABLE document; --`,
    '<img src=x onerror=alert(1)>',
    '\u202Egnp.exe',
    '%_*?[a-z]',
    'null\u0000byte',
    '\uD800 half',
    '=HYPERLINK("x")',
  ];
  const hostile = texts.map((name, index) =>
    summary(index, { docKey: name, party: { name, fiscalNumber: name } }),
  );
  memory.note(answerOf(...hostile, summary(90, { docKey: 'long'.repeat(10_000) })), 0);
  memory.note(opened({ id: 91, headerText: 'x'.repeat(600_000) }), 0);
  expect(memory.page(everything).results).toEqual([...hostile, summary(91)]);
  expect(memory.detail(91)).toBeUndefined();
  for (const [id, search] of texts.entries()) {
    if (search.includes('\uD800')) continue;
    expect(memory.page({ ...everything, search }).results.map((each) => each.id)).toEqual([id]);
  }
});

test('an endless number of natures does not fill the memory', () => {
  const { memory } = openMemory();
  const odd = Array.from({ length: 1_000 }, (_, id) =>
    summary(id, {
      nature: { id: 1_000 + id, code: '', description: '' },
      status: { id: 2_000 + id, code: 'x'.repeat(1_000), description: '' },
    }),
  );
  memory.note(answerOf(...odd), 0);
  const { natures, statuses } = memory.choices();
  expect([natures.length, statuses.length]).toEqual([200, 200]);
  expect(natures[0]).toEqual({ id: 1_000, name: '1000' });
  expect(Math.max(...statuses.map(({ name }) => name.length))).toBe(200);
});

test('what a single document lacks is taken from its list', () => {
  const { memory } = openMemory();
  memory.note(answerOf(summary(1, { ourReference: 'SO-1' })), 0);
  memory.note(
    opened({ id: 1, date: '', time: '', documentName: '', party: null, totalCents: cents(3) }),
    1,
  );
  const { value, seenAtMs } = memory.summary(1) ?? {};
  expect(value).toEqual(summary(1, { ourReference: 'SO-1', totalCents: cents(3) }));
  expect(seenAtMs).toBe(1);
  expect(memory.page({ ...everything, search: 'maria' }).count).toBe(1);
});

test('the kinds of invoices are those seen in the sales list, types with their nature, but no notes', () => {
  const { memory } = openMemory();
  const nature = { id: 304, code: 'NC', description: 'Nota de crédito' };
  const sales = [
    summary(1),
    summary(2, { typeId: 2, documentName: 'Fatura B' }),
    summary(3, { typeId: 3, documentName: 'NC da loja' }),
    ...[4, 5].map((id) => summary(id, { nature, typeId: id, documentName: `Devolução ${id}` })),
  ];
  memory.note({ ...answerOf(...sales), list: 'sales' }, 0);
  expect(memory.invoiceKinds()).toEqual([
    { kind: { by: 'natureId', id: 301 }, name: 'Fatura' },
    { kind: { by: 'documentTypeId', id: 1 }, name: 'Fatura', natureId: 301 },
    { kind: { by: 'documentTypeId', id: 2 }, name: 'Fatura B', natureId: 301 },
  ]);
});

test('seeing a document in less detail does not lose its lines', () => {
  const { memory } = openMemory();
  const line = { code: 'CAFE', description: 'Café', quantity: null, unitPrice: null };
  memory.note(opened({ id: 7, lines: [line], headerText: 'before' }), 1);
  memory.note(opened({ id: 7, headerText: 'after' }), 2);
  expect(memory.detail(7)?.value).toMatchObject({ lines: [line], headerText: 'after' });
  memory.note(opened({ id: 7, lines: [{ ...line, code: 'GALAO' }] }), 3);
  expect(memory.detail(7)?.value.lines).toMatchObject([{ code: 'GALAO' }]);
});

test('of the lists that the outbox reads, only the till’s own documents are remembered', () => {
  const { db, memory } = openMemory();
  commitSale(db, sale(1));
  memory.noteOwn(answerOf(document(5, 1), summary(6)), 1);
  expect(memory.page(everything).results.map(({ id }) => id)).toEqual([5]);
});
