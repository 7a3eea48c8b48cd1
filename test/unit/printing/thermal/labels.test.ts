// Compares labels on a roll with pictures that a person has checked. `vitest -u` writes the
// pictures anew.
import { expect, test } from 'vitest';
import { printerLanguages } from '../../../../src-main/contract/printing.ts';
import { encodeLabels } from '../../../../src-main/printing/thermal/labels.ts';
import { dotsAcross } from '../../../../src-main/receipt/scan-codes.ts';
import type { ShelfLabel } from '../../../../src-main/receipt/shelf-label.ts';
import { decode } from '../../../printer/decode.ts';
import { image } from '../../../printer/image.ts';
import { picture } from '../../../printer/picture.ts';
import { rolls, thermalWith } from '../../../printer/rolls.ts';

const label = (change: Partial<ShelfLabel> = {}): ShelfLabel => ({
  ...{
    name: 'Queijo da Serra',
    price: '1,89 €',
    per: '',
    measured: '',
    date: '23/11/2026',
    practice: null,
  },
  ...{ code: { symbology: 'ean13', data: '5601234567892' }, codeText: '5601234567892' },
  ...change,
});
const code128 = (data: string) =>
  ({ code: { symbology: 'code128', data }, codeText: data }) as const;

const shelf: readonly ShelfLabel[] = [
  label(),
  label({ name: 'Queijo a peso', measured: 'a peso ou medida' }),
  label({ name: 'Maçã de Alcobaça', price: '1,49 €', per: '/kg', ...code128('MACA') }),
  label({
    name: 'Queijo de ovelha curado da Serra da Estrela com denominação de origem protegida, meia cura, em azeite',
    price: '99.999,999999 €',
    per: '/embalag…',
    code: { symbology: 'upca', data: '036000291452' },
    codeText: '036000291452',
  }),
  label({ name: 'Pão', code: { symbology: 'ean8', data: '96385074' }, codeText: '96385074' }),
  label({ name: 'שלום 😀 \u202Eevil', code: null, codeText: 'Pão de ló' }),
  label({ name: 'W'.repeat(160), ...code128('ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789') }),
  label({
    name: 'Prática',
    practice: { portuguese: 'PRÁTICA', translation: 'PRACTICE' },
    ...code128('50%'),
  }),
];

test('labels are cut apart on the narrowest roll', async () => {
  for (const language of printerLanguages) {
    const job = decode(language, encodeLabels(shelf, thermalWith({ language }), true));
    expect(job.problems).toEqual([]);
    await expect(picture(job, 32)).toMatchFileSnapshot('pictures/labels 58.txt');
    await expect(image(job, dotsAcross(32))).toMatchFileSnapshot('pictures/labels 58.svg');
  }
});

test.each(rolls)(
  'nothing is wider than a roll of $width mm with $columns columns, and no label opens the drawer',
  (roll) => {
    for (const language of printerLanguages) {
      const { printed } = decode(
        language,
        encodeLabels(shelf, thermalWith({ language, ...roll }), true),
      );
      for (const part of printed) {
        expect(part.kind).not.toBe('drawer');
        if (part.kind === 'line') {
          const wide = part.runs.reduce(
            (sum, { text, style }) => sum + text.length * style.wide,
            0,
          );
          expect(wide).toBeLessThanOrEqual(roll.columns);
        }
        if (part.kind === 'ean' || part.kind === 'code128')
          expect(part.dots).toBeLessThanOrEqual(dotsAcross(roll.columns));
      }
    }
  },
);

test.each(printerLanguages)('%s without a knife has a line between labels', async (language) => {
  const thermal = thermalWith({ language, cuts: false });
  const shownText = (isLast: boolean) =>
    picture(decode(language, encodeLabels(shelf.slice(0, 2), thermal, isLast)), 32);
  await expect(shownText(true)).toMatchFileSnapshot('pictures/labels without a knife.txt');
  // More labels follow: the paper is not fed as far as it is torn.
  expect(shownText(true)).toBe(`${shownText(false)}${'   |\n'.repeat(4)}`);
});
