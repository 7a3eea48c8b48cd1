// Tests that records keep their line numbers wherever the file is cut, and after malformed quotes.
import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { CsvRecords } from '../../../src-main/catalogue/import-csv.ts';

/** Returns for each record its line number and its cells, or null for a malformed one. */
async function recordsOf(text: string, partBytes = 65_536): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  const csv = new CsvRecords(';', ({ line, cells }) => {
    records.push([line, cells]);
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += partBytes) {
    await csv.write(bytes.subarray(at, at + partBytes));
  }
  await csv.end();
  return records;
}

const difficult =
  'a;b\r\n"x\r\ny";2\r\n"bad"x;3\r\n\r\nTV 32" LED;4\n"never;5\nok;6\rz; "q ""r""" ;7\n"a" "b";1\nção;8';
const asItShouldBe = [
  [1, ['a', 'b']],
  [2, ['x\r\ny', '2']],
  [4, null],
  [5, ['']],
  [6, ['TV 32" LED', '4']],
  [7, null],
  [8, ['ok', '6']],
  [9, ['z', 'q "r"', '7']],
  [10, null],
  [11, ['ção', '8']],
];

test('lines are counted as an editor does, and a malformed quote costs its own line only', async () => {
  expect(await recordsOf(difficult)).toEqual(asItShouldBe);
});

test('a line that was saved as one cell is read as what stands in it', async () => {
  const file = 'a;b;c\n"1;""x; y"";2"\n3;4;5\n"6;7"\n"8;""9"';
  expect(await recordsOf(file, 3)).toEqual([
    [1, ['a', 'b', 'c']],
    [2, ['1', 'x; y', '2']],
    [3, ['3', '4', '5']],
    // Not as many cells as the other rows have, and no quotes that close.
    [4, ['6;7']],
    [5, ['8;"9']],
  ]);
  expect(await recordsOf('"a;""b"""\n"1;""2"""')).toEqual([
    [1, ['a', 'b']],
    [2, ['1', '2']],
  ]);
});

test('it makes no difference where the file is cut', async () => {
  for (let partBytes = 1; partBytes < 40; partBytes += 1) {
    expect(await recordsOf(difficult, partBytes)).toEqual(asItShouldBe);
  }
});

test.each([
  ['nothing', '', []],
  ['a line without an end', 'a;b', [[1, ['a', 'b']]]],
  ['a line with an end', 'a;b\n', [[1, ['a', 'b']]]],
  [
    'a quote that never ends in the last line',
    'a\n"b',
    [
      [1, ['a']],
      [2, null],
    ],
  ],
  ['a single quote', '"', [[1, null]]],
])('%s', async (_name, text, records) => {
  expect(await recordsOf(text, 2)).toEqual(records);
});

test('a quote that never ends does not take the rest of a large file along', async () => {
  const rows = 'row;1\r\n'.repeat(40_000);
  const records = await recordsOf(`"open;1\r\n${rows}`);
  expect(records).toHaveLength(40_001);
  expect(records[0]).toEqual([1, null]);
  expect(records[40_000]).toEqual([40_001, ['row', '1']]);
});

test('a line without an end is given up, and is not kept in memory', async () => {
  const endless = `${'x'.repeat(2_000_000)}\r`;
  // The file is cut between the two halves of the line break.
  expect(await recordsOf(`a;b\n${endless}\nc;d\n`, 400_001)).toEqual([
    [1, ['a', 'b']],
    [2, null],
    [3, ['c', 'd']],
  ]);
});

test('a carriage return alone ends a line that is given up, wherever the file is cut', async () => {
  const text = `${'x'.repeat(2_000_000)}\rc;d\re;f`;
  for (const partBytes of [2_000_000, 2_000_001, 2_000_002]) {
    expect(await recordsOf(text, partBytes)).toEqual([
      [1, null],
      [2, ['c', 'd']],
      [3, ['e', 'f']],
    ]);
  }
});

test('what was written as CSV is read as it was', async () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.trim());
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 64 }),
      async (rows, partBytes) => {
        const text = stringify(rows, { delimiter: ';', quoted_string: true });
        const records = await recordsOf(text, partBytes);
        expect(records.map((record) => (record as [number, unknown])[1])).toEqual(rows);
      },
    ),
  );
});

const longLines = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p>cuidado ${at}; lavar</p>`).join('\n');

test('a cell of any length that a record can have is read whole', async () => {
  const cell = `${longLines(3000)}\nX;Falso;3,50\n${longLines(3000)}`;
  const records = await recordsOf(`a;b;c\n1;"${cell}";2\n3;d;4`, 10_000);
  expect(records).toEqual([
    [1, ['a', 'b', 'c']],
    [2, ['1', cell, '2']],
    [6003, ['3', 'd', '4']],
  ]);
});

const fake = 'X;Falso;3,50';

test.each([
  ['too long', `1;"${longLines(60_000)}\n${fake}\n${longLines(500)}";2`, 60_503],
  ['with quotes in it', `1;"<p class="x">\n${fake}\n${longLines(20)}</p>";2`, 24],
  ['with a quote that looks like its end', `1;"a "b"c\n${longLines(20)}\n${fake}\nend";2`, 25],
])('of a cell %s nothing becomes a row, and the next record is read', async (_, record, next) => {
  for (const partBytes of [10_000, 65_536, 10_000_000]) {
    const records = await recordsOf(`a;b;c\n${record}\n3;d;4\n`, partBytes);
    expect(records).toEqual([
      [1, ['a', 'b', 'c']],
      [2, null],
      [next, ['3', 'd', '4']],
    ]);
  }
});

test('of a cell that the file cuts off nothing becomes a row', async () => {
  const text = `a;b;c\n1;b;2\n3;"${longLines(400)}\n${fake}\n${longLines(9)}`;
  expect(await recordsOf(text, 1000)).toEqual([
    [1, ['a', 'b', 'c']],
    [2, ['1', 'b', '2']],
    [3, null],
  ]);
});

test('many malformed records one after the other are each named', async () => {
  const records = await recordsOf(`a;b\n${'"bad"x;3\n'.repeat(4000)}c;d\n`);
  expect(records).toHaveLength(4002);
  expect(records.at(-1)).toEqual([4002, ['c', 'd']]);
});
