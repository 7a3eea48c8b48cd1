// What the script itself knows of the month, noted as it acts; the till's records are compared with
// it.

export interface LedgerSale {
  readonly reference: string;
  readonly totalCents: number;
  readonly isCash: boolean;
  readonly lines: readonly LedgerLine[];
  isCancelled: boolean;
}

export interface LedgerLine {
  readonly code: string;
  /** In thousandths. */
  readonly quantity: number;
  /** In millionths of a euro. */
  readonly unitPrice: number;
  /** In thousandths; what is left of it. */
  left: number;
}

/** Goods that came back. */
export interface LedgerReturn {
  readonly reference: string;
  /** The sale's. */
  readonly of: string;
  readonly totalCents: number;
  readonly isCash: boolean;
}

export interface LedgerDay {
  /** The date of its opening, as `yyyy-mm-dd`. */
  readonly date: string;
  readonly floatCents: number;
  readonly sales: LedgerSale[];
  readonly returns: LedgerReturn[];
  readonly inCents: number[];
  readonly outCents: number[];
  /** What somebody took out of the drawer, or put into it, without telling. */
  differenceCents: number;
  leftCents: number;
  /** References without an answer when the day was closed; null while it is open. */
  openAtClose: readonly string[] | null;
}

/** In the order in which it was done. */
export interface Ledger {
  readonly days: LedgerDay[];
  /** Sold while no day was open. */
  readonly withoutDay: LedgerSale[];
  /** What happened besides sales, for readers of the summary. */
  readonly incidents: string[];
}

export const newLedger = (): Ledger => ({ days: [], withoutDay: [], incidents: [] });

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

/** Cash that was paid counts, whatever became of the sale: money that is given back is cash out. */
export const cashOfDay = ({ sales }: LedgerDay): number =>
  sum(sales.map(({ isCash, totalCents }) => (isCash ? totalCents : 0)));

/** What was given back for goods in cash. */
export const refundsOfDay = ({ returns }: LedgerDay): number =>
  sum(returns.map(({ isCash, totalCents }) => (isCash ? totalCents : 0)));

export const inDrawer = (day: LedgerDay): number =>
  day.floatCents + cashOfDay(day) - refundsOfDay(day) + sum(day.inCents) - sum(day.outCents);
