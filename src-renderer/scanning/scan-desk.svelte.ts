// Decides what becomes of every scan of the program: the screen that shows takes it, or a person is
// told, with a way on.
import { createContext } from 'svelte';
import { commandOf } from '../../src-main/contract/commands.ts';
import type { Cents, QuantityThousandths } from '../../src-main/contract/money.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { isDocumentCode, meantCommand, namesDocument } from './codes.ts';
import type { ScanTyped } from './scanner-rhythm.ts';

export type ScanSound = 'hit' | 'done' | 'problem';
export type TakeScan = (code: string) => void;

/** What must be said of a scan that does not speak for itself. */
export type ScanSaid =
  /** Codes scanned on screens that sell nothing, oldest first. */
  | { readonly kind: 'unsold'; readonly codes: readonly string[] }
  | { readonly kind: 'document'; readonly code: string }
  /** The code was searched for: at the service, or among the documents seen before. */
  | { readonly kind: 'no_document'; readonly code: string; readonly isRemembered: boolean }
  | { readonly kind: 'no_answer'; readonly code: string }
  | { readonly kind: 'signed_out'; readonly code: string }
  /** Neither of these two shows the code, which may be somebody's PIN. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'secret' }
  /** Why a command barcode did nothing. */
  | { readonly kind: 'command'; readonly code: string; readonly why: CommandRefusal }
  /** A product was added behind a dialog. */
  | {
      readonly kind: 'added';
      readonly description: string;
      readonly quantity: QuantityThousandths;
      readonly totalCents: Cents;
    }
  | {
      readonly kind: 'not_added';
      readonly code: string;
      readonly why: NotAdded;
    };

/** Why a scan, or what was typed, added nothing. */
export type NotAdded =
  | 'unknown'
  | 'misread'
  | 'failed'
  /** A label of the shop's own whose product is known. */
  | 'no_weight'
  | 'no_price'
  /** A percentage that no line can get. */
  | 'percent_decimals'
  | 'percent_much';

export type CommandRefusal =
  | 'elsewhere'
  | 'twice'
  /** It came in one go with other keys, as a code of several lines does. */
  | 'chained'
  /** There is nothing to pay. */
  | 'nothing'
  /** There is nothing else for the command to be done to. */
  | 'idle'
  | 'unfinishable'
  /** It was tried, and the screen says why it was refused. */
  | 'not_done'
  /** The sale is too large for what the payment would make of it. */
  | 'invoice_needed'
  | 'covered'
  /** “Times” was scanned, and its product not yet. */
  | 'product_needed'
  /** No number that the command could use was scanned before. */
  | 'number_needed'
  /** The number is no percentage to take off. */
  | 'percent_wrong'
  /** What is weighed was scanned, and its quantity not yet. */
  | 'weight_needed'
  | 'no_tax_number'
  | 'unpaid'
  | 'no_method';

/** What can be done with a code that the screen has no use for. */
export interface ScanWays {
  readonly sell: (codes: readonly string[]) => void;
  readonly open: (code: string) => void;
  /** Begins to take goods of a document back. */
  readonly takeBack: (code: string) => void;
}

/** Where something is said: a dialog's id, or null for the screen. */
export type ScanPlace = string | null;

const scansRemembered = 10;

