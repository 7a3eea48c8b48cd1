// Names and texts of others are printed as words: they hold no command of a printer, and no markup
// of the page.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printerLanguages } from '../../../src-main/contract/printing.ts';
import { codeDrawer as draw } from '../../../src-main/receipt/draw-codes.ts';
import { cleanLine } from '../../../src-main/contract/foreign-text.ts';
import { receiptHtml } from '../../../src-main/receipt/html.ts';
import { receiptOfSale, type ReceiptModel } from '../../../src-main/receipt/model.ts';
import { encodeReceipt } from '../../../src-main/printing/thermal/encode.ts';
import { printerText } from '../../../src-main/printing/thermal/letters.ts';
import { anyCharacter } from '../../any-character.ts';
import { decode } from '../../printer/decode.ts';
import type { Job } from '../../printer/printed.ts';
import { thermalWith } from '../../printer/rolls.ts';
import { isLong } from '../../tier.ts';
import { must } from '../../must.ts';
import { document, line, marks, options, sale } from './sample-receipts.ts';

const commands = [
  '\u001b@',
  '\u001bp\u0000\u0019\u00fa',
  '\u001dV\u0000',
  '\u001dv0\u0000\uffff',
  '\u0010\u0014\u0001\u0000\u0001',
  '\u001b\u0007\u000b\u000c\u0007',
  '\u001b\u001da\u0001',
  '\u001c.\u0018\u001a\u0019',
  'a\tb\r\nc\u0085d\u2028e\u007f',
  // Some code pages have signs where others have commands.
  '☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂',
  // Elsewhere, these languages are made into commands.
  '{b:"x"} {i:x} |left|right| ^^big \\n ~ `x` "_under_" {c:FS 1/1;o:code128}',
  '**bold** # heading | a | b |',
  '</strong><script>alert(1)</script><img src=x onerror=alert(1)>',
  '&lt;b&gt; &amp; &#60; "quoted" \'single\'',
  '\u202Egnp.exe\u2069\u2066\u061c',
  `Z${'\u0351\u0302\u0343\u0489'.repeat(20)}`,
  '\ud83d\ude00\ud83d 한국어 שלום',
  '\u001b'.repeat(10_000),
  'W'.repeat(10_000),
  '\u001bE '.repeat(2_500),
];
const hostile = fc.oneof(
  fc.constantFrom(...commands),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(fc.integer({ min: 0, max: 255 }), { maxLength: 80 })
    .map((bytes) => String.fromCharCode(...bytes)),
);

const parts = [
  ...['product', 'unit', 'document', 'key', 'party', 'method', 'company', 'till', 'user'],
] as const;
type Texts = Readonly<Record<(typeof parts)[number], string>>;
const textsBy = <Value>(of: (part: (typeof parts)[number]) => Value) =>
  Object.fromEntries(parts.map((part) => [part, of(part)])) as Record<keyof Texts, Value>;
const texts: fc.Arbitrary<Texts> = fc.record(textsBy(() => hostile));

function receiptWith(givenTexts: Texts): ReceiptModel {
  const soldSale = sale({
    lines: [{ ...line(givenTexts.product, 1500, 2_000_000), unit: givenTexts.unit }],
  });
  const model = receiptOfSale(
    {
      ...soldSale,
      payment: soldSale.payment && {
        ...soldSale.payment,
        method: { id: 1, label: givenTexts.method },
      },
    },
    document({
      documentName: givenTexts.document,
      docKey: givenTexts.key,
      party: { name: givenTexts.party, fiscalNumber: givenTexts.party },
      headerText: givenTexts.document,
      footerText: givenTexts.party,
      marks: { ...marks, certificate: `certificado ${givenTexts.document}` },
    }),
    {
      ...options,
      copy: true,
      practice: true,
      shop: {
        companyName: givenTexts.company,
        tillName: givenTexts.till,
        userName: givenTexts.user,
      },
      settings: {
        ...options.settings,
        addressLines: givenTexts.company,
        footerText: givenTexts.user,
      },
    },
  );
  return must(model);
}

/** The same words of harmless letters: a difference that remains does not come from the letters. */
const harmless = (givenTexts: Texts, read: (text: string) => string): Texts => {
  const plain = (text: string) =>
    text
      .split(/\r\n?|\n/)
      .map((row) => read(row).replace(/\S/gu, 'x'))
      .join('\n');
  return textsBy((part) => plain(givenTexts[part]));
};

const besideRows = ({ printed }: Job) =>
  printed.map(({ kind }) => kind).filter((kind) => kind !== 'line');

test.each(printerLanguages)('a printer of %s obeys no command in them', (language) => {
  const thermal = thermalWith({ language });
  fc.assert(
    fc.property(texts, (givenTexts) => {
      const job = decode(language, encodeReceipt(receiptWith(givenTexts), thermal));
      expect(job.problems).toEqual([]);
      const like = harmless(givenTexts, (text) => printerText(cleanLine(text)));
      // The bars or QR code of the key depend on its letters.
      const other = decode(
        language,
        encodeReceipt(receiptWith({ ...like, key: givenTexts.key }), thermal),
      );
      // Rows may break elsewhere, so that a command comes more or less often; the set of commands
      // is the same.
      expect(new Set(job.commands)).toEqual(new Set(other.commands));
      expect(besideRows(job)).toEqual(besideRows(other));
    }),
    { numRuns: isLong ? 200 : 25 },
  );
});

const tagsOf = (page: string): readonly string[] =>
  page.replace(/<div class="code".*?<\/div>/gs, '').match(/<[^>]*>/g) ?? [];

test('the page has no markup from them', () => {
  fc.assert(
    fc.property(texts, (givenTexts) => {
      const page = receiptHtml(receiptWith(givenTexts), { paper: '80', draw });
      const like = harmless(givenTexts, cleanLine);
      const other = receiptHtml(receiptWith({ ...like, key: givenTexts.key }), {
        paper: '80',
        draw,
      });
      expect(tagsOf(page)).toEqual(tagsOf(other));
      expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
    { numRuns: isLong ? 100 : 15 },
  );
});

test('ten thousand letters take no more paper than a name may', () => {
  const long = { ...textsBy(() => ''), product: 'W'.repeat(10_000), key: 'FS 1/1' };
  const { printed } = decode('esc-pos', encodeReceipt(receiptWith(long), thermalWith()));
  expect(printed.length).toBeLessThan(80);
});
