// Spreadsheets that are hostile or cut off: none is read in part, none takes more memory or time
// than a large honest one, and each is explained in a sentence.
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mostOfSpreadsheet } from '../../src-main/contract/spreadsheet.ts';
import { fileKind } from '../../src-main/spreadsheet/file-kind.ts';
import { lookAtSpreadsheet } from '../../src-main/spreadsheet/look.ts';
import { withoutTrouble } from '../../src-main/spreadsheet/trouble.ts';
import { ZipParts } from '../../src-main/spreadsheet/zip-parts.ts';
import { fileOf, readLines } from '../unit/spreadsheet/reading-samples.ts';
import {
  compoundOf,
  odsOf,
  rowsOf,
  sheetXml,
  tableXlsx,
  xlsxOf,
  xlsxParts,
  zipOf,
  type PartLies,
} from '../spreadsheets.ts';

const sheet = 'xl/worksheets/sheet1.xml';
const oneMebibyte = 1024 ** 2;

const unusable = (problem: string) => ({
  ok: false,
  error: { code: 'spreadsheet_unusable', problem },
});
const tooLarge = (bound: keyof typeof mostOfSpreadsheet) => ({
  ok: false,
  error: { code: 'spreadsheet_too_large', bound, most: mostOfSpreadsheet[bound] },
});

/** Makes a bound so low that a test reaches it with little. */
function lower(bound: keyof typeof mostOfSpreadsheet, most: number): void {
  const asItIs = mostOfSpreadsheet[bound];
  onTestFinished(() => {
    Object.assign(mostOfSpreadsheet, { [bound]: asItIs });
  });
  Object.assign(mostOfSpreadsheet, { [bound]: most });
}

/** A file with this sheet, about which the archive makes these statements. */
const withSheet = (content: string | Buffer, lies: PartLies = {}): Buffer =>
  zipOf(
    { ...xlsxParts({ sheets: [{ name: 'A', rows: '' }] }), [sheet]: content },
    { [sheet]: lies },
  );

describe('a file that unpacks to more than it should', () => {
  const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * oneMebibyte, ' ');

  it('is refused because of what the archive says', async () => {
    expect(await readLines(withSheet(zeros(20)))).toEqual(tooLarge('growth'));
    const huge = withSheet('<worksheet/>', { uncompressedSize: 0xfffffff0 });
    expect(await readLines(huge)).toEqual(tooLarge('unpackedMegabytes'));
  });

  it('is refused if the archive lies', async () => {
    for (const uncompressedSize of [0, 1, 5 * oneMebibyte]) {
      expect(await readLines(withSheet(zeros(6), { uncompressedSize }))).toEqual(
        unusable('damaged'),
      );
    }
  });

  it('is refused if it is not what was packed', async () => {
    const content = sheetXml(rowsOf([['a', 1]]));
    expect(await readLines(withSheet(content))).toMatchObject({ ok: true });
    expect(await readLines(withSheet(content, { crc32: 1 }))).toEqual(unusable('damaged'));
  });

  it('is refused because of the number of its parts', async () => {
    lower('parts', 100);
    const parts = Array.from({ length: mostOfSpreadsheet.parts + 1 }, (_, at) => [`p${at}`, '']);
    expect(await readLines(zipOf(parts as [string, string][]))).toEqual(tooLarge('parts'));
  });

  it('is refused if two parts have one name', async () => {
    const parts = Object.entries(xlsxParts({ sheets: [{ name: 'A', rows: rowsOf([['a']]) }] }));
    expect(await readLines(zipOf([...parts, [sheet.toUpperCase(), sheetXml('')]]))).toEqual(
      unusable('damaged'),
    );
  });
});

