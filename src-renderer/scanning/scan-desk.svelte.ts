// What becomes of every scan of the program: the screen that shows takes it, or it is told, with a
// way on.
import { createContext } from 'svelte';
import type { Cents, QuantityThousandths } from '../../src-main/contract/money.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { isDocumentCode, isPayCode } from './codes.ts';

export type ScanSound = 'hit' | 'problem';
export type TakeScan = (code: string) => void;

/** What is said of a scan that does not speak for itself. */
export type ScanSaid =
  /** Scanned on screens that sell nothing, oldest first. */
  | { readonly kind: 'unsold'; readonly codes: readonly string[] }
  | { readonly kind: 'document'; readonly code: string }
  /** Looked for: at the service, or among those that were seen before. */
  | { readonly kind: 'no_document'; readonly code: string; readonly isRemembered: boolean }
  | { readonly kind: 'no_answer'; readonly code: string }
  | { readonly kind: 'signed_out'; readonly code: string }
  /** Neither shows the code, which may be somebody's PIN. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'secret' }
  /** Why the command barcode did nothing. */
  | { readonly kind: 'command'; readonly why: CommandRefusal }
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
      readonly why: 'unknown' | 'misread' | 'failed';
    };

export type CommandRefusal = 'elsewhere' | 'twice' | 'nothing' | 'unfinishable' | 'covered';

/** What can be done with a code that the screen has no use for. */
export interface ScanWays {
  readonly sell: (codes: readonly string[]) => void;
  readonly open: (code: string) => void;
}

/** Where something is said: a dialog's id; null is the screen. */
export type ScanPlace = string | null;

export class ScanDesk {
  readonly #till: Till;
  readonly #sound: () => void;
  #takers: readonly TakeScan[] = [];
  #places = $state.raw<readonly string[]>([]);
  #said = $state.raw<{ readonly said: ScanSaid; readonly place: ScanPlace } | null>(null);
  /**
   * Scanned where nothing is sold, oldest first, until they are sold or dismissed: whatever else is
   * said meanwhile.
   */
  #unsold = $state.raw<readonly string[]>([]);
  /** The longest pause within any scan so far; null before the first. */
  #slowestGapMs: number | null = null;
  /** Null while no shop is open. */
  #ways: ScanWays | null = null;

  /** `sound`: makes whoever looks at the goods look up. */
  constructor(till: Till, sound: () => void) {
    this.#till = till;
    this.#sound = sound;
  }

  /** The lock shows nothing of what was scanned before. */
  saidAt(place: ScanPlace): ScanSaid | null {
    if (this.#said?.place !== place) return null;
    const { said } = this.#said;
    return this.#till.isLocked && said.kind !== 'locked' ? null : said;
  }

  get slowestGapMs(): number | null {
    return this.#slowestGapMs;
  }

  /** How this till's scanner types: of each scan, the longest pause between two keys. */
  learn(longestGapMs: number): void {
    this.#slowestGapMs = Math.max(this.#slowestGapMs ?? 0, longestGapMs);
  }

  /** What can be sold of what was scanned. */
  get unsold(): readonly string[] {
    return this.#till.isLocked ? [] : this.#unsold;
  }

  /** What was still unsold when the till was locked. */
  restore(codes: readonly string[] | null): void {
    if (codes === null) return;
    this.#unsold = codes;
    this.#forget();
  }

  /** What a scanner has read. `isSecret`: into a field for a PIN or a password. */
  take(text: string, isSecret: boolean): void {
    const code = text.trim();
    const taker = this.#takers.at(-1);
    this.#forgetTold();
    if (this.#till.isLocked) this.say({ kind: 'locked' });
    else if (isSecret) this.say({ kind: 'secret' });
    else if (this.#ways === null) this.say({ kind: 'signed_out', code });
    else if (taker) taker(code);
    else if (isPayCode(code)) this.say({ kind: 'command', why: 'elsewhere' });
    else if (isDocumentCode(code)) this.say({ kind: 'document', code });
    else this.say({ kind: 'unsold', codes: [...this.#unsold, code] });
  }

  /** Says it where a person looks: in the dialog that covers everything else, or on the screen. */
  say(said: ScanSaid): void {
    const place = this.#place;
    const isSeen = said.kind === 'added' || said.kind === 'not_added';
    // The screen itself shows its lines and its problems, and has a sound for both.
    if (isSeen && place === null) return;
    this.#said = { said, place };
    this.#unsold = unsoldAfter(said, this.#unsold);
    if (!isSeen) this.#sound();
  }

  /**
   * A person has seen what is said, and wants none of it: under the lock, which shows no more than
   * that, not of the rest.
   */
  dismiss(): void {
    if (!this.#till.isLocked) this.#unsold = [];
    this.#forget();
  }

  /** The screen has changed: what was only about the one before it is over. */
  screenChanged(): void {
    this.#forgetTold();
  }

  /** Scans go to the one who came last. Returns the function that ends it. */
  useTaker(taker: TakeScan): () => void {
    this.#takers = [...this.#takers, taker];
    return () => {
      this.#takers = this.#takers.filter((other) => other !== taker);
    };
  }

  /** Listens for as long as a shop is open. Returns the function that ends it. */
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

  /** A dialog or the lock covers everything else. Returns the function that uncovers it. */
  cover(place: string): () => void {
    this.#places = [...this.#places, place];
    return () => {
      this.#places = this.#places.filter((other) => other !== place);
      if (this.#said?.place !== place) return;
      const { said } = this.#said;
      if (isKept(said)) this.#said = { said, place: this.#place };
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

  get #place(): ScanPlace {
    return this.#places.at(-1) ?? null;
  }

  #forgetTold(): void {
    if (this.#said && !isKept(this.#said.said)) this.#forget();
  }

  #forget(): void {
    const codes = this.#unsold;
    this.#said = codes.length > 0 ? { said: { kind: 'unsold', codes }, place: this.#place } : null;
  }
}

/** A code that no document has, and that is none of a document, is one of the goods. */
function unsoldAfter(said: ScanSaid, unsold: readonly string[]): readonly string[] {
  switch (said.kind) {
    case 'unsold':
      return said.codes;
    case 'no_document':
    case 'no_answer':
      return isDocumentCode(said.code) ? unsold : [...unsold, said.code];
    default:
      return unsold;
  }
}

/** Until a person has done something about it. */
const isKept = ({ kind }: ScanSaid): boolean => kind === 'unsold' || kind === 'document';

export const [useScanDesk, provideScanDesk] = createContext<ScanDesk>();
