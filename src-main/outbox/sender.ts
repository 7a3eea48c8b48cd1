// Sends one sale after the other: for the first time, or again in the turn in which it was looked
// for and not found.
import { localDay } from '../contract/calendar.ts';
import type { AppError } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { carryOutPendingDecision } from '../store/corrections.ts';
import { readSought, type SoughtSale } from '../store/doubts.ts';
import type { Store } from '../store/open.ts';
import {
  claimAgain,
  claimNext,
  hasQueued,
  mustStep,
  type Claim,
  type Step,
} from '../store/sale-steps.ts';
import { findSaleByDocument, requireSale } from '../store/sales.ts';
import type { Exchange } from '../service/client.ts';
import type { Clock } from '../clock.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { LookUps } from './look-ups.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import type { Rules } from './rules.ts';

export interface SenderOptions {
  readonly db: Store;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly writes: DurableWrites;
  readonly lookUps: LookUps;
  readonly create: (body: Uint8Array) => Promise<Exchange>;
  readonly onSaleChanged: (sale: SaleSummary) => void;
  /**
   * Called when an attempt has ended. `error` is what pauses the outbox, if this attempt made it
   * pause.
   */
  readonly onAttempt: (outcome: Outcome, error: AppError | null) => void;
  /** Called once it is known what became of a sale in doubt. */
  readonly onSettled: () => void;
  /** Called when a document has the id of another sale's, which is named. */
  readonly onIdUsedAgain: (reference: string) => void;
}

interface Turn {
  /** What became of the sale, if the screens must know of more than the attempt. */
  readonly told?: SaleSummary;
  readonly isCorrected?: boolean;
  readonly claim?: Claim | undefined;
}

