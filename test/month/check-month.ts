// Checks whether a month comes out: compares the till's rows, its Z reports, the service's
// documents and the script's own ledger, by sums made here.
import { createHash } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import { cashOfDay, inDrawer, refundsOfDay, sum } from './ledger.ts';
import type { Records, ZRow } from './read-records.ts';

export interface Check {
  readonly name: string;
  /** Empty if it holds. */
  readonly faults: readonly string[];
}

type Faults = (records: Records, ledger: Ledger) => readonly string[];

/** Compares values that must be equal, each named by who gives it. */
function compare(where: string, said: Readonly<Record<string, unknown>>): string[] {
  const values = Object.values(said).map((value) => JSON.stringify(value));
  const words = Object.entries(said).map(([who, value]) => `${who} ${JSON.stringify(value)}`);
  return new Set(values).size === 1 ? [] : [`${where}: ${words.join(', ')}`];
}

const of = <Row extends { readonly shiftId: number | null }>(
  rows: readonly Row[],
  shiftId: number,
): readonly Row[] => rows.filter((row) => row.shiftId === shiftId);

const isCounter = ({ kind }: Records['sales'][number]) => kind === 'FS';
const nameOf = ({ installation, number }: ZRow) => `Z ${installation}-${number}`;

/**
 * Pairs each Z with the script's own day: days were closed in the order in which they were opened.
 */
const withDays = ({ zReports }: Records, { days }: Ledger) =>
  zReports.flatMap((z, index) => {
    const day = days[index];
    return day ? [{ z, day }] : [];
  });

const daysAreClosedOnce: Faults = ({ shifts, zReports }, { days }) => [
  ...compare('days', { till: shifts.length, script: days.length }),
  ...compare('closed days', {
    till: shifts.filter(({ closedAtMs }) => closedAtMs !== null).map(({ shiftId }) => shiftId),
    reports: zReports.map(({ shiftId }) => shiftId),
  }),
  ...compare('dates', {
    till: shifts.map(({ date }) => date),
    script: days.map(({ date }) => date),
  }),
];

const drawersAddUp: Faults = (records, ledger) =>
  withDays(records, ledger).flatMap(({ z, day }) => {
    const { cash } = z.snapshot;
    const rows = of(records.movements, z.shiftId);
    const moved = (direction: 'in' | 'out') =>
      sum(rows.flatMap((row) => (row.direction === direction ? row.amountCents : [])));
    const float = records.shifts.find(({ shiftId }) => shiftId === z.shiftId)?.floatCents ?? NaN;
    const paid = of(records.sales, z.shiftId).map(({ cashCents }) => cashCents ?? 0);
    const sold = sum(paid.filter((amount) => amount > 0));
    const refunds = -sum(paid.filter((amount) => amount < 0));
    const where = nameOf(z);
    return [
      ...compare(`${where} float`, { Z: cash.floatCents, rows: float, script: day.floatCents }),
      ...compare(`${where} cash sales`, {
        ...{ Z: cash.sales.totalCents, rows: sold, script: cashOfDay(day) },
      }),
      ...compare(`${where} cash for returns`, {
        ...{ Z: cash.returned.totalCents, rows: refunds, script: refundsOfDay(day) },
      }),
      ...compare(`${where} in`, {
        ...{ Z: cash.in.totalCents, rows: moved('in'), script: sum(day.inCents) },
      }),
      ...compare(`${where} out`, {
        ...{ Z: cash.out.totalCents, rows: moved('out'), script: sum(day.outCents) },
      }),
      ...compare(`${where} expected`, {
        Z: cash.expectedCents,
        rows: float + sold - refunds + moved('in') - moved('out'),
        script: inDrawer(day),
      }),
    ];
  });

const countsAreKept: Faults = (records, ledger) =>
  withDays(records, ledger).flatMap(({ z, day }) => {
    const { cash } = z.snapshot;
    const rows = of(records.counts, z.shiftId);
    const last = rows.at(-1);
    const counted = inDrawer(day) + day.differenceCents;
    return [
      ...compare(`${nameOf(z)} counted`, {
        ...{ Z: cash.count?.countedCents, rows: last?.countedCents, script: counted },
        pieces: last && sumOfPieces(last.pieces),
      }),
      ...compare(`${nameOf(z)} counts`, { Z: cash.counts.length, rows: rows.length }),
      ...compare(`${nameOf(z)} left`, { Z: cash.leftCents, script: day.leftCents }),
    ];
  });

function sumOfPieces(text: string): number {
  const { pieces, otherCents } = JSON.parse(text) as {
    readonly pieces: readonly { readonly denomination: number; readonly pieces: number }[];
    readonly otherCents: number;
  };
  return otherCents + sum(pieces.map((one) => one.denomination * one.pieces));
}

