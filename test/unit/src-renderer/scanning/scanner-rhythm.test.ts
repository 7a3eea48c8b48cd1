// A scanner's keys are told from a person's, whatever the scanner's speed and the person's habits.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSelling, type ScannerSettings } from '../../../../src-main/contract/selling.ts';
import {
  readRhythm,
  ScanDetector,
  type KeyPress,
  type KeyReading,
} from '../../../../src-renderer/scanning/scanner-rhythm.ts';

const press = (key: string, atMs: number, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  atMs,
  isByHand: false,
  isCommand: false,
  ...change,
});

/** Returns the keys in order, each after its pause. */
function typed(keys: readonly string[], gaps: readonly number[], fromMs = 0): KeyPress[] {
  let atMs = fromMs;
  return keys.map((key, index) => press(key, (atMs += gaps[index] ?? 0)));
}

const readings = (
  presses: readonly KeyPress[],
  change: Partial<ScannerSettings> = {},
): KeyReading[] => {
  const detector = new ScanDetector(() => ({ ...defaultSelling.scanner, ...change }));
  return presses.map((key) => detector.press(key));
};
const kinds = (...given: Parameters<typeof readings>) => readings(...given).map(({ kind }) => kind);
const scansIn = (...given: Parameters<typeof readings>) =>
  readings(...given).flatMap((reading) => (reading.kind === 'scanned' ? [reading.text] : []));
const scan = (code: string, gapMs: number, fromMs = 0) =>
  typed([...Array.from(code), 'Enter'], Array<number>(code.length + 1).fill(gapMs), fromMs);

const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
const code = fc.string({ unit: character, minLength: 3, maxLength: 80 });
const scannersGap = fc.integer({ min: 1, max: 50 });
const personsGap = fc.integer({ min: 80, max: 2000 });

test('every scan at 1 to 50 ms between keys arrives whole, however the pauses vary', () => {
  const one = code.chain((text) =>
    fc.tuple(
      fc.constant(text),
      fc.array(scannersGap, { minLength: text.length + 1, maxLength: text.length + 1 }),
    ),
  );
  fc.assert(
    fc.property(one, ([text, gaps]) => {
      expect(scansIn(typed([...Array.from(text), 'Enter'], gaps))).toEqual([text]);
    }),
  );
});

test('scans back to back are told apart, in order', () => {
  fc.assert(
    fc.property(fc.array(code, { minLength: 1, maxLength: 20 }), scannersGap, (codes, gap) => {
      const keys = codes.flatMap((text) => [...Array.from(text), 'Enter']);
      expect(scansIn(typed(keys, Array<number>(keys.length).fill(gap)))).toEqual(codes);
    }),
  );
});

const chained = (...given: Parameters<typeof readings>) =>
  readings(...given).flatMap((reading) => (reading.kind === 'scanned' ? [reading.isChained] : []));

test('of the lines of one code all but the first are chained, whatever ends them', () => {
  fc.assert(
    fc.property(fc.array(code, { minLength: 1, maxLength: 20 }), scannersGap, (codes, gap) => {
      const keys = codes.flatMap((text) => [...Array.from(text), 'Enter']);
      expect(chained(typed(keys, Array<number>(keys.length).fill(gap)))).toEqual(
        codes.map((_, index) => index > 0),
      );
    }),
  );
  for (const between of [['Enter'], ['Tab'], ['Shift'], ['Escape'], ['F8', 'ArrowDown']]) {
    const keys = ['A', 'B', 'C', 'Enter', ...between, 'D', 'E', 'F', 'Enter'];
    expect(chained(typed(keys, Array<number>(keys.length).fill(20)))).toEqual([false, true]);
  }
});

test('what a code types before its last line, and is no scan by itself, chains it as well', () => {
  for (const before of [
    ['9', 'Enter'],
    ['9', '8', 'Backspace'],
    ['9', 'ArrowLeft', 'Escape'],
  ]) {
    const keys = [...before, 'C', 'F', '-', 'O', 'F', 'F', 'Enter'];
    expect(chained(typed(keys, Array<number>(keys.length).fill(5)))).toEqual([true]);
  }
});