export class ScanDesk {
  readonly #till: Till;
  readonly #sound: () => void;
  #takers: readonly { readonly take: TakeScan; readonly obeys: boolean }[] = [];
  #places = $state.raw<readonly string[]>([]);
  #placedMessage = $state.raw<{ readonly message: ScanSaid; readonly place: ScanPlace } | null>(
    null,
  );
  /**
   * The codes scanned where nothing is sold, oldest first. They stay until they are sold or
   * dismissed, whatever else is said meanwhile.
   */
  #unsold = $state.raw<readonly string[]>([]);
  /** The longest pause within each of the latest scans, oldest first. */
  #gapsMs: readonly number[] = [];
  /** Null while no shop is open. */
  #ways: ScanWays | null = null;

  /** `sound` makes whoever looks at the goods look up. */
  constructor(till: Till, sound: () => void) {
    this.#till = till;
    this.#sound = sound;
  }

  /** Returns what is said there. The lock shows nothing of what was scanned before. */
  saidAt(place: ScanPlace): ScanSaid | null {
    if (this.#placedMessage?.place !== place) return null;
    const { message } = this.#placedMessage;
    return this.#till.isLocked && message.kind !== 'locked' ? null : message;
  }

  /** Returns the longest pause within any of the latest scans; null before the first. */
  get slowestGapMs(): number | null {
    return this.#gapsMs.length === 0 ? null : Math.max(...this.#gapsMs);
  }

  /**
   * Learns how this till's scanner types, from the longest pause between two keys of each scan. One
   * that came while the page was busy is soon forgotten.
   */
  learn(longestGapMs: number): void {
    this.#gapsMs = [...this.#gapsMs, longestGapMs].slice(-scansRemembered);
  }

  /** The scanned codes that can be sold. */
  get unsold(): readonly string[] {
    return this.#till.isLocked ? [] : this.#unsold;
  }

  /** Takes back the codes that were still unsold when the till was locked. */
  restore(codes: readonly string[] | null): void {
    if (codes === null) return;
    this.#unsold = codes;
    this.#forget();
  }

  /**
   * Takes what a scanner has read. One code of a customer's may have several lines, which a scanner
   * types as several scans: such lines sell what they name, and command nothing.
   */
  take({ text, isSecret, isChained }: Omit<ScanTyped, 'longestGapMs'>): void {
    const code = meantCommand(text.trim());
    const taker = this.#takers.at(-1);
    this.forgetTold();
    if (this.#till.isLocked) this.say({ kind: 'locked' });
    else if (isSecret) this.say({ kind: 'secret' });
    else if (this.#ways === null) this.say({ kind: 'signed_out', code });
    else if (commandOf(code) && isChained) this.say({ kind: 'command', code, why: 'chained' });
    else if (commandOf(code) && !taker?.obeys)
      this.say({ kind: 'command', code, why: 'elsewhere' });
    else if (taker) taker.take(code);
    else if (namesDocument(code)) this.say({ kind: 'document', code });
    else this.say({ kind: 'unsold', codes: [...this.#unsold, code] });
  }

  /** Says it where a person looks: in the dialog that covers everything else, or on the screen. */
  say(message: ScanSaid): void {
    const place = this.#place;
    const isSeen = message.kind === 'added' || message.kind === 'not_added';
    // The screen itself shows its lines and its problems, and has a sound for both.
    if (isSeen && place === null) return;
    this.#placedMessage = { message, place };
    this.#unsold = unsoldAfter(message, this.#unsold);
    if (!isSeen) this.#sound();
  }

  /**
   * Handles that a person has seen what is said, and wants none of it. Under the lock, which shows
   * no more than that, the rest stays.
   */
  dismiss(): void {
    if (!this.#till.isLocked) this.#unsold = [];
    this.#forget();
  }

  /** Forgets what was only about the scan or the screen before. */
  forgetTold(): void {
    if (this.#placedMessage && !isKept(this.#placedMessage.message)) this.#forget();
  }

  /**
   * Sends scans to this taker, until one comes later; commands only if it obeys them. Returns the
   * function that ends it.
   */
  useTaker(take: TakeScan, { obeys = false } = {}): () => void {
    const taker = { take, obeys };
    this.#takers = [...this.#takers, taker];
    return () => (this.#takers = this.#takers.filter((other) => other !== taker));
  }

  /** Takes the ways for as long as a shop is open. Returns the function that ends it. */
  useWays(ways: ScanWays): () => void {
    this.#ways = ways;
    return () => {
      this.#ways = null;
      this.#unsold = [];
      this.#forget();
    };
  }

  get isCovered(): boolean {
    return this.#places.length > 0;
  }

  /**
   * Handles that a dialog or the lock covers everything else. Returns the function that uncovers
   * it.
   */
  cover(place: string): () => void {
    this.#places = [...this.#places, place];
    return () => {
      this.#places = this.#places.filter((other) => other !== place);
      if (this.#placedMessage?.place !== place) return;
      const { message } = this.#placedMessage;
      if (isKept(message)) this.#placedMessage = { message, place: this.#place };
      else this.#forget();
    };
  }

  sell(): void {
    const codes = this.#unsold;
    this.#unsold = [];
    this.#forget();
    this.#ways?.sell(codes);
  }

  open(code: string): void {
    this.#forget();
    this.#ways?.open(code);
  }

  takeBack(code: string): void {
    this.#forget();
    this.#ways?.takeBack(code);
  }

  get #place(): ScanPlace {
    return this.#places.at(-1) ?? null;
  }

  #forget(): void {
    const codes = this.#unsold;
    this.#placedMessage =
      codes.length > 0 ? { message: { kind: 'unsold', codes }, place: this.#place } : null;
  }
}

/**
 * Returns the unsold codes. A code for which no document was found, and that has not the form of a
 * document's, is one of the goods.
 */
function unsoldAfter(message: ScanSaid, unsold: readonly string[]): readonly string[] {
  switch (message.kind) {
    case 'unsold':
      return message.codes;
    case 'no_document':
    case 'no_answer':
      return isDocumentCode(message.code) ? unsold : [...unsold, message.code];
    default:
      return unsold;
  }
}

/** Returns whether it stays until a person has done something about it. */
const isKept = ({ kind }: ScanSaid): boolean => kind === 'unsold' || kind === 'document';

export const [useScanDesk, provideScanDesk] = createContext<ScanDesk>();
