// What a manager wants to see of a day, in English.
import type {
  DaysRestored,
  ExceptionKind,
  LostKind,
} from '../../../src-main/contract/exceptions.ts';
import {
  cents,
  subtractCents,
  zeroCents,
  type Cents,
  type UnitPriceMicros,
} from '../../../src-main/contract/money.ts';
import type { RestoredFrom } from '../../../src-main/contract/sales.ts';
import { besidesPrice } from '../changed-product.ts';
import { lineTexts } from '../line-texts.ts';
import type { ExceptionSentences } from '../sentences.ts';
import { count } from './formats.ts';
import { enLock } from './lock.ts';
import { enManyProducts } from './many-products.ts';
import { enPrinting } from './printing.ts';
import { enProducts } from './products.ts';
import { enCopyChange } from './second-copy.ts';

const kinds: Record<ExceptionKind, string> = {
  lowered_price: 'Sold below its price',
  discount: 'Discount on a sale',
  free_line: 'Free line for a product',
  on_account: 'Sale on account',
  sale_cancelled: 'Sale cancelled',
  sale_corrected: 'Sale corrected',
  goods_returned: 'Goods taken back',
  returned_beyond: 'More came back than was sold',
  cart_cleared: 'Sale cleared before it was finished',
  lines_removed: 'Lines taken out before a sale was finished',
  cart_left: 'Sale not finished when the day was closed',
  drawer_opened: 'Drawer opened without a sale',
  receipt_reprinted: 'Copy of a receipt',
  approval: 'Approval given',
  pin_wrong: 'Wrong PIN of a manager',
  pin_recovered: 'Forgotten PIN set anew',
  records_restored: 'Records of the till restored',
  backup_restored: 'Backup restored by a person',
  second_copy_changed: 'Second copy changed',
  records_changed: 'Records changed outside the till',
  days_restored: 'Days after a restore',
  money_given_back: 'Money that does not match the sale',
  money_not_booked: 'Money moved while no day was open',
  setup_changed: 'Settings changed',
  catalogue_changed: 'Catalogue changed by hand',
  catalogue_many_changed: 'Many products changed at once',
  catalogue_imported: 'Catalogue imported',
};

const { money, unitPrice, percent, named, line, lines } = lineTexts('en', (rest) =>
  count(rest, { one: 'more line', other: 'more lines' }),
);

const restored: Record<RestoredFrom, string> = {
  damaged_file: 'Brought over from a damaged file',
  copy: 'The till’s records are a copy',
  torn_log: 'The computer stopped while the till was writing',
  taken_over: 'Another computer had gone on from the second copy',
  copy_away: 'The second copy went missing before sales were sent',
  older_file: 'The service holds documents that the till’s records do not know',
};

const besides = { free: 'not in the catalogue', fraction: 'sold by the piece' };

const rows: Record<LostKind, string> = {
  day: 'day',
  sale: 'sale',
  cash_movement: 'movement of cash',
  count: 'count',
  z_report: 'Z report',
};

const lostRows = (lost: DaysRestored['lost']): string =>
  lost.map(({ what: of, number }) => `${rows[of]} ${number}`).join(', ');

/** A negative amount went out of the drawer. */
const moved = (movedCents: Cents): string =>
  movedCents < 0
    ? `${money(subtractCents(zeroCents, movedCents))} given back from the drawer`
    : `${money(movedCents)} put into the drawer`;

const priceOrNone = (price: UnitPriceMicros | null): string =>
  price === null ? 'not there' : unitPrice(price);

