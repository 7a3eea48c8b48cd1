// Sends one sale after the other: a first time, or once more in the turn in which it was looked for and not found.
import type { AppError } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { carryOutAsked } from '../store/corrections.ts';
import { readSought } from '../store/doubts.ts';
import type { Store } from '../store/open.ts';
import {
  claimAgain,
  claimNext,
  hasQueued,
  mustStep,
  type Claim,
  type Step,
} from '../store/sale-steps.ts';
import { requireSale } from '../store/sales.ts';
import type { Exchange } from '../service/client.ts';
import type { Clock } from './clock.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { Looker } from './looker.ts';
import { outcomeOf, proofAfter, type Outcome } from './outcome.ts';
import type { Rules } from './rules.ts';

export interface SenderOptions {
  readonly db: Store;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly writes: DurableWrites;
  readonly looker: Looker;
  readonly create: (body: Uint8Array) => Promise<Exchange>;
  readonly onSaleChanged: (sale: SaleSummary) => void;
  /** An attempt has ended. `error`: what pauses the outbox, if this attempt made it pause. */
  readonly onAttempt: (outcome: Outcome, error: AppError | null) => void;
  /** What became of a sale in doubt is known. */
  readonly onSettled: () => void;
}

export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Creates at most one document. Returns how long nothing else may be sent. `letGoBy`: see `claimNext`. */
  async send(letGoBy: string | undefined): Promise<number> {
    const { db, clock, rules, writes } = this.#options;
    const nowMs = clock.monotonicMs();
    const creation = rules.nextCreation(hasQueued(db), nowMs, clock.nowMs());
    switch (creation.do) {
      case 'wait':
        return creation.untilMs - nowMs;
      case 'send': {
        const claim = await writes.until(() => claimNext(db, clock.nowMs(), letGoBy));
        if (claim) await this.#create(claim);
        return 0;
      }
      case 'send_again':
        await this.#sendAgain(creation.reference);
        return 0;
    }
  }

  /** The look and the claim are one turn: nothing else is created in between. */
  async #sendAgain(reference: string): Promise<void> {
    const { db, clock, rules, writes, looker, onSaleChanged, onSettled } = this.#options;
    const verdict = await looker.inTurn(reference);
    if (verdict !== 'absent' && verdict !== 'judged') return;
    const shown = rules.shownOf(reference);
    const asked = await writes.until(() =>
      readSought(db, reference)?.state === 'in_doubt'
        ? carryOutAsked(db, reference, clock.nowMs())
        : undefined,
    );
    if (asked) onSaleChanged(asked.sale);
    if (asked?.decision === 'correct') rules.forgive(reference);
    const isJudged = verdict === 'judged' && !asked;
    if (isJudged) await writes.recordFrom('in_doubt', this.#judgement(reference));
    const claim = await writes.until(() => claimAgain(db, reference, shown, clock.nowMs()));
    if (claim) {
      await this.#create(claim);
      return;
    }
    rules.settle(reference);
    onSettled();
  }

  /** Says what the last attempt was answered. */
  #judgement(reference: string): Step {
    const { db, clock } = this.#options;
    const { lastEvidence } = requireSale(db, reference);
    const errors = lastEvidence.kind === 'refused' ? lastEvidence.errors : [];
    const status = lastEvidence.kind === 'turned_away' ? String(lastEvidence.status) : '';
    const said = 'what' in lastEvidence ? lastEvidence.what : status;
    const evidence = { kind: 'judged', said, errors } as const;
    return { reference, event: 'judged', evidence, atMs: clock.nowMs() };
  }

  async #create({ sale, body }: Claim): Promise<void> {
    const { clock, rules, create, onSaleChanged } = this.#options;
    onSaleChanged(sale);
    rules.begin(sale.reference, clock.nowMs());
    let exchange: Exchange = { kind: 'no_answer', sent: true, what: 'bug', reason: 'broken_off' };
    try {
      exchange = await create(body);
    } finally {
      // Also where a bug of ours ended it: the request may have left.
      await this.#conclude(sale, exchange);
    }
  }

  async #conclude(sale: SaleSummary, exchange: Exchange): Promise<void> {
    const { rules, onAttempt, onSettled } = this.#options;
    const wasInDoubt = sale.proof !== 'none';
    const outcome = outcomeOf(exchange, sale);
    await this.#record(this.#stepOf(sale, outcome, exchange));
    if (outcome.event === 'accepted' && wasInDoubt) onSettled();
    onAttempt(outcome, rules.isPaused ? (outcome.error ?? null) : null);
  }

  /** What the rules make of the outcome, and what is written down of it. */
  #stepOf({ reference, proof }: SaleSummary, outcome: Outcome, exchange: Exchange): Step {
    const { clock, rules } = this.#options;
    const { event, evidence, document } = outcome;
    const nowMs = clock.monotonicMs();
    const step = { reference, evidence, atMs: clock.nowMs() };
    switch (event) {
      case 'accepted':
        rules.accepted();
        return { ...step, event, ...(document && { document, documentIds: [document.id] }) };
      case 'not_sent':
        rules.notSent(nowMs);
        return { ...step, event: proof === 'none' ? event : 'not_sent_again' };
      default: {
        const retryAfterMs = exchange.kind === 'no_answer' ? null : exchange.retryAfterMs;
        const failure = { proof: proofAfter[event], counts: outcome.counts, retryAfterMs };
        const named = evidence.kind === 'created_unclear' ? evidence.documentId : null;
        const documentIds = named === null ? {} : { documentIds: [named] };
        return { ...step, ...rules.failed(failure, nowMs), ...documentIds, event };
      }
    }
  }

  async #record(step: Step): Promise<void> {
    const { db, writes, onSaleChanged } = this.#options;
    onSaleChanged(await writes.until(() => mustStep(db, step)));
  }
}