export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * Creates at most one document. Returns how long nothing else may be sent. `letGoBy`: see
   * `claimNext`.
   */
  async send(letGoBy: string | undefined): Promise<number> {
    const { db, clock, rules, writes } = this.#options;
    const nowMs = clock.monotonicMs();
    const creation = rules.nextCreation(hasQueued(db), nowMs);
    switch (creation.do) {
      case 'wait':
        return creation.untilMs - nowMs;
      case 'send': {
        // The check is made again with each try, since the disk may keep the claim waiting.
        const claim = await writes.until(() =>
          rules.letsGo ? claimNext(db, clock.nowMs(), letGoBy, creation.which) : undefined,
        );
        if (claim) await this.#attempt(claim);
        return 0;
      }
      case 'send_again':
        await this.#sendAgain(creation.reference);
        return 0;
    }
  }

  /**
   * Sends a sale again. The look-up and what follows are one turn: nothing else is created in
   * between.
   */
  async #sendAgain(reference: string): Promise<void> {
    const { clock, rules, writes, lookUps, onSaleChanged, onSettled } = this.#options;
    const looked = await lookUps.inTurn(reference);
    if ('waitMs' in looked) {
      rules.waitInTurn(reference, clock.monotonicMs() + looked.waitMs);
      return;
    }
    const { verdict } = looked;
    if (verdict !== 'absent' && verdict !== 'judged') return;
    const turn = await writes.until(() => this.#takeTurn(reference, verdict));
    if (!turn) return;
    if (turn.told) onSaleChanged(turn.told);
    if (turn.isCorrected) rules.forgive(reference);
    if (turn.claim) {
      await this.#attempt(turn.claim);
      return;
    }
    rules.settle(reference);
    onSettled();
  }

  /**
   * Carries out what a person asked for, or judges the sale, or claims it again. Undefined if its
   * absence is no longer proven.
   */
  #takeTurn(reference: string, verdict: 'absent' | 'judged'): Turn | undefined {
    const { db, clock, rules } = this.#options;
    if (!rules.isProvenAbsent(reference, clock.monotonicMs())) return undefined;
    const asked = carryOutPendingDecision(db, reference, clock.nowMs());
    if (asked?.decision === 'cancel') return { told: asked.sale };
    if (verdict === 'judged' && !asked) return { told: mustStep(db, this.#judgement(reference)) };
    const claim = claimAgain(db, reference, rules.shownOf(reference), clock.nowMs());
    return { claim, ...(asked && { told: asked.sale, isCorrected: true }) };
  }

  /** Returns the judgement, which says how the last attempt was answered. */
  #judgement(reference: string): Step {
    const { db, clock } = this.#options;
    const { lastEvidence } = requireSale(db, reference);
    const errors = lastEvidence.kind === 'refused' ? lastEvidence.errors : [];
    const status = lastEvidence.kind === 'turned_away' ? String(lastEvidence.status) : '';
    const said = 'what' in lastEvidence ? lastEvidence.what : status;
    const evidence = { kind: 'judged', said, errors } as const;
    return { reference, event: 'judged', evidence, atMs: clock.nowMs() };
  }

  async #attempt({ sale, body }: Claim): Promise<void> {
    const { clock, rules, create, onSaleChanged } = this.#options;
    onSaleChanged(sale);
    if (body === null) {
      rules.doubt(this.#sought(sale), clock.monotonicMs());
      return;
    }
    rules.begin(sale.reference);
    let exchange: Exchange = { kind: 'no_answer', sent: true, what: 'bug', reason: 'broken_off' };
    try {
      exchange = await create(body);
    } finally {
      // This also holds if a bug of ours ended it: the request may have left.
      await this.#conclude(sale, exchange);
    }
  }

  async #conclude(sale: SaleSummary, exchange: Exchange): Promise<void> {
    const { db, clock, rules, writes, onSaleChanged, onAttempt, onSettled } = this.#options;
    // The row may have changed while the request was on the wire: the file may be older than what
    // was sent.
    // Nothing that may fail stands between what the rules take in and the write.
    const { sought, outcome, earlier } = await writes.until(() => {
      const found = this.#sought(sale);
      const made = outcomeOf(exchange, found, localDay(clock.nowMs()));
      const before = made.document && findSaleByDocument(db, made.document.id);
      return { sought: found, outcome: made, earlier: before };
    });
    const step = this.#stepOf(sale, sought, outcome, exchange);
    onSaleChanged(await writes.until(() => mustStep(db, step)));
    if (outcome.event === 'accepted' && sale.proof !== 'none') onSettled();
    onAttempt(outcome, rules.isPaused ? (outcome.error ?? null) : null);
    if (earlier?.state === 'confirmed') this.#options.onIdUsedAgain(earlier.reference);
  }

  /** Returns what is written down of the outcome, after the rules have taken it in. */
  #stepOf(sale: SaleSummary, sought: SoughtSale, outcome: Outcome, exchange: Exchange): Step {
    const { clock, rules } = this.#options;
    const { reference } = sale;
    const { event, evidence, document, differences } = outcome;
    const nowMs = clock.monotonicMs();
    const step = { reference, evidence, atMs: clock.nowMs() };
    switch (event) {
      case 'accepted':
        rules.accepted();
        return {
          ...step,
          event,
          ...(document && { document, documentIds: [document.id] }),
          ...(differences && { differences }),
        };
      case 'not_sent':
        rules.notSent(nowMs);
        if (sought.proof !== sale.proof) rules.doubt(sought, nowMs);
        return { ...step, event: sought.proof === 'none' ? event : 'not_sent_again' };
      default: {
        const retryAfterMs = exchange.kind === 'no_answer' ? null : exchange.retryAfterMs;
        const proof = event === 'created_unclear' ? 'never' : 'absence';
        const failure = { proof, counts: outcome.counts, retryAfterMs } as const;
        const named = evidence.kind === 'created_unclear' ? evidence.documentId : null;
        const documentIds = named === null ? {} : { documentIds: [named] };
        return { ...step, ...rules.failed(failure, nowMs), ...documentIds, event };
      }
    }
  }

  #sought({ reference }: SaleSummary): SoughtSale {
    const sale = readSought(this.#options.db, reference);
    if (!sale) throw new Error(`no sale ${reference}`);
    return sale;
  }
}
