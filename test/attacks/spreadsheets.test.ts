// Spreadsheets that are hostile or cut off: none takes more memory or time than its helper has, a
// damaged one is not read at all, and each that is not read is explained in a sentence.
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mostOfSpreadsheet } from '../../src-main/contract/spreadsheet.ts';
import { fileKind } from '../../src-main/spreadsheet/file-kind.ts';
import { lookAtSpreadsheet } from '../../src-main/spreadsheet/look.ts';
import { startHelper, startSmallHelper } from '../helper-process.ts';
import { openCatalogue, send } from '../integration/catalogue/import-samples.ts';
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
import { fileOf, readLines } from '../unit/spreadsheet/reading-samples.ts';

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

describe('an archive', () => {
  const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * oneMebibyte, ' ');

  it('that is larger than it may be is refused', async () => {
    lower('megabytes', 0.001);
    expect(await readLines(withSheet(sheetXml('')))).toEqual(tooLarge('megabytes'));
  });

  it('that unpacks to more than it may is refused', async () => {
    const huge = withSheet('<worksheet/>', { uncompressedSize: 0xfffffff0 });
    expect(await readLines(huge)).toEqual(tooLarge('unpackedMegabytes'));
    lower('unpackedMegabytes', 10);
    const parts = xlsxParts({ sheets: [{ name: 'A', rows: '' }] });
    const many = zipOf({ ...parts, a: zeros(4), b: zeros(4), c: zeros(4) });
    expect(await readLines(many)).toEqual(tooLarge('unpackedMegabytes'));
  });

  it('that lies about a size is refused', async () => {
    for (const uncompressedSize of [0, 1, 5 * oneMebibyte]) {
      expect(await readLines(withSheet(zeros(6), { uncompressedSize }))).toEqual(
        unusable('damaged'),
      );
    }
  });

  it('whose content is not what was packed is refused', async () => {
    const content = sheetXml(rowsOf([['a', 1]]));
    expect(await readLines(withSheet(content))).toMatchObject({ ok: true });
    expect(await readLines(withSheet(content, { crc32: 1 }))).toEqual(unusable('damaged'));
  });

  it('with two parts of one name is refused', async () => {
    const parts = Object.entries(xlsxParts({ sheets: [{ name: 'A', rows: rowsOf([['a']]) }] }));
    expect(await readLines(zipOf([...parts, [sheet.toUpperCase(), sheetXml('')]]))).toEqual(
      unusable('damaged'),
    );
  });
});

describe('a spreadsheet that becomes huge', () => {
  const cell =
    '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>';
  const bomb = odsOf([
    {
      name: 'A',
      rows: `<table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row>`,
    },
  ]);

  it('ends its helper alone, and the till says that it takes too much memory', async () => {
    const { imports } = openCatalogue(undefined, undefined, startSmallHelper);
    await send(imports, bomb);
    expect(await imports.preview(null)).toEqual(tooLarge('memoryMegabytes'));
  });

  it('is given up after its time, and the till says so', async () => {
    lower('minutes', 0.03);
    const { imports } = openCatalogue(undefined, undefined, startHelper);
    await send(imports, bomb);
    expect(await imports.preview(null)).toEqual(tooLarge('minutes'));
  });
});

describe('XML that is a trap', () => {
  const entities =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">' +
    '<!ENTITY c SYSTEM "file:///etc/passwd">]>';
  const row = (cells: string) => sheetXml(`<row r="1">${cells}</row>`);

  it.each([
    ['entities', `${entities}${row('<c r="A1" t="str"><v>&b;&c;</v></c>')}`, '&b;&c;'],
    ['a name of a prototype', row('<c r="A1" __proto__="x" t="str"><v>a</v></c>'), 'a'],
    ['many attributes', row(`<c r="A1" ${'a="" '.repeat(50_000)}t="str"><v>a</v></c>`), 'a'],
    ['depth around it', row(`${'<a>'.repeat(5000)}<c r="A1" t="str"><v>a</v></c>`), 'a'],
  ])('is read as it stands: %s', async (_, content, text) => {
    expect(await readLines(withSheet(content))).toEqual({ ok: true, value: { 1: [text] } });
  });

  it.each([
    ['nothing', ''],
    ['no XML', 'Código;Preço'],
    ['a text that nobody shares', row('<c r="A1" t="s"><v>5</v></c>')],
    ['a text of a negative number', row('<c r="A1" t="s"><v>-1</v></c>')],
  ])('is refused or holds nothing: %s', async (_, content) => {
    const read = await readLines(withSheet(content));
    expect(read).toEqual(read.ok ? { ok: true, value: {} } : unusable('damaged'));
  });

  it('is read where it says, however far that is, and no column beyond the 200th', async () => {
    const far = row('<c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c>').replace(
      '</sheetData>',
      '<row r="1048576"><c r="B1048576"><v>3</v></c></row></sheetData>',
    );
    expect(await readLines(withSheet(far))).toEqual({
      ok: true,
      value: { 1: [{ number: '1' }], 1048576: ['', { number: '3' }] },
    });
  });
});

describe('a file that is no such spreadsheet', () => {
  it.each([
    ['an xlsx with a password', compoundOf('EncryptedPackage'), 'protected'],
    ['an old text document', compoundOf('WordDocument'), 'no_spreadsheet'],
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

  it('a file is known by its first bytes', () => {
    expect(fileKind(Buffer.from('PK'))).toBe('text');
    expect(fileKind(Buffer.from('PK;Nome;Preço\n1;a;2'))).toBe('text');
    expect(fileKind(Buffer.alloc(0))).toBe('text');
    expect(fileKind(tableXlsx([['a']]))).toBe('zip');
    expect(fileKind(compoundOf('Workbook'))).toBe('compound');
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