test('no scan is chained after a pause, or by a key that the scanner types before each', () => {
  const { gapMs } = defaultSelling.scanner;
  for (const pause of [gapMs + 1, 500]) {
    const keys = [...scan('5601', 5), ...scan('5602', 5, 25 + pause - 5)];
    expect(chained(keys)).toEqual([false, false]);
  }
  expect(chained([press('F9', 0), ...scan('5601', 5)])).toEqual([false]);
  expect(chained([press('b', 0, { isCommand: true }), ...scan('5601', 5)])).toEqual([false]);
});

test('no typing at 80 ms and more between keys is a scan or loses a key', () => {
  const key = fc.oneof(
    character,
    fc.constantFrom('Enter', 'Tab', 'Backspace', 'ArrowDown', 'Shift', 'F8', 'Escape'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(key, personsGap), { maxLength: 60 }), (strokes) => {
      const presses = typed(
        strokes.map(([pressed]) => pressed),
        strokes.map(([, gap]) => gap),
      );
      for (const kind of kinds(presses)) expect(['begins', 'other']).toContain(kind);
    }),
  );
});

test('a scan right after a person’s typing is the scan alone', () => {
  fc.assert(
    fc.property(fc.array(character, { maxLength: 9 }), code, scannersGap, (keys, text, gap) => {
      const person = typed(keys, Array<number>(keys.length).fill(100));
      expect(scansIn([...person, ...scan(text, gap, keys.length * 100 + 80)])).toEqual([text]);
    }),
  );
});

test('characters typed fast without the ending key are left alone', () => {
  expect(kinds(typed(Array.from('5601234'), [0, 5, 5, 5, 5, 5, 5]))).toEqual([
    'begins',
    ...Array<string>(6).fill('goes_on'),
  ]);
  expect(scansIn([...scan('5601234', 5).slice(0, -1), press('Enter', 500)])).toEqual([]);
});

test('one or two characters and Enter are a person’s, who accepts a quantity with them', () => {
  expect(kinds(scan('1', 20))).toEqual(['begins', 'other']);
  expect(kinds(scan('12', 20))).toEqual(['begins', 'goes_on', 'other']);
  expect(kinds(scan('123', 20)).at(-1)).toBe('scanned');
});

test('a longer or shorter pause in the settings counts', () => {
  expect(scansIn(scan('5601234', 90), { gapMs: 100 })).toEqual(['5601234']);
  expect(scansIn(scan('5601234', 30), { gapMs: 20 })).toEqual([]);
  expect(scansIn(scan('5601234', 60))).toEqual(['5601234']);
  expect(scansIn(scan('5601234', 61))).toEqual([]);
});

test('the prefix is cut off, and makes a scan of a shorter code', () => {
  expect(scansIn(scan('~7', 5), { prefix: '~' })).toEqual(['7']);
  expect(scansIn(scan('~~~5601234', 5), { prefix: '~~' })).toEqual(['~5601234']);
  expect(scansIn(scan('5601234', 5), { prefix: '~' })).toEqual(['5601234']);
  expect(scansIn(scan('~', 5), { prefix: '~' })).toEqual([]);
  expect(scansIn(scan('~~~', 5), { prefix: '~~~' })).toEqual([]);
});

test('where Tab ends a scan, Enter does not, and neither presses anything', () => {
  const keys = typed(['A', 'B', 'C', 'Enter', 'D', 'Tab'], [0, 5, 5, 5, 5, 5]);
  expect(kinds(keys, { suffix: 'Tab' }).slice(3)).toEqual(['held_back', 'goes_on', 'scanned']);
  expect(scansIn(keys, { suffix: 'Tab' })).toEqual(['ABCD']);
  expect(scansIn(typed(['A', 'B', 'C', 'Tab', 'D', 'Enter'], [0, 5, 5, 5, 5, 5]))).toEqual([
    'ABCD',
  ]);
});