const eachSaleIsSomewhereOnce: Faults = (records, ledger) => {
  const { sales, shifts, zReports } = records;
  const references = (rows: readonly { readonly reference: string }[]) =>
    rows.map(({ reference }) => reference).toSorted();
  const placed = zReports.flatMap(({ shiftId }) => of(sales, shiftId));
  const open = shifts.filter((shift) => zReports.every(({ shiftId }) => shiftId !== shift.shiftId));
  return [
    ...compare('all sales', {
      till: references(sales),
      script: references([
        ...ledger.days.flatMap((day) => [...day.sales, ...day.returns]),
        ...ledger.withoutDay,
      ]),
    }),
    ...compare('sales of closed days, of open ones and of none', {
      together:
        placed.length +
        open.flatMap(({ shiftId }) => of(sales, shiftId)).length +
        sales.filter(({ shiftId }) => shiftId === null).length,
      till: sales.length,
    }),
    ...compare('sales of no day', {
      till: references(sales.filter(({ shiftId }) => shiftId === null)),
      script: references(ledger.withoutDay),
    }),
    ...withDays(records, ledger).flatMap(({ z, day }) => [
      ...compare(`${nameOf(z)} sales`, {
        rows: references(of(sales, z.shiftId)),
        script: references([...day.sales, ...day.returns]),
      }),
      ...compare(`${nameOf(z)} number of sales`, {
        Z:
          z.snapshot.sales.count +
          z.snapshot.returned.count +
          z.snapshot.cancelled.count +
          z.snapshot.otherDocuments,
        rows: of(sales, z.shiftId).length,
      }),
    ]),
  ];
};

/** A till that goes on is one installation, however often the power failed. */
const numbersHaveNoGap: Faults = ({ zReports }) =>
  compare('numbers', {
    till: zReports.map(({ installation, number }) => [installation, number]),
    counted: zReports.map((_, index) => [zReports[0]?.installation, index + 1]),
  });

const chainIsWhole: Faults = ({ zReports }) => {
  let before = Buffer.alloc(32);
  return zReports.flatMap((z) => {
    const { installation, number, text, hash, previousHash } = z;
    const said = JSON.stringify([installation, number, text]);
    const computed = createHash('sha256').update(before).update(said, 'utf8').digest();
    const faults = [
      ...compare(`${nameOf(z)} follows`, {
        Z: previousHash.toString('hex'),
        before: before.toString('hex'),
      }),
      ...compare(`${nameOf(z)} hash`, { Z: hash.toString('hex'), made: computed.toString('hex') }),
    ];
    before = Buffer.from(hash);
    return faults;
  });
};

const eachSaleHasItsDocument: Faults = ({ sales, documents }) => [
  ...sales.flatMap(({ reference, state, totalCents }) => {
    const held = documents.filter((document) => document.reference === reference);
    const expected = state === 'cancelled' ? [] : [totalCents];
    return [
      ...(state === 'confirmed' || state === 'cancelled' ? [] : [`${reference} is ${state}`]),
      ...compare(reference, {
        service: held.map((document) => document.totalCents),
        till: expected,
      }),
    ];
  }),
  ...documents.flatMap(({ reference }) =>
    sales.some((sale) => sale.reference === reference) ? [] : [`${reference} is nobody’s`],
  ),
];

/** For the sales that had an answer when the day was closed, by the service's own amounts. */
const fiscalSumsAreTheServices: Faults = (records, ledger) =>
  withDays(records, ledger).flatMap(({ z, day }) => {
    const isOpen = new Set(day.openAtClose);
    const atService = of(records.sales, z.shiftId)
      .filter((sale) => isCounter(sale) && !isOpen.has(sale.reference))
      .flatMap(({ reference }) =>
        records.documents.filter((document) => document.reference === reference),
      );
    const { answered } = z.snapshot.fiscal;
    return compare(`${nameOf(z)} at the service`, {
      Z: [answered.count, answered.totalCents],
      service: [atService.length, sum(atService.map(({ totalCents }) => totalCents))],
    });
  });

/** By the rows, the script and the service's own credit notes; what was sold is not less for it. */
const returnsAreTheirOwnSums: Faults = (records, ledger) =>
  withDays(records, ledger).flatMap(({ z, day }) => {
    const rows = of(records.sales, z.shiftId).filter(({ returnOf }) => returnOf !== null);
    const isOpen = new Set(day.openAtClose);
    const credited = rows
      .filter(({ reference }) => !isOpen.has(reference))
      .flatMap(({ reference }) =>
        records.documents.filter((document) => document.reference === reference),
      );
    const { returned, sales } = z.snapshot;
    const total = (amounts: readonly { readonly totalCents: number }[]) => [
      amounts.length,
      sum(amounts.map(({ totalCents }) => totalCents)),
    ];
    const sold = day.sales.filter(({ isCancelled }) => !isCancelled);
    return [
      ...compare(`${nameOf(z)} came back`, {
        ...{ Z: [returned.count, returned.totalCents], rows: total(rows) },
        script: total(day.returns),
      }),
      ...compare(`${nameOf(z)} credited`, {
        Z: [
          sum(returned.kinds.map(({ count }) => count)),
          sum(returned.kinds.map(({ totalCents }) => totalCents)),
        ],
        service: total(credited),
      }),
      ...compare(`${nameOf(z)} sold`, {
        Z: [sales.count, sales.totalCents],
        script: total(sold),
      }),
    ];
  });

