// Reads ods files as LibreOffice writes them.
import { expect, test } from 'vitest';
import { lookAtSpreadsheet } from '../../../src-main/spreadsheet/look.ts';
import { manifestXml, odsOf } from '../../spreadsheets.ts';
import { fileOf, linesOf, readLines } from './reading-samples.ts';

const p = (text: string) => `<text:p>${text}</text:p>`;
const cell = (attributes: string, content = '') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const text = (content: string, more = '') =>
  cell(`office:value-type="string" calcext:value-type="string" ${more}`, p(content));
const number = (value: string, shownText: string, type = 'float', style = 'Default') =>
  cell(
    `table:style-name="${style}" office:value-type="${type}" office:value="${value}"`,
    p(shownText),
  );
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
const empty = (columns: number) => `<table:table-cell table:number-columns-repeated="${columns}"/>`;

test('texts, numbers, dates, repeated and empty cells are read', async () => {
  const rows =
    '<table:table-column table:number-columns-repeated="16384"/>' +
    '<table:table-header-rows>' +
    row(text('Código') + text('Preço') + empty(16_382)) +
    '</table:table-header-rows>' +
    row(empty(16_384), 'table:number-rows-repeated="3"') +
    row(text('007') + number('12.1', '12,10 €', 'currency') + empty(16_382)) +
    row(number('5601234567890', '5,60E+12') + number('3.33333333333333', '3,33', 'float', 'ce1')) +
    row(number('42', '00042', 'float', 'ce2') + number('0.23', '23%', 'percentage', 'ce3')) +
    row(
      cell('office:value-type="date" office:date-value="2026-11-23"', p('23/11/26')) +
        cell('office:value-type="date" office:date-value="2026-11-23T15:30:00"', p('x')) +
        cell('office:value-type="time" office:time-value="PT08H05M00S"', p('08:05')) +
        cell('office:value-type="boolean" office:boolean-value="true"', p('VERDADEIRO')),
    ) +
    row(text('twice', 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"') +
    row(empty(16_384), 'table:number-rows-repeated="1048566"');
  expect(await linesOf(odsOf([{ name: 'Folha1', rows }]))).toEqual({
    1: ['Código', 'Preço'],
    5: ['007', { number: '12.1' }],
    6: [{ number: '5601234567890' }, { number: '3.33' }],
    7: [{ number: '00042' }, '23%'],
    8: ['2026-11-23', '2026-11-23 15:30', '08:05', 'TRUE'],
    9: ['twice', 'twice'],
    10: ['twice', 'twice'],
  });
});

test('a text keeps its blanks, lines and parts, but no notes and pictures', async () => {
  const note = `<office:annotation>${p('a note')}</office:annotation>`;
  const cells =
    cell('office:value-type="string"', p('a<text:s text:c="3"/>b') + p('c<text:tab/>d')) +
    cell('office:value-type="string"', note + p('Café <text:span>frio</text:span>')) +
    `<table:covered-table-cell/>${text('x')}`;
  expect(await linesOf(odsOf([{ name: 'A', rows: row(cells) }]))).toEqual({
    1: ['a   b\nc\td', 'Café frio', '', 'x'],
  });
});

test('an error, and a formula without a result, have no value', async () => {
  const cells =
    cell(
      'table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"',
      p('#DIV/0!'),
    ) +
    cell('table:formula="of:=[.A1]*2"') +
    cell('table:formula="of:=2*2" office:value-type="float" office:value="4"', p('4')) +
    cell('office:value-type="float" office:value="x"', p('x'));
  expect(await linesOf(odsOf([{ name: 'A', rows: row(cells) }]))).toEqual({
    1: [{ noValue: '#DIV/0!' }, { noValue: '=A1*2' }, { number: '4' }, { noValue: 'x' }],
  });
});

test('of each of many sheets the beginning is there', async () => {
  const sheets = Array.from({ length: 30 }, (_, at) => ({
    name: `S${at}`,
    rows: Array.from({ length: at < 3 ? 1200 : 300 }, (_, line) => row(text(`${at}-${line}`))).join(
      '',
    ),
  }));
  const preview = await lookAtSpreadsheet({ file: fileOf(odsOf(sheets)) });
  const begun = preview.ok ? preview.value : [];
  expect(begun.map(({ name }) => name)).toEqual(sheets.map(({ name }) => name));
  const lengths = sheets.map((_, at) => (at < 3 ? 1000 : 300));
  expect(begun.map(({ rows }) => rows.length)).toEqual(lengths);
  expect(begun.map(({ isAll }) => isAll)).toEqual(sheets.map((_, at) => at >= 3));
  expect(begun[7]?.rows[1]).toEqual({ line: 2, cells: ['7-1'] });
});

test('a file with a password is reported as protected', async () => {
  const manifest = manifestXml('<manifest:encryption-data/>');
  const bytes = odsOf([{ name: 'A', rows: '' }], { 'META-INF/manifest.xml': manifest });
  expect(await readLines(bytes)).toEqual({
    ok: false,
    error: { code: 'spreadsheet_unusable', problem: 'protected' },
  });
});
