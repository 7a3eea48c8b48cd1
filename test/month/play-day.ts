// One working day of a shop, on the till's own modules; everything that is done is also noted in
// the script's ledger.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { localDay } from '../../src-main/contract/calendar.ts';
import { emptyCart, type Cart } from '../../src-main/contract/cart.ts';
import { countedCents, type Count, type CountPurpose } from '../../src-main/contract/day.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import { cents, zeroCents } from '../../src-main/contract/money.ts';
import { isFinal } from '../../src-main/contract/outbox-states.ts';
import type { PaymentMethod } from '../../src-main/contract/payment.ts';
import { moveCash, settleMoney } from '../../src-main/day/cash.ts';
import { closeDay, isCountBeyondLimit, commitCount, saveDraft } from '../../src-main/day/close.ts';
import { openDay } from '../../src-main/day/open-day.ts';
import { exampleProducts } from '../../src-main/practice/seed-till.ts';
import { piecesOf } from '../../src-main/practice/drawer-rehearsal.ts';
import { inTransaction } from '../../src-main/store/in-transaction.ts';
import { newReference } from '../../src-main/store/references.ts';
import { takeStep } from '../../src-main/store/sale-steps.ts';
import { commitSale, readSale } from '../../src-main/store/sales.ts';
import { installationOf } from '../../src-main/store/till.ts';
import { freezeSale } from '../../src-main/till/freeze.ts';
import type { Seeded } from '../faults/seeded.ts';
import { noLimits } from '../sample-sale.ts';
import { inDrawer, type Ledger, type LedgerDay, type LedgerSale } from './ledger.ts';
import type { MonthTill } from './month-till.ts';

export const cash: PaymentMethod = { id: 1, label: 'Numerário' };
const methods = [
  cash,
  cash,
  { id: 2, label: 'Multibanco' },
  { id: 2, label: 'Multibanco' },
  { id: 3, label: 'MB WAY' },
] as const satisfies readonly PaymentMethod[];
const manager = 'Inês';
/** A larger difference needs a manager. */
export const limitCents = cents(200);

export interface Shop {
  readonly till: MonthTill;
  readonly ledger: Ledger;
  readonly chance: Seeded;
  /** Who is at the till. */
  by: string;
}

const must = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

const doing = ({ till, by }: Shop, approvedBy: string | null = null) => ({
  ...{ by, approvedBy, atMs: till.clock.nowMs() },
});

export const openDayOf = ({ ledger }: Shop): LedgerDay | undefined =>
  ledger.days.find(({ openAtClose }) => openAtClose === null);

export function openTheDay(shop: Shop): void {
  const { till, ledger, chance } = shop;
  const left = ledger.days.at(-1)?.leftCents ?? 10_000;
  // Sometimes somebody put a coin in over night.
  const floatCents = left + (chance.chance(0.1) ? 100 : 0);
  const count = { pieces: piecesOf(cents(floatCents)), otherCents: zeroCents };
  const float = chance.chance(0.5)
    ? ({ by: 'typed', cents: cents(floatCents) } as const)
    : ({ by: 'counted', count } as const);
  must(openDay(till.db, float, doing(shop)));
  ledger.days.push({
    ...{ date: localDay(till.clock.nowMs()), floatCents, sales: [], returns: [] },
    ...{ inCents: [], outCents: [] },
    ...{ differenceCents: 0, leftCents: 0, openAtClose: null },
  });
}

const products = exampleProducts().filter(({ unitPrice }) => unitPrice > 0);

function cartOf(chance: Seeded): Cart {
  const lines = Array.from({ length: chance.between(1, 4) }, () => {
    const product = products[chance.between(0, products.length - 1)] ?? products[0];
    if (!product) throw new Error('the shop has products');
    const { code, description, unit, unitPrice, soldBy } = product;
    const thousandths =
      soldBy === 'measure' ? chance.between(150, 1_200) : chance.between(1, 3) * 1000;
    const quantity = thousandths as Cart['lines'][number]['quantity'];
    return { lineId: randomUUID(), code, description, quantity, unitPrice, unit };
  });
  return { ...emptyCart(randomUUID()), lines };
}