const nothingComesBackBeyondTheSale: Faults = ({ documents, sales }, ledger) =>
  [...ledger.days.flatMap((day) => day.sales), ...ledger.withoutDay].flatMap((sale) => {
    const { reference, totalCents, lines } = sale;
    const document = documents.find((one) => one.reference === reference);
    const notes = documents.filter(({ returnOf }) => returnOf === (document?.docKey ?? '?'));
    const own = sales.filter(({ returnOf }) => returnOf === reference);
    const backCents = sum(notes.map((note) => note.totalCents));
    const worthLeft = sum(
      lines.map(({ left, unitPrice }) => Math.round((left * unitPrice) / 10_000_000)),
    );
    return [
      ...compare(`credit notes of ${reference}`, {
        service: notes.map((note) => note.reference).toSorted(),
        till: own.map((one) => one.reference).toSorted(),
      }),
      ...compare(`what is left of ${reference}`, {
        service: totalCents - backCents,
        script: worthLeft,
      }),
      ...(backCents > totalCents ? [`${reference}: ${backCents} came back of ${totalCents}`] : []),
    ];
  });

const figuresAgree: Faults = ({ figures, sales, documents }, ledger) => {
  const all = [...ledger.days.flatMap((day) => day.sales), ...ledger.withoutDay];
  const ofTill = (isReturn: boolean) =>
    sum(
      sales
        .filter((sale) => sale.state !== 'cancelled' && (sale.returnOf !== null) === isReturn)
        .map(({ totalCents }) => totalCents),
    );
  const atService = (isReturn: boolean) =>
    sum(
      documents
        .filter(({ returnOf }) => (returnOf !== '') === isReturn)
        .map(({ totalCents }) => totalCents),
    );
  return [
    ...compare('sold', {
      figures: sum(figures.map(({ soldCents }) => soldCents)),
      ...{ rows: ofTill(false), service: atService(false) },
      script: sum(all.map(({ isCancelled, totalCents }) => (isCancelled ? 0 : totalCents))),
    }),
    ...compare('came back', {
      figures: sum(figures.map(({ returnedCents }) => returnedCents)),
      ...{ rows: ofTill(true), service: atService(true) },
      script: sum(ledger.days.flatMap((day) => day.returns.map(({ totalCents }) => totalCents))),
    }),
  ];
};

const openSalesAreSettledLater: Faults = (records, ledger) =>
  withDays(records, ledger).flatMap(({ z, day }) => {
    const named = z.snapshot.open.map(({ reference }) => reference);
    const later = records.addenda.filter(({ zId }) => zId === z.zId);
    return [
      ...compare(`${nameOf(z)} open`, {
        Z: named.toSorted(),
        script: (day.openAtClose ?? []).toSorted(),
      }),
      ...named.flatMap((reference) => {
        const last = later.findLast((one) => one.reference === reference);
        const sale = records.sales.find((one) => one.reference === reference);
        const document = records.documents.find((one) => one.reference === reference);
        return compare(`${nameOf(z)} addendum of ${reference}`, {
          Z: [last?.state, last?.serviceTotalCents],
          rows: [sale?.state, document?.totalCents],
        });
      }),
    ];
  });

const checks: Readonly<Record<string, Faults>> = {
  'each day was closed once, by its own date': daysAreClosedOnce,
  'drawer = float + cash sales − refunds + in − out, by Z, rows and script': drawersAddUp,
  'what was counted is what somebody put there': countsAreKept,
  'each sale is in one Z, in the open day, or of no day': eachSaleIsSomewhereOnce,
  'Z numbers have no gap': numbersHaveNoGap,
  'the chain of hashes is whole': chainIsWhole,
  'each sale has one document of its total, a cancelled one none': eachSaleHasItsDocument,
  'fiscal sums are those of the service’s own rows': fiscalSumsAreTheServices,
  'what came back is a sum of its own, and the service’s': returnsAreTheirOwnSums,
  'nothing comes back beyond the sale': nothingComesBackBeyondTheSale,
  'figures, rows, script and service agree on what was sold and what came back': figuresAgree,
  'what was open is named, and settled by an addendum': openSalesAreSettledLater,
};

export const checkMonth = (records: Records, ledger: Ledger): readonly Check[] =>
  Object.entries(checks).map(([name, faults]) => ({ name, faults: faults(records, ledger) }));

export const holds = (checked: readonly Check[]): boolean =>
  checked.every(({ faults }) => faults.length === 0);
