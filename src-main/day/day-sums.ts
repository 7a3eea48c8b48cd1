// Works out what a day comes to from its rows: three sums that are never merged.
import {
  expectedCents,
  movedSum,
  sumOf,
  type CashMovement,
  type CashSums,
  type CommittedCount,
  type Sum,
} from '../contract/day.ts';
import type { DaySnapshot, OpenSale, Takings } from '../contract/day-report.ts';
import { totalsByKind, type TillException } from '../contract/exceptions.ts';
import { cents, lineTotalCents, subtractCents, sumCents, type Cents } from '../contract/money.ts';
import { isFinal } from '../contract/outbox-states.ts';
import { hasCashiers } from '../store/cashiers.ts';
import { readMovements } from '../store/cash-movements.ts';
import { readMarks, type Stretch } from '../store/day-marks.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { readDaysRestored, readMoneyOfFound } from '../store/days-restored.ts';
import { readCounts } from '../store/drawer-counts.ts';
import { readOpeningsWithoutSale } from '../store/drawer-openings.ts';
import { readExceptions } from '../store/exceptions.ts';
import type { Doing } from '../store/decisions.ts';
import type { Store } from '../store/open.ts';
import { readCashSums, readSalesOfShift, type ShiftSale } from '../store/sales-of-shift.ts';
import { readSumBetween, type Shift } from '../store/shifts.ts';
import { readLastZ } from '../store/z-reports.ts';

/** When a report is made, and by whom. */
export interface Making extends Doing {
  readonly auditedAtMs: number | null;
  readonly count: CommittedCount | null;
  /** Null in an X. */
  readonly leftCents: Cents | null;
  readonly note: string;
}

const totals = (sales: readonly ShiftSale[]): Sum => sumOf(sales.map((sale) => sale.totalCents));

const cashSums = (
  db: Store,
  { shiftId, floatCents }: Shift,
  movements: readonly CashMovement[],
): CashSums => ({
  floatCents,
  ...readCashSums(db, shiftId),
  in: movedSum(movements, 'in'),
  out: movedSum(movements, 'out'),
});

/** What should be in the drawer, as far as the till knows. */
export const cashOf = (db: Store, shift: Shift): CashSums =>
  cashSums(db, shift, readMovements(db, shift.shiftId));

/** The sales made at the counter, without the cancelled ones. */
const soldOf = (sales: readonly ShiftSale[]): readonly ShiftSale[] =>
  sales.filter(({ isAtCounter, state }) => isAtCounter && state !== 'cancelled');

/**
 * Adds up the sales by payment method, in the order in which the methods were first used. A method
 * that put money into the drawer is cash, whatever the settings say by now.
 */
export function takingsOf(sales: readonly ShiftSale[]): Takings {
  const sold = soldOf(sales);
  return { ...totals(sold), methods: methodsOf(sold) };
}

const methodsOf = (sales: readonly ShiftSale[]): Takings['methods'] =>
  [...Map.groupBy(sales, ({ method }) => method ?? '')].map(([name, ofMethod]) => ({
    name,
    ...totals(ofMethod),
    isCash: ofMethod.some(({ inCash }) => inCash),
  }));

/** Adds up what came back, without the cancelled returns. A service may show them below zero. */
export function sumsOfReturns(sales: readonly ShiftSale[]): DaySnapshot['returned'] {
  const returns = sales.filter(({ isReturn, state }) => isReturn && state !== 'cancelled');
  const answered = returns.flatMap(({ state, nature, serviceTotalCents }) =>
    state === 'confirmed' && serviceTotalCents !== null
      ? [{ name: nature ?? '', cents: cents(Math.abs(serviceTotalCents)) }]
      : [],
  );
  return {
    ...totals(returns),
    methods: methodsOf(returns),
    kinds: [...Map.groupBy(answered, ({ name }) => name)].map(([name, ofKind]) => ({
      name,
      ...sumOf(ofKind.map((one) => one.cents)),
    })),
  };
}

/**
 * The documents that were not sold at the counter but were paid by a cash method. Only the service
 * knows which way the money of their natures goes, so no sum contains them: whoever made one books
 * it as cash in or out.
 */
export const cashDocumentsOf = (
  sales: readonly ShiftSale[],
  cashMethods: readonly number[],
): DaySnapshot['cashDocuments'] =>
  sales.flatMap(({ isAtCounter, isReturn, inCash, state, methodId, method, ...sale }) =>
    !isAtCounter &&
    !isReturn &&
    !inCash &&
    state !== 'cancelled' &&
    methodId !== null &&
    cashMethods.includes(methodId)
      ? [
          {
            ...{ reference: sale.reference, kind: kindOf(sale), method: method ?? '' },
            totalCents: sale.totalCents,
          },
        ]
      : [],
  );

/** The service's name of the kind, or the one under which it was chosen, before its number. */
const kindOf = ({ nature, kindName, kind }: Pick<ShiftSale, 'nature' | 'kindName' | 'kind'>) =>
  [nature, kindName].find((name) => name !== null && name !== '') ?? kind;

export const openOf = (sales: readonly ShiftSale[]): OpenSale[] =>
  sales
    .filter(({ state }) => !isFinal(state))
    .map(({ reference, state, totalCents, committedAtMs, method, isAtCounter }) => ({
      ...{ reference, state, totalCents, atMs: committedAtMs },
      method: isAtCounter ? (method ?? '') : '',
    }));

