// Plays the days of a practice shop, by the same code as everybody's days: each sale is committed,
// sent and answered, cash is moved, the drawer counted, the day closed. Nothing bypasses that code;
// only the clock is another.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { emptyCart, type Cart } from '../contract/cart.ts';
import { addCents, cents, quantitySchema, type Cents } from '../contract/money.ts';
import { countedCents, defaultDaySettings, expectedCents, type Count } from '../contract/day.ts';
import { assertNever, type Result } from '../contract/errors.ts';
import { defaultSelling } from '../contract/selling.ts';
import { moveCash } from '../day/cash.ts';
import { closeDay } from '../day/close.ts';
import { commitCount, saveDraft } from '../day/count.ts';
import { cashOf } from '../day/day-sums.ts';
import { openDay } from '../day/open-day.ts';
import { Replay } from '../outbox/replay.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import type { ServiceClient } from '../service/client.ts';
import { createDocument, getDocument, lookUpDocuments } from '../service/endpoints.ts';
import { writeDaySettings } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { newReference } from '../store/references.ts';
import { commitSale } from '../store/sales.ts';
import { readOpenShift } from '../store/shifts.ts';
import { installationOf } from '../store/till.ts';
import { freezeSale } from '../till/freeze.ts';
import { exampleProducts } from './example-products.ts';
import type { PastClock } from './past-clock.ts';
import { piecesOf, typedAs } from './pieces.ts';
import { cashMethods, type ShopEvent } from './shop-days.ts';

interface PlayedTill {
  readonly db: Store;
  readonly client: ServiceClient;
  readonly token: string;
  /** The name of the person who did it all. */
  readonly by: string;
  readonly timing: OutboxTiming;
}

/** The service is in this process, so it answers in milliseconds or not at all. */
export const longestMs = 5_000;

/** @throws if a sale is not confirmed; what was played until then stays in the book. */
export async function playDays(
  till: PlayedTill,
  events: readonly ShopEvent[],
  clock: PastClock,
): Promise<void> {
  const { db } = till;
  writeDaySettings(db, { ...defaultDaySettings, mode: 'reminded', cashMethods });
  const outbox = startOutbox(till, clock);
  try {
    for (const event of events) {
      clock.moveTo(event.atMs);
      if (event.kind === 'sale') await outbox.confirmed(sell(db, event));
      else doInDrawer(till, event);
    }
  } finally {
    await outbox.stop();
  }
}

/**
 * Starts the till's own outbox, which tells nobody: what goes wrong shows in a sale that stays
 * unconfirmed.
 */
function startOutbox({ db, client, token, timing }: PlayedTill, clock: PastClock) {
  let confirmed: (reference: string) => void = () => undefined;
  const replay = new Replay({
    ...{ db, clock },
    // The outbox does not ask again whether the service is there, however many hours the clock
    // moves.
    timing: { ...timing, probeMs: Infinity },
    service: {
      hasToken: () => true,
      create: (body) => createDocument(client, token, body),
      lookUp: (query) => lookUpDocuments(client, token, query),
      getDocument: (id) => getDocument(client, token, id),
    },
    onSaleChanged: ({ reference, state }) => {
      if (state === 'confirmed') confirmed(reference);
    },
    onConnectionChanged: () => undefined,
    notify: () => undefined,
    onFailure: () => ({ code: 'unexpected', id: '' }),
  });
  replay.start();
  return {
    confirmed: (expected: string) =>
      new Promise<void>((resolve, reject) => {
        const tooLong = setTimeout(() => {
          reject(new Error(`not confirmed: ${expected}`));
        }, longestMs);
        confirmed = (reference) => {
          if (reference !== expected) return;
          clearTimeout(tooLong);
          resolve();
        };
        replay.wake();
      }),
    stop: () => replay.stop(),
  };
}

/** Returns the reference of the sale. */
function sell(db: Store, { sale, atMs }: Extract<ShopEvent, { kind: 'sale' }>): string {
  const cart = cartOf(sale.goods);
  const reference = newReference(installationOf(db));
  const frozen = must(
    freezeSale(
      cart,
      {
        method: sale.method,
        ...(sale.tenderedCents !== null && { tenderedCents: sale.tenderedCents }),
      },
      { reference, now: new Date(atMs), limits: defaultSelling.limits },
    ),
  );
  commitSale(db, { ...frozen, isCash: cashMethods.includes(sale.method.id) });
  return reference;
}

function cartOf(goods: Readonly<Record<string, number>>): Cart {
  const byCode = new Map(exampleProducts().map((product) => [product.code, product]));
  const lines = Object.entries(goods).map(([code, amount]) => {
    const product = byCode.get(code);
    if (!product) throw new Error(`no product ${code}`);
    const { description, unitPrice, unit } = product;
    const quantity = v.parse(quantitySchema, Math.round(amount * 1_000));
    return { lineId: randomUUID(), code, description, quantity, unitPrice, unit };
  });
  return { ...emptyCart(randomUUID()), lines };
}

function doInDrawer(
  { db, by }: PlayedTill,
  event: Exclude<ShopEvent, { readonly kind: 'sale' }>,
): void {
  const doing = { by, approvedBy: null, atMs: event.atMs };
  switch (event.kind) {
    case 'opening':
      must(openDay(db, { by: 'counted', count: event.float }, doing));
      return;
    case 'movement':
      must(moveCash(db, event.movement, doing));
      return;
    case 'closing': {
      const shift = readOpenShift(db);
      if (!shift) throw new Error('no day is open');
      const inDrawer = addCents(expectedCents(cashOf(db, shift)), event.differenceCents);
      const { countId } = countDrawer(db, inDrawer, doing);
      const closing = { countId, leftCents: countedCents(event.left), note: event.note };
      must(closeDay(db, closing, { ...doing, auditedAtMs: null, prints: null }));
      return;
    }
    default:
      assertNever(event);
  }
}

function countDrawer(
  db: Store,
  amountCents: Cents,
  doing: { readonly by: string; readonly approvedBy: null; readonly atMs: number },
) {
  const count: Count = { pieces: piecesOf(amountCents), otherCents: cents(0) };
  must(saveDraft(db, typedAs(count.pieces)));
  return must(commitCount(db, { count, purpose: 'close' }, doing));
}

/**
 * @throws if the result is an error: the days of the shop are ours, and nothing in them may be
 * refused.
 */
function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}
