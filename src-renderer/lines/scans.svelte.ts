// What is scanned, looked up strictly in order. Each scan becomes a line, a command, or a problem
// that stays until it is dealt with.
import * as v from 'valibot';
import { scannedTextSchema, type Scanned } from '../../src-main/contract/selling.ts';
import type { NearRule } from '../../src-main/contract/barcodes.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import { commandOf, type Command } from '../../src-main/contract/commands.ts';
import { ok, type Result } from '../../src-main/contract/errors.ts';
import { weighedByLabels, type LabelLine } from '../../src-main/contract/label-price.ts';
import {
  oneUnit,
  quantitySchema,
  type Cents,
  type QuantityThousandths,
  type UnitPriceMicros,
} from '../../src-main/contract/money.ts';
import { Turns } from '../../src-main/contract/turns.ts';
import type {
  CommandRefusal,
  NotAdded,
  ScanSaid,
  ScanSound,
} from '../scanning/scan-desk.svelte.ts';
import { namesDocument } from '../scanning/codes.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { oneOfIt, parseScan, type Asked } from './entry.ts';

/** How soon a scanner may read the same code a second time by itself. */
export const secondReadMs = 1000;

/** What was scanned just before a command. */
export interface ScannedBefore {
  /** True if it was a digit, so that another one goes on with the number. */
  readonly isKey: boolean;
  /** True if it was the same code. */
  readonly isSame: boolean;
}

/** Why a command did nothing, or null: at once, or when it is known. */
export type CommandAnswer = CommandRefusal | null | Promise<CommandRefusal | null>;

/** Its quantity is the sum of what all its scans asked for. */
export interface ScanProblem extends Asked {
  /** The code, as it is sold by hand or added; the product's name if its label says nothing. */
  readonly text: string;
  readonly kind: NotAdded;
  /** What was scanned, if it holds more than the code. */
  readonly scanned?: string;
  /** The rule for the shop's own labels that nearly reads it. */
  readonly near?: NearRule;
  /** What a label without a weight or price is for. */
  readonly product?: Product;
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
    /** Whether a person or a label has said the quantity. */
    isGiven: boolean,
  ) => void;
  /** Says what the screen itself cannot show just now. */
  readonly say?: (message: ScanSaid) => void;
}

export class Scans {
  readonly #options: ScansOptions;
  #problems = $state.raw<readonly ScanProblem[]>([]);
  #handler: ((text: string) => void) | null = null;
  /** A bug in one scan does not stop those behind it. */
  readonly #turns = new Turns();
  /** What was read last, and when; no code if it was no command. */
  #last = { code: '', isKey: false, atMs: -Infinity };
  /** How many scans wait for their turn to change or to take what is in the product field. */
  #typing = 0;
  /**
   * Does what a command barcode says, if there is a screen for it. Elsewhere a message says that
   * there is none.
   */
  command: ((command: Command, before: ScannedBefore) => CommandAnswer) | null = null;
  /** The text in the product field. A quantity and an asterisk there count for the next scan. */
  typed = $state('');
  /** Called when digits were scanned into the product field, which find nothing by themselves. */
  onnumber: (() => void) | null = null;
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
    const command = commandOf(scanned);
    const last = this.#last;
    const now = {
      code: command ? scanned.toUpperCase() : '',
      isKey: command?.kind === 'key',
      atMs: performance.now(),
    };
    this.#last = now;
    const isSame = now.code === last.code;
    const isTwice = isSame && now.atMs - last.atMs < secondReadMs;
    if (command) this.#obey(command, scanned, { isKey: last.isKey, isSame }, isTwice);
    else if (this.#handler) this.#handler(scanned);
    else this.#ask(scanned, this.#typing > 0 ? null : this.takeQuantity(scanned));
  }

  /**
   * Takes what a person typed and ended with Enter, in its turn among the scans. Returns why
   * nothing was added; null if something was. A misread or unknown code may still be words of a
   * name, so it is not a problem yet.
   */
  enterTyped(typed: string): Promise<ScanProblem | null> {
    const { text, ...askedQuantity } = parseScan(typed);
    return this.#take(text, askedQuantity);
  }

  /** Acts in its turn among the scans. */
  inTurn<Value>(act: () => Value | Promise<Value>): Promise<Value> {
    return this.#turns.take(act);
  }

  /** Puts a number into the product field, as far as it was scanned key by key. */
  typeNumber(typed: string): void {
    this.typed = typed;
    this.onnumber?.();
  }

  retry({ text, scanned, quantity, isGiven }: ScanProblem): void {
    this.dismiss(text);
    this.#ask(scanned ?? text, { quantity, isGiven });
  }

  /** Sells the product of a label that holds no weight or price, as if it had no label. */
  sellUnlabelled({ text, product, quantity, isGiven }: ScanProblem): void {
    this.dismiss(text);
    if (product) this.#options.add(product, quantity, product.unitPrice, null, isGiven);
  }

