// Tests what a cell stands for, and what is refused rather than guessed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal } from '../../../src-main/contract/money.ts';
import {
  codeOf,
  colourOf,
  priceOf,
  readBarcodes,
  soldByOf,
} from '../../../src-main/catalogue/import-cells.ts';
import { isShortenedNumber, textOf } from '../../../src-main/csv/cells.ts';

test.each([
  ['  Pão de água ', 'Pão de água'],
  ['="00123"', '00123'],
  ['="a ""b"""', 'a "b"'],
  [`'00123`, '00123'],
  [`  '=1+1`, '=1+1'],
  [`'="x"`, '="x"'],
  [`''`, `'`],
  [`' with blanks `, ' with blanks '],
  ['="unfinished', '="unfinished'],
])('the cell %j says %j', (cell, text) => {
  expect(textOf(cell)).toBe(text);
});

test.each([
  ['1.234,56', ',', 1_234_560_000],
  ['1 234,56', ',', 1_234_560_000],
  ['1\u00A0234\u00A0567,5', ',', 1_234_567_500_000],
  ['€ 1,20', ',', 1_200_000],
  ['1,20€', ',', 1_200_000],
  ['1,20 EUR', ',', 1_200_000],
  ['1,20 euros', ',', 1_200_000],
  ['1,20 Eur.', ',', 1_200_000],
  ["1'234.50", '.', 1_234_500_000],
  ['1’234’567,5', ',', 1_234_567_500_000],
  ['4,42857142857143', ',', 4_430_000],
  ['0.996666666666667', '.', 1_000_000],
  ['€ 12.299999999', '.', 12_300_000],
  ['1234.5', '.', 1_234_500_000],
  ['1,234.5', '.', 1_234_500_000],
  ['$12', '.', 12_000_000],
  ['1.234', ',', 1_234_000_000],
  ['1.234', '.', 1_234_000],
  [',5', ',', 500_000],
  ['3,', ',', 3_000_000],
  ['0', ',', 0],
  ['.00', '.', 0],
  [`'0,65`, ',', 650_000],
  ['1,20000000', ',', 1_200_000],
  ['0.333333', '.', 333_333],
  // Other currencies, and what the price is for.
  ['R$ 1.299,00', ',', 1_299_000_000],
  ['US$3.10', '.', 3_100_000],
  ['CHF 21.50', '.', 21_500_000],
  ['0.25 usd', '.', 250_000],
  ['29,99 zł', ',', 29_990_000],
  ['45,00 Kč', ',', 45_000_000],
  ['25,00 kr.', ',', 25_000_000],
  ['Fr. 4.50', '.', 4_500_000],
  ['1,95 €/kg', ',', 1_950_000],
  ['0,89€ / Un.', ',', 890_000],
  ['2,20 € cx', ',', 2_200_000],
  ['£3 per kg', '.', 3_000_000],
  ['1,20/kg', ',', 1_200_000],
  // No cents.
  ['49,-', ',', 49_000_000],
  ['CHF 12.–', '.', 12_000_000],
  ['199,-- €', ',', 199_000_000],
] as const)('%j with the decimal mark %j is %d millionths', (cell, mark, micros) => {
  expect(priceOf(cell, mark)).toBe(micros);
});

test.each([
  ['1234.5', ','],
  ['1,20', '.'],
  ['1.23', ','],
  ['1.234.56', ','],
  // Nothing is grouped after a zero.
  ['0.250', ','],
  ['0,250', '.'],
  ['012.345', ','],
  ['1.234 567,5', ','],
  ['12.34.567,00', ','],
  ['1,2,3', ','],
  ['-1,20', ','],
  ['(1,20)', ','],
  ['+1,20', ','],
  ['1,2000001', ','],
  ['0,00333333333', ','],
  ['4,42857142857143', '.'],
  ['1,20 kg', ','],
  ['500 g', ','],
  ['1/2 kg', ','],
  ['1,20 €/100 g', ','],
  ['1,20 €/xyz', ','],
  ['95p', ','],
  ['12-', ','],
  ['1,2e3', ','],
  ['abc', ','],
  ['', ','],
  ['€', ','],
  [',', ','],
  ['.', '.'],
  ['١٢', '.'],
  ['1234567890123456', '.'],
] as const)('%j with the decimal mark %j is no price', (cell, mark) => {
  expect(priceOf(cell, mark)).toBeUndefined();
});

