// Practice whose furnishing was cut short, or whose service was there before, has all of its past
// days or none.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readDayState } from '../../../src-main/day/state.ts';
import { longestMs } from '../../../src-main/practice/play-days.ts';
import { startPracticeService } from '../../../src-main/practice-service/server.ts';
import { listSales } from '../../../src-main/store/sales.ts';
import { databaseOf, withDatabase } from '../../e2e/practice-database.ts';
import { onBadSector } from '../../bad-sector.ts';
import { isLong } from '../../tier.ts';
import { onCreation } from './on-creation.ts';
import { newFolder, sessionIn } from './practice-session.ts';

const program = join(import.meta.dirname, 'practise-until-killed.ts');

async function practising(folder: string) {
  const at = sessionIn(folder);
  onTestFinished(at.close);
  expect(await at.session.practise()).toMatchObject({ ok: true });
  return at;
}

const statesOf = ({ till }: Pick<ReturnType<typeof sessionIn>, 'till'>) =>
  listSales(till().db, { before: null, limit: 100, openOnly: false }).sales.map(
    ({ state }) => state,
  );

/** Documents whose date is earlier than that of the number before them. */
const againstDates = (folder: string): unknown =>
  withDatabase(folder, (db) =>
    db
      .prepare(
        `SELECT count(*) FROM documents one JOIN documents next
           ON next.serie_id = one.serie_id AND next.document_number = one.document_number + 1
         WHERE one.document_number > 0 AND (next.document_date, next.document_time)
           < (one.document_date, one.document_time)`,
      )
      .pluck()
      .get(),
  );

const soldDocuments = (folder: string): unknown =>
  withDatabase(folder, (db) =>
    db.prepare("SELECT count(*) FROM documents WHERE our_reference LIKE 'CF-%'").pluck().get(),
  );

function expectWhole(at: ReturnType<typeof sessionIn>, folder: string): void {
  expect(statesOf(at)).toEqual(Array<string>(15).fill('confirmed'));
  expect(readDayState(at.till().db, { seesTakings: true })).toMatchObject({
    closed: [{ number: 1, open: 0 }],
    day: { sales: 3 },
  });
  expect(soldDocuments(folder)).toBe(15);
  expect(againstDates(folder)).toBe(0);
  expect(at.notices).toEqual([]);
}

/** At which document: `npm test` kills at the first of these. */
const kills = [
  ['in the middle of the first day', 6],
  ['after that day was closed', 13],
  ['at its end', 99],
] as const;

test.each(isLong ? kills : kills.slice(0, 1))(
  'practice that was killed while it was furnished begins anew: %s',
  async (_, document) => {
    const folder = newFolder();
    const killed = spawn(process.execPath, [program, folder, String(document)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    onTestFinished(() => {
      killed.kill('SIGKILL');
    });
    await once(killed, 'close');
    expect(killed.signalCode).toBe('SIGKILL');
    const at = await practising(folder);
    expectWhole(at, folder);
    const sold = at.sell();
    await at.becomes(sold, 'confirmed');
    await at.close();

    const again = sessionIn(folder);
    onTestFinished(again.close);
    await again.session.resume();
    expect(again.stateOf(sold)).toBe('confirmed');
  },
);

test('if its days cannot be played, it does not open with half of them, and then opens with none', async () => {
  const folder = newFolder();
  const at = sessionIn(folder);
  onTestFinished(at.close);
  // A sale that is not confirmed is given up after a while: here at once.
  const { setTimeout: later } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((done: () => void, ms?: number) =>
    later(done, ms === longestMs ? 300 : ms),
  );
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  let documents = 0;
  onCreation(at.practice, (answer) => {
    documents += 1;
    return documents === 4 ? Promise.resolve({ status: 500 }) : answer();
  });
  expect(await at.session.practise()).toMatchObject({ ok: false, error: { code: 'unexpected' } });
  expect(at.session.till).toBeNull();
  expect(await at.session.practise()).toMatchObject({ ok: true });
  expect(statesOf(at)).toEqual([]);
  expect(soldDocuments(folder)).toBe(0);
  expect(readDayState(at.till().db, { seesTakings: true })).toMatchObject({
    day: null,
    closed: [],
  });
  await at.close();

  expectWhole(await practising(folder), folder);
});

test('deleting a half-furnished till deletes its service as well', async () => {
  const folder = newFolder();
  await (await startPracticeService({ databaseFile: databaseOf(folder) })).close();
  writeFileSync(join(dirname(databaseOf(folder)), 'being-furnished'), '');
  expectWhole(await practising(folder), folder);
});

test('practice begins anew if the note that it is being furnished lies on a bad sector', async () => {
  const folder = newFolder();
  const before = await practising(folder);
  const sold = before.sell();
  await before.becomes(sold, 'confirmed');
  await before.close();
  onBadSector(join(dirname(databaseOf(folder)), 'being-furnished'));
  expectWhole(await practising(folder), folder);
});

test('days are not played into a service that has documents of their time', async () => {
  const folder = newFolder();
  await (await startPracticeService({ databaseFile: databaseOf(folder) })).close();
  const at = await practising(folder);
  expect(againstDates(folder)).toBe(0);
  expect(statesOf(at)).toEqual([]);
  await at.becomes(at.sell(), 'confirmed');
});

test('days are played into a service whose documents are older', async () => {
  const folder = newFolder();
  const now = () => new Date(Date.now() - 7 * 24 * 60 * 60_000);
  await (await startPracticeService({ databaseFile: databaseOf(folder), now })).close();
  expectWhole(await practising(folder), folder);
});

test('a service whose first start was killed before it held anything counts as new', async () => {
  const folder = newFolder();
  const file = databaseOf(folder);
  mkdirSync(dirname(file));
  const begun = new Database(file);
  begun.pragma('journal_mode = WAL');
  begun.close();
  expectWhole(await practising(folder), folder);
});
