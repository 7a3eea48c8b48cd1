// Reads xlsx files as programs write them.
import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { utils, write } from '@e965/xlsx';
import writeExcelFile from 'write-excel-file/node';
import { lookAtSpreadsheet } from '../../../src-main/spreadsheet/look.ts';
import {
  escaped,
  main,
  ofDocument,
  relations,
  rowsOf,
  typesXml,
  xlsxOf,
  xlsxParts,
  zipOf,
} from '../../spreadsheets.ts';
import { fileOf, linesOf, readLines } from './reading-samples.ts';

const oneSheet = (rows: string, more = {}) => xlsxOf({ sheets: [{ name: 'A', rows }], ...more });

test('cells are where they say, and rows have the numbers that the spreadsheet shows', async () => {
  const rows =
    '<row r="3"><c r="B3"><v>1</v></c><c r="D3" t="inlineStr"><is><t>x</t></is></c></row>' +
    '<row r="4" ht="20"/><row r="7"><c r="AA7" t="inlineStr"><is><t>far</t></is></c></row>';
  const far = [...Array<string>(26).fill(''), 'far'];
  expect(await linesOf(oneSheet(rows))).toEqual({ 3: ['', { number: '1' }, '', 'x'], 7: far });
});

test('rows and cells that say no place follow one another', async () => {
  const rows = '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>';
  expect(await linesOf(oneSheet(rows))).toEqual({
    1: [{ number: '1' }, { number: '2' }],
    2: [{ number: '3' }],
  });
});

test('texts are shared or in the cell, with their formatting left out', async () => {
  const texts =
    '<si><t>Pão</t></si><si><r><rPr><b/></rPr><t>Café </t></r><r><t xml:space="preserve"> frio</t></r>' +
    '<rPh sb="0" eb="1"><t>no</t></rPh></si><si><t/></si><si><t>a_x000D_b &amp; &lt;c&gt; &#233;</t></si>';
  const rows =
    '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>2</v></c>' +
    '<c r="D1" t="s"><v>3</v></c><c r="E1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>' +
    '<c r="F1" t="inlineStr"><is><t><![CDATA[<raw>]]></t></is></c></row>';
  expect(await linesOf(oneSheet(rows, { texts }))).toEqual({
    1: ['Café  frio', 'Pão', '', 'a\rb & <c> é', 'inline', '<raw>'],
  });
});

test('a text keeps its zeros, and a number is what the cell shows', async () => {
  const styles =
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/>' +
    '<numFmt numFmtId="165" formatCode="d/m/yyyy"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="165"/></cellStyleXfs>' +
    '<cellXfs>' +
    [0, 2, 11, 164, 165, 14, 9].map((id) => `<xf numFmtId="${id}"/>`).join('') +
    '</cellXfs>';
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>007</t></is></c><c r="B1" s="1"><v>3.3333333333333335</v></c>' +
    '<c r="C1" s="2"><v>5.60123456789E+12</v></c><c r="D1" s="3"><v>42</v></c>' +
    '<c r="E1" s="4"><v>46349</v></c><c r="F1" s="5"><v>46349.5</v></c><c r="G1" s="6"><v>0.23</v></c>' +
    '<c r="H1"><v>12.099999999999998</v></c><c r="I1" t="n" s="99"><v>7</v></c></row>';
  expect(await linesOf(oneSheet(rows, { styles }))).toEqual({
    1: [
      ...['007', { number: '3.33' }, { number: '5601234567890' }, { number: '00042' }],
      ...['2026-11-23', '2026-11-23 12:00', '23%', { number: '12.1' }, { number: '7' }],
    ],
  });
});

test('letters that a format writes before the digits of a code belong to it', async () => {
  const formats = ['"ART-"0000', '\\A000', '0.00" EUR"', '0" un"', '#,##0" un"'];
  const styles =
    `<numFmts count="${formats.length}">${formats
      .map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts>` +
    `<cellXfs>${formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}</cellXfs>`;
  const cells = formats.map((_, at) => `<c s="${at}"><v>42</v></c>`).join('');
  expect(await linesOf(oneSheet(`<row>${cells}<c s="0"><v>1.5</v></c></row>`, { styles }))).toEqual(
    { 1: ['ART-0042', 'A042', ...[42, 42, 42, 1.5].map((each) => ({ number: String(each) }))] },
  );
});

test('days are counted from 1904 where the workbook says so', async () => {
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
  const rows = '<row r="1"><c r="A1" s="0"><v>44887</v></c></row>';
  const workbookPr = '<workbookPr date1904="1"/>';
  expect(await linesOf(oneSheet(rows, { styles, workbookPr }))).toEqual({ 1: ['2026-11-23'] });
});

test('a formula gives its result; without one, and for an error, there is no value', async () => {
  const rows =
    '<row r="1"><c r="A1"><f>B1*1.23</f><v>1.23</v></c><c r="B1" t="str"><f>"a"</f><v>a</v></c>' +
    '<c r="C1" t="str"><f>IF(1,"","")</f><v></v></c><c r="D1"><f>A1*2</f></c>' +
    '<c r="E1"><f>A1*2</f><v/></c><c r="F1" t="e"><v>#N/A</v></c><c r="G1" t="b"><v>1</v></c>' +
    '<c r="H1" s="0" t="d"><v>2026-11-23</v></c><c r="I1"><v>nonsense</v></c></row>';
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
  expect(await linesOf(oneSheet(rows, { styles }))).toEqual({
    1: [
      ...[{ number: '1.23' }, 'a', '', { noValue: '=A1*2' }, { noValue: '=A1*2' }],
      ...[{ noValue: '#N/A' }, 'TRUE', '2026-11-23', { noValue: '#NUM!' }],
    ],
  });
});

