// The text file of a sale's life is complete, and nobody can forge a line of it with a name or a
// note.
import { describe, expect, test } from 'vitest';
import type { Language } from '../../../src-main/contract/languages.ts';
import type { Profile } from '../../../src-main/contract/profiles.ts';
import { en } from '../../../resources/messages/en.ts';
import { cents } from '../../../src-main/contract/money.ts';
import type { Particulars } from '../../../src-main/contract/new-document.ts';
import type { SaleDetail, SaleStep } from '../../../src-main/contract/sales.ts';
import { evidenceText } from '../../../src-main/receipt/evidence-text.ts';
import { sampleProfile } from '../../sample-profile.ts';
import { sampleCart, sampleParticulars } from '../../sample-sale.ts';
import { fewLines, line, loweredLines, sale } from './sample-receipts.ts';

const atMs = Date.UTC(2025, 10, 21, 14, 3, 22, 7);

const text = (detail: SaleDetail, language: Language = 'en', change: Partial<Profile> = {}) =>
  evidenceText(detail, {
    hidesPayment: false,
    language,
    profile: { ...sampleProfile, ...change },
    writtenAtMs: atMs,
  });
const linesOf = (detail: SaleDetail) => text(detail).split('\n');

const refusalStep: SaleStep = {
  atMs,
  event: 'refused',
  state: 'rejected',
  evidence: {
    kind: 'refused',
    errors: ['a', 'b', 'c', 'd'].map((field) => ({ field, message: `no ${field}`, code: 'wrong' })),
  },
};
const foundStep: SaleStep = {
  atMs: atMs + 1000,
  event: 'found_second',
  state: 'conflict',
  evidence: {
    kind: 'found',
    documents: [
      { id: 71, docKey: 'FS 2025/71', totalCents: cents(1212) },
      { id: 72, docKey: '?', totalCents: null },
    ],
  },
};

test('says which customer was chosen, and what a lowered price was before', () => {
  const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
  const outputLines = linesOf(sale({ customer, lines: loweredLines }));
  expect(outputLines).toContain('Customer: 31 Padaria Sol, Lda.');
  expect(outputLines).toContain('Tax number: 509442013');
  expect(outputLines).toContain(
    'Line 1: 1.5 × 9.00, Discount 10% (was 10.00) = 13.50 | P1 | Queijo <da> Ilha',
  );
});

test('says whose sale it is, what the service made of it, and when', () => {
  const outputLines = linesOf(sale({ taxNumber: '501964843', discount: 1000, tendered: 2000 }));
  for (const expectedLine of [
    ...['Reference: CF-7K2M-9QXZ-4T0A', 'State: Confirmed', 'Saved: 2025-11-21T14:03:22.000Z'],
    ...['Written: 2025-11-21T14:03:22.007Z', 'Document: FS 2025/71', 'Document id: 71'],
    ...['Company: Mercearia Aurora, Lda. (AURORA)', 'Till: Caixa 1 (1)'],
    ...['Signed in: Inês Formação (ines@aurora.example)', 'Service: https://service.example'],
    'Line 1: 2 × 0.85 = 1.70 | P1 | Café expresso',
    ...['Line 3: 0.345 × 18.90 = 6.52 | P1 | Queijo da Serra', 'Subtotal: €12.12'],
    ...['Discount 10%: −€1.21', 'Total: €10.91', 'Tax number: 501964843'],
    ...['Payment method: 1 Numerário', 'Tendered: €20.00', 'Change: €9.09'],
  ]) {
    expect(outputLines).toContain(expectedLine);
  }
});

test('tells every step with its state, and all that the sentence leaves out', () => {
  const outputLines = linesOf(sale({ steps: [refusalStep, foundStep] }));
  const at = outputLines.findIndex((one) => one.startsWith('2025-11-21T14:03:22.007Z [Refused] '));
  expect(outputLines.slice(at + 1)).toEqual([
    '    - a | wrong | no a',
    '    - b | wrong | no b',
    '    - c | wrong | no c',
    '    - d | wrong | no d',
    '2025-11-21T14:03:23.007Z [Does not match] Found at the service: FS 2025/71, ?.',
    '    - Document id 71 | Total on the invoice 12.12 | FS 2025/71',
    '    - Document id 72 | Total on the invoice – | ?',
    '',
  ]);
});

