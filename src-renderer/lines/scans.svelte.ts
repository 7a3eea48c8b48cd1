// What is scanned, looked up strictly in order. Each scan becomes a line, a command, or a problem
// that stays until it is dealt with.
import * as v from 'valibot';
import type { Scanned } from '../../src-main/contract/selling.ts';
import { barcodeSchema, type Product } from '../../src-main/contract/catalogue.ts';
import { ok, type Result } from '../../src-main/contract/errors.ts';
import { weighedByLabels, type LabelLine } from '../../src-main/contract/label-price.ts';
import {
  oneUnit,
  quantitySchema,
  type Cents,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../../src-main/contract/money.ts';
import { isPayCode } from '../scanning/codes.ts';
import type { ScanSaid, ScanSound } from '../scanning/scan-desk.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { parseScan } from './entry.ts';

/** How soon a scanner may read the same code a second time by itself. */
export const secondReadMs = 1000;

export interface ScanProblem {
  readonly text: string;
  readonly kind: 'unknown' | 'misread' | 'failed';
  /** The quantity that all its scans together asked for. */
  readonly quantity: QuantityThousandths;
}

export interface ScansDraft {
  readonly typed: string;
  readonly problems: readonly ScanProblem[];
}

interface ScansOptions {
  readonly till: Till;
  readonly add: (
    product: Product,
    quantity: QuantityThousandths,
    unitPrice: UnitPriceMicros,
    /** The price on the labels, if the quantity was worked out from that; else null. */
    labelCents: Cents | null,
  ) => void;
  /** Says what the screen itself cannot show just now. */
  readonly say?: (said: ScanSaid) => void;
}

export class Scans {
  readonly #options: ScansOptions;
  #problems = $state.raw<readonly ScanProblem[]>([]);
  #handler: ((text: string) => void) | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  /**
   * Does what a command barcode says, if there is a screen for it. Elsewhere a message says that
   * there is none.
   */
  command: ((command: 'pay') => void) | null = null;
  /** The text in the product field. A quantity and an asterisk there count for the next scan. */
  typed = $state('');
  /** Plays a sound, if there is something to play it. */
  sound: ((sound: ScanSound) => void) | null = null;

  constructor(options: ScansOptions) {
    this.#options = options;
  }

  /** The problems, oldest first. */
  get problems(): readonly ScanProblem[] {
    return this.#problems;
  }

  /** Null while there is nothing to keep. */
  get draft(): ScansDraft | null {
    const { typed } = this;
    return typed === '' && this.#problems.length === 0 ? null : { typed, problems: this.#problems };
  }

  /** Takes back what there was when the till was locked. */
  restore(draft: ScansDraft | null): void {
    if (!draft) return;
    this.typed = draft.typed;
    this.#problems = draft.problems;
  }

  /** Takes what a scanner has read. */
  enter(text: string): void {
    const scanned = text.trim();
    if (this.#handler) this.#handler(scanned);
    else this.#ask(scanned, this.#takeQuantity(scanned));
  }

  /**
   * Takes what a person typed and ended with Enter, in its turn among the scans. Returns why
   * nothing was added; null if something was. A misread or unknown code may still be words of a
   * name, so it is not a problem yet.
   */
  enterTyped(typed: string): Promise<ScanProblem | null> {
    const { text, quantity } = parseScan(typed);
    return this.#inTurn(text, quantity);
  }

  retry({ text, quantity }: ScanProblem): void {
    this.dismiss(text);
    this.#ask(text, quantity);
  }

  report(problem: ScanProblem): void {
    const same = this.#problems.find(({ text }) => text === problem.text);
    const quantity = v.safeParse(quantitySchema, (same?.quantity ?? 0) + problem.quantity);
    this.#problems = [
      ...this.#problems.filter((other) => other !== same),
      quantity.success ? { ...problem, quantity: quantity.output } : problem,
    ];
    this.#options.say?.({ kind: 'not_added', code: problem.text, why: problem.kind });
    this.sound?.('problem');
  }

  dismiss(text: string): void {
    this.#problems = this.#problems.filter((problem) => problem.text !== text);
  }

  /** While a handler is set, scans go to it and add nothing. */
  intercept(handler: ((text: string) => void) | null): void {
    this.#handler = handler;
  }

  /** Returns what a scan stands for. Nothing is added. */
  async lookUp(text: string): Promise<Result<Scanned>> {
    // A text that no catalogue can hold, such as the address in a QR code, is not found in one
    // either.
    if (!v.is(barcodeSchema, text)) return ok({ kind: 'unknown' });
    return this.#options.till.request('sell.scan', { text });
  }

  #takeQuantity(scanned: string): QuantityThousandths {
    const asked = parseScan(this.typed + scanned);
    if (asked.text !== scanned) return oneUnit;
    this.typed = '';
    return asked.quantity;
  }

  #ask(text: string, quantity: QuantityThousandths): void {
    void this.#inTurn(text, quantity).then((problem) => {
      if (problem) this.report(problem);
    });
  }

  #inTurn(text: string, quantity: QuantityThousandths): Promise<ScanProblem | null> {
    const turn = this.#take(text, quantity, this.#queue);
    // A bug in one must not stop those behind it.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** Begins the look-up at once. What comes of it waits for those before it. */
  async #take(
    text: string,
    quantity: QuantityThousandths,
    before: Promise<unknown>,
  ): Promise<ScanProblem | null> {
    const isCommand = isPayCode(text);
    const earlier = this.#problems.find((problem) => problem.text === text);
    const [answer] = await Promise.all([isCommand ? null : this.lookUp(text), before]);
    if (answer === null) {
      if (this.command) this.command('pay');
      else this.#options.say?.({ kind: 'command', why: 'elsewhere' });
      return null;
    }
    if (!answer.ok) return { text, quantity, kind: 'failed' };
    const scanned = answer.value;
    if (scanned.kind !== 'product') return { text, quantity, kind: scanned.kind };
    const sold = severalOf(scanned, quantity);
    if (sold === undefined) return { text, quantity, kind: 'failed' };
    this.#options.add(sold.product, sold.quantity, sold.unitPrice, sold.labelCents);
    // A problem that came since then is another one.
    if (earlier) this.#problems = this.#problems.filter((problem) => problem !== earlier);
    this.sound?.('hit');
    return null;
  }
}

/**
 * Returns, for example, three packets of the weight or at the price that the code carries;
 * undefined if that is more than a line can hold.
 */
function severalOf(
  { product, quantity, unitPrice, labelPrice }: Extract<Scanned, { kind: 'product' }>,
  asked: QuantityThousandths,
): LabelLine | undefined {
  // Three times the weight of one label need not come to three times its price.
  if (labelPrice !== undefined) return weighedByLabels(product, asked, labelPrice);
  const total = v.safeParse(quantitySchema, Math.round((quantity * asked) / oneUnit));
  return total.success
    ? { product, quantity: total.output, unitPrice, labelCents: null }
    : undefined;
}
