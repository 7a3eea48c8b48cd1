import { expect, test } from 'vitest';
import { printerLanguages, type Thermal } from '../../../../src-main/contract/printing.ts';
import { receiptOfSale } from '../../../../src-main/receipt/model.ts';
import { readPng } from '../../../../src-main/receipt/png.ts';
import { encodeReceipt } from '../../../../src-main/printing/thermal/encode.ts';
import { decode } from '../../../printer/decode.ts';
import { pngOf } from '../../../printer/png-file.ts';
import { thermalWith } from '../../../printer/rolls.ts';
import { document, options, sale } from '../../receipt/sample-receipts.ts';
import { must } from '../../../must.ts';

const steps = Array.from({ length: 48 }, (_, y) => '#'.repeat(y + 1).padEnd(64));

function printedLogo(
  png: Uint8Array,
  language: (typeof printerLanguages)[number],
  roll: Pick<Thermal, 'width' | 'columns'>,
) {
  const settings = { ...options.settings, logo: Uint8Array.from(png) };
  const model = must(receiptOfSale(sale(), document(), { ...options, settings }));
  const thermal = thermalWith({ language, ...roll });
  const { printed, problems } = decode(language, encodeReceipt(model, thermal));
  expect(problems).toEqual([]);
  return printed.flatMap((part) => (part.kind === 'image' ? part.rows : []));
}

test.each(printerLanguages)('a logo comes out dot by dot on a printer of %s', (language) => {
  for (const clear of [false, true]) {
    expect(printedLogo(pngOf(steps, { clear }), language, { width: 80, columns: 48 })).toEqual(
      steps,
    );
  }
});

test.each(printerLanguages)(
  'a logo that is wider than the paper of %s is scaled down to it',
  (language) => {
    const wide = Array.from({ length: 96 }, () => '#'.repeat(576));
    const narrow = printedLogo(pngOf(wide), language, { width: 58, columns: 32 });
    expect(narrow[0]).toHaveLength(384);
    expect(narrow.filter((row) => row.includes('#'))).toHaveLength(64);
    const fewerColumns = printedLogo(pngOf(wide), language, { width: 80, columns: 42 });
    expect(fewerColumns[0]).toHaveLength(504);
  },
);

test('a picture is decoded whatever filters its rows use', () => {
  const picture = readPng(pngOf(steps, { clear: true }));
  expect(picture).toMatchObject({ width: 64, height: 48 });
  expect(picture?.data.length).toBe(64 * 48 * 4);
  expect([...(picture?.data.subarray(0, 8) ?? [])]).toEqual([0, 0, 0, 255, 0, 0, 0, 0]);
});

test('what is no picture, of another kind, cut off or too large is none', () => {
  const png = pngOf(steps);
  const wrong = [
    new Uint8Array(0),
    Buffer.from('<svg/>'.repeat(20)),
    png.subarray(0, png.length - 40),
    pngOf(steps, { depth: 16 }),
    pngOf(steps, { colours: 3 }),
    pngOf(steps, { interlace: 1 }),
    // Fewer pixels than the header promises, and too wide, too high or no picture at all.
    pngOf(steps, { colours: 6 }),
    pngOf(Array.from({ length: 2 }, () => ' '.repeat(577))),
    pngOf(Array.from({ length: 321 }, () => ' ')),
    pngOf([]),
  ];
  for (const bytes of wrong) expect(readPng(bytes)).toBeUndefined();
  expect(readPng(png)).toBeDefined();
});
