// A customer comes back with goods. What that must come to is worked out here, by no code of the
// till.
import { randomUUID } from 'node:crypto';
import { cents } from '../../src-main/contract/money.ts';
import type { ReturnFinish } from '../../src-main/contract/returns.ts';
import { changeReturnSetup } from '../../src-main/documents/return-setup.ts';
import { takeBack } from '../../src-main/returns/take-back.ts';
import { replacePaymentMethods } from '../../src-main/store/payment-methods.ts';
import { readSale } from '../../src-main/store/sales.ts';
import { noLimits } from '../sample-sale.ts';
import { sum, type LedgerSale } from './ledger.ts';
import type { MonthTill } from './month-till.ts';
import { cash, openDayOf, type Shop } from './play-day.ts';

const creditNote = { kind: { by: 'natureId', id: 304 }, name: 'Nota de crédito' } as const;
const card = { id: 2, label: 'Multibanco' } as const;

/** The first return is a trial; a manager lets small ones go while the network is away. */
export function setUpReturns({ db }: Pick<MonthTill, 'db'>): void {
  replacePaymentMethods(db, [cash, card]);
  const setup = { sendsPayment: true, namesOrigin: true, unaskedLimitCents: cents(1_000) };
  changeReturnSetup(db, { kind: creditNote, ...setup });
}

interface Chosen {
  readonly position: number;
  /** In thousandths. */
  readonly quantity: number;
  readonly cents: number;
}

/** Of what is sold by the piece some comes back, of anything else all. */
function choose({ lines }: LedgerSale, { chance }: Shop): readonly Chosen[] {
  return lines.flatMap(({ quantity, unitPrice, left }, position) => {
    if (left === 0 || chance.chance(0.3)) return [];
    const pieces = quantity % 1000 === 0 ? chance.between(1, left / 1000) * 1000 : left;
    return [{ position, quantity: pieces, cents: Math.round((pieces * unitPrice) / 10_000_000) }];
  });
}

/**
 * Takes back some of a sale of this week, mostly for cash. Sometimes the customer wants more than
 * is left, and gets nothing.
 */
export async function takeReturn(shop: Shop): Promise<void> {
  const { till, ledger, chance } = shop;
  const day = openDayOf(shop);
  if (!day) return;
  const [first, ...others] = ledger.days
    .slice(-5)
    .flatMap(({ sales }) => sales)
    .filter(
      ({ reference, isCancelled }) =>
        !isCancelled && readSale(till.db, reference)?.state === 'confirmed',
    );
  if (!first) return;
  const sale = chance.pick([first, ...others]);
  const chosen = choose(sale, shop);
  const isCash = chance.chance(0.7);
  const wantsMore = chance.chance(0.2);
  const [one] = chosen;
  if (!one) return;
  const lines = wantsMore
    ? [{ ...one, quantity: (sale.lines[one.position]?.left ?? 0) + 1 }]
    : chosen;
  const totalCents = sum(lines.map((line) => line.cents));
  const note = (text: string) => {
    ledger.incidents.push(`${day.date}: ${(totalCents / 100).toFixed(2)} ${text}`);
  };
  const done = await takeBack(
    till.returning,
    {
      ...{ returnId: randomUUID(), source: { kind: 'sale', reference: sale.reference } },
      docKey: readSale(till.db, sale.reference)?.docKey ?? '',
      lines: lines.map(({ position, quantity }) => ({
        ...{ position, quantity },
      })) as ReturnFinish['lines'],
      ...{ reason: 'changed_mind', note: '', method: isCash ? cash : card },
      ...{ totalCents: cents(totalCents), withoutAsking: true },
    },
    {
      ...{ doneBy: { name: shop.by }, now: new Date(till.clock.nowMs()) },
      settings: { limits: noLimits, asksSameSale: false },
    },
  );
  if (!done.ok) {
    if (!mayRefuse(done.error.code, { wantsMore, isPlugged: till.isPlugged }))
      throw new Error(JSON.stringify(done.error));
    note(`did not come back: ${done.error.code}`);
    return;
  }
  if (wantsMore) throw new Error(`${sale.reference}: more came back than was sold`);
  const { reference } = done.value;
  day.returns.push({ reference, of: sale.reference, totalCents, isCash });
  for (const { position, quantity } of lines) {
    const line = sale.lines[position];
    if (line) line.left -= quantity;
  }
  note(`came back ${isCash ? 'for cash' : 'by card'}${till.isPlugged ? '' : ', unasked'}`);
}

/** The trial is the only one until it is confirmed. */
const mayRefuse = (
  code: string,
  { wantsMore, isPlugged }: { readonly wantsMore: boolean; readonly isPlugged: boolean },
): boolean =>
  (wantsMore && code === 'returned_too_much') ||
  (!isPlugged && code === 'return_not_asked') ||
  code === 'return_trial_open';