test('every price is read as it was written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999 }),
      fc.constantFrom(',' as const, '.' as const),
      (micros, mark) => {
        expect(priceOf(formatDecimal(micros, 6, mark), mark)).toBe(micros);
      },
    ),
  );
});

test.each([
  ['5,60123E+12', true],
  ['5.60123E+12', true],
  ['5E+12', true],
  [`'5E+12`, false],
  ['5601234567890', false],
  ['1E5', false],
  ['AE+12', false],
])('whether a spreadsheet has shortened %j: %j', (cell, expected) => {
  expect(isShortenedNumber(cell)).toBe(expected);
});

test.each([
  ['red', 'red'],
  [' Vermelho ', 'red'],
  ['ROXO', 'purple'],
  ['gray', 'grey'],
  ['Rojo', 'red'],
  ['ROT', 'red'],
  ['żółty', 'yellow'],
  ['Grün', 'green'],
  ['Amarela', 'yellow'],
  ['arancione', 'orange'],
  ['Bleu', 'blue'],
  ['paars', 'purple'],
  ['#ff0000', undefined],
])('the colour of %j is %j', (cell, colour) => {
  expect(colourOf(cell)).toBe(colour);
});

test.each([
  ['5601234567890', ['5601234567890'], [], []],
  ['5601234567890 5600000000001', ['5601234567890', '5600000000001'], [], []],
  ['A|B/C,D; E\nF', ['A', 'B', 'C', 'D', 'E', 'F'], [], []],
  ['="05601234567890"', ['05601234567890'], [], []],
  [`'05601`, ['05601'], [], []],
  ['["A B","C|D"]', ['A B', 'C|D'], [], []],
  ['["A B",1]', ['["A', 'B"', '1]'], [], []],
  ['["A B"', ['["A', 'B"'], [], []],
  [' | ', [], [], []],
  ['', [], [], []],
  ['5601234567892.0', ['5601234567892'], ['5601234567892'], []],
  ['5601234567892,00', ['5601234567892'], ['5601234567892'], []],
  ['5,601234567892E+12', ['5601234567892'], ['5601234567892'], []],
  ['5,60123E+12', [], [], ['5,60123E+12']],
  ['5.601234567891E+12', [], [], ['5.601234567891E+12']],
  // A UPC-A that has lost its first zero, and eleven digits that are none.
  ['36000291452', ['036000291452'], ['036000291452'], []],
  ['36000291453', ['36000291453'], [], []],
  ['5 601234 567892', ['5601234567892'], ['5601234567892'], []],
  ['978-972-0-04671-0', ['9789720046710'], ['9789720046710'], []],
  ['978-972-0-04671-1', ['978-972-0-04671-1'], [], []],
  ['5601234567892 5000112637922', ['5601234567892', '5000112637922'], [], []],
  ['560 123 456', ['560', '123', '456'], [], []],
  [`'5E+12`, ['5E+12'], [], []],
])(
  'of the barcodes %j it reads %j, repairs %j and has lost %j',
  (cell, barcodes, repaired, lost) => {
    expect(readBarcodes(cell)).toEqual({ barcodes, repaired, lost });
  },
);

test.each([
  ['5601234567892.0', '5601234567892'],
  [`'5601234567892.0`, '5601234567892.0'],
  ['12.0', '12.0'],
])('the code %j is %j', (cell, code) => {
  expect(codeOf(cell)).toBe(code);
});

test.each([
  ['Y', 'measure'],
  ['não', 'piece'],
  ['FALSE', 'piece'],
  ['Quinta', undefined],
  ['Stück', 'piece'],
  ['kg', 'measure'],
  ['Peças', 'piece'],
])('%j in a column of its own is sold by: %s', (cell, soldBy) => {
  expect(soldByOf(cell)).toBe(soldBy);
});
