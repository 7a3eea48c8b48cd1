// Opens what a kill or a power cut left, as the till itself would, and compares it with what the
// till had said.
import { existsSync } from 'node:fs';
import * as v from 'valibot';
import {
  next,
  saleEvents,
  saleStateSchema,
  type SaleEvent,
  type SaleState,
} from '../../../src-main/contract/outbox-states.ts';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import type { TillFile } from '../../../src-main/store/till.ts';
import { checkDays } from '../day-checker.ts';
import { readDays } from '../days-of-file.ts';
import { backupOf, laterSchema } from '../../integration/store/later-schema.ts';
import { readRows } from './day-acts.ts';
import { sha256, type Expected } from './words.ts';

/**
 * `lost`: a sale, its bytes, or a step that the till had said is missing. `damaged`: the file does
 * not open, or is not whole. `inconsistent`: an impossible state, or records that contradict each
 * other.
 */
export interface Problem {
  readonly kind: 'lost' | 'damaged' | 'inconsistent';
  readonly what: string;
}

export interface Checked {
  readonly problems: readonly Problem[];
  /** Whether the till took the file for damaged, and made a new one from what it found. */
  readonly salvaged: boolean;
}

/** `migrates`: the file was being migrated to the later schema, and already had all the sales. */
export function checkTill(file: string, expected: Expected, migrates = false): readonly Problem[] {
  const problems = checkFile(file, migrates ? laterSchema : migrations, expected);
  if (!migrates || problems.length > 0) return problems;
  // Whether made before the interruption or by opening just now, the backup must be whole.
  const backup = backupOf(file);
  if (existsSync(backup)) return checkFile(backup, migrations, expected);
  const mustBeThere = [...expected.sales.values()].some(({ before }) => before !== null);
  return mustBeThere ? [{ kind: 'lost', what: 'migrated without a backup' }] : [];
}

function checkFile(file: string, schema: readonly string[], expected: Expected): Problem[] {
  const opened = openStore(file, schema);
  if (!opened.ok) return [notOpened(opened.error)];
  const db = opened.value;
  try {
    const version = db.pragma('user_version', { simple: true });
    if (version !== schema.length) return [{ kind: 'damaged', what: `version ${String(version)}` }];
    return check(db, expected, (word, state) => word === state);
  } finally {
    db.close();
  }
}

/**
 * Opens the till as the program does, with all its care for damaged files and copies. An image is a
 * copy, so unsettled sales may have been restored, and must then be in doubt.
 */
export function checkWholeTill(till: TillFile, expected: Expected): Checked {
  const opened = openTillStore(till);
  if (!opened.ok) return { problems: [notOpened(opened.error)], salvaged: false };
  const { db, unlock, notices } = opened.value;
  try {
    const problems = check(
      db,
      expected,
      (word, state) => word === state || next(word, 'restored') === state,
    );
    return { problems, salvaged: notices.some(({ code }) => code === 'store_salvaged') };
  } finally {
    db.close();
    unlock();
  }
}

const notOpened = (error: AppError): Problem => ({
  kind: 'damaged',
  what: `not opened: ${JSON.stringify(error)}`,
});

type Fits = (word: SaleState, state: SaleState) => boolean;

function check(db: Store, expected: Expected, fits: Fits): Problem[] {
  const integrity = db.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') return [{ kind: 'damaged', what: String(integrity) }];
  return [...compare(db, expected, fits), ...compareDays(db, expected), ...contradictions(db)];
}

const integer = v.pipe(v.number(), v.safeInteger());
const saleRow = v.object({
  sale_id: integer,
  reference: v.string(),
  state: saleStateSchema,
  body: v.instance(Buffer),
  body_sha256: v.instance(Buffer),
  attempts: integer,
});
type SaleRow = v.InferOutput<typeof saleRow>;

const readSales = (db: Store): readonly SaleRow[] =>
  db
    .prepare('SELECT sale_id, reference, state, body, body_sha256, attempts FROM sale')
    .all()
    .map((row) => v.parse(saleRow, row));

function compare(db: Store, expected: Expected, fits: Fits): readonly Problem[] {
  const problems: Problem[] = [];
  const sales = new Map(readSales(db).map((sale) => [sale.reference, sale]));
  for (const [reference, { before, after }] of expected.sales) {
    const sale = sales.get(reference);
    sales.delete(reference);
    if (!sale) {
      if (before) problems.push({ kind: 'lost', what: `${reference}, said to be ${before.state}` });
      continue;
    }
    const hash = sha256(sale.body);
    const isExpected = [before, after].some(
      (word) => word !== null && fits(word.state, sale.state) && word.sha256 === hash,
    );
    if (isExpected) continue;
    const allowed = [before?.state ?? 'absent', after?.state ?? 'nothing'].join(' or ');
    const what = `${reference} is ${sale.state} with ${hash}, and should be ${allowed}`;
    problems.push({ kind: 'lost', what });
  }
  for (const reference of sales.keys()) {
    problems.push({ kind: 'inconsistent', what: `${reference} was never sold` });
  }
  return problems;
}

