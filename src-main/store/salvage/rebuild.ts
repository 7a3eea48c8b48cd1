// Makes a till's database from what is left of it: the file that was set aside, and backups.
import { ok, type Result } from '../../contract/errors.ts';
import { TransactionLost, withAttached } from './attached.ts';
import { bringShifts, closeFollowed, mendMadeUp } from './bring-days.ts';
import { bringOver, isOfTill } from './bring-over.ts';
import { noteDaysRestored } from '../days-restored.ts';
import { noteDecision } from '../decisions.ts';
import { publish } from '../durable-files.ts';
import { forgetIdentity } from '../file-identity.ts';
import { inTransaction } from '../in-transaction.ts';
import { openStore, removeDatabase, setPragmas, type Store } from '../open.ts';
import { hasRow, prepared } from '../prepared.ts';
import { dropCounts, keepCounts } from '../sale-counts.ts';
import { LastRows } from './lost-rows.ts';
import { asideReadings, backupReadings, type Verdicts } from './readings.ts';
import { RowsAhead } from './rows-ahead.ts';
import { doubtUnsettled } from '../restored.ts';
import { bindTill, type TillFile } from '../till.ts';

/** The indexes of a million sales, whose entries come in no order. */
const cacheKiB = 512 * 1024;

/**
 * Rebuilds the database, which gets the file's name once it is whole and on the disk; a start that
 * is cut short before that begins again. Returns how many sales it holds. Errors: those of
 * `openStore`.
 * @throws what the file system and SQLite throw.
 */
export function rebuild(till: TillFile): Result<number> {
  const { file } = till;
  const rebuilt = `${file}.rebuilt`;
  let sales: Result<number>;
  try {
    sales = fillNew(rebuilt, till, true);
  } catch (error) {
    if (!(error instanceof TransactionLost)) throw error;
    sales = fillNew(rebuilt, till, false);
  }
  if (!sales.ok) return sales;
  // The new file has no identity yet, and must not be taken for a copy of the lost one: everything
  // in it is in doubt already.
  forgetIdentity(file);
  publish(rebuilt, file);
  return sales;
}

function fillNew(rebuilt: string, till: TillFile, attaches: boolean): Result<number> {
  removeDatabase(rebuilt);
  const opened = openStore(rebuilt);
  if (!opened.ok) return opened;
  const db = opened.value;
  try {
    // Nothing goes on with it if this is cut short, so that nothing need be undone in it.
    setPragmas(db, { journal_mode: 'memory', synchronous: 0, cache_size: -cacheKiB });
    dropCounts(db);
    const sales = fill(db, till, attaches);
    db.close();
    return ok(sales);
  } catch (error) {
    db.close();
    removeDatabase(rebuilt);
    throw error;
  }
}

function fill(db: Store, till: TillFile, attaches: boolean): number {
  const { file, binding, newInstallation, nowMs } = till;
  bindTill(db, binding, newInstallation());
  const what = { kind: 'records_restored', from: 'damaged_file' } as const;
  noteDecision(db, { atMs: nowMs, by: null, approvedBy: null, what });
  // A row that names a day may be readable even if the day itself is not.
  const bringDays = (source: Store) => isOfTill(source, binding) && bringShifts(db, source);
  for (const source of asideReadings(file)) bringDays(source);
  // The best reading is open from now on, so that its rows are checked while backups are read.
  const asides = asideReadings(file);
  const best = asides.next();
  const verdicts: Verdicts = new Map();
  const sources = function* () {
    if (best.done !== true) yield best.value;
    yield* asides;
    yield* backupReadings(file, verdicts);
  };
  const madeUp = new Set<number>();
  const last = new LastRows();
  const readAhead = (source: Store) =>
    attaches && till.readAheadProgram !== undefined && isOfTill(source, binding)
      ? new RowsAhead(till.readAheadProgram, source.name)
      : undefined;
  let ahead = best.done === true ? undefined : readAhead(best.value);
  try {
    for (const source of backupReadings(file, verdicts)) bringDays(source);
    closeFollowed(db);
    for (const source of sources()) {
      if (!isOfTill(source, binding)) continue;
      if (!ahead && !hasRow(db, 'SELECT 1 FROM sale')) ahead = readAhead(source);
      withAttached(db, attaches ? source : undefined, (sameRows) => {
        bringOver(db, source, { binding, madeUp, sameRows, ahead });
      });
      last.look(source);
      ahead?.end();
      ahead = undefined;
    }
  } finally {
    ahead?.end();
    asides.return(undefined);
  }
  keepCounts(db);
  return inTransaction(db, () => {
    mendMadeUp(db, madeUp);
    doubtUnsettled(db, 'damaged_file', newInstallation(), nowMs);
    const lost = last.lost(db, madeUp);
    noteDaysRestored(db, { later: [], isLaterKnown: false, lost }, nowMs);
    noteLostHistory(db, nowMs);
    return Number(prepared(db, 'SELECT count(*) FROM sale').pluck().get());
  });
}

/** Adds a step to each sale whose steps do not lead to its state, which says how it came there. */
function noteLostHistory(db: Store, nowMs: number): void {
  prepared(
    db,
    `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
     SELECT sale_id, @nowMs, 'restored', state, @evidence FROM sale
     WHERE state IS NOT (SELECT state FROM sale_step WHERE sale_step.sale_id = sale.sale_id
       ORDER BY step_id DESC LIMIT 1)`,
  ).run({ nowMs, evidence: JSON.stringify({ kind: 'restored', from: 'damaged_file' }) });
}