const what: ExceptionSentences = {
  lowered_price: ({ line: sold, ownPrice }) =>
    `${line(sold)} at ${unitPrice(sold.unitPrice)} in place of ${unitPrice(ownPrice)}`,
  discount: ({ discount }) => `${percent(discount)} off the whole sale`,
  free_line: ({ line: sold, product, ownPrice }) =>
    `${line(sold)} at ${unitPrice(sold.unitPrice)}; the catalogue has ${named(product)} at ${unitPrice(ownPrice)}`,
  on_account: ({ customer }) => customer,
  sale_cancelled: ({ note }) => note,
  sale_corrected: ({ formerTotalCents, totalCents, note }) =>
    `${money(formerTotalCents)} → ${money(totalCents)}: ${note}`,
  goods_returned: ({ docKey, wasAsked }) =>
    wasAsked ? docKey : `${docKey}, without asking the service for other returns`,
  returned_beyond: ({ docKey }) => docKey,
  cart_cleared: (cleared) => lines(cleared.lines),
  lines_removed: (removed) => lines(removed.lines),
  cart_left: (left) => lines(left.lines),
  drawer_opened: ({ reason, outcome }) => `${reason ?? ''} (${enPrinting.outcomes[outcome]})`,
  receipt_reprinted: ({ docKey }) => docKey,
  pin_wrong: ({ manager }) => manager,
  approval: ({ action, prices }) =>
    [
      enLock.actions[action],
      ...prices.map((price) => {
        if (price.kind === 'discount') return percent(price.discount);
        const before = price.kind === 'line' ? unitPrice(price.ownPrice) : besides[price.kind];
        return `${line(price.line)}, ${before} → ${unitPrice(price.line.unitPrice)}`;
      }),
    ].join('; '),
  pin_recovered: ({ way }) =>
    way === 'token' ? 'With a token of the service' : 'With the service’s password',
  records_restored: ({ from }) => restored[from],
  backup_restored: ({ lost }) =>
    lost === null
      ? 'The file before it could not be read'
      : `${count(lost, { one: 'sale is', other: 'sales are' })} only in the file that was put aside`,
  second_copy_changed: ({ change }) => enCopyChange(change),
  records_changed: () => 'Found by an earlier version of this program',
  days_restored: ({ last, later, lost }) =>
    [
      last === null ? 'No Z report is known' : `The last Z report known is ${last.name}`,
      ...(later.length > 0
        ? [`later ones that are gone: ${later.map(({ name }) => name).join(', ')}`]
        : []),
      ...(lost.length > 0 ? [`rows that cannot be read: ${lostRows(lost)}`] : []),
    ].join('; '),
  money_given_back: ({ movedCents }) =>
    `The drawer holds ${money(cents(Math.abs(movedCents)))} ${movedCents < 0 ? 'less' : 'more'} than the sale came to, which the service has`,
  money_not_booked: ({ movedCents }) => `${moved(movedCents)}; no day counts it`,
  setup_changed: ({ words }) => words.join('; '),
  catalogue_changed: (changed) =>
    [
      `${named(changed.product)}: ${priceOrNone(changed.before)} → ${priceOrNone(changed.after)}`,
      ...besidesPrice(changed, enLock.approval, enProducts.soldBys),
    ].join('; '),
  catalogue_many_changed: enManyProducts.exception,
  catalogue_imported: ({ products }) =>
    products === null
      ? 'Undone'
      : `Added: ${products.added}, changed: ${products.changed}, removed: ${products.removed}`,
};

export const enExceptions = {
  title: 'Exceptions',
  day: 'Day',
  dayNeeded: 'Please choose a day.',
  cashier: 'Cashier',
  everybody: 'Everybody',
  nobody: 'Nobody named',
  show: 'Show',
  empty: 'Nothing of this kind on this day.',
  totals: 'Totals by kind',
  totalColumns: { kind: 'Kind', count: 'How many', amount: 'Amount' },
  columns: {
    date: 'Date',
    time: 'Time',
    cashier: 'Cashier',
    kind: 'Kind',
    what: 'What',
    amount: 'Amount',
    approvedBy: 'Approved by',
    reference: 'Reference',
  },
  kinds,
  lostRows,
  what,
  export: 'Export as CSV',
};
