// Tells what a scanner types from what a person types, by the rhythm of the keys and the key that
// ends them. It is told of every key as it goes down, and says what the key is part of.
import type { ScannerSettings } from '../../src-main/contract/selling.ts';

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
  /** A character after a pause: typed by a person, or the first of a scan. */
  | { readonly kind: 'begins' }
  /** A character that comes too soon after another one for most people. */
  | { readonly kind: 'goes_on' }
  /**
   * A key that would do something, in the middle of what a scanner types or right behind it, though
   * the code may not be readable.
   */
  | { readonly kind: 'held_back' }
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
const modifiers: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
]);

export class ScanDetector {
  readonly #settings: () => ScannerSettings;
  #text = '';
  /** How many keys were typed that write, also those that write by another key's help or none. */
  #keys = 0;
  /** True if a key that no scanner types is part of what is being typed fast. */
  #isSpoilt = false;
  #hasEnded = false;
  /** True if something was typed since the last pause, before the text that is typed now. */
  #isChained = false;
  #longestGapMs = 0;
  #lastMs = -Infinity;

  constructor(settings: () => ScannerSettings) {
    this.#settings = settings;
  }

  press({ key, atMs, isByHand, isCommand }: KeyPress): KeyReading {
    const { prefix, suffix, gapMs } = this.#settings();
    const sinceMs = atMs - this.#lastMs;
    // The clock may give the later of two keys at nearly the same moment the earlier time.
    const isInRhythm = Math.abs(sinceMs) <= gapMs;
    if (!isInRhythm) {
      this.#begin();
      this.#isChained = false;
    } else this.#longestGapMs = Math.max(this.#longestGapMs, Math.abs(sinceMs));
    if (isByHand) {
      this.#begin();
      this.#isSpoilt = true;
    } else if (modifiers.has(key)) {
      // A scanner that presses Shift before a capital keeps its rhythm, but Shift alone begins
      // nothing.
      if (isInRhythm) this.#lastMs = atMs;
      return { kind: 'other' };
    }
    this.#lastMs = atMs;
    if (this.#isSpoilt) return { kind: 'other' };
    const writes = isCharacter(key) || unreadable.has(key);
    if (writes) this.#keys += 1;
    if (writes && !isCommand) {
      if (isCharacter(key)) this.#text += key;
      return { kind: this.#keys === 1 ? 'begins' : 'goes_on' };
    }
    const hasPrefix = prefix !== '' && this.#text.startsWith(prefix);
    const code = hasPrefix ? this.#text.slice(prefix.length) : this.#text;
    const isScan = code !== '' && (hasPrefix || code.length >= fewestCharacters);
    if (key === suffix && !isCommand && isScan) {
      const longestGapMs = this.#longestGapMs;
      const isChained = this.#isChained;
      this.#begin();
      this.#hasEnded = true;
      return { kind: 'scanned', text: code, longestGapMs, isChained };
    }
    // Whatever its keys were, a scanner typed them, and its Enter is meant for no button.
    if (isPressing(key) && this.#keys >= fewestCharacters) return { kind: 'held_back' };
    // This may be Tab within a code, the separator of GS1 codes (Control and a bracket), or a line
    // feed behind the suffix.
    if ((isScan || (this.#hasEnded && this.#text === '')) && (isCommand || isPressing(key)))
      return { kind: 'held_back' };
    if (!writes) this.#begin();
    return { kind: 'other' };
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

/** What arrived at a try, for the person who sets the scanner up. */
export interface Rhythm {
  /** Every character, with the prefix. */
  readonly text: string;
  readonly longestGapMs: number;
  /** The key that ended it, if it is one that can be set as suffix. */
  readonly end: ScannerSettings['suffix'] | null;
  /** What would be sold; null if it does not count as a scan. */
  readonly scanned: string | null;
}

export function readRhythm(presses: readonly KeyPress[], settings: ScannerSettings): Rhythm {
  const detector = new ScanDetector(() => settings);
  let scanned: string | null = null;
  for (const press of presses) {
    const reading = detector.press(press);
    if (reading.kind === 'scanned') scanned = reading.text;
  }
  const end = presses.findLast(({ key }) => key === 'Enter' || key === 'Tab')?.key;
  return {
    text: presses
      .filter(({ key }) => isCharacter(key))
      .map(({ key }) => key)
      .join(''),
    longestGapMs: Math.max(
      0,
      ...presses.slice(1).map(({ atMs }, index) => atMs - (presses[index]?.atMs ?? atMs)),
    ),
    end: end === 'Enter' || end === 'Tab' ? end : null,
    scanned,
  };
}
