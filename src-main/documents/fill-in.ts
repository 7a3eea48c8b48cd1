// Puts those of the till's own sales among the documents that were seen that are missing, because
// the file is new or because the program ended before it noted them. It follows the steps of the
// sales and notes the last one, so that no start repeats what an earlier one has done.
import * as v from 'valibot';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { integer, prepared, readRow } from '../store/prepared.ts';
import { keepSummary } from './write-memory.ts';
import { isStepThere, ownDocument, stepsAfter, type OwnStep } from './own-sales.ts';
import { notRemembered } from './read-memory.ts';

/** The number of steps in one turn, so that the till has turns in between. */
const stepsATurn = 400;

/**
 * Does one turn: notes in one transaction what was missing, and how far it has come. Returns
 * whether more may follow. Starts from the beginning if the last noted step is not this till's:
 * then the file is new, of another till, or ahead of a till that was restored.
 */
export function fillInSome(db: Store, sales: Store): boolean {
  const last = readLast(db);
  const after = last && isStepThere(sales, last) ? last.stepId : Number.MIN_SAFE_INTEGER;
  const steps = stepsAfter(sales, after, stepsATurn);
  const reached = steps.at(-1);
  if (!reached) return false;
  const ids = new Set(steps.map(({ documentId }) => documentId).filter((id) => id !== null));
  const missing = notRemembered(db, [...ids])
    .map((id) => ownDocument(sales, id))
    .filter((document) => document !== undefined);
  inTransaction(db, () => {
    for (const { summary, soldAtMs } of missing) keepSummary(db, summary, true, soldAtMs);
    keepLast(db, reached);
  });
  return steps.length === stepsATurn;
}

type LastStep = Omit<OwnStep, 'documentId'>;

const lastRow = v.object({ stepId: integer, atMs: integer, reference: v.string() });

/** Returns undefined if nothing was gone through yet. */
const readLast = (db: Store): LastStep | undefined =>
  readRow(db, lastRow, 'SELECT step_id AS stepId, at_ms AS atMs, reference FROM last_step');

function keepLast(db: Store, { stepId, atMs, reference }: LastStep): void {
  prepared(
    db,
    `INSERT INTO last_step (only_row, step_id, at_ms, reference)
     VALUES (1, @stepId, @atMs, @reference)
     ON CONFLICT DO UPDATE SET step_id = excluded.step_id, at_ms = excluded.at_ms,
       reference = excluded.reference`,
  ).run({ stepId, atMs, reference });
}
