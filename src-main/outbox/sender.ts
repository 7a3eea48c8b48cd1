// Sends one sale after the other: for the first time, or again in the turn in which it was looked
// for and not found.
import { localDay } from '../contract/calendar.ts';
import type { AppError } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { carryOutPendingDecision } from '../store/corrections.ts';
import { readSought, type SoughtSale } from '../store/doubts.ts';
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
import type { DurableWrites } from './durable-writes.ts';
import type { LookUps } from './look-ups.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import type { Rules } from './rules.ts';

export interface SenderOptions {
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

/** `changedSale`: if it is another by now. Without a `claim` the sale is in doubt no longer. */
interface Turn {
  readonly changedSale?: SaleSummary;
  readonly claim?: Claim | undefined;
}

export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Creates at most one document. Returns how long nothing else may be sent. */
  async send(): Promise<number> {
    const { rules, writes } = this.#options;
    const { db, clock } = writes;
    const nowMs = clock.monotonicMs();
    const creation = rules.nextCreation(hasQueued(db), nowMs);
    switch (creation.do) {
      case 'wait':
        return creation.untilMs - nowMs;
      case 'send': {
        // The check is made again with each try, since the disk may keep the claim waiting.
        const claim = await writes.until(() =>
          rules.letsGo ? claimNext(db, clock.nowMs(), rules.releasedBy, creation.which) : undefined,
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
    const { rules, writes, lookUps, onSaleChanged, onSettled } = this.#options;
    const lookUp = await lookUps.inTurn(reference);
    if ('waitMs' in lookUp) {
      rules.waitInTurn(reference, writes.clock.monotonicMs() + lookUp.waitMs);
      return;
    }
    const { verdict } = lookUp;
    if (verdict !== 'absent' && verdict !== 'judged') return;
    const turn = await writes.until(() => this.#takeTurn(reference, verdict));
    if (!turn) return;
    const { changedSale, claim } = turn;
    if (changedSale) onSaleChanged(changedSale);
    if (claim) {
      if (changedSale) rules.forgive(reference);
      await this.#attempt(claim);
    } else {
      rules.settle(reference);
      onSettled();
    }
  }

  /**
   * Carries out what a person asked for, or judges the sale, or claims it again. Undefined if its
   * absence is no longer proven.
   */
  #takeTurn(reference: string, verdict: 'absent' | 'judged'): Turn | undefined {
    const { rules, writes } = this.#options;
    const { db, clock } = writes;
    if (rules.isHeld) return undefined;
    if (!rules.isProvenAbsent(reference, clock.monotonicMs())) return undefined;
    const carriedOut = carryOutPendingDecision(db, reference, clock.nowMs());
    if (carriedOut?.decision === 'cancel') return { changedSale: carriedOut.sale };
    if (verdict === 'judged' && !carriedOut) return { changedSale: this.#judge(reference) };
    const claim = claimAgain(db, reference, rules.shownOf(reference), clock.nowMs());
    return { claim, ...(carriedOut && { changedSale: carriedOut.sale }) };
  }

  /** Judges the sale by how its last attempt was answered. */
  #judge(reference: string): SaleSummary {
    const { db, clock } = this.#options.writes;
    const { lastEvidence } = requireSale(db, reference);
    const errors = lastEvidence.kind === 'refused' ? lastEvidence.errors : [];
    const status = lastEvidence.kind === 'turned_away' ? String(lastEvidence.status) : '';
    const answer = 'what' in lastEvidence ? lastEvidence.what : status;
    const evidence = { kind: 'judged', said: answer, errors } as const;
    return mustStep(db, { reference, event: 'judged', evidence, atMs: clock.nowMs() });
  }

  async #attempt({ sale, body }: Claim): Promise<void> {
    const { rules, writes, create, onSaleChanged } = this.#options;
    onSaleChanged(sale);
    if (body === null) {
      rules.doubt(this.#sought(sale), writes.clock.monotonicMs());
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
    const { rules, writes, onSaleChanged, onAttempt, onSettled, onIdUsedAgain } = this.#options;
    const { db, clock } = writes;
    let step: Step | undefined;
    const { changedSale, outcome, earlierSale } = await writes.until(() => {
      // The row may have changed while the request was on the wire: the file may be older than
      // what was sent.
      const sought = this.#sought(sale);
      const outcome = outcomeOf(exchange, sought, localDay(clock.nowMs()));
      const earlierSale = outcome.document && findSaleByDocument(db, outcome.document.id);
      // The rules take it in once, however often the disk refuses the write.
      step ??= this.#stepOf(sale, sought, outcome, exchange);
      return { changedSale: mustStep(db, step), outcome, earlierSale };
    });
    onSaleChanged(changedSale);
    if (outcome.event === 'accepted' && sale.proof !== 'none') onSettled();
    onAttempt(outcome, rules.isPaused ? (outcome.error ?? null) : null);
    if (earlierSale?.state === 'confirmed') onIdUsedAgain(earlierSale.reference);
  }

  /** Returns what is written down of the outcome, after the rules have taken it in. */
  #stepOf(sale: SaleSummary, sought: SoughtSale, outcome: Outcome, exchange: Exchange): Step {
    const { rules, writes } = this.#options;
    const { event, evidence, document, differences } = outcome;
    const nowMs = writes.clock.monotonicMs();
    const step = { reference: sale.reference, evidence, atMs: writes.clock.nowMs() };
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
        const namedId = evidence.kind === 'created_unclear' ? evidence.documentId : null;
        const documentIds = namedId === null ? {} : { documentIds: [namedId] };
        return { ...step, ...rules.failed(failure, nowMs), ...documentIds, event };
      }
    }
  }

  #sought({ reference }: SaleSummary): SoughtSale {
    const sale = readSought(this.#options.writes.db, reference);
    if (!sale) throw new Error(`no sale ${reference}`);
    return sale;
  }
}