/** Commits the sale and wakes the outbox, which does the rest. */
export function sell(shop: Shop): LedgerSale {
  const { till, ledger, chance, by } = shop;
  const { db, clock } = till;
  const cart = cartOf(chance);
  const method = chance.pick(methods);
  const reference = newReference(installationOf(db));
  const tenderedCents = cents(99_999_999);
  const issued = { reference, now: new Date(clock.nowMs()), limits: noLimits };
  const frozen = must(freezeSale(cart, { method, tenderedCents }, issued));
  const isCash = method.id === cash.id;
  commitSale(db, { ...frozen, content: { ...frozen.content, by: { name: by } }, isCash });
  till.wake();
  const { totalCents } = frozen;
  const lines = cart.lines.map(({ code, quantity, unitPrice }) => ({
    ...{ code, quantity: Number(quantity), unitPrice: Number(unitPrice), left: Number(quantity) },
  }));
  const sale = { reference, totalCents, isCash, lines, isCancelled: false };
  (openDayOf(shop)?.sales ?? ledger.withoutDay).push(sale);
  return sale;
}

export function move(shop: Shop, direction: 'in' | 'out', amountCents: number, note: string): void {
  const day = openDayOf(shop);
  if (!day) return;
  const movement = { direction, amountCents: cents(amountCents), reason: 'other', note } as const;
  must(moveCash(shop.till.db, movement, doing(shop)));
  (direction === 'in' ? day.inCents : day.outCents).push(amountCents);
}

/**
 * Cancels a sale that was never sent, on an open day: the customer came back and got the money
 * back.
 */
export function cancelQueued(shop: Shop): void {
  const { till, ledger } = shop;
  const day = openDayOf(shop);
  const sale = day?.sales.find(
    ({ reference, isCash, isCancelled }) =>
      isCash && !isCancelled && readSale(till.db, reference)?.state === 'queued',
  );
  if (!day || !sale) return;
  const { reference, totalCents } = sale;
  const { atMs } = doing(shop);
  const evidence = { kind: 'decided', by: shop.by, note: 'Cliente voltou' } as const;
  inTransaction(till.db, () => {
    must(takeStep(till.db, { reference, event: 'cancelled', evidence, atMs }));
    const money = { reference, heldCents: zeroCents, note: 'Cliente voltou' };
    settleMoney(till.db, money, doing(shop));
  });
  sale.isCancelled = true;
  day.outCents.push(totalCents);
  ledger.incidents.push(`${day.date}: a cash sale cancelled, its money given back`);
}

export function typeCount(shop: Shop, amountCents: number): void {
  const pieces = piecesOf(cents(amountCents)).map((one) => ({
    denomination: one.denomination,
    text: String(one.pieces),
  }));
  must(saveDraft(shop.till.db, { pieces, other: '' }));
}

function count(shop: Shop, amountCents: number, purpose: CountPurpose) {
  const counted: Count = { pieces: piecesOf(cents(amountCents)), otherCents: zeroCents };
  typeCount(shop, countedCents(counted));
  return must(commitCount(shop.till.db, { count: counted, purpose }, doing(shop)));
}

/** Hands the drawer over to somebody else. */
export function handOver(shop: Shop, to: string): void {
  const day = openDayOf(shop);
  if (!day) return;
  count(shop, inDrawer(day), 'handover');
  shop.ledger.incidents.push(`${day.date}: handed over from ${shop.by} to ${to}`);
  shop.by = to;
}

export function closeTheDay(shop: Shop): void {
  const { till, ledger, chance } = shop;
  const day = openDayOf(shop);
  if (!day) return;
  day.differenceCents = chance.chance(0.1)
    ? -chance.between(300, 900)
    : chance.chance(0.4)
      ? chance.between(-150, 150)
      : 0;
  const held = inDrawer(day) + day.differenceCents;
  // Somebody who is surprised counts again.
  if (day.differenceCents !== 0) count(shop, held, 'close');
  const { countId, countedCents: counted } = count(shop, held, 'close');
  day.leftCents = Math.min(10_000, counted);
  const isBeyond = isCountBeyondLimit(till.db);
  const openAtClose = [...day.sales, ...day.returns]
    .filter(({ reference }) => {
      const state = readSale(till.db, reference)?.state;
      return state !== undefined && !isFinal(state);
    })
    .map(({ reference }) => reference);
  const closing = {
    ...{ countId, leftCents: cents(day.leftCents) },
    note: day.differenceCents === 0 ? '' : 'Contado duas vezes',
  };
  const making = { ...doing(shop, isBeyond ? manager : null), auditedAtMs: null, prints: null };
  must(closeDay(till.db, closing, making));
  day.openAtClose = openAtClose;
  if (isBeyond) ledger.incidents.push(`${day.date}: ${manager} approved the difference`);
}

/** Cuts the power when some sales have reached the service and others have not. */
export async function losePowerInSale(shop: Shop): Promise<void> {
  const { till, ledger, chance } = shop;
  sell(shop);
  await delay(chance.between(0, 6));
  await till.losePower();
  ledger.incidents.push(`${localDay(till.clock.nowMs())}: the power went in the middle of a sale`);
}
