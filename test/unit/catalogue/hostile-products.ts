// Makes products whose texts are as difficult as possible, and exports them.
import fc from 'fast-check';
import * as v from 'valibot';
import { catalogueCsv } from '../../../src-main/catalogue/export.ts';
import type { Language } from '../../../src-main/contract/languages.ts';
import { keyColours, type Product } from '../../../src-main/contract/catalogue.ts';
import { unitPriceSchema } from '../../../src-main/contract/money.ts';
import { anyCharacter } from '../../any-character.ts';

const unitPrice = (micros: number) => v.parse(unitPriceSchema, micros);

export const exported = (products: readonly Product[], language: Language): string =>
  [...catalogueCsv(products, language)].join('');

/** Texts that a spreadsheet, a parser or a guess could take for something else. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom(
    ...[`'`, `''x`, '="00123"', `'="1"`, '=1+1', '-5', '+351', '@a', ' a', 'a ', '\u00A0x\u00A0'],
    ...[
      ...['"', '""', 'a"b', '";"', ',', ';', '|', 'a/b', '\\', '["a"]', '["', '[]', '5,6E+12'],
      '1E+05',
    ],
    ...[
      ...['1,5', '1.234', 'null', 'NaN', '__proto__', 'sep=;', 'Código', '\uFEFFx', 'x\uFEFF'],
      '\uFFFD',
    ],
    ...['\u2028x', 'שלום', '\u202Egnp', '０', '😀', '€'],
  ),
);
const text = (minLength: number, maxLength: number) =>
  hostile
    .map((each) =>
      each
        .toWellFormed()
        .replace(/\p{Cc}/gu, '')
        .slice(0, maxLength)
        .toWellFormed(),
    )
    .filter((each) => each.length >= minLength);
const label = (maxLength: number) => text(0, maxLength).map((each) => each.trim());

/** At least one product; no two have the same code. */
export const hostileProducts = (maxLength: number) =>
  fc.uniqueArray(
    fc.record({
      code: text(1, 60),
      description: text(1, 200),
      barcodes: fc.uniqueArray(text(1, 80), { maxLength: 3 }),
      unitPrice: fc
        .oneof(
          fc.integer({ min: 0, max: 99_999_999_999 }),
          fc.integer({ min: 0, max: 3000 }).map((n) => n * 1000),
        )
        .map(unitPrice),
      unit: label(20),
      soldBy: fc.constantFrom('piece' as const, 'measure' as const, null),
      vatLabel: label(40),
      group: label(80),
      quickKey: fc.option(fc.integer({ min: 1, max: 480 })),
      colour: fc.option(fc.constantFrom(...keyColours)),
    }),
    { selector: ({ code }) => code, minLength: 1, maxLength },
  );
