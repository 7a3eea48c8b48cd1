// The till's file in the model: its sales as rows, each changed only as the contract's table
// allows.
import {
  next,
  type Proof,
  type SaleEvent,
  type SaleState,
} from '../../../src-main/contract/outbox-states.ts';
import { cents } from '../../../src-main/contract/money.ts';
import type { AskedBody, ComparedSale } from '../../../src-main/contract/compare-document.ts';
import { counterSale } from '../../../src-main/contract/new-document.ts';

/** A row of the file. Times are the computer's. */
export interface Row {
  readonly reference: string;
  readonly sale: number;
  readonly highWaterMark: number;
  readonly committedAtMs: number;
  /** True time, for the judge. */
  readonly soldAtMs: number;
  state: SaleState;
  totalCents: number;
  /** The totals that corrections have replaced. */
  formerTotals: readonly number[];
  proof: Proof;
  failedAttempts: number;
  attemptedAtMs: number;
  knownId: number;
  /** The number of its last attempt among all attempts of the file. */
  claim: number;
  doubtedAtMs: number | null;
  steppedAtMs: number;
  documentIds: readonly number[];
  documentId: number | null;
  /** Whether somebody is told that its document differs. */
  isDifferenceTold: boolean;
  isNothingFound: boolean;
  /** A document turned up after the sale had ended. */
  isAlarmed: boolean;
  /** A person settled it. */
  isSettled: boolean;
  requestedDecision: 'cancel' | 'correct' | null;
}

export interface Change {
  readonly atMs: number;
  readonly documentIds?: readonly number[];
  readonly documentId?: number | undefined;
  readonly differences?: readonly unknown[];
  readonly proof?: Proof;
  readonly failedAttempts?: number;
  readonly isNothingFound?: boolean;
}

interface KeptAudit {
  readonly atMs: number;
  readonly newestId: number;
  readonly missing: readonly string[];
  readonly lost: readonly string[];
}

const dayMs = 86_400_000;

export class ModelFile {
  readonly rows = new Map<string, Row>();
  readonly missed = new Map<string, number>();
  readonly actedUpon = new Set<string>();
  prefixes: readonly string[] = ['CF-1000-'];
  audits: readonly KeptAudit[] = [];
  #highestId = 0;
  #claims = 0;