test('a second ending key right behind the scan presses nothing', () => {
  const keys = [...scan('5601234', 5), press('Enter', 42), press('j', 44, { isCommand: true })];
  expect(kinds(keys).slice(-3)).toEqual(['scanned', 'held_back', 'held_back']);
  expect(kinds([...scan('5601234', 5), press('Enter', 200)]).at(-1)).toBe('other');
});

test('Shift before each capital belongs to the rhythm and not to the code', () => {
  const keys = ['Shift', 'A', 'Shift', 'B', '-', 'Shift', 'C', 'Enter'];
  expect(scansIn(typed(keys, Array<number>(8).fill(50)))).toEqual(['AB-C']);
});

test('the separator of a GS1 code, typed as a command, is held back and left out', () => {
  const keys = Array.from('01056012').map((key, index) => press(key, index));
  const all = [...keys, press(']', 9, { isCommand: true }), press('7', 10), press('Enter', 11)];
  expect(kinds(all)[8]).toBe('held_back');
  expect(scansIn(all)).toEqual(['010560127']);
});

test('a key that is held down is a person’s', () => {
  const byHand = { isByHand: true };
  const held = [
    press('0', 0),
    press('0', 30, byHand),
    press('0', 60, byHand),
    press('0', 90, byHand),
  ];
  expect(kinds([...held, press('Enter', 120)])).toEqual([
    'begins',
    ...Array<string>(4).fill('other'),
  ]);
  const spoilt = [press('a', 0), press('b', 5), press('b', 10, byHand)];
  expect(scansIn([...spoilt, ...scan('5601', 5, 10)])).toEqual([]);
  expect(scansIn([...spoilt, ...scan('5601', 5, 100)])).toEqual(['5601']);
});

const anyKey = fc.oneof(
  character,
  fc.constantFrom('Dead', 'Process', 'Unidentified', 'Shift', 'Control', 'Alt', 'AltGraph'),
);
const writing = (keys: readonly string[]) =>
  keys.filter((key) => key.length === 1 || ['Dead', 'Process', 'Unidentified'].includes(key));

test('at a scanner’s pace Enter never reaches a button, whatever the keys before it were', () => {
  const keys = fc
    .array(anyKey, { minLength: 3, maxLength: 40 })
    .filter((all) => writing(all).length >= 3);
  fc.assert(
    fc.property(keys, scannersGap, fc.array(fc.boolean()), (all, gap, commands) => {
      const typedKeys = typed([...all, 'Enter'], Array<number>(all.length + 1).fill(gap)).map(
        (one, at) => (at < all.length && commands[at] === true ? { ...one, isCommand: true } : one),
      );
      expect(['scanned', 'held_back']).toContain(kinds(typedKeys).at(-1));
    }),
  );
});

test('what begins with a key of accents is read without it', () => {
  const keys = ['Dead', ...Array.from('5601234100075'), 'Enter'];
  const presses = typed(keys, Array<number>(keys.length).fill(4));
  expect(kinds(presses).slice(0, 2)).toEqual(['begins', 'goes_on']);
  expect(scansIn(presses)).toEqual(['5601234100075']);
});

test('a key that writes nothing ends what was typed before it', () => {
  const keys = ['1', '2', '3', 'Backspace', '4', '5', '6', 'Enter'];
  expect(scansIn(typed(keys, Array<number>(8).fill(5)))).toEqual(['456']);
});

test('a clock that goes back is a pause', () => {
  expect(scansIn([press('x', 1000), ...scan('5601', 5, 10)])).toEqual(['5601']);
});

test('a trial shows the keys, the longest pause, the ending key and what would be sold', () => {
  const settings = { ...defaultSelling.scanner, prefix: '~' };
  expect(
    readRhythm(typed([...Array.from('~5601'), 'Enter'], [9, 1, 2, 12, 3, 4]), settings),
  ).toEqual({
    text: '~5601',
    longestGapMs: 12,
    end: 'Enter',
    scanned: '5601',
  });
  expect(readRhythm(typed(Array.from('560'), [0, 70, 1]), settings)).toEqual({
    text: '560',
    longestGapMs: 70,
    end: null,
    scanned: null,
  });
});
