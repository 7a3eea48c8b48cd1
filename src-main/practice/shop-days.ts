// What a practice shop did before anybody practised in it: a whole day, and the beginning of the
// next.
import type { Count, NewMovement } from '../contract/day.ts';
import type { InvoiceKind } from '../contract/invoice-kind.ts';
import { cents, type Cents } from '../contract/money.ts';
import type { PaymentMethod } from '../contract/payment.ts';

const cash: PaymentMethod = { id: 1, label: 'Numerário' };
const card: PaymentMethod = { id: 2, label: 'Multibanco' };
const phone: PaymentMethod = { id: 3, label: 'MB WAY' };

/** The payment methods that the practice service knows. */
export const paymentMethods: readonly PaymentMethod[] = [cash, card, phone];
export const cashMethods = [cash.id];

/** An invoice that is paid at once, as sales are. */
export const invoiceKind: InvoiceKind = {
  kind: { by: 'natureId', id: 303 },
  name: 'Fatura-recibo',
};

interface PlayedSale {
  readonly method: PaymentMethod;
  /** The amounts by product code, in units or kilograms. */
  readonly goods: Readonly<Record<string, number>>;
  /** Null if exactly the total was given. */
  readonly tenderedCents: Cents | null;
}

export type ShopEvent = { readonly atMs: number } & (
  | { readonly kind: 'opening'; readonly float: Count }
  | { readonly kind: 'sale'; readonly sale: PlayedSale }
  | { readonly kind: 'movement'; readonly movement: NewMovement }
  /** A closing: how much more the drawer holds than it should, and what is left in it. */
  | {
      readonly kind: 'closing';
      readonly differenceCents: Cents;
      readonly left: Count;
      readonly note: string;
    }
);

/** The float: a hundred euros, with change for a morning. */
export const float: Count = {
  pieces: [
    { denomination: 2000, pieces: 2 },
    { denomination: 1000, pieces: 2 },
    { denomination: 500, pieces: 4 },
    { denomination: 200, pieces: 5 },
    { denomination: 100, pieces: 6 },
    { denomination: 50, pieces: 4 },
    { denomination: 20, pieces: 6 },
    { denomination: 10, pieces: 8 },
  ],
  otherCents: cents(0),
};

const sale = (
  method: PaymentMethod,
  goods: PlayedSale['goods'],
  tendered: number | null = null,
) => ({
  kind: 'sale' as const,
  sale: { method, goods, tenderedCents: tendered === null ? null : cents(tendered) },
});

const movement = (
  direction: NewMovement['direction'],
  amountCents: number,
  reason: NewMovement['reason'],
  note: string,
) => ({
  kind: 'movement' as const,
  movement: { direction, amountCents: cents(amountCents), reason, note },
});

/** The events of yesterday by the clock on the wall: hours and minutes. */
const yesterday = [
  [8, 30, { kind: 'opening', float }],
  [8, 47, sale(cash, { CAFE: 1, 'PASTEL-NATA': 1 }, 500)],
  [9, 5, sale(card, { 'PAO-ALENT': 2, REQUEIJAO: 1, 'MACA-ALCOB': 1.215 })],
  [9, 52, sale(cash, { GALAO: 2, TORRADA: 2 }, 1_000)],
  [10, 20, movement('in', 3_000, 'change', 'Moedas do banco')],
  [10, 41, sale(phone, { 'QUEIJO-SERRA': 0.35, 'PAO-ALENT': 1 })],
  [11, 26, sale(cash, { 'BANANA-MAD': 0.92, 'LARANJA-ALG': 1.6, LIMAO: 0.31 }, 1_000)],
  [12, 48, sale(card, { SOPA: 2, 'TOSTA-MISTA': 2, 'SUMO-LARANJA': 2 })],
  [13, 7, sale(cash, { CAFE: 3, QUEIJADA: 1, RISSOL: 2 }, 1_000)],
  [15, 10, movement('out', 1_840, 'supplier', 'Padaria: bolos da tarde')],
  [15, 34, sale(cash, { 'PAPEL-HIG': 1, ACUCAR: 2 }, 2_000)],
  [16, 52, sale(card, { BACALHAU: 1.38, BATATA: 2.5, COUVE: 1.1 })],
  [17, 23, sale(cash, { 'MEIA-LEITE': 1, 'BOLA-BERLIM': 2 }, 500)],
  [18, 5, sale(phone, { CHOURICO: 0.42, TOMATE: 0.88, CEBOLA: 1.2 })],
  [18, 40, sale(cash, { POSTAL: 4, CHA: 1 }, 500)],
  [
    19,
    12,
    { kind: 'closing', differenceCents: cents(-40), left: float, note: 'Troco dado a mais' },
  ],
] as const;

/** The events of today in minutes before now. The day goes on when the practice begins. */
const today = [
  [95, { kind: 'opening', float }],
  [81, sale(cash, { CAFE: 2, CROISSANT: 1 }, 500)],
  [54, sale(card, { 'PAO-ALENT': 1, 'PERA-ROCHA': 1.34 })],
  [17, sale(cash, { TORRADA: 1, GALAO: 1 }, 2_000)],
] as const;

const msPerMinute = 60_000;

/**
 * Returns the events in the order in which they were done. The day before is another date, whatever
 * time it is now.
 */
export function shopDays(nowMs: number): readonly ShopEvent[] {
  const beforeNow = (minutes: number) => nowMs - minutes * msPerMinute;
  const ofToday = today.map(([minutes, event]) => ({ ...event, atMs: beforeNow(minutes) }));
  const opened = new Date(beforeNow(today[0][0]));
  const [year, month, day] = [opened.getFullYear(), opened.getMonth(), opened.getDate() - 1];
  const ofYesterday = yesterday.map(([hours, minutes, event]) => ({
    ...event,
    atMs: new Date(year, month, day, hours, minutes).getTime(),
  }));
  return [...ofYesterday, ...ofToday];
}

/**
 * Returns a time before the first of these days. What the service holds of earlier times is older.
 */
export function beforeShopDays(nowMs: number): Date {
  const [first] = shopDays(nowMs);
  return new Date((first?.atMs ?? nowMs) - msPerMinute);
}
