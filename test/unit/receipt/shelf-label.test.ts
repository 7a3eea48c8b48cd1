// Tests what a label says and which bars it has; the drawn bars are read again.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { productSchema, type Product } from '../../../src-main/contract/catalogue.ts';
import { drawBars } from '../../../src-main/receipt/draw-codes.ts';
import { barCodeOf, shelfLabel } from '../../../src-main/receipt/shelf-label.ts';
import { readCode128, readEan } from '../../bars.ts';
import { withCheckDigit } from '../../../src-main/contract/barcodes.ts';

const product = (change: Partial<Record<keyof Product, unknown>> = {}): Product =>
  v.parse(productSchema, {
    ...{ code: 'QUEIJO', description: 'Queijo da Serra', barcodes: [], unitPrice: 1_890_000 },
    ...{ unit: 'un', soldBy: null, vatLabel: '', group: '', quickKey: null, colour: null },
    ...change,
  });
const atNoon = new Date(2026, 10, 23, 12).getTime();
const label = (change: Partial<Record<keyof Product, unknown>> = {}, language = 'pt-PT' as const) =>
  shelfLabel(product(change), { language, isPractice: false, nowMs: atNoon });

describe('a label', () => {
  test('says name, price with its currency, and the day', () => {
    expect(label()).toMatchObject({
      ...{ name: 'Queijo da Serra', per: '', date: '23/11/2026', practice: null },
      price: expect.stringMatching(/^1,89\s€$/u) as string,
    });
  });

  test('keeps every decimal of a price', () => {
    expect(label({ unitPrice: 1_234_560 }).price).toMatch(/^1,23456\s€$/u);
  });

  test.each([
    [{ unit: 'kg', soldBy: null }, '/kg'],
    [{ unit: 'kg', soldBy: 'measure' }, '/kg'],
    [{ unit: 'kg', soldBy: 'piece' }, ''],
    [{ unit: 'cx', soldBy: null }, ''],
    [{ unit: '', soldBy: 'measure' }, ''],
    [{ unit: 'braçada de lenha', soldBy: 'measure' }, '/braçada …'],
  ])('of %o is per "%s"', (change, per) => {
    expect(label(change).per).toBe(per);
  });

  test('says that a product without a unit is sold by measure, and no other says so', () => {
    const loose = product({ unit: '', soldBy: 'measure' });
    const options = { isPractice: false, nowMs: atNoon };
    expect(shelfLabel(loose, { ...options, language: 'en' }).measured).toBe('by weight or measure');
    expect(shelfLabel(loose, { ...options, language: 'pt-PT' }).measured).toBe('a peso ou medida');
    for (const change of [{ unit: 'kg' }, { unit: '' }, { unit: '', soldBy: 'piece' }]) {
      expect(label(change).measured).toBe('');
    }
  });

  test('of a name that reverses text is one line without that', () => {
    const { name } = label({ description: `a\u202Eb\u2066c${'W'.repeat(190)}` });
    expect(name).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
    expect(Array.from(name).length).toBeLessThan(170);
  });
});

describe('what is scanned', () => {
  test.each([
    [['5601234567892'], 'A', { symbology: 'ean13', data: '5601234567892' }],
    [['96385074'], 'A', { symbology: 'ean8', data: '96385074' }],
    [['036000291452'], 'A', { symbology: 'upca', data: '036000291452' }],
    // A barcode with a right check digit goes before an earlier one without.
    [['5601234567890', 'X-1', '96385074'], 'A', { symbology: 'ean8', data: '96385074' }],
    // The check digit is wrong, so that no scanner reads it as an EAN; every scanner reads it as
    // Code 128.
    [['5601234567890'], 'A', { symbology: 'code128', data: '5601234567890' }],
    [['ação', 'X-1'], 'A', { symbology: 'code128', data: 'X-1' }],
    [[], 'PAO-500', { symbology: 'code128', data: 'PAO-500' }],
    // The code does not stand in for a barcode that cannot be drawn.
    [['ação'], 'PAO-500', null],
    [[], 'Pão', null],
    [[' 1'], 'A', null],
    [['1'.repeat(80)], 'A', null],
  ])('of %o and the code %s is %o', (barcodes, code, expected) => {
    expect(barCodeOf({ barcodes, code })).toEqual(expected);
  });

  test('of a product whose barcode cannot be drawn stands there in letters', () => {
    expect(label({ barcodes: ['ação'] })).toMatchObject({ code: null, codeText: 'ação' });
    expect(label({ code: 'Pão' })).toMatchObject({ code: null, codeText: 'Pão' });
  });
});

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 })
    .map((each) => withCheckDigit(each.join('')));

describe('bars', () => {
  test('of an EAN-13, an EAN-8 and a UPC-A are read as the same number', () => {
    fc.assert(
      fc.property(digits(13), digits(8), digits(12), (thirteen, eight, twelve) => {
        const drawn = (data: string) =>
          drawBars(barCodeOf({ barcodes: [data], code: 'A' }) ?? expect.fail(), 70) ?? '';
        expect(readEan(drawn(thirteen))).toBe(thirteen);
        expect(readEan(drawn(eight))).toBe(eight);
        expect(readEan(drawn(twelve))).toBe(`0${twelve}`);
      }),
      { numRuns: 25 },
    );
  });

  test('of Code 128 are read as the same text, whatever its characters mean elsewhere', () => {
    const text = fc
      .string({
        unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
        minLength: 1,
        maxLength: 14,
      })
      .filter((each) => barCodeOf({ barcodes: [each], code: 'A' })?.symbology === 'code128');
    const commands = fc.constantFrom(
      '^FNC1',
      '^065',
      '{B{A',
      '%0',
      '\\x',
      'PAO 500',
      '12345678901234',
    );
    fc.assert(
      fc.property(fc.oneof(text, commands), (data) => {
        const svg = drawBars({ symbology: 'code128', data }, 200) ?? '';
        expect(readCode128(svg)).toBe(data);
      }),
      { numRuns: 40 },
    );
  });

  test('that would be too fine for the label are not drawn', () => {
    const long = { symbology: 'code128', data: 'X'.repeat(20) } as const;
    expect(drawBars(long, 38.1)).toBeUndefined();
    expect(drawBars(long, 70)).toBeDefined();
    expect(drawBars({ symbology: 'ean13', data: '5601234567892' }, 30)).toBeUndefined();
  });

  test('leave white beside them what a scanner needs', () => {
    for (const labelMm of [38.1, 52.5, 63.5, 70, 99.1]) {
      const svg = drawBars({ symbology: 'ean13', data: '5601234567892' }, labelMm) ?? '';
      const percent = Number(/width="([\d.]+)%"/.exec(svg)?.[1]);
      const barsMm = (percent / 100) * labelMm;
      const moduleMm = barsMm / 96;
      expect(moduleMm).toBeGreaterThan(0.264);
      expect(moduleMm).toBeLessThan(0.331);
      expect((labelMm - barsMm) / 2 / moduleMm).toBeGreaterThan(10.9);
    }
  });
});