/** Compares opened and closed days, moved cash, counts and Z reports. */
function compareDays(db: Store, { rows }: Expected): readonly Problem[] {
  const problems: Problem[] = [];
  const kept = readRows(db);
  for (const [row, { before, after }] of rows) {
    const is = kept.get(row);
    if (is === before?.is || is === after?.is) continue;
    const what = `${row}, said to be ${before?.is ?? after?.is ?? ''}, is ${is ?? 'not there'}`;
    problems.push({ kind: 'lost', what });
  }
  for (const row of kept.keys()) {
    if (!rows.has(row)) problems.push({ kind: 'inconsistent', what: `${row} was never made` });
  }
  return problems;
}

const stepRow = v.object({
  event: v.picklist(['looked_up', 'requested', ...saleEvents]),
  state: saleStateSchema,
});

/**
 * Each history must be a path through the table of transitions to the sale's state, so that a sent
 * sale is queued again only by a step that gives the evidence.
 */
export function contradictions(db: Store): readonly Problem[] {
  const problems: Problem[] = [];
  const complain = (what: string) => problems.push({ kind: 'inconsistent', what });
  const steps = db.prepare('SELECT event, state FROM sale_step WHERE sale_id = ? ORDER BY step_id');
  for (const sale of readSales(db)) {
    const { reference } = sale;
    if (sha256(sale.body) !== sale.body_sha256.toString('hex')) complain(`${reference}: its hash`);
    const history = steps.all(sale.sale_id).map((row) => v.parse(stepRow, row));
    let state: SaleState | undefined = 'queued';
    for (const step of history) {
      // A salvaged file restores even sales that were in doubt.
      if (step.event === 'restored') state = 'in_doubt';
      else if (step.event !== 'looked_up' && step.event !== 'requested') {
        state = state && next(state, step.event);
      }
      if (state !== step.state) complain(`${reference}: ${step.event} cannot end ${step.state}`);
    }
    if (state !== sale.state) complain(`${reference} is ${sale.state}, its history ends otherwise`);
    const claims = times(history, 'claimed');
    if (sale.attempts !== claims)
      complain(`${reference}: ${sale.attempts} attempts, not ${claims}`);
  }
  return [...problems, ...halfClosed(db), ...halfReturned(db), ...ofDays(db)];
}

/** A day is closed with its Z and its print job, or not at all. */
function halfClosed(db: Store): readonly Problem[] {
  const halves = db
    .prepare(
      `SELECT shift_id FROM shift LEFT JOIN z_report USING (shift_id)
       WHERE (closed_at_ms IS NULL) <> (z_id IS NULL)
       UNION SELECT shift_id FROM z_report WHERE NOT EXISTS
         (SELECT 1 FROM print_job WHERE day_paper ->> '$.zId' = z_report.z_id)`,
    )
    .pluck()
    .all();
  return halves.map((day) => ({ kind: 'inconsistent', what: `day ${String(day)} is half closed` }));
}

/** A return is made with its money, its print job and, if it is the trial, with what says so. */
function halfReturned(db: Store): readonly Problem[] {
  const halves = db
    .prepare(
      `SELECT reference FROM sale WHERE content ->> '$.returned' IS NOT NULL AND NOT (
         cash_cents IS -total_cents
         AND EXISTS (SELECT 1 FROM print_job WHERE print_job.reference = sale.reference)
         AND (NOT content ->> '$.returned.isTrial' OR EXISTS (SELECT 1 FROM till_setting
           WHERE name = 'returns' AND value ->> '$.trial' = sale.reference)))`,
    )
    .pluck()
    .all();
  return halves.map((one) => ({ kind: 'inconsistent', what: `${String(one)} is half returned` }));
}

/** Sums up drawers, Z reports and their chain again. */
const ofDays = (db: Store): readonly Problem[] =>
  checkDays({ words: [], file: readDays(db.name), totals: null }).map(
    ({ kind, reference, what }) => ({
      kind: 'inconsistent',
      what: `${kind}: ${reference}: ${what}`,
    }),
  );

const times = (steps: readonly { readonly event: string }[], event: SaleEvent): number =>
  steps.filter((each) => each.event === event).length;