/** Adds up the service's totals, of confirmed documents alone. */
function fiscalOf(sold: readonly ShiftSale[]): DaySnapshot['fiscal'] {
  const confirmed = sold.filter(({ state }) => state === 'confirmed');
  const answered = confirmed.flatMap((sale) =>
    sale.serviceTotalCents === null ? [] : [{ ...sale, cents: sale.serviceTotalCents }],
  );
  const taxed = confirmed.flatMap(({ netCents, taxesCents }) =>
    netCents === null || taxesCents === null ? [] : [{ netCents, taxesCents }],
  );
  const answeredCents = sumOf(answered.map(({ cents }) => cents));
  const keys = confirmed.flatMap(({ docKey }) => docKey ?? []);
  return {
    sold: totals(confirmed),
    answered: answeredCents,
    roundingCents: subtractCents(answeredCents.totalCents, totals(answered).totalCents),
    taxed: {
      count: taxed.length,
      netCents: sumCents(taxed.map(({ netCents }) => netCents)),
      taxesCents: sumCents(taxed.map(({ taxesCents }) => taxesCents)),
    },
    natures: [...Map.groupBy(answered, ({ nature }) => nature ?? '')].map(([name, ofNature]) => {
      const ofThem = ofNature.flatMap(({ docKey }) => docKey ?? []);
      const [firstKey, lastKey] = [ofThem[0], ofThem.at(-1)];
      return {
        ...{ name, ...sumOf(ofNature.map(({ cents }) => cents)) },
        ...(firstKey !== undefined && lastKey !== undefined && { firstKey, lastKey }),
      };
    }),
    firstKey: keys[0] ?? null,
    lastKey: keys.at(-1) ?? null,
  };
}

/** Those on the whole sale, and each line below its own price. */
const discountsOf = (sales: readonly ShiftSale[]): Sum =>
  sumOf(sales.flatMap(({ exceptions }) => exceptions.flatMap(discountCentsOf)));

function discountCentsOf(exception: ShiftSale['exceptions'][number]): readonly Cents[] {
  switch (exception.kind) {
    case 'discount':
      return [exception.discountCents];
    case 'lowered_price': {
      const { ownPrice, line } = exception;
      const whole = lineTotalCents(line.quantity, ownPrice);
      return [subtractCents(whole, lineTotalCents(line.quantity, line.unitPrice))];
    }
    case 'free_line':
    case 'on_account':
    case 'goods_returned':
      return [];
  }
}

/**
 * The exceptions of each person, their kinds in the order of the list. At a till without cashiers
 * they are the signed-in user's.
 */
const exceptionsBy = (
  exceptions: readonly TillException[],
  user: string | null,
): DaySnapshot['exceptions'] =>
  [...Map.groupBy(exceptions, ({ by }) => by ?? user)].flatMap(([by, ofThem]) =>
    totalsByKind(ofThem).map((total) => ({ by, ...total })),
  );

/** What happened between the last Z and the opening; null if no Z report says how far it went. */
function sinceLastOf(db: Store, shift: Shift, user: string | null): DaySnapshot['sinceLast'] {
  const last = readLastZ(db);
  if (!last?.marks) return null;
  const stretch: Stretch = { after: last.marks, upTo: shift.marks };
  return {
    report: last.name,
    closedAtMs: last.closedAtMs ?? 0,
    sales: readSumBetween(db, stretch),
    drawerOpenings: readOpeningsWithoutSale(db, stretch).length,
    exceptions: exceptionsBy(readExceptions(db, stretch), user),
  };
}

/** Makes the snapshot. Call it in the same transaction as what is made of it. */
export function snapshotOf(db: Store, shift: Shift, making: Making): DaySnapshot {
  const { atMs, by, approvedBy, auditedAtMs, count, leftCents, note } = making;
  const { sales, unreadable } = readSalesOfShift(db, shift.shiftId);
  const movements = readMovements(db, shift.shiftId);
  const atCounter = sales.filter(({ isAtCounter }) => isAtCounter);
  const sold = soldOf(sales);
  const sums = cashSums(db, shift, movements);
  const marks = readMarks(db);
  const ofDay: Stretch = { after: shift.marks, upTo: marks };
  const user = hasCashiers(db) ? null : by;
  const sellers = Map.groupBy(sold, ({ seller }) => seller);
  return {
    ...{ date: shift.date, openedAtMs: shift.openedAtMs, openedBy: shift.openedBy },
    ...{ openingApprovedBy: shift.approvedBy, atMs, by, approvedBy, auditedAtMs, marks },
    sales: totals(sold),
    firstReference: atCounter[0]?.reference ?? null,
    lastReference: atCounter.at(-1)?.reference ?? null,
    methods: takingsOf(sales).methods,
    cashiers: [...sellers].map(([name, ofThem]) => ({ name, ...totals(ofThem) })),
    fiscal: fiscalOf(sold),
    differing: sales.flatMap(({ reference, docKey, differences }) =>
      differences === null ? [] : [{ reference, docKey, differences }],
    ),
    returned: sumsOfReturns(sales),
    open: openOf(sales),
    otherDocuments: sales.filter(({ isAtCounter, isReturn }) => !isAtCounter && !isReturn).length,
    cancelled: totals(atCounter.filter(({ state }) => state === 'cancelled')),
    discounts: discountsOf(atCounter),
    drawerOpenings: readOpeningsWithoutSale(db, ofDay).length,
    cash: {
      ...sums,
      leftBeforeCents: shift.leftBeforeCents,
      expectedCents: expectedCents(sums),
      movements: [...movements],
      count,
      counts: [...readCounts(db, shift.shiftId)],
      leftCents,
      note,
    },
    exceptions: exceptionsBy(readExceptions(db, ofDay), user),
    sinceLast: sinceLastOf(db, shift, user),
    cashDocuments: cashDocumentsOf(sales, readDaySettings(db).cashMethods),
    moneyOfFound: readMoneyOfFound(db, marks),
    unreadable: [...unreadable],
    restored: readDaysRestored(db, marks),
  };
}
