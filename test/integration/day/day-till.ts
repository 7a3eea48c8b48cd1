// A till whose shop keeps days, and steps for the tests of it.
import { cents } from '../../../src-main/contract/money.ts';
import type {
  Count,
  CountPurpose,
  DaySettings,
  TypedCount,
} from '../../../src-main/contract/day.ts';
import { detailOfSummary } from '../../../src-main/contract/documents.ts';
import { closeDay, commitCount, saveDraft } from '../../../src-main/day/close.ts';
import { openDay, type ReportOptions } from '../../../src-main/day/open-day.ts';
import { readDayState } from '../../../src-main/day/state.ts';
import { writeDaySettings } from '../../../src-main/store/day-settings.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { document, reference, sale } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';
import { must } from '../../must.ts';

export const cashId = 1;
export const settings: DaySettings = {
  mode: 'required',
  cashMethods: [cashId],
  differenceLimitCents: cents(100),
  printsZ: false,
};

export const keepDays = (db: Store, change: Partial<DaySettings> = {}): void => {
  writeDaySettings(db, { ...settings, ...change });
};

/** A till whose shop keeps days. */
export function dayTill(change?: Partial<DaySettings>): Store {
  const db = openTill();
  keepDays(db, change);
  return db;
}

export const at = (atMs: number): ReportOptions => ({
  ...{ by: 'Rui', approvedBy: null, atMs, auditedAtMs: null },
});

/**
 * Returns the value.
 * @throws if the step was refused.
 */
export const open = (db: Store, floatCents: number, atMs: number) =>
  must(openDay(db, { by: 'typed', cents: cents(floatCents) }, at(atMs)));

/** Sells a sale of 65 cents. */
export function sell(db: Store, number: number, { isCash = true, atMs = number } = {}): string {
  const { content, ...rest } = sale(number);
  const method = isCash ? { id: cashId, label: 'Cash' } : { id: 2, label: 'Card' };
  const payment = { ...content.payment, method };
  commitSale(db, { ...rest, committedAtMs: atMs, content: { ...content, payment }, isCash });
  return reference(number);
}

/** Confirms the sale as the service does, with the till's total or another. */
export function confirm(db: Store, number: number, atMs: number, totalCents = 65): void {
  const claim = claimNext(db, atMs);
  if (claim?.sale.reference !== reference(number)) throw new Error('another was claimed');
  const answered = document(1000 + number, number);
  mustStep(db, {
    reference: reference(number),
    event: 'accepted',
    evidence: { kind: 'no_clear_answer', what: '' },
    atMs,
    document: detailOfSummary({ ...answered, totalCents: cents(totalCents) }),
  });
}

/** A count as one amount, without pieces. */
export const heap = (amountCents: number): Count => ({
  pieces: [],
  otherCents: cents(amountCents),
});

export const typedHeap = (amountCents: number): TypedCount => ({
  pieces: [],
  other: (amountCents / 100).toFixed(2),
});

/** Counts in the count that is under way, or begins one. */
export function count(
  db: Store,
  amountCents: number,
  atMs: number,
  purpose: CountPurpose = 'close',
) {
  must(saveDraft(db, typedHeap(amountCents)));
  return must(commitCount(db, { count: heap(amountCents), purpose }, at(atMs)));
}

/** The state as somebody sees it who may see everything. */
export const stateOf = (db: Store) => readDayState(db, { seesTakings: true });

export const close = (db: Store, countId: number, leftCents: number, atMs: number, note = '') =>
  closeDay(db, { countId, leftCents: cents(leftCents), note }, { ...at(atMs), prints: null });
