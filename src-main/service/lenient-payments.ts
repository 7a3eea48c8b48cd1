// Recognises a document's payments: what was paid with, and how much.
import type { NamedAmount } from '../contract/documents.ts';
import {
  amountSubjects,
  codeNames,
  descriptionNames,
  methodNames,
  methodSubjects,
  paidNames,
  sureMethodNames,
} from './lenient-names.ts';
import { byPlace, keyIn, type Column, type Table } from './lenient-rows.ts';
import { takeFirst, takeSame, type ShownFields } from './lenient-fields.ts';
import { amountOf, shortText, textOf } from './lenient-values.ts';

const maxOfAKind = 8;

/** Returns whether the rows name an amount and, if the list is not named so, a way to pay. */
export function fitsPayments(table: Table, isNamed: boolean): boolean {
  const { method, name, amount } = columnsOf(table);
  return amount.length > 0 && (isNamed ? name : method).length > 0;
}

/** Reads the payments. A row without a recognised name or amount is left to the others. */
export function readPayments(table: Table, shownFields: ShownFields): NamedAmount[] {
  const columns = columnsOf(table);
  return table.rows
    .map((row) => ({
      name: takeFirst(row, columns.name, shortText, shownFields) ?? '',
      amountCents: takeSame(row, columns.amount, amountOf, shownFields),
    }))
    .filter(({ name, amountCents }) => name !== '' || amountCents !== null);
}

function columnsOf({ columns }: Table) {
  const own = columns.filter(({ inner }) => inner === null);
  const likely = columns.filter((column) => methodNames.has(methodIn(column)));
  const sure = likely.filter((column) => sureMethodNames.has(methodIn(column)));
  const both = sure.length > 0 ? sure : likely;
  const inMethod = both.filter(({ inner }) => inner !== null);
  const method = both.filter(({ inner }) => inner === null);
  return {
    method: both,
    name: [
      ...described(inMethod),
      ...described(own),
      ...coded(inMethod, amountSubjects),
      ...coded(own, amountSubjects),
      ...method,
      ...coded(own, methodSubjects),
    ].slice(0, 4 * maxOfAKind),
    amount: own
      .filter((column) => paidNames.has(keyIn(column, methodSubjects)))
      .slice(0, maxOfAKind),
  };
}

/** Returns the field's name if it may name a way to pay, or hold one. */
const methodIn = ({ inner, parentWords, words }: Column): string =>
  (inner === null ? words : parentWords).join('');

const toId = (value: unknown): number | null => {
  const text = textOf(value) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
};

/**
 * Returns the numbers of the ways to pay, each with its name. A row that names no number, or two,
 * is passed over. A row's own `id` is the payment's.
 */
export function readPaymentMethodIds(table: Table): { readonly id: number; name: string }[] {
  const { name } = columnsOf(table);
  const ids = table.columns.filter(isMethodId).slice(0, maxOfAKind);
  return table.rows.flatMap((row) => {
    const id = takeSame(row, ids, toId);
    return id === null ? [] : [{ id, name: takeFirst(row, name, shortText, new Map()) ?? '' }];
  });
}

/** Returns whether it is `payment_method_id`, `idMeioPagamento`, or the `id` of such an object. */
function isMethodId({ inner, parentWords, words }: Column): boolean {
  if (inner !== null) return sureMethodNames.has(parentWords.join('')) && words.join('') === 'id';
  const others = words.filter((word) => word !== 'id');
  return others.length < words.length && sureMethodNames.has(others.join(''));
}

const described = (columns: readonly Column[]): readonly Column[] =>
  byPlace(columns, placeOf).slice(0, maxOfAKind);

const placeOf = (column: Column) => descriptionNames.get(keyIn(column, methodSubjects));

const coded = (columns: readonly Column[], subjects: ReadonlySet<string>): readonly Column[] =>
  columns.filter((column) => codeNames.has(keyIn(column, subjects))).slice(0, maxOfAKind);
