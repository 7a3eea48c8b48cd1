// The exceptions of a sale, as the main process knew them when the sale was finished.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import type { Cart } from '../../../src-main/contract/cart.ts';
import { percentSchema, unitPriceSchema } from '../../../src-main/contract/money.ts';
import { counterSale } from '../../../src-main/contract/new-document.ts';
import { onAccount } from '../../../src-main/contract/payment.ts';
import type { Evidence } from '../../../src-main/contract/sales.ts';
import { writeInvoiceKind } from '../../../src-main/documents/invoice-kinds.ts';
import { commitSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { noteOpening } from '../../../src-main/store/drawer-openings.ts';
import { noteRecovery } from '../../../src-main/store/recoveries.ts';
import { sampleCart, sampleParticulars, samplePayment } from '../../sample-sale.ts';
import { sale } from '../store/samples.ts';
import { noon } from '../../asked-till.ts';
import { cartOf, line, watchedTill } from './watched-till.ts';

const atNoon = noon.getTime();
const percent = (hundredths: number) => v.parse(percentSchema, hundredths);

test('a line below its list price is named with the difference, and with who sold and who approved it', async () => {
  const { at, sell, list } = watchedTill();
  at.doneBy = { name: 'Rui', approvedBy: 'Inês' };
  const lowered = line('GALAO', { quantity: 3000, unitPrice: 1_000_000, listPrice: 1_500_000 });
  const reference = await sell(cartOf(line('CAFE'), lowered));
  expect(await list()).toEqual([
    {
      kind: 'lowered_price',
      atMs: atNoon,
      by: 'Rui',
      approvedBy: 'Inês',
      reference,
      amountCents: 150,
      ownPrice: 1_500_000,
      line: { code: 'GALAO', description: 'Galão', quantity: 3000, unitPrice: 1_000_000 },
    },
  ]);
});

const cheaper = { unitPrice: 1_000_000, listPrice: 1_500_000 };
const galao = { kind: 'lowered_price', ownPrice: 1_500_000 };
const coded = { kind: 'free_line', product: { code: 'GALAO', description: 'Galão' } };

test.each<[string, Cart, readonly object[]]>([
  [
    'a line below the catalogue’s price, without a list price of its own,',
    cartOf(line('GALAO', { unitPrice: 1_000_000 })),
    [{ kind: 'lowered_price', amountCents: 50 }],
  ],
  [
    'a part of a piece, as the piece at what was paid for it,',
    cartOf(line('GALAO', { quantity: 100 }), line('GALAO', { quantity: 2500, ...cheaper })),
    [
      { ...galao, amountCents: 135, line: { quantity: 1000, unitPrice: 150_000 } },
      { ...galao, amountCents: 200, line: { quantity: 3000, unitPrice: 833_333 } },
    ],
  ],
  [
    'a discount on the whole sale, with its amount,',
    { ...cartOf(line('CAFE', { quantity: 10_000 })), discount: percent(1000) },
    [{ kind: 'discount', discount: 1000, discountCents: 80, amountCents: 80 }],
  ],
  [
    'a free line with a product’s code or name, with the product,',
    cartOf(
      line('GALAO', { description: 'Sundries', unitPrice: 9_000_000 }),
      line('DIV', { description: 'galao', unitPrice: 100_000 }),
      line('DIV', { description: 'Sundries' }),
    ),
    [
      { ...coded, amountCents: 900, line: { description: 'Sundries' } },
      { ...coded, amountCents: 10, line: { code: 'DIV', description: 'galao' } },
    ],
  ],
])('%s is named', async (_what, cart, expected) => {
  const { sell, list } = watchedTill();
  await sell(cart);
  expect(await list()).toMatchObject(expected);
});

test('a sale on account is named with whom it was for, as the goods leave without money', async () => {
  const { ask, list, db, at } = watchedTill();
  at.doneBy = { name: 'Rui' };
  writeInvoiceKind(db, { kind: { by: 'natureId', id: 3 }, name: 'Fatura' });
  const cart = {
    ...cartOf(line('GALAO')),
    customer: { partyId: 7, name: 'Café Central', fiscalNumber: '' },
    extras: { onAccount: { id: 1, name: '30 days' } },
  };
  const payment = onAccount('On account: 30 days');
  const sold = await ask['sell.finish']({ cart, payment, isAnotherSale: true, asInvoice: true });
  expect(sold).toMatchObject({ ok: true });
  expect(await list()).toMatchObject([
    { kind: 'on_account', by: 'Rui', customer: 'Café Central', amountCents: 150 },
  ]);
});

test('a part of a piece counts by the price that its line had, if that was higher', async () => {
  const { sell, list } = watchedTill();
  await sell(cartOf(line('GALAO', { quantity: 500, unitPrice: 200_000, listPrice: 9_000_000 })));
  expect(await list()).toMatchObject([{ kind: 'lowered_price', amountCents: 890 }]);
});

test('of two lines with one number each is named', async () => {
  const { sell, list } = watchedTill();
  const [galao, cafe] = [line('GALAO', { quantity: 100 }), line('CAFE', { quantity: 500 })];
  const whole = line('GALAO', { unitPrice: 1_000_000 });
  await sell(cartOf(galao, ...[cafe, whole].map((each) => ({ ...each, lineId: galao.lineId }))));
  expect((await list()).map(({ amountCents }) => amountCents).sort()).toEqual([135, 40, 50]);
});

test('the price that counts is the one of that moment', async () => {
  const { sell, list, catalogue } = watchedTill();
  await sell(cartOf(line('GALAO', { unitPrice: 1_500_000 })));
  const galao = catalogue.byCode('GALAO');
  if (!galao) throw new Error('no product');
  catalogue.keep({ ...galao, unitPrice: v.parse(unitPriceSchema, 2_000_000) });
  expect(await list()).toEqual([]);
});

test('a free line may sell a product without a price', async () => {
  const { sell, list, catalogue } = watchedTill();
  const cafe = catalogue.byCode('CAFE');
  if (!cafe) throw new Error('no product');
  const unitPrice = v.parse(unitPriceSchema, 0);
  catalogue.keep({ ...cafe, code: 'DIV', description: 'Diverse', barcodes: [], unitPrice });
  await sell(
    cartOf(line('DIV', { description: 'Flowers' }), line('X', { description: 'Diverse' })),
  );
  expect(await list()).toEqual([]);
});

test('an unreadable catalogue does not stop a sale from being finished', async () => {
  const { sell, list, catalogue } = watchedTill();
  const lowered = line('GALAO', { unitPrice: 1_000_000, listPrice: 1_500_000 });
  catalogue.byCode = () => v.parse(v.never(), null);
  await sell(cartOf(lowered));
  expect(await list()).toMatchObject([{ kind: 'lowered_price' }]);
});

test('a document is judged by its own prices, since the catalogue’s are for the counter', async () => {
  const { ask, list } = watchedTill();
  const cheap = line('GALAO', { unitPrice: 1_000_000 });
  const lowered = line('CAFE', { unitPrice: 400_000, listPrice: 800_000 });
  await ask['documents.create']({ cart: cartOf(cheap, lowered), particulars: sampleParticulars });
  expect(await list()).toMatchObject([{ kind: 'lowered_price', line: { code: 'CAFE' } }]);
});

test('a simplified invoice that is made as a document is judged like a sale at the counter', async () => {
  const { ask, list } = watchedTill();
  const cheap = line('GALAO', { unitPrice: 1_000_000 });
  const named = line('DIV', { description: 'galao', unitPrice: 100_000 });
  const particulars = {
    ...{ ...sampleParticulars, ...counterSale, isTaxIncluded: true },
    paymentMethod: { id: 1, label: 'Cash' },
  };
  const made = await ask['documents.create']({ cart: cartOf(cheap, named), particulars });
  expect(made).toMatchObject({ ok: true });
  expect(await list()).toMatchObject([
    { kind: 'lowered_price', amountCents: 50 },
    { kind: 'free_line', product: { code: 'GALAO' } },
  ]);
});

test('a sale without exceptions stores none, and finishing it again adds none', async () => {
  const { sell, list, db } = watchedTill();
  const cart = cartOf(line('CAFE', { unitPrice: 700_000 }));
  expect(await sell(cart)).toBe(await sell(cart));
  await sell(cartOf(line('CAFE')));
  expect(await list()).toHaveLength(1);
  expect(db.prepare('SELECT exceptions FROM sale WHERE sale_id = 2').pluck().get()).toBeNull();
});

test('cancelled and corrected sales, drawer openings without a sale and forgotten PINs belong to their day', async () => {
  const { ask, db, sell, list, at } = watchedTill();
  const cancelled = await sell(cartOf(line('CAFE')));
  at.doneBy = { name: 'Ana', approvedBy: 'Inês' };
  await ask['outbox.cancel']({ reference: cancelled, by: 'Somebody', note: 'Mistyped' });
  const corrected = await sell(cartOf(line('GALAO', { unitPrice: 1_500_000 })));
  claimNext(db, atNoon);
  const evidence: Evidence = { kind: 'refused', errors: [] };
  mustStep(db, { reference: corrected, event: 'refused', evidence, atMs: atNoon });
  mustStep(db, { reference: corrected, event: 'judged', evidence, atMs: atNoon });
  await ask['outbox.sendAgain']({ reference: corrected, by: 'Somebody', note: 'Put right' });
  mustStep(db, { reference: corrected, event: 'judged', evidence, atMs: atNoon });
  const cart = sampleCart(1);
  const payment = samplePayment(cart);
  await ask['outbox.correct']({ reference: corrected, by: '-', note: 'Cheaper', cart, payment });
  noteOpening(db, { atMs: atNoon + 3, openedBy: 'Rui', reason: 'Coins', reference: null });
  noteOpening(db, { atMs: atNoon + 3, openedBy: 'Rui', reason: null, reference: corrected });
  const cashierId = '00000000-0000-4000-8000-000000000001';
  const recovery = { cashierId, name: 'Inês', atMs: atNoon + 4, way: 'token' } as const;
  noteRecovery(db, { ...recovery, serviceUser: 'ana' });

  const who = { by: 'Ana', approvedBy: 'Inês' };
  const seenExceptions = await list();
  expect(seenExceptions.map(({ kind }) => kind).sort()).toEqual(
    ['drawer_opened', 'pin_recovered', 'sale_cancelled', 'sale_corrected'].sort(),
  );
  expect(seenExceptions.slice(0, 2)).toMatchObject([
    { kind: 'pin_recovered', by: 'Inês', way: 'token', amountCents: null },
    { kind: 'drawer_opened', by: 'Rui', reason: 'Coins', outcome: 'unknown', amountCents: null },
  ]);
  expect(seenExceptions).toContainEqual({
    kind: 'sale_cancelled',
    ...{ ...who, reference: cancelled, note: 'Mistyped', amountCents: 80, atMs: atNoon },
  });
  expect(seenExceptions).toContainEqual({
    kind: 'sale_corrected',
    ...{ ...who, reference: corrected, note: 'Cheaper', amountCents: -65, atMs: atNoon },
    ...{ formerTotalCents: 150, totalCents: 85 },
  });
  expect(await list('2026-03-15')).toEqual([]);
  expect(await list('2026-03-17')).toEqual([]);
  expect(readSaleDetail(db, corrected)?.state).toBe('in_doubt');
});

test('a day begins and ends at midnight', async () => {
  const { db, list } = watchedTill();
  const day = (date: number) => new Date(2026, 2, date).getTime();
  const exceptions = [{ kind: 'discount', discount: percent(1), discountCents: 1 }] as never;
  [day(16) - 1, day(16), day(17) - 1, day(17)].forEach((committedAtMs, index) => {
    commitSale(db, { ...sale(index + 1), committedAtMs, exceptions });
  });
  const times = (await list()).map(({ atMs }) => atMs);
  expect(times).toEqual([day(17) - 1, day(16)]);
});

test('a day is read from indexes alone', async () => {
  const { db, list } = watchedTill();
  const requests: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    requests.push(sql);
    return prepare(sql);
  };
  await list();
  const plans = requests
    .filter((sql) => !sql.includes('till_setting') && !sql.includes('FROM cashier'))
    .map((sql) =>
      prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all({ from: 0, until: 1 })
        .map((row) => String((row as { detail: unknown }).detail))
        .join('\n'),
    );
  expect(plans).toHaveLength(5);
  for (const plan of plans) expect(plan).not.toContain('SCAN');
});
