// Handles a record that may be behind what has really happened: a copy of a till's database, what
// was saved of a damaged one, or a file that is older than the service's own documents show.
import type { SaleState } from '../contract/outbox-states.ts';
import type { RestoredFrom } from '../contract/sales.ts';
import { noteDaysRestored } from './days-restored.ts';
import { noteDecision } from './decisions.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { doubtRestoredJobs } from './print-jobs.ts';
import { mustStep } from './sale-steps.ts';
import { countIn, referencesIn } from './sales.ts';
import { highestDocumentId, setInstallation } from './till.ts';

/**
 * Puts whatever was not settled in doubt, in one transaction: it is looked for before it is sent.
 * If an older file is noticed while a request is on its way, that sale still gets its own answer.
 * `installation` must be new, so that no reference is given twice. Returns how many sales are in
 * doubt now.
 */
export function doubtUnsettled(
  db: Store,
  from: RestoredFrom,
  installation: string,
  nowMs: number,
): number {
  return inTransaction(db, () => {
    prepared(
      db,
      // The sale may have been sent until this moment, after everything that is known now.
      `UPDATE sale SET proof = iif(proof = 'never', proof, 'absence'), attempted_at_ms = ?, known_id = ?
       WHERE state IN ('queued', 'in_doubt', 'rejected', 'sending')`,
    ).run(nowMs, highestDocumentId(db));
    // In a till that is open, the sale on its way is answered.
    const isOpen = from === 'older_file' || from === 'taken_over';
    const states = isOpen ? (['queued'] as const) : (['queued', 'sending'] as const);
    for (const state of states) restoreEach(db, state, from, nowMs);
    doubtRestoredJobs(db);
    noteRestored(db, from, nowMs);
    setInstallation(db, installation);
    return countIn(db, ['in_doubt']);
  });
}

/**
 * Puts in doubt whatever is yet to be sent, because another computer may be sending it: the second
 * copy that holds it is not where it was.
 */
export function doubtQueued(db: Store, nowMs: number): void {
  inTransaction(db, () => {
    prepared(
      db,
      `UPDATE sale SET proof = iif(proof = 'never', proof, 'absence'), attempted_at_ms = ?, known_id = ?
       WHERE state = 'queued'`,
    ).run(nowMs, highestDocumentId(db));
    restoreEach(db, 'queued', 'copy_away', nowMs);
  });
}

function restoreEach(db: Store, state: SaleState, from: RestoredFrom, atMs: number): void {
  for (const reference of referencesIn(db, state))
    mustStep(db, { reference, event: 'restored', evidence: { kind: 'restored', from }, atMs });
}

/** Notes where the record came from, unless it was rebuilt, which was noted first. */
function noteRestored(db: Store, from: RestoredFrom, atMs: number): void {
  if (from === 'damaged_file') return;
  noteDaysRestored(db, { later: [], isLaterKnown: false, lost: [] }, atMs);
  noteDecision(db, { atMs, by: null, approvedBy: null, what: { kind: 'records_restored', from } });
}
