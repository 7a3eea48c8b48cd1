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
const kinds = (...args: Parameters<typeof readings>) => readings(...args).map(({ kind }) => kind);
const scansIn = (...args: Parameters<typeof readings>) =>
  readings(...args).flatMap((reading) => (reading.kind === 'scanned' ? [reading.text] : []));
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

const chained = (...args: Parameters<typeof readings>) =>
  readings(...args).flatMap((reading) => (reading.kind === 'scanned' ? [reading.isChained] : []));

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

const personsKeys = fc.oneof(
  fc.constant([]),
  fc.array(
    character.filter((key) => !/\d/.test(key)),
    { minLength: 2, maxLength: 9 },
  ),
);

test('a scan right after a person’s typing is the scan alone', () => {
  fc.assert(
    // A single key shortly before may as well be the first of a scanner that pauses.
    fc.property(personsKeys, code, scannersGap, (keys, text, gap) => {
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

test('the separator of a GS1 code, typed as a command, is held back and stands as its sign', () => {
  const keys = Array.from('01056012').map((key, index) => press(key, index));
  const all = [...keys, press(']', 9, { isCommand: true }), press('7', 10), press('Enter', 11)];
  expect(kinds(all)[8]).toBe('held_back');
  expect(scansIn(all)).toEqual(['01056012␝7']);
  // What the key writes on another keyboard.
  for (const key of ['´', 'Dead', '$', '+', '*'])
    expect(scansIn(all.map((one) => (one.isCommand ? { ...one, key } : one))), key).toEqual([
      '01056012␝7',
    ]);
});

test('a key that is held down is a person’s', () => {
  const byHand = { isByHand: true };
  const heldKeys = [
    press('0', 0),
    press('0', 30, byHand),
    press('0', 60, byHand),
    press('0', 90, byHand),
  ];
  expect(kinds([...heldKeys, press('Enter', 120)])).toEqual([
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

test('nor does it after what looks like the end of a code in the middle', () => {
  const keys = [' ', ' ', ' ', 'M', ' ', 'Dead', 'Enter'];
  const presses = typed(keys, Array<number>(keys.length).fill(16)).map((one) =>
    one.key === 'M' ? { ...one, isCommand: true } : one,
  );
  expect(kinds(presses).at(-1)).toBe('held_back');
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
  ).toEqual({ text: '~5601', longestGapMs: 12, end: 'Enter', scanned: '5601', before: '~' });
  expect(readRhythm(typed(Array.from('560'), [0, 70, 1]), settings)).toEqual({
    text: '560',
    longestGapMs: 70,
    end: null,
    scanned: null,
    before: '',
  });
});

const trial = (keys: readonly string[]) =>
  readRhythm(typed(keys, Array<number>(keys.length).fill(8)), defaultSelling.scanner);
const ean = '5601234100075';

test('a trial names what comes before the code, also where the settings do not', () => {
  expect(trial([...Array.from(`]E0${ean}`), 'Enter'])).toMatchObject({
    before: ']E0',
    scanned: `]E0${ean}`,
  });
  expect(trial([...Array.from(`A${ean}`), 'Enter']).before).toBe('A');
  expect(trial([...Array.from('~CF-PAY'), 'Enter']).before).toBe('~');
  expect(trial(['F9', ...Array.from(ean), 'Enter']).before).toBe('F9');
  for (const code of [ean, 'ABC-1', 'CF-PAY', '0105601234500011']) {
    expect(trial([...Array.from(code), 'Enter']).before, code).toBe('');
  }
});

test('a trial names every ending key, and reads the scan', () => {
  for (const end of ['Enter', 'Tab', 'ArrowDown'])
    expect(trial([...Array.from(ean), end])).toMatchObject({ end, scanned: ean });
  const presses = typed([...Array.from(ean)], Array<number>(13).fill(8));
  const lineFeed = press('j', 112, { isCommand: true });
  const { scanner } = defaultSelling;
  expect(readRhythm([...presses, lineFeed], scanner)).toMatchObject({
    ...{ end: 'Ctrl+J', scanned: ean, text: ean },
  });
  expect(readRhythm(presses, scanner)).toMatchObject({ end: null, scanned: ean });
  // Without an ending key nothing but a complete code is a scan.
  expect(trial([...Array.from('ABCDEFG')])).toMatchObject({ end: null, scanned: null });
});

const commandPress = (key: string, atMs: number) => press(key, atMs, { isCommand: true });

/** A scan with pauses before the keys of these numbers. */
const pausing = (text: string, pauses: Readonly<Record<number, number>>, end = 'Enter') => {
  const keys = [...Array.from(text), end];
  return typed(
    keys,
    keys.map((_, at) => pauses[at] ?? 8),
  );
};

test('a pause of up to 300 ms anywhere in a scan splits nothing', () => {
  for (const pause of [61, 100, 200, 300]) {
    for (let at = 1; at <= ean.length; at += 1) {
      expect(scansIn(pausing(ean, { [at]: pause })), `${pause} ms before ${at}`).toEqual([ean]);
    }
    for (const text of ['CF-PAY', 'CF-KEY-5', '4012345678901', '96385074', '14012345678908'])
      for (let at = 1; at < text.length - 2; at += 1)
        expect(scansIn(pausing(text, { [at]: pause })), `${text} ${at}`).toEqual([text]);
    for (const at of [1, 3, 4, 5]) {
      expect(scansIn(pausing('ABC-1234', { [at]: pause })), `ABC-1234 ${at}`).toEqual(['ABC-1234']);
    }
    expect(scansIn(pausing(ean, { 3: pause, 7: pause, 10: pause }))).toEqual([ean]);
  }
  expect(readings(pausing(ean, { 7: 300 })).at(-1)).toMatchObject({
    ...{ kind: 'scanned', longestGapMs: 300, isChained: false, pauses: 1 },
  });
});

test('a pause behind the prefix splits nothing, and a long text by a person is no scan', () => {
  for (const text of [`~${ean}`, '~~ABC']) {
    const keys = pausing(text, { [text.lastIndexOf('~') + 1]: 200 });
    const [last] = readings(keys, { prefix: text.startsWith('~~') ? '~~' : '~' }).slice(-1);
    expect(last).toMatchObject({ kind: 'scanned', text: text.replace(/^~+/, ''), pauses: 1 });
  }
  const slow = typed([...Array.from('ab '.repeat(3000)), 'Enter'], Array<number>(9001).fill(150));
  expect(scansIn(slow)).toEqual([]);
});

test('a longer pause, and one after other keys, parts scans', () => {
  expect(scansIn(pausing(ean, { 7: 301 }))).toEqual(['100075']);
  const twice = [...pausing('5601', {}), ...pausing('5602', { 0: 100 }).map(later(40))];
  expect(scansIn(twice)).toEqual(['5601', '5602']);
  expect(scansIn([...typed(['1', '2', '3', 'F8'], [0, 9, 9, 9]), ...scan('5601', 5, 200)])).toEqual(
    ['5601'],
  );
  // Shift is no bridge over a longer pause.
  const shifted = [...typed(['A', 'B', 'C'], [0, 5, 5]), press('Shift', 250), press('Shift', 500)];
  expect(scansIn([...shifted, ...scan('DEF', 5, 501)])).toEqual(['DEF']);
});

function later(byMs: number) {
  return (one: KeyPress): KeyPress => ({ ...one, atMs: one.atMs + byMs });
}

test('what a person types before a scan is no part of it', () => {
  const before = [...Array.from('3*')].map((key, index) => press(key, index * 100));
  expect(scansIn([...before, ...scan(ean, 5, 200)])).toEqual([ean]);
  expect(scansIn([press('2', 0), ...scan(ean, 5, 150)])).toEqual([ean]);
  expect(scansIn([...before, ...scan('ABC-1', 5, 200)])).toEqual(['ABC-1']);
});

test('what ends a scan may come after a pause, whatever it is', () => {
  const presses = typed(Array.from(ean), Array<number>(13).fill(8));
  for (const end of ['Enter', 'Tab', 'ArrowDown'])
    expect(scansIn([...presses, press(end, 350)]), end).toEqual([ean]);
  expect(scansIn([...presses, commandPress('j', 350)])).toEqual([ean]);
});

test('a person’s Enter after a pause is a person’s', () => {
  for (const text of ['caf', 'RD1', '12345'])
    expect(kinds(pausing(text, { [text.length]: 150 })).at(-1)).toBe('other');
  const slow = typed([...Array.from(ean), 'Enter'], Array<number>(14).fill(120));
  expect(scansIn(slow)).toEqual([]);
});

test('a line feed ends a scan as Enter does, and the second of two ends does nothing', () => {
  for (const end of [press('ArrowDown', 120), commandPress('j', 120), commandPress('m', 120)]) {
    const presses = typed([...Array.from(ean)], Array<number>(13).fill(8));
    expect(scansIn([...presses, end])).toEqual([ean]);
    expect(kinds([...presses, end, press('Enter', 128)]).slice(-2)).toEqual([
      ...['scanned', 'held_back'],
    ]);
    expect(kinds([...presses, press('Enter', 112), end]).slice(-2)).toEqual([
      ...['scanned', 'held_back'],
    ]);
  }
  expect(kinds([press('ArrowDown', 0), press('a', 100), press('ArrowDown', 120)])).toEqual([
    ...['other', 'begins', 'other'],
  ]);
});
