// Searching all sales that the till ever made, in a real file.
import { expect, test } from 'vitest';
import type { OutboxSearch } from '../../../src-main/contract/sales.ts';
import { cents, type Cents } from '../../../src-main/contract/money.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import { searchSales } from '../../../src-main/store/search-sales.ts';
import { document, reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

const noon = new Date(2026, 2, 5, 12).getTime();
const dayMs = 24 * 60 * 60 * 1000;

interface Sold {
  readonly totalCents?: Cents;
  readonly committedAtMs?: number;
  readonly name?: string;
  readonly taxNumber?: string;
}

function sell(db: Store, number: number, sold: Sold = {}): void {
  const { name, taxNumber = null, totalCents = cents(65), committedAtMs = noon } = sold;
  const plain = sale(number);
  const customer = { partyId: number, name: name ?? '', fiscalNumber: '503504564' };
  const cart = { ...plain.content.cart, taxNumber, ...(name !== undefined && { customer }) };
  commitSale(db, { ...plain, totalCents, committedAtMs, content: { ...plain.content, cart } });
}

const wanted = () => true;

async function find(db: Store, search: Partial<OutboxSearch>): Promise<readonly string[]> {
  const query = { before: null, limit: 10, openOnly: false };
  const page = await searchSales(
    db,
    { ...query, search: { text: '', day: null, ...search } },
    wanted,
  );
  return page.sales.map((each) => each.reference);
}

test('a sale is found by its reference, its document, its total, its customer and their number', async () => {
  const db = openTill();
  sell(db, 1, { totalCents: cents(123_450) });
  take(db, 1, ['claimed'], 10);
  const confirmed = { kind: 'created' as const, document: document(71, 1) };
  mustStep(db, {
    ...{ reference: reference(1), event: 'accepted', evidence: confirmed, atMs: 20 },
    document: document(71, 1),
  });
  sell(db, 2, { name: 'Café São João, Lda.' });
  sell(db, 3, { taxNumber: '501964843', totalCents: cents(1_200) });
  for (const text of [reference(1), reference(1).replaceAll('-', '').toLowerCase(), '0001']) {
    expect(await find(db, { text }), text).toEqual([reference(1)]);
  }
  for (const text of ['FS A/71', '1234,50', '1.234,50', '€1,234.5', '1234.50€']) {
    expect(await find(db, { text }), text).toEqual([reference(1)]);
  }
  expect(await find(db, { text: 'joao cafe' })).toEqual([reference(2)]);
  expect(await find(db, { text: '503504564' })).toEqual([reference(2)]);
  expect(await find(db, { text: '501964843' })).toEqual([reference(3)]);
  expect(await find(db, { text: '12' })).toEqual([reference(3)]);
  expect(await find(db, { text: 'joao 12' })).toEqual([]);
  expect(await find(db, { text: '1234,51' })).toEqual([]);
});

test('a day has the sales from its midnight to the next, by this computer’s clock', async () => {
  const db = openTill();
  const midnight = new Date(2026, 2, 5).getTime();
  sell(db, 1, { committedAtMs: midnight - 1 });
  sell(db, 2, { committedAtMs: midnight });
  sell(db, 3, { committedAtMs: midnight + dayMs - 1, totalCents: cents(500) });
  sell(db, 4, { committedAtMs: midnight + dayMs });
  expect(await find(db, { day: '2026-03-05' })).toEqual([reference(3), reference(2)]);
  expect(await find(db, { day: '2026-03-05', text: '5,00' })).toEqual([reference(3)]);
  expect(await find(db, { day: '2026-03-07' })).toEqual([]);
});

test('what is found comes newest first and page by page, from the first sale to the last', async () => {
  const db = openTill();
  for (let number = 1; number <= 1_203; number += 1) {
    sell(db, number, number % 400 === 1 ? { name: 'Ana' } : {});
  }
  const page = (before: string | null) =>
    searchSales(
      db,
      { before, limit: 3, openOnly: false, search: { text: 'ana', day: null } },
      wanted,
    );
  const first = await page(null);
  expect(first).toMatchObject({ count: null, hasMore: true });
  expect(first.sales.map((each) => each.reference)).toEqual([1_201, 801, 401].map(reference));
  const second = await page(reference(401));
  expect(second).toMatchObject({ count: null, hasMore: false });
  expect(second.sales.map((each) => each.reference)).toEqual([reference(1)]);
});

test('only open sales are found if only these are listed', async () => {
  const db = openTill();
  sell(db, 1);
  take(db, 1, ['cancelled'], 10);
  sell(db, 2);
  const query = { before: null, limit: 10, search: { text: '0,65', day: null } };
  const open = await searchSales(db, { ...query, openOnly: true }, wanted);
  expect(open.sales.map((each) => each.reference)).toEqual([reference(2)]);
  const all = await searchSales(db, { ...query, openOnly: false }, wanted);
  expect(all.sales.map((each) => each.reference)).toEqual([reference(2), reference(1)]);
});

test('a search that nobody waits for any more ends, also when the till is closed meanwhile', async () => {
  const db = openTill();
  for (let number = 1; number <= 1_001; number += 1) sell(db, number);
  const query = { before: null, limit: 10, openOnly: false, search: { text: '0001', day: null } };
  let steps = 0;
  const unwanted = await searchSales(db, query, () => ++steps < 2);
  expect([steps, unwanted.sales]).toEqual([2, []]);
  const closed = await searchSales(db, query, () => {
    if (steps++ > 2) db.close();
    return true;
  });
  expect(closed.sales).toEqual([]);
});
