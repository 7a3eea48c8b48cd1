// Keyboards as countries have them. A scanner types keys, not characters: if it is set for another
// layout than the computer, other characters arrive. What each key writes is a table, so what
// arrived can be led back to what was meant.
import { groupSeparator } from './gs1.ts';

export const layouts = ['us', 'pt', 'es', 'fr', 'be', 'de', 'it'] as const;
export type Layout = (typeof layouts)[number];

/**
 * What the keys write alone, with Shift and with AltGr, each in the order of a keyboard: from the
 * key below Escape to the one beside the right Shift. A blank writes nothing.
 */
const keys: Readonly<Record<Layout, readonly [string, string, string]>> = {
  us: [
    "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
    '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
    '',
  ],
  pt: [
    "\\1234567890'«qwertyuiop+´~asdfghjklçºzxcvbnm,.-",
    '|!"#$%&/()=?»QWERTYUIOP*`^ASDFGHJKLÇªZXCVBNM;:_',
    '  @£§€ {[]}    €       ¨',
  ],
  es: [
    "º1234567890'¡qwertyuiop`+çasdfghjklñ´zxcvbnm,.-",
    'ª!"·$%&/()=?¿QWERTYUIOP^*ÇASDFGHJKLÑ¨ZXCVBNM;:_',
    '\\|@#~€¬        €       []}          {',
  ],
  fr: [
    '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!',
    ' 1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
    '  ~#{[|`\\^@]}  €        ¤',
  ],
  be: [
    '²&é"\'(§è!çà)-azertyuiop^$µqsdfghjklmùwxcvbn,;:=',
    '³1234567890°_AZERTYUIOP¨*£QSDFGHJKLM%WXCVBN?./+',
    ' |@#  ^  {}    €       []`          ´',
  ],
  de: [
    '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-',
    '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
    '  ²³   {[]}\\ @ €        ~',
  ],
  it: [
    "\\1234567890'ìqwertyuiopè+ùasdfghjklòàzxcvbnm,.-",
    '|!"£$%&/()=?^QWERTYUIOPé*§ASDFGHJKLç°ZXCVBNM;:_',
    '     €         €       []          @#',
  ],
};

/** A key and what is held with it, as a number. */
const placesOf = (layout: Layout): ReadonlyMap<string, number> =>
  new Map(
    keys[layout]
      .flatMap((row, level) =>
        Array.from(row, (character, at) => [character, at * 3 + level] as const),
      )
      .filter(([character]) => character !== ' ')
      .toReversed(),
  );
const places = new Map(layouts.map((layout) => [layout, placesOf(layout)]));

/** What a key of accents writes before a letter that it does not go with. */
const accents: ReadonlyMap<string, string> = new Map([
  ['\u0300', '`'],
  ['\u0301', '´'],
  ['\u0302', '^'],
  ['\u0303', '~'],
  ['\u0308', '¨'],
]);

/** Returns a letter with the accent that a key has put on it as the two keys that were pressed. */
function keysOf(character: string, layout: Layout): readonly string[] {
  if (places.get(layout)?.has(character)) return [character];
  const [letter, accent] = character.normalize('NFD');
  const key = accent === undefined ? undefined : accents.get(accent);
  return letter !== undefined && key !== undefined ? [key, letter] : [character];
}

/** Layouts whose Caps Lock does to every key what Shift does, so that Shift undoes it. */
const shiftLocked: ReadonlySet<Layout> = new Set(['fr', 'be']);

/** A text that a scanner set for one layout types where the computer has another. */
export interface ThroughLayouts {
  readonly meant: string;
  readonly scanner: Layout;
  readonly computer: Layout;
}

/** Returns all that the text may have been meant for, each once, without the text itself. */
export function readThroughLayouts(text: string): readonly ThroughLayouts[] {
  const possible = new Map<string, ThroughLayouts>();
  for (const scanner of layouts) {
    for (const computer of layouts) {
      if (scanner === computer) continue;
      for (const isLocked of shiftLocked.has(computer) ? [false, true] : [false]) {
        const meant = led(text, scanner, computer, isLocked);
        if (meant === null || meant === text || possible.has(meant)) continue;
        possible.set(meant, { meant, scanner, computer });
      }
    }
  }
  return [...possible.values()];
}

/** Returns null if the computer has no such key, or if it writes nothing at the scanner. */
function led(text: string, scanner: Layout, computer: Layout, isLocked: boolean): string | null {
  let meant = '';
  for (const character of Array.from(text).flatMap((each) => keysOf(each, computer))) {
    if (character === ' ' || character === groupSeparator) {
      meant += character;
      continue;
    }
    const place = places.get(computer)?.get(character);
    if (place === undefined) return null;
    const level = place % 3;
    const pressed = isLocked && level < 2 ? 1 - level : level;
    const typedCharacter = keys[scanner][pressed]?.[Math.floor(place / 3)] ?? ' ';
    if (typedCharacter === ' ') return null;
    meant += typedCharacter;
  }
  return meant;
}

/** A text without one letter or digit, as keys of digits give it on another layout. */
const onlyMarks = /^[^A-Za-z0-9\s]{3,}$/;

/**
 * Returns the numbers that a text without a single letter or digit may have been meant for. A code
 * with letters is never led to another product: X and Y differ on half of all keyboards.
 */
export const digitsThroughLayouts = (text: string): readonly string[] =>
  onlyMarks.test(text)
    ? readThroughLayouts(text)
        .map(({ meant }) => meant)
        .filter((meant) => /^\d+$/.test(meant))
    : [];
