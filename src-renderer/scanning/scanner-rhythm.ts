// Tells what a scanner types from what a person types, by the rhythm of the keys and the key that
// ends them. It is told of every key as it goes down, and says what the key is part of.
import { groupSeparator } from '../../src-main/contract/gs1.ts';
import type { ScanEnd, ScannerSettings } from '../../src-main/contract/selling.ts';
import { isWholeCode } from './codes.ts';

export interface KeyPress {
  /** The key as `KeyboardEvent.key` names it. */
  readonly key: string;
  readonly atMs: number;
  /** True if the key is repeated while it is held down, which no scanner does. */
  readonly isByHand: boolean;
  /** True together with Control, Alt or Meta: the key writes nothing then. */
  readonly isCommand: boolean;
}

export type KeyReading =
  /**
   * A character after a pause: typed by a person, or the first of a scan. `mayGoOn`: it may also go
   * on with a scan that has paused.
   */
  | { readonly kind: 'begins'; readonly mayGoOn: boolean }
  /** A character that comes too soon after another one for most people. */
  | { readonly kind: 'goes_on' }
  /**
   * A key that would do something, in the middle of what a scanner types or right behind it, though
   * the code may not be readable. `mayEnd`: it ends the scan if no other key follows in rhythm.
   */
  | { readonly kind: 'held_back'; readonly mayEnd: boolean }
  /**
   * The key that ends a scan; the text is without the prefix. `isChained` means that it began too
   * soon after other keys for a hand to have pulled the trigger again, as if one code had several
   * lines.
   */
  | {
      readonly kind: 'scanned';
      readonly text: string;
      readonly longestGapMs: number;
      readonly isChained: boolean;
      /** How many pauses there were in it: it had so many `begins` besides the first. */
      readonly pauses: number;
    }
  | { readonly kind: 'other' };

/** A scan, and where it was typed. */
export interface ScanTyped {
  readonly text: string;
  /** True if it was typed into a field for a PIN or a password. */
  readonly isSecret: boolean;
  readonly longestGapMs: number;
  /** As `KeyReading` has it. */
  readonly isChained: boolean;
}

/** Fewer characters than these are a person's, unless the prefix comes before them. */
const fewestCharacters = 3;
/** This many keys in rhythm are never a person's. */
const surelyScanned = 6;
/** The longest pause within a scan, as a busy computer or a radio makes them now and then. */
export const longestPauseMs = 300;
/** The most pauses in one scan. */
export const mostPauses = 8;
const modifiers: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
]);

/** What was typed in rhythm, up to a pause. */
interface Piece {
  readonly text: string;
  readonly keys: number;
  readonly longestGapMs: number;
  readonly isChained: boolean;
}

const isInOneGo = ({ text }: Piece): boolean => text.length >= fewestCharacters;

export class ScanDetector {
  readonly #settings: () => ScannerSettings;
  #text = '';
  /** How many keys were typed that write, also those that write by another key's help or none. */
  #keys = 0;
  /** The same since the last pause, which may be more: another code may have ended since. */
  #keysInRhythm = 0;
  /** True if the keys that are being typed fast include one that no scanner types. */
  #isSpoilt = false;
  #hasEnded = false;
  /** True if something was typed since the last pause, before the text that is typed now. */
  #isChained = false;
  #longestGapMs = 0;
  #lastMs = -Infinity;
  /** What was typed before pauses that a scan may have, oldest first. */
  #earlier: Piece[] = [];

  constructor(settings: () => ScannerSettings) {
    this.#settings = settings;
  }

