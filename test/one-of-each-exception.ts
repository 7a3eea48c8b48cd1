// An exception of each kind.
import * as v from 'valibot';
import {
  saleExceptionSchema,
  notedSchema,
  type TillException,
} from '../src-main/contract/exceptions.ts';
import { cents } from '../src-main/contract/money.ts';

const line = { code: 'GALAO', description: 'Galão', quantity: 3000, unitPrice: 1_250_000 };
const lines = Array.from({ length: 12 }, () => line);
const ownPrice = 1_500_000;

const facts = [
  ...[
    { kind: 'lowered_price', line, ownPrice },
    { kind: 'discount', discount: 1000, discountCents: 80 },
    { kind: 'free_line', line, ownPrice, product: { code: 'CAFE', description: 'Café expresso' } },
    { kind: 'on_account', customer: 'Café Central', onAccountCents: 150 },
    { kind: 'goods_returned', docKey: 'FS A/12', backCents: 85, wasAsked: false },
  ].map((fact) => v.parse(saleExceptionSchema, fact)),
  { kind: 'sale_cancelled', note: 'Mistyped' },
  {
    kind: 'sale_corrected',
    note: 'Cheaper',
    formerTotalCents: cents(150),
    totalCents: cents(85),
  },
  ...[
    { kind: 'returned_beyond', docKey: 'FS A/12' },
    { kind: 'cart_cleared', lines },
    { kind: 'lines_removed', lines: [line] },
    { kind: 'cart_left', lines },
    {
      kind: 'approval',
      action: 'lower_price',
      prices: [
        { kind: 'line', line, ownPrice },
        { kind: 'discount', discount: 1000 },
      ],
    },
    { kind: 'receipt_reprinted', docKey: 'FS A/12' },
    { kind: 'pin_wrong', manager: 'Inês' },
    { kind: 'records_restored', from: 'copy' },
    { kind: 'backup_restored', lost: 2 },
    { kind: 'second_copy_changed', change: { act: 'chosen', folder: '/media/loja/PEN' } },
    { kind: 'records_changed' },
    {
      kind: 'days_restored',
      last: { name: 'AB12-7', hash: 'a'.repeat(64) },
      later: [{ name: 'AB12-8', hash: 'b'.repeat(64) }],
      isLaterKnown: true,
      lost: [{ what: 'cash_movement', number: 12 }],
    },
    { kind: 'money_given_back', sale: 'CF-7K2M-9QXZ-4T01', movedCents: -1250 },
    { kind: 'money_not_booked', sale: 'CF-7K2M-9QXZ-4T01', movedCents: 300 },
    {
      kind: 'setup_changed',
      words: ['Change the settings of the working day', 'Paid into the drawer: Cash (1) → nothing'],
    },
    {
      kind: 'catalogue_changed',
      product: { code: 'CAFE', description: 'Café expresso' },
      before: ownPrice,
      after: 10_000,
      barcodes: { added: ['5601234567892'], gone: ['5601234567908'] },
      soldBy: { before: null, after: 'measure' },
    },
    {
      kind: 'catalogue_many_changed',
      deed: { kind: 'price', direction: 'up', percent: 250, step: 'cents5', way: 'nearest' },
      products: 1234,
      view: { text: 'café', group: 'Bebidas' },
      drops: { products: 12, before: 1_990_000, after: 1_000_000 },
      isUndone: false,
    },
    { kind: 'catalogue_imported', products: { added: 12, changed: 1234, removed: 1 } },
  ].map((fact) => v.parse(notedSchema, fact)),
  { kind: 'drawer_opened', reason: 'Coins', outcome: 'opened' },
  { kind: 'pin_recovered', way: 'token' },
] as const;

export const oneOfEachException: readonly TillException[] = facts.map((fact, index) => ({
  ...fact,
  atMs: Date.UTC(2026, 2, 16, 12) - index * 60_000,
  by: index === 0 ? null : 'Rui',
  approvedBy: index % 2 === 0 ? 'Inês' : null,
  amountCents: index % 3 === 0 ? null : cents(index * 1234),
  reference: index < 5 ? 'CF-7K2M-9QXZ-4T01' : null,
}));
