// What the form for a document holds, as typed, and what becomes of it. What is empty is left to
// the service.
import * as v from 'valibot';
import type { Messages } from '../../resources/messages/en.ts';
import type { Cart } from '../../src-main/contract/cart.ts';
import { noDiscount, parseDecimal, type Cents } from '../../src-main/contract/money.ts';
import {
  documentKindSchema,
  particularsSchema,
  toldOf,
  type DocumentKind,
  type Order,
  type Particulars,
} from '../../src-main/contract/new-document.ts';
import type { PaymentMethod } from '../../src-main/contract/payment.ts';
import type { SaleDetail } from '../../src-main/contract/sales.ts';
import type { Customer } from '../../src-main/contract/selling.ts';
import { isUsableTaxNumber } from '../../src-main/contract/tax-number.ts';
import { usableNumber } from '../lines/foreign-number.ts';
import { parsePercent } from '../lines/entry.ts';
import type { Format } from '../bridge/format.ts';

/** `name` is set if the kind was chosen by it. */
export interface KindEntry {
  readonly by: DocumentKind['by'] | null;
  readonly typed: string;
  readonly name: string;
}

export type YesOrNo = '' | 'yes' | 'no';

/** The fields that hold a number of the service's, in the order in which the form has them. */
export const numberFields = [
  'serieId',
  'warehouseId',
  'salesmanId',
  'paymentTermId',
  'priceLineId',
  'partyClass',
] as const;

/** Returns a value for each of the fields. */
const each = <Field extends string, Value>(
  fields: readonly Field[],
  valueOf: (field: Field) => Value,
) =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Readonly<
    Record<Field, Value>
  >;

export interface NewDocumentEntry extends Record<(typeof numberFields)[number], string> {
  kind: KindEntry;
  finalize: boolean;
  discount: string;
  taxNumber: string;
  /** The foreign tax number that somebody has confirmed. */
  acceptedNumber: string;
  partyId: string;
  /** Chosen among those that the till has seen, instead of a tax number and an id. */
  customer: Customer | null;
  paymentMethod: PaymentMethod | null;
  date: string;
  time: string;
  /** True while a date is typed in part: the browser does not say what there is of it. */
  isDatePartial: boolean;
  isTimePartial: boolean;
  isTaxIncluded: YesOrNo;
  documentReference: string;
  roundCents: string;
  isTransport: YesOrNo;
  forceCommunication: YesOrNo;
  generateMbReference: YesOrNo;
  headerText: string;
  footerText: string;
  print: boolean;
  email: boolean;
}

/** The fields in which something unusable can be typed. */
export type CheckedField = keyof Messages['documents']['newDocument']['wrong'];

/** What the form says beside the lines, ready for the contract. */
export interface Said {
  readonly cart: Omit<Cart, 'cartId' | 'lines'>;
  readonly particulars: Particulars;
}

export const emptyEntry = (): NewDocumentEntry => ({
  kind: { by: null, typed: '', name: '' },
  finalize: true,
  discount: '',
  taxNumber: '',
  acceptedNumber: '',
  partyId: '',
  customer: null,
  paymentMethod: null,
  ...each(numberFields, () => ''),
  date: '',
  time: '',
  isDatePartial: false,
  isTimePartial: false,
  isTaxIncluded: '',
  documentReference: '',
  roundCents: '',
  isTransport: '',
  forceCommunication: '',
  generateMbReference: '',
  headerText: '',
  footerText: '',
  print: false,
  email: false,
});

/** Returns the fields of a document that was sent. A customer without a name was typed as an id. */
export function entryOf(
  { discount, taxNumber, customer }: Pick<SaleDetail, 'discount' | 'taxNumber' | 'customer'>,
  particulars: Particulars,
  format: Format,
): NewDocumentEntry {
  const { kind, name, roundCents, isTaxIncluded, isTransport } = particulars;
  const isTyped = customer?.name === '';
  const text = (value: string | number | undefined) => String(value ?? '');
  return {
    kind: { by: kind.by, typed: kind.by === 'natureCode' ? kind.code : text(kind.id), name },
    finalize: particulars.finalize,
    discount: discount === 0 ? '' : format.editable(discount, 2),
    taxNumber: customer && !isTyped ? '' : text(taxNumber ?? undefined),
    acceptedNumber: text(taxNumber ?? undefined),
    partyId: isTyped ? text(customer.partyId) : '',
    customer: isTyped ? null : (customer ?? null),
    paymentMethod: particulars.paymentMethod,
    ...each(numberFields, (field) => text(particulars[field])),
    date: text(particulars.date),
    time: text(particulars.time),
    isDatePartial: false,
    isTimePartial: false,
    isTaxIncluded: yesOrNo(isTaxIncluded),
    documentReference: text(particulars.documentReference),
    roundCents: roundCents === 0 ? '' : format.editable(roundCents, 2, 2),
    isTransport: yesOrNo(isTransport),
    forceCommunication: yesOrNo(toldOf(particulars.forceCommunication)),
    generateMbReference: yesOrNo(toldOf(particulars.generateMbReference)),
    headerText: particulars.headerText,
    footerText: particulars.footerText,
    print: particulars.print,
    email: particulars.email,
  };
}