  press({ key, atMs, isByHand, isCommand }: KeyPress): KeyReading {
    const { suffix, gapMs } = this.#settings();
    const sinceMs = atMs - this.#lastMs;
    // The clock may give the later of two keys at nearly the same moment the earlier time.
    const isInRhythm = Math.abs(sinceMs) <= gapMs;
    const isModifier = modifiers.has(key);
    if (!isInRhythm) {
      if (sinceMs > 0 && sinceMs <= longestPauseMs && !isByHand) this.#pause(sinceMs);
      else this.#earlier = [];
      this.#begin();
      this.#isChained = false;
      this.#keysInRhythm = 0;
    } else this.#longestGapMs = Math.max(this.#longestGapMs, Math.abs(sinceMs));
    if (isByHand) {
      this.#begin();
      this.#earlier = [];
      this.#isSpoilt = true;
    } else if (isModifier) {
      // A scanner that presses Shift before a capital keeps its rhythm, but Shift alone begins
      // nothing.
      if (isInRhythm || this.#earlier.length > 0) this.#lastMs = atMs;
      return { kind: 'other' };
    }
    this.#lastMs = atMs;
    if (this.#isSpoilt) return { kind: 'other' };
    const writes = isCharacter(key) || unreadable.has(key);
    if (writes) {
      this.#keys += 1;
      this.#keysInRhythm += 1;
    }
    if (writes && !isCommand) {
      if (isCharacter(key)) this.#text += key;
      return this.#keys === 1
        ? { kind: 'begins', mayGoOn: this.#earlier.length > 0 }
        : { kind: 'goes_on' };
    }
    const isScan = this.#isScan(this.#text) || this.#isRest();
    if (isScan && isEnd(key, isCommand, suffix)) return this.#end();
    const isAfterPause = this.#text === '' && this.#keys === (writes ? 1 : 0);
    if (isAfterPause && (isPressing(key) || isLineFeed(key, isCommand))) {
      const ended = this.#endAfterPause();
      if (ended) return ended;
    }
    // The separator of GS1 codes is typed as Control and a bracket, whatever is written there.
    if (isScan && isCommand && !/^[\p{L}\p{N}]$/u.test(key)) {
      this.#text += groupSeparator;
      return { kind: 'held_back', mayEnd: false };
    }
    // Whatever its keys were, a scanner typed them, and its Enter is meant for no button.
    if (isPressing(key) && this.#keysInRhythm >= fewestCharacters)
      return { kind: 'held_back', mayEnd: isScan };
    // This may be Tab within a code, or a line feed behind the suffix.
    const isBehind = this.#hasEnded && this.#text === '';
    if ((isScan || isBehind) && (isCommand || isPressing(key) || key === lineDown))
      return { kind: 'held_back', mayEnd: isScan && isPressing(key) };
    if (!writes) {
      this.#begin();
      this.#earlier = [];
    }
    return { kind: 'other' };
  }

  /**
   * Ends what was typed in rhythm, as nothing has followed. Returns null if it is no scan; without
   * any key to end it, only a complete code is one.
   */
  finish(hasEnd: boolean): Extract<KeyReading, { kind: 'scanned' }> | null {
    if (this.#isSpoilt || !(this.#isScan(this.#text) || this.#isRest())) return null;
    const { text } = this.#whole();
    const keys = this.#keys + (this.#earlier.at(-1)?.keys ?? 0);
    const isSure = keys >= surelyScanned && isWholeCode(this.#withoutPrefix(text));
    return hasEnd || isSure ? this.#end() : null;
  }

  #end(): Extract<KeyReading, { kind: 'scanned' }> {
    const { text, pauses } = this.#whole();
    const pieces = [...this.#earlier, this.#now()].slice(-(pauses + 1));
    this.#begin();
    this.#earlier = [];
    this.#hasEnded = true;
    return {
      kind: 'scanned',
      text: this.#withoutPrefix(text),
      longestGapMs: Math.max(...pieces.map(({ longestGapMs }) => longestGapMs)),
      isChained: pieces[0]?.isChained ?? false,
      pauses,
    };
  }

  /** A scanner may pause before the ending key, after a code that was surely no person's. */
  #endAfterPause(): Extract<KeyReading, { kind: 'scanned' }> | null {
    const last = this.#earlier.at(-1);
    if (!last || !this.#isScan(last.text)) return null;
    this.#earlier.pop();
    const now = this.#now();
    this.#text = last.text;
    this.#keys = last.keys;
    this.#longestGapMs = Math.max(last.longestGapMs, now.longestGapMs);
    this.#isChained = last.isChained;
    if (last.keys >= surelyScanned) return this.#end();
    this.#text = '';
    this.#keys = 0;
    return null;
  }

  #now(): Piece {
    const [text, keys] = [this.#text, this.#keys];
    return { text, keys, longestGapMs: this.#longestGapMs, isChained: this.#isChained };
  }

  /** Keeps what was typed before a pause. */
  #pause(pauseMs: number): void {
    if (this.#text === '' || this.#isSpoilt) {
      this.#earlier = [];
      return;
    }
    const now = this.#now();
    const piece = { ...now, longestGapMs: Math.max(now.longestGapMs, pauseMs) };
    this.#earlier = [...this.#earlier, piece].slice(-mostPauses);
  }

  /**
   * Returns what is typed now, together with what was typed before pauses as far as that belongs to
   * the same scan: a complete code; else all that came in one go, or one key before it. A person
   * may have typed before a scan, whose code is complete then.
   */
  #whole(): { readonly text: string; readonly pauses: number } {
    const text = this.#text;
    const joined = this.#earlier.map((_, at) => this.#earlier.slice(at));
    const ways = joined.map((pieces) => ({
      text: pieces.map((piece) => piece.text).join('') + text,
      pauses: pieces.length,
      isInOneGo: pieces.every(isInOneGo),
    }));
    const isWhole = (code: string) => isWholeCode(this.#withoutPrefix(code));
    const alone = { text, pauses: 0 };
    const isWholeAlone = isWhole(text);
    const hasPrefix = (code: string) => code !== this.#withoutPrefix(code);
    const whole = ways.find(
      (way) => hasPrefix(way.text) || ((way.isInOneGo || !isWholeAlone) && isWhole(way.text)),
    );
    if (whole || isWholeAlone) return whole ?? alone;
    const [first] = ways;
    const isOneKey = ways.length === 1 && this.#earlier[0]?.keys === 1;
    return isOneKey && first ? first : (ways.find((way) => way.isInOneGo) ?? alone);
  }

  /** Returns whether the few keys since a pause are surely the rest of a scan. */
  #isRest(): boolean {
    const last = this.#earlier.at(-1);
    if (this.#text === '' || !last) return false;
    const { text } = this.#whole();
    return last.keys >= surelyScanned || isWholeCode(this.#withoutPrefix(text));
  }

  #isScan(text: string): boolean {
    const code = this.#withoutPrefix(text);
    return code !== '' && (code !== text || code.length >= fewestCharacters);
  }

  #withoutPrefix(text: string): string {
    const { prefix } = this.#settings();
    return prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }

  #begin(): void {
    this.#isChained ||= this.#text !== '';
    this.#text = '';
    this.#keys = 0;
    this.#isSpoilt = false;
    this.#hasEnded = false;
    this.#longestGapMs = 0;
  }
}

/** What a keyboard calls a key of accents, and one that goes to a composition. */
const unreadable: ReadonlySet<string> = new Set(['Dead', 'Process', 'Unidentified']);
/** A key that writes no character has a longer name. */
const isCharacter = (key: string): boolean => /^.$/u.test(key);
const isPressing = (key: string): boolean => key === 'Enter' || key === 'Tab';
/** What some keyboards make of a line feed; others make Control and J of it. */
const lineDown = 'ArrowDown';
const isLineFeed = (key: string, isCommand: boolean): boolean =>
  isCommand ? /^[jm]$/i.test(key) : key === lineDown;

const isEnd = (key: string, isCommand: boolean, suffix: ScannerSettings['suffix']): boolean =>
  (key === suffix && !isCommand) || isLineFeed(key, isCommand);

/** The keys that end a scan, as keyboards make them of what scanners are set to end with. */
const lineFeed = 'Ctrl+J';

/** What arrived at a try, for the person who sets the scanner up. */
export interface Rhythm {
  /** Every character, with the prefix. */
  readonly text: string;
  readonly longestGapMs: number;
  readonly end: ScanEnd | null;
  /** What would be sold; null if it does not count as a scan. */
  readonly scanned: string | null;
  /** What came before the code, in characters or as the name of a key; empty for nothing. */
  readonly before: string;
}

export function readRhythm(presses: readonly KeyPress[], settings: ScannerSettings): Rhythm {
  const detector = new ScanDetector(() => settings);
  const readings = presses.map((press) => detector.press(press));
  const last = readings.at(-1);
  const mayEnd = last?.kind === 'held_back' && last.mayEnd;
  const scan =
    readings.findLast((reading) => reading.kind === 'scanned') ?? detector.finish(mayEnd);
  const text = presses
    .filter(({ key, isCommand }) => isCharacter(key) && !isCommand)
    .map(({ key }) => key)
    .join('');
  return {
    text,
    longestGapMs: Math.max(
      0,
      ...presses.slice(1).map(({ atMs }, index) => atMs - (presses[index]?.atMs ?? atMs)),
    ),
    end: endOf(presses),
    scanned: scan?.text ?? null,
    before: keyBefore(presses) ?? prefixOf(text, settings.prefix),
  };
}

function endOf(presses: readonly KeyPress[]): ScanEnd | null {
  const last = presses.findLast(
    ({ key, isCommand }) => isPressing(key) || isLineFeed(key, isCommand),
  );
  if (!last) return null;
  const { key } = last;
  return key === 'Enter' || key === 'Tab' || key === lineDown ? key : lineFeed;
}

/** Returns the key that writes nothing and came first; undefined if there is none. */
const keyBefore = (presses: readonly KeyPress[]): string | undefined => {
  const [first] = presses.filter(({ key }) => !modifiers.has(key));
  const isSilent = first && !isCharacter(first.key) && !unreadable.has(first.key);
  return isSilent && presses.some(({ key }) => isCharacter(key)) ? first.key : undefined;
};

/** Returns the prefix, also one that is not set, if what follows it is complete without it. */
function prefixOf(text: string, prefix: string): string {
  if (prefix !== '' && text.startsWith(prefix)) return prefix;
  if (isWholeCode(text)) return '';
  // Which kind of bars was read, as the scanner says it; or characters that somebody has set.
  const named = /^\][A-Za-z]\d/.exec(text)?.[0];
  const begins = [1, 2, 3, 4, 5].map((length) => text.slice(0, length));
  const before = [named ?? '', ...begins.filter((each) => /\D$/.test(each))];
  return before.find((each) => each !== '' && isWholeCode(text.slice(each.length))) ?? '';
}