test('of merged cells the first has the value, as everywhere', async () => {
  const parts = xlsxParts({
    sheets: [
      {
        name: 'A',
        rows: rowsOf([
          ['Title', '', ''],
          ['x', 1],
        ]),
      },
    ],
  });
  const sheet = 'xl/worksheets/sheet1.xml';
  const merged = String(parts[sheet]).replace(
    '</sheetData>',
    '</sheetData><mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>',
  );
  expect(await linesOf(zipOf({ ...parts, [sheet]: merged }))).toEqual({
    1: ['Title'],
    2: ['x', { number: '1' }],
  });
});

test('sheets that nobody sees are not offered', async () => {
  const bytes = xlsxOf({
    sheets: [
      { name: 'Aux', rows: rowsOf([['secret']]), state: 'veryHidden' },
      { name: 'Preços & mais', rows: rowsOf([['a']]) },
      { name: 'Old', rows: rowsOf([['b']]), state: 'hidden' },
      { name: 'Empty', rows: '' },
    ],
  });
  const preview = await lookAtSpreadsheet({ file: fileOf(bytes) });
  expect(preview).toEqual({
    ok: true,
    value: [
      { name: 'Preços & mais', rows: [{ line: 1, cells: ['a'] }], isAll: true },
      { name: 'Empty', rows: [], isAll: true },
    ],
  });
  expect(await linesOf(bytes)).toEqual({ 1: ['a'] });
});

test('as other programs write it: prefixes, absolute places, no shared texts', async () => {
  const bytes = zipOf({
    '[Content_Types].xml': typesXml({ 'xl/Book.xml': 'sheet.main', 'xl/data/S.xml': 'worksheet' }),
    '_rels/.rels': relations([{ id: 'a', type: 'officeDocument', target: '/xl/Book.xml' }]),
    'xl/Book.xml':
      `<x:workbook xmlns:x="${main}" xmlns:r="${ofDocument}"><x:sheets>` +
      '<x:sheet name="S" sheetId="4" r:id="rId1"/></x:sheets></x:workbook>',
    'xl/_rels/Book.xml.rels': relations([
      { id: 'rId1', type: 'worksheet', target: '/xl/data/S.xml' },
    ]),
    'xl/data/S.xml':
      `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a` +
      '</x:t></x:is></x:c><x:c r="B1"><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  });
  expect(await linesOf(bytes)).toEqual({ 1: ['a', { number: '2' }] });
});

test('what another library writes is read', async () => {
  const bytes = await writeExcelFile([
    ['Código', 'Preço', 'Data'],
    [
      { value: '0012', type: String },
      { value: 12.1, type: Number, format: '0.00' },
      { value: new Date(Date.UTC(2026, 10, 23)), type: Date, format: 'dd/mm/yyyy' },
    ],
    [{ value: 'x & y\n"z"', type: String }, { value: 5601234567890, type: Number }, null],
  ]).toBuffer();
  expect(await linesOf(bytes)).toEqual({
    1: ['Código', 'Preço', 'Data'],
    2: ['0012', { number: '12.1' }, '2026-11-23'],
    3: ['x & y\n"z"', { number: '5601234567890' }],
  });
});

test('texts far down are found in a long list of them', async () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `<si><t>text ${at}</t></si>`).join('');
  const rows = [19_999, 0, 7]
    .map((text, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${text}</v></c></row>`)
    .join('');
  expect(await linesOf(oneSheet(rows, { texts }))).toEqual({
    1: ['text 19999'],
    2: ['text 0'],
    3: ['text 7'],
  });
});

test('a list of shared texts that would be read shifted is refused', async () => {
  const texts = '<si><t>a</t></si><si/><si><t>b</t></si>';
  const rows = '<row r="1"><c r="A1" t="s"><v>2</v></c></row>';
  expect(await readLines(oneSheet(rows, { texts }))).toEqual({
    ok: false,
    error: { code: 'spreadsheet_unusable', problem: 'damaged' },
  });
});

test.each(['biff8', 'xlsb', 'ods'] as const)('a table saved as %s is read', async (bookType) => {
  const sheet = utils.aoa_to_sheet([
    ['Código', 'Preço', 'Data', 'IVA'],
    ['007', 12.099999999999998, 46349, 0.23],
    [5601234567892, 0.1 + 0.2],
  ]);
  Object.assign(sheet.C2, { z: 'yyyy"-"mm"-"dd' });
  Object.assign(sheet.D2, { z: '0%' });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Lista');
  const bytes = write(book, { type: 'buffer', bookType }) as Buffer;
  expect(await linesOf(bytes)).toEqual({
    1: ['Código', 'Preço', 'Data', 'IVA'],
    2: ['007', { number: '12.1' }, '2026-11-23', '23%'],
    3: [{ number: '5601234567892' }, { number: '0.3' }],
  });
});