/** Returns what was said, or the fields that cannot be used. */
export function parseEntry(
  entry: NewDocumentEntry,
): { said: Said } | { wrong: readonly CheckedField[] } {
  const { customer, isTaxIncluded, isTransport } = entry;
  const discount = parsePercent(entry.discount);
  const taxNumber = usableNumber(entry.taxNumber, entry.acceptedNumber);
  const partyId = parseId(entry.partyId);
  const reference = entry.documentReference.trim();
  const candidate = {
    kind: kindOf(entry.kind) ?? undefined,
    name: entry.kind.name,
    finalize: entry.finalize,
    ...given({
      ...each(numberFields, (field) => parseId(entry[field])),
      date: entry.date === '' ? undefined : entry.date,
      time: parseTime(entry.time),
      isTaxIncluded: isTaxIncluded === '' ? undefined : isTaxIncluded === 'yes',
      documentReference: reference === '' ? undefined : reference,
      isTransport: isTransport === '' ? undefined : isTransport === 'yes',
    }),
    roundCents: parseRounding(entry.roundCents),
    paymentMethod: entry.paymentMethod && { ...entry.paymentMethod },
    forceCommunication: orderOf(entry.forceCommunication),
    generateMbReference: orderOf(entry.generateMbReference),
    headerText: entry.headerText,
    footerText: entry.footerText,
    print: entry.print,
    email: entry.email,
  };
  const result = v.safeParse(particularsSchema, candidate);
  const refused = new Set(result.issues?.map(({ path }) => path?.[0].key));
  const isWrong: Readonly<Record<Exclude<CheckedField, 'lines'>, boolean>> = {
    kind: refused.has('kind'),
    discount: discount === undefined,
    taxNumber: taxNumber === undefined,
    partyId: partyId !== undefined && !(partyId >= 1),
    ...each(numberFields, (field) => refused.has(field)),
    date: refused.has('date') || entry.isDatePartial,
    time: refused.has('time') || entry.isTimePartial,
    documentReference: refused.has('documentReference'),
    roundCents: refused.has('roundCents'),
    headerText: refused.has('headerText'),
    footerText: refused.has('footerText'),
  };
  const fields = Object.keys(isWrong) as (keyof typeof isWrong)[];
  const wrong = fields.filter((field) => isWrong[field]);
  if (wrong.length > 0) return { wrong };
  const typed = partyId === undefined ? null : { partyId, name: '', fiscalNumber: '' };
  const party = customer ?? typed;
  const number = customer?.fiscalNumber ?? taxNumber ?? '';
  return {
    said: {
      cart: {
        discount: discount ?? noDiscount,
        taxNumber: isUsableTaxNumber(number) ? number : null,
        ...(party && { customer: { ...party } }),
      },
      particulars: v.parse(particularsSchema, candidate),
    },
  };
}

const yesOrNo = (value: boolean | undefined): YesOrNo => {
  if (value === undefined) return '';
  return value ? 'yes' : 'no';
};

const orderOf = (value: YesOrNo): Order => (value === 'no' ? value : value === 'yes');

/** Returns null if it cannot be used. */
export function kindOf({ by, typed }: KindEntry): DocumentKind | null {
  const typedKind = by === 'natureCode' ? { by, code: typed.trim() } : { by, id: parseId(typed) };
  const kind = v.safeParse(documentKindSchema, typedKind);
  return kind.success ? kind.output : null;
}

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Returns undefined if nothing was typed, and NaN for what is no whole number. */
function parseId(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : (parseDecimal(typed, 0) ?? NaN);
}

/** A time without seconds begins the minute. */
function parseTime(typed: string): string | undefined {
  if (typed === '') return undefined;
  return /^\d\d:\d\d$/.test(typed) ? `${typed}:00` : typed;
}

/**
 * Returns zero for an empty text, and undefined for what is no amount from -9.99 to 9.99
 * (service-api, Limits).
 */
export function parseRounding(typed: string): Cents | undefined {
  const [, sign = '', amount = ''] = /^([-−+]?)(.*)$/u.exec(typed.trim()) ?? [];
  const value = parseDecimal(sign === '' && amount === '' ? '0' : amount, 2);
  const rounding = sign === '' || sign === '+' || value === 0 ? value : -(value ?? NaN);
  const result = v.safeParse(particularsSchema.entries.roundCents, rounding);
  return result.success ? result.output : undefined;
}