  report(problem: ScanProblem): void {
    const { say } = this.#options;
    // The catalogue comes first, but a receipt is no product that it lacks.
    if (say && problem.kind === 'unknown' && namesDocument(problem.text)) {
      say({ kind: 'document', code: problem.text });
      return;
    }
    const same = this.#problems.find(({ text }) => text === problem.text);
    const quantity = v.safeParse(quantitySchema, (same?.quantity ?? 0) + problem.quantity);
    this.#problems = [
      ...this.#problems.filter(
        (other) => other !== same && !(isOfPercent(problem) && isOfPercent(other)),
      ),
      quantity.success ? { ...problem, quantity: quantity.output } : problem,
    ];
    say?.({ kind: 'not_added', code: problem.text, why: problem.kind });
    this.sound?.('problem');
  }

  dismiss(text: string): void {
    this.#problems = this.#problems.filter(
      (problem) => problem.text !== text && problem.scanned !== text,
    );
  }

  /** Ends what was said of a percentage, as another has been taken off. */
  dismissPercent(): void {
    this.#problems = this.#problems.filter((problem) => !isOfPercent(problem));
  }

  dismissAll(): void {
    this.#problems = [];
  }

  /** While a handler is set, scans go to it and add nothing. */
  intercept(handler: ((text: string) => void) | null): void {
    this.#handler = handler;
  }

  /** Returns what a scan stands for. Nothing is added. */
  async lookUp(text: string): Promise<Result<Scanned>> {
    if (!v.is(scannedTextSchema, text)) return ok({ kind: 'unknown' });
    return this.#options.till.request('sell.scan', { text });
  }

  /** Takes the quantity before an asterisk in the product field, for this code. */
  takeQuantity(code: string): Asked {
    const { text, ...askedQuantity } = parseScan(this.typed + code);
    if (text !== code) return oneOfIt;
    this.typed = '';
    return askedQuantity;
  }

  /**
   * Obeys a command in its turn among the scans, and says why if nothing came of it. The scans
   * behind it do not wait for its answer. The same command within a second may be the scanner's own
   * second reading; any other scan between the two shows that a person meant both.
   */
  #obey(command: Command, code: string, before: ScannedBefore, isTwice: boolean): void {
    this.#typing += 1;
    const turn = this.#turns.take((): { readonly answer: CommandAnswer } => {
      this.#typing -= 1;
      if (!this.command) return { answer: 'elsewhere' };
      return { answer: isTwice ? 'twice' : this.command(command, before) };
    });
    void turn.then(async ({ answer }) => {
      const why = await answer;
      if (why === null) this.sound?.('done');
      else this.#options.say?.({ kind: 'command', code, why });
    });
  }

  /** Without a quantity, takes the one before the asterisk once its turn has come. */
  #ask(text: string, givenQuantity: Asked | null): void {
    void this.#take(text, givenQuantity, (problem) => this.report(problem));
  }

  /**
   * Begins the look-up at once. What comes of it waits for the scans before it; a problem is told
   * before the scans behind it count, since the next good one of the same code ends it.
   */
  #take(
    text: string,
    givenQuantity: Asked | null,
    tell: (problem: ScanProblem) => void = () => undefined,
  ): Promise<ScanProblem | null> {
    const looked = this.lookUp(text);
    // A failure is told once its turn has come.
    looked.catch(() => undefined);
    if (!givenQuantity) this.#typing += 1;
    return this.#turns.take(async () => {
      if (!givenQuantity) this.#typing -= 1;
      const askedQuantity = givenQuantity ?? this.takeQuantity(text);
      const not = (kind: NotAdded, more: Partial<ScanProblem> = {}) => {
        const problem = { text, ...askedQuantity, kind, ...more };
        tell(problem);
        return problem;
      };
      const answer = await looked;
      if (!answer.ok) return not('failed');
      const scanned = answer.value;
      switch (scanned.kind) {
        case 'product':
          break;
        case 'empty': {
          const { product, value } = scanned;
          const named = { text: product.description, scanned: text, product };
          return not(value === 'weight' ? 'no_weight' : 'no_price', named);
        }
        case 'unknown':
          return not('unknown', unknownOf(scanned, text));
        default:
          return not(scanned.kind);
      }
      const sold = severalOf(scanned, askedQuantity.quantity);
      if (sold === undefined) return not('failed');
      const isGiven = askedQuantity.isGiven || scanned.isFromLabel;
      this.#options.add(sold.product, sold.quantity, sold.unitPrice, sold.labelCents, isGiven);
      this.dismiss(text);
      this.sound?.('hit');
      return null;
    });
  }
}

const isOfPercent = ({ kind }: ScanProblem): boolean =>
  kind === 'percent_decimals' || kind === 'percent_much';

/** Returns what a problem says of an unknown code besides the code. */
const unknownOf = (
  { gtin, near }: Extract<Scanned, { kind: 'unknown' }>,
  text: string,
): Partial<ScanProblem> => ({
  ...(gtin !== undefined && { text: gtin, scanned: text }),
  ...(near && { near }),
});

/**
 * Returns, for example, three packets of the weight or at the price that the code carries;
 * undefined if that is more than a line can hold.
 */
function severalOf(
  { product, quantity, unitPrice, labelPrice }: Extract<Scanned, { kind: 'product' }>,
  times: QuantityThousandths,
): LabelLine | undefined {
  // Three times the weight of one label need not come to three times its price.
  if (labelPrice !== undefined) return weighedByLabels(product, times, labelPrice);
  const total = v.safeParse(quantitySchema, Math.round((quantity * times) / oneUnit));
  return total.success
    ? { product, quantity: total.output, unitPrice, labelCents: null }
    : undefined;
}