describe('unpacked data', () => {
  const half = randomBytes(oneMebibyte / 2);

  /** Reads parts of such a file, with a limit of one mebibyte of unpacked data. */
  async function readAll(parts: Readonly<Record<string, Buffer>>, wanted: readonly string[]) {
    lower('unpackedMegabytes', 1);
    const opened = await ZipParts.open(fileOf(zipOf(parts)));
    try {
      return await withoutTrouble(async () => {
        let bytes = 0;
        for (const name of wanted) {
          for await (const chunk of opened.read(name)) bytes += chunk.length;
        }
        return { ok: true, value: bytes };
      });
    } finally {
      opened.close();
    }
  }

  it('is counted once, however often a part is read', async () => {
    const read = await readAll({ a: half }, ['a', 'a', 'a', 'a', 'a']);
    expect(read).toEqual({ ok: true, value: 5 * half.length });
  });

  it('is counted for all parts together', async () => {
    const read = await readAll({ a: half, b: half, c: half }, ['a', 'b', 'c']);
    expect(read).toMatchObject({ ok: false, error: { bound: 'unpackedMegabytes' } });
  });

  it('is not read again for each sheet that is the same part', async () => {
    const sheets = ['A', 'B'].map((name) => ({ name, rows: rowsOf([['a', 1]]) }));
    const parts = xlsxParts({ sheets });
    const list = 'xl/_rels/workbook.xml.rels';
    const twice = String(parts[list]).replace('sheet2.xml', 'sheet1.xml');
    expect(await lookAtSpreadsheet({ file: fileOf(zipOf({ ...parts, [list]: twice })) })).toEqual(
      unusable('damaged'),
    );
  });
});

