// The month on paper for a person who checks it by hand: a row for each Z, totals, and what was
// checked.
import type { Check } from './check-month.ts';
import { sum, type Ledger } from './ledger.ts';
import type { Records, ZRow } from './read-records.ts';

const headings = [
  'Z',
  'opened',
  'closed',
  'float',
  'cash',
  'refunds',
  'in',
  'out',
  'expected',
  'counted',
  'differs',
  'left',
  'sales',
  'sold',
  'returned',
  'fiscal',
  'open',
  'later',
];

const money = (amountCents: number | null | undefined): string =>
  ((amountCents ?? NaN) / 100).toFixed(2);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** In the shop's own time. */
function moment(atMs: number): string {
  const at = new Date(atMs);
  const day = [at.getMonth() + 1, at.getDate()].map(twoDigits).join('-');
  return `${day} ${[at.getHours(), at.getMinutes()].map(twoDigits).join(':')}`;
}

function rowOf({ zId, number, snapshot }: ZRow, { addenda }: Records): string[] {
  const { cash, sales, returned, fiscal, open } = snapshot;
  const counted = cash.count?.countedCents ?? NaN;
  return [
    String(number),
    moment(snapshot.openedAtMs),
    moment(snapshot.atMs),
    money(cash.floatCents),
    money(cash.sales.totalCents),
    money(cash.returned.totalCents),
    money(cash.in.totalCents),
    money(cash.out.totalCents),
    money(cash.expectedCents),
    money(counted),
    money(counted - cash.expectedCents),
    money(cash.leftCents),
    String(sales.count),
    money(sales.totalCents),
    money(returned.totalCents),
    money(fiscal.answered.totalCents),
    String(open.length),
    String(addenda.filter((one) => one.zId === zId).length),
  ];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
  );
}

const isSold = ({ returnOf }: Records['sales'][number]) => returnOf === null;

export function summaryOf(records: Records, ledger: Ledger, checked: readonly Check[]): string {
  const { zReports, sales, addenda } = records;
  const total = (amount: (z: ZRow) => number | null | undefined) =>
    money(sum(zReports.map((z) => amount(z) ?? NaN)));
  const totals = [
    ...['all', '', '', ''],
    total(({ snapshot }) => snapshot.cash.sales.totalCents),
    total(({ snapshot }) => snapshot.cash.returned.totalCents),
    total(({ snapshot }) => snapshot.cash.in.totalCents),
    total(({ snapshot }) => snapshot.cash.out.totalCents),
    ...['', ''],
    total(({ snapshot: { cash } }) => (cash.count?.countedCents ?? NaN) - cash.expectedCents),
    '',
    String(sum(zReports.map(({ snapshot }) => snapshot.sales.count))),
    total(({ snapshot }) => snapshot.sales.totalCents),
    total(({ snapshot }) => snapshot.returned.totalCents),
    total(({ snapshot }) => snapshot.fiscal.answered.totalCents),
    String(sum(zReports.map(({ snapshot }) => snapshot.open.length))),
    String(addenda.length),
  ];
  const ofNone = sales.filter(({ shiftId }) => shiftId === null);
  const closed = new Set(zReports.map(({ shiftId }) => shiftId));
  const ofOpen = sales.filter(({ shiftId }) => shiftId !== null && !closed.has(shiftId));
  const sumOf = (of: readonly { readonly totalCents: number }[]) =>
    `${of.length}, ${money(sum(of.map(({ totalCents }) => totalCents)))}`;
  /** What came back stands beside what was sold. */
  const both = (of: typeof sales) =>
    `${sumOf(of.filter(isSold))} (back: ${sumOf(of.filter((sale) => !isSold(sale)))})`;
  const isCredit = ({ returnOf }: Records['documents'][number]) => returnOf !== '';
  const { documents } = records;
  return [
    ...table([headings, ...zReports.map((z) => rowOf(z, records)), totals]),
    '',
    `Sales of the open day: ${both(ofOpen)}; of no day: ${both(ofNone)}; in all: ${both(sales)}`,
    `Documents at the service: ${sumOf(documents.filter((one) => !isCredit(one)))}; credit notes: ${sumOf(documents.filter(isCredit))}`,
    '',
    'What happened besides:',
    ...ledger.incidents.map((text) => `  ${text}`),
    '',
    ...checked.flatMap(({ name, faults }) => [
      `${faults.length === 0 ? 'holds' : 'FAILS'}  ${name}`,
      ...faults.map((fault) => `         ${fault}`),
    ]),
  ].join('\n');
}