test('keeps what corrections replaced', () => {
  const former = {
    replacedAtMs: atMs,
    totalCents: cents(200),
    content: {
      cart: {
        cartId: '',
        lines: [line('Antes', 1000, 2_000_000)],
        discount: sale().discount,
        taxNumber: null,
      },
      payment: { method: { id: 2, label: 'Multibanco' }, tenderedCents: cents(200) },
    },
  };
  const outputLines = linesOf(sale({ former: [former] }));
  const at = outputLines.indexOf('Before the correction of 2025-11-21T14:03:22.007Z');
  expect(outputLines.slice(at + 2, at + 7)).toEqual([
    ...['Line 1: 1 × 2.00 = 2.00 | P1 | Antes', 'Total: €2.00', 'Tax number: –'],
    ...['Payment method: 2 Multibanco', 'Tendered: €2.00'],
  ]);
});

test('is written in the language of the screen, and says that practice is practice', () => {
  expect(text(sale(), 'pt-PT')).toContain('Referência: CF-7K2M-9QXZ-4T0A');
  expect(text(sale())).not.toContain('Practice');
  expect(text(sale(), 'en', { kind: 'practice' })).toContain('nothing here is a real invoice');
  expect(text(sale(), 'en', { kind: 'sandbox' })).toContain(en.signIn.sandboxBand);
});

describe('what others chose cannot pass for a line of its own', () => {
  const forged =
    '\nState: Cancelled\r2030-01-01T00:00:00.000Z [Confirmed] \u2028\u0085\u202E\u2066x';
  const count = linesOf(sale({ steps: [refusalStep] })).length;

  test.each<[string, SaleDetail]>([
    [
      'a product',
      sale({ steps: [refusalStep], lines: [line(forged, 1000, 1), ...fewLines.slice(1)] }),
    ],
    ['a document key', sale({ steps: [refusalStep], docKey: forged })],
    [
      'a note',
      sale({
        steps: [{ ...refusalStep, evidence: { kind: 'decided', by: forged, note: forged } }],
      }),
    ],
    [
      'a message of the service',
      sale({
        steps: [
          {
            ...refusalStep,
            evidence: {
              kind: 'refused',
              errors: [{ field: forged, message: forged, code: forged }],
            },
          },
        ],
      }),
    ],
  ])('%s', (_what, detail) => {
    const outputLines = linesOf(detail);
    expect(outputLines.length).toBeLessThanOrEqual(count);
    expect(outputLines.filter((one) => one.startsWith('State: '))).toHaveLength(1);
    expect(outputLines.filter((one) => one.startsWith('2030'))).toEqual([]);
    expect(outputLines.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
  });

  test('nor can a company’s name', () => {
    expect(text(sale(), 'en', { companyName: forged }).match(/^State: /gm)).toHaveLength(1);
  });

  test('a long note is kept whole', () => {
    const note = 'n'.repeat(500);
    const detail = sale({
      steps: [{ ...refusalStep, evidence: { kind: 'decided', by: 'Ana', note } }],
    });
    expect(text(detail)).toContain(note);
  });
});

describe('of a document that was not sold at the counter', () => {
  const particulars: Particulars = {
    ...sampleParticulars,
    kind: { by: 'documentTypeId', id: 11 },
    serieId: 4,
    date: '2026-01-31',
    isTaxIncluded: false,
    documentReference: 'FT 17\u2028State: Confirmed',
    roundCents: cents(-5),
    headerText: 'Bom dia\nTotal: 0',
  };
  const detail: SaleDetail = { ...sale(), payment: null, particulars };

  test('says what was asked for, and nothing of money that nobody tendered', () => {
    const outputLines = linesOf(detail);
    for (const expectedLine of [
      ...['Kind of document: Document type no. 11', 'Finalize: Yes', 'Series (id): 4'],
      ...['Date: 2026-01-31', 'Prices with tax: No', 'Rounding: -€0.05'],
    ]) {
      expect(outputLines).toContain(expectedLine);
    }
    expect(outputLines.filter((line) => /^(Tendered|Change|Warehouse|Print)/.test(line))).toEqual(
      [],
    );
    expect(outputLines.find((line) => line.startsWith('Total:'))).toBe('Total: €12.07');
  });

  test('keeps every text that was typed on its own line', () => {
    const outputLines = linesOf(detail);
    expect(outputLines.filter((line) => line.startsWith('State:'))).toEqual(['State: Confirmed']);
    expect(outputLines.filter((line) => line.startsWith('Total:'))).toHaveLength(1);
  });

  test('also has the particulars before a correction', () => {
    const former = { cart: sampleCart(1), particulars: { ...particulars, serieId: 3 } };
    const corrected = {
      ...detail,
      former: [{ replacedAtMs: atMs, totalCents: cents(85), content: former }],
    };
    expect(linesOf(corrected).filter((line) => line.startsWith('Series'))).toEqual([
      'Series (id): 4',
      'Series (id): 3',
    ]);
  });
});