describe('XML that is a trap', () => {
  const entities =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';

  it.each([
    ['entities', `${entities}<worksheet><sheetData>&b;</sheetData></worksheet>`],
    ['a document type alone', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>'],
    ['an entity that nobody knows', sheetXml('<row r="1"><c r="A1"><v>&b;</v></c></row>')],
    ['depth', '<a>'.repeat(5000) + '</a>'.repeat(5000)],
    ['many attributes', `<a ${Array.from({ length: 5000 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['a long attribute', `<a a="${'x'.repeat(oneMebibyte)}"/>`],
    ['a long name', `<${'x'.repeat(oneMebibyte)}/>`],
    ['no end', '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>'],
    ['two roots', `${sheetXml('')}<worksheet/>`],
    ['nothing', ''],
    ['no XML', 'Código;Preço'],
    ['bytes that are no text', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0xc3, 0x28])],
    ['a row that is none', sheetXml('<row r="0"><c><v>1</v></c></row>')],
    ['a row after the last', sheetXml('<row r="1048577"><c><v>1</v></c></row>')],
    ['a row with a broken number', sheetXml('<row r="1e1.5"><c><v>1</v></c></row>')],
    ['a cell after the last', sheetXml('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>')],
    ['a cell that is nowhere', sheetXml('<row r="1"><c r="11"><v>1</v></c></row>')],
    ['a text that nobody shares', sheetXml('<row r="1"><c r="A1" t="s"><v>5</v></c></row>')],
    ['a text with no number', sheetXml('<row r="1"><c r="A1" t="s"><v>x</v></c></row>')],
    ['a text of a negative number', sheetXml('<row r="1"><c r="A1" t="s"><v>-1</v></c></row>')],
  ])('is refused: %s', async (_, content) => {
    const bytes = withSheet(content);
    expect(await readLines(bytes)).toEqual(unusable('damaged'));
    expect(await lookAtSpreadsheet({ file: fileOf(bytes) })).toEqual(unusable('damaged'));
  });

  it('names of elements and attributes reach no prototype', async () => {
    const rows =
      '<__proto__ __proto__="x" constructor="y"/><row r="1" __proto__="1"><c r="A1" toString="1"><v>1</v></c></row>';
    expect(await readLines(withSheet(sheetXml(rows)))).toEqual({
      ok: true,
      value: { 1: [{ number: '1' }] },
    });
  });
});

it('repeated rows and cells of an ods file have the same bounds as others', async () => {
  const cell =
    '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>';
  const rows = (count: number) =>
    `<table:table-row table:number-rows-repeated="${count}">${cell}</table:table-row>`;
  const read = (xml: string) => readLines(odsOf([{ name: 'A', rows: xml }]));
  expect(await read(rows(1_048_576))).toEqual(tooLarge('cells'));
  expect(await read(rows(1_048_577))).toEqual(unusable('damaged'));
  expect(await read(rows(1).replace('16384', '16385'))).toEqual(unusable('damaged'));
  expect(await read(rows(1).replace('16384', '-1'))).toEqual(unusable('damaged'));
  const blanks = '<table:table-row><table:table-cell><text:p><text:s text:c="900000000"/></text:p>';
  expect(await read(`${blanks}</table:table-cell></table:table-row>`)).toEqual(unusable('damaged'));
});

it('more rows than a sheet can have are refused', async () => {
  expect(mostOfSpreadsheet.rows).toBe(1_048_576);
  lower('rows', 1_000);
  const rows = Array.from(
    { length: mostOfSpreadsheet.rows + 1 },
    (_, at) => `<row r="1" ht="${at}"/>`,
  );
  expect(await readLines(withSheet(sheetXml(rows.join(''))))).toEqual(tooLarge('rows'));
});

describe('a file that is no such spreadsheet', () => {
  it.each([
    ['an old xls', compoundOf('Workbook'), 'other_format'],
    ['an xlsx with a password', compoundOf('EncryptedPackage'), 'protected'],
    ['an archive', zipOf({ 'a.txt': 'a' }), 'no_spreadsheet'],
    ['an empty archive', zipOf({}), 'no_spreadsheet'],
    [
      'a text document',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.text' }),
      'no_spreadsheet',
    ],
    [
      'an archive with a password',
      zipOf(xlsxParts({ sheets: [] }), { '_rels/.rels': { flags: 1 } }),
      'protected',
    ],
    ['a workbook without sheets', xlsxOf({ sheets: [] }), 'damaged'],
    [
      'a workbook whose sheets are all hidden',
      xlsxOf({ sheets: [{ name: 'A', rows: '', state: 'hidden' }] }),
      'damaged',
    ],
    ['the beginning of an archive', Buffer.from('PK\x03\x04'), 'damaged'],
  ] as const)('%s is refused with its reason', async (_, bytes, problem) => {
    expect(await lookAtSpreadsheet({ file: fileOf(bytes) })).toEqual(unusable(problem));
  });

  it('a workbook in Excel’s binary form is refused with its reason', async () => {
    const parts = xlsxParts({ sheets: [{ name: 'A', rows: '' }] });
    const bytes = zipOf({
      '_rels/.rels': String(parts['_rels/.rels']).replace('workbook.xml', 'workbook.bin'),
      'xl/workbook.bin': Buffer.from([0x83, 1, 0]),
    });
    expect(await lookAtSpreadsheet({ file: fileOf(bytes) })).toEqual(unusable('other_format'));
  });

  it('a file is known by its first bytes', () => {
    expect(fileKind(Buffer.from('PK'))).toBe('text');
    expect(fileKind(Buffer.from('PK;Nome;Preço\n1;a;2'))).toBe('text');
    expect(fileKind(Buffer.alloc(0))).toBe('text');
    expect(fileKind(tableXlsx([['a']]))).toBe('zip');
    expect(fileKind(compoundOf(''))).toBe('compound');
  });
});

const honest = tableXlsx(
  Array.from({ length: 60 }, (_, at) => [`A${at}`, `Produto ${at}`, at / 100, `560${at}`]),
);

it('a file that was cut off anywhere gives nothing', async () => {
  const whole = await readLines(honest);
  expect(whole.ok).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 8, max: honest.length - 1 }), async (length) => {
      expect(await readLines(honest.subarray(0, length))).toEqual(unusable('damaged'));
    }),
    { numRuns: 40 },
  );
});

it('a file with bytes changed gives an error of ours, or rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(honest.length - 1), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 6,
      }),
      async (changes) => {
        const bytes = Buffer.from(honest);
        for (const [at, byte] of changes) bytes[at] = byte;
        const read = await readLines(bytes);
        if (!read.ok) expect(read.error.code).toMatch(/^spreadsheet_/);
      },
    ),
    { numRuns: 150 },
  );
});

it('an error of the file system is not blamed on the spreadsheet', async () => {
  await expect(lookAtSpreadsheet({ file: '/nowhere/at-all' })).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