  copy(): ModelFile {
    const copy = new ModelFile();
    for (const [reference, row] of this.rows) copy.rows.set(reference, { ...row });
    for (const [control, sinceMs] of this.missed) copy.missed.set(control, sinceMs);
    for (const reference of this.actedUpon) copy.actedUpon.add(reference);
    copy.prefixes = this.prefixes;
    copy.audits = this.audits;
    copy.noteId(this.#highestId);
    copy.#claims = this.#claims;
    return copy;
  }

  get highestId(): number {
    return this.#highestId;
  }

  noteId(id: number): void {
    this.#highestId = Math.max(this.#highestId, id);
  }

  noteMissed(control: string, isFound: boolean, nowMs: number): void {
    if (isFound) this.missed.delete(control);
    else this.missed.set(control, Math.min(this.missed.get(control) ?? nowMs, nowMs));
  }

  passedOver(nowMs: number): readonly string[] {
    return [...this.missed].filter(([, sinceMs]) => sinceMs <= nowMs - dayMs).map(([name]) => name);
  }

  commit(sale: number, totalCents: number, nowMs: number, soldAtMs: number): Row {
    const prefix = this.prefixes.at(-1) ?? '';
    const row: Row = {
      ...{ sale, totalCents, soldAtMs, committedAtMs: nowMs, steppedAtMs: nowMs },
      reference: `${prefix}0000-${String(sale).padStart(4, '0')}`,
      ...{
        highWaterMark: this.#highestId,
        state: 'queued',
        formerTotals: [],
        proof: 'none',
        failedAttempts: 0,
      },
      ...{
        attemptedAtMs: 0,
        knownId: 0,
        claim: 0,
        doubtedAtMs: null,
        documentIds: [],
        documentId: null,
      },
      ...{
        isDifferenceTold: false,
        isNothingFound: false,
        isAlarmed: false,
        isSettled: false,
        requestedDecision: null,
      },
    };
    this.rows.set(row.reference, row);
    return row;
  }

  inState(state: SaleState): readonly Row[] {
    return [...this.rows.values()].filter((row) => row.state === state);
  }

  /**
   * Takes the step. The service's newest id counts together with those of the sales.
   * @throws if the table has no such step.
   */
  step(row: Row, event: SaleEvent, change: Change): void {
    const state = next(row.state, event);
    if (!state) throw new Error(`${event} cannot happen to a sale that is ${row.state}`);
    const { atMs, documentIds, documentId, proof, failedAttempts, isNothingFound = false } = change;
    row.state = state;
    row.steppedAtMs = atMs;
    // A person who cancels a sale whose document is not there has seen none either.
    row.isNothingFound = isNothingFound || (event === 'settled_cancelled' && row.isNothingFound);
    if (change.differences) row.isDifferenceTold = change.differences.length > 0;
    row.isAlarmed = event === 'found_second';
    row.isSettled = event === 'settled_confirmed' || event === 'settled_cancelled';
    if (row.proof !== 'never') row.proof = proof ?? row.proof;
    row.failedAttempts = event === 'corrected' ? 0 : (failedAttempts ?? row.failedAttempts);
    if (documentId !== undefined) {
      row.documentId = documentId;
      this.noteId(documentId);
    }
    if (documentIds) {
      const former = event === 'found' ? [] : row.documentIds;
      row.documentIds = [...new Set([...former, ...documentIds])];
    }
    if (event === 'claimed') {
      row.attemptedAtMs = atMs;
      row.knownId = this.#highestId;
      this.#claims += 1;
      row.claim = this.#claims;
    }
    if (state === 'in_doubt')
      row.doubtedAtMs = event === 'corrected' ? atMs : (row.doubtedAtMs ?? atMs);
    else row.requestedDecision = null;
  }

  lowestHighWaterMark(): number | undefined {
    const open: readonly SaleState[] = ['queued', 'sending', 'in_doubt'];
    const marks = [...this.rows.values()].filter((row) => open.includes(row.state));
    return marks.length === 0
      ? undefined
      : Math.min(...marks.map(({ highWaterMark }) => highWaterMark));
  }

  /** See `readControl`. */
  control(
    side: 'after' | 'before',
    { claim, ...sought }: Row,
    passed: readonly string[],
  ): Row | undefined {
    const knownId = Math.max(sought.knownId, sought.highWaterMark);
    let found: Row | undefined;
    for (const row of this.rows.values()) {
      const { documentId } = row;
      if (row.state !== 'confirmed' || documentId === null) continue;
      if (documentId > knownId !== (side === 'after') || passed.includes(row.reference)) continue;
      if (side === 'after' && row.claim < claim) continue;
      const than = found?.documentId ?? null;
      if (than === null || (side === 'after' ? documentId < than : documentId > than)) found = row;
    }
    return found;
  }

  auditFloor(): number {
    const latest = Math.max(...this.audits.map(({ atMs }) => atMs));
    const before = this.audits.filter(({ atMs }) => atMs <= latest - dayMs);
    return before.toSorted((one, other) => other.atMs - one.atMs)[0]?.newestId ?? 0;
  }

  saveAudit(audit: KeptAudit): void {
    const kept = [...this.audits, audit];
    const old = kept.filter(({ atMs }) => atMs <= audit.atMs - 2 * dayMs);
    const from = Math.max(-Infinity, ...old.map(({ atMs }) => atMs));
    this.audits = kept.filter(({ atMs }) => atMs >= from && atMs <= audit.atMs);
  }
}

/** The day on which everything in the model happens. */
export const modelDay = '2026-01-05';

const bodyOf = (totalCents: number, kind = counterSale): AskedBody => ({
  ...{ requestedKind: kind, totalCents: cents(totalCents), isTotalKnown: true, taxNumber: '' },
  ...{ partyId: null, date: modelDay, isDated: false, serieId: null, lineCount: null },
  isReturn: false,
});

/** What the outbox's own comparison needs to know of the row. */
export const lookedFor = (row: Row): ComparedSale => ({
  reference: row.reference,
  body: bodyOf(row.totalCents),
  formerBodies: row.formerTotals.map((total) => bodyOf(total)),
});

export const idsOf = ({ documentId, documentIds }: Row): readonly number[] =>
  documentId === null ? documentIds : [documentId, ...documentIds];
