// Guesses what the columns of a catalogue file hold: each pair of a column and a field has a score,
// by the column's name and by what stands in it, and the assignment with the highest sum is taken.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import {
  type ColumnField,
  mostColumns,
  productFields,
  type Reading,
} from '../contract/catalogue.ts';
import { hasCheckDigit } from '../contract/barcodes.ts';
import { languages } from '../contract/languages.ts';
import { colourOf, isPrice, priceOf } from './import-cells.ts';
import { isSold } from './sold-words.ts';
import { rateOf } from './vat-rates.ts';
import { columnProfile, type ColumnProfile } from './column-profile.ts';
import { namedColumn, ownParts, saysWithout, type NamedColumn } from './column-names.ts';

type Columns = Reading['columns'];
type Rows = readonly (readonly string[])[];

/** Fields that only one column can hold. */
const single = [
  ...['code', 'description', 'unitPrice', 'unit', 'soldBy', 'vatLabel', 'group', 'quickKey'],
  'colour',
] as const satisfies readonly ColumnField[];
type Single = (typeof single)[number];

/** Enough to tell what a column holds. */
const mostRows = 600;

/** No real name is longer, and comparing names takes longer than their length. */
const longestName = 200;

/** Returns how many of the names are ones that a column can have. */
export const countKnownNames = (names: readonly string[]): number =>
  ownParts(names.slice(0, mostColumns)).filter((name) => namedColumn(name).field !== undefined)
    .length;

/** Guesses the columns. `names` is null if the file has none. */
export function guessColumns(names: readonly string[] | null, rows: Rows, width: number): Columns {
  const own = names && ownColumns(names);
  if (own) return own;
  const step = Math.max(1, Math.ceil(rows.length / mostRows));
  const some = rows.filter((_, index) => index % step === 0);
  const namesHere = (names ?? []).map((name) => name.slice(0, longestName).trim());
  const ownNames = ownParts(namesHere);
  const columns = Array.from({ length: width }, (_, at): Column => {
    const name = namesHere[at] ?? '';
    const values = some.map((row) => row[at]?.trim() ?? '');
    return {
      at,
      name,
      values,
      named: namedColumn(ownNames[at] ?? ''),
      profile: columnProfile(values),
    };
  });
  const fields = assigned(columns, names === null);
  for (const column of columns) {
    const { at, named } = column;
    if (fields[at] !== null) continue;
    if (isBarcodes(column)) fields[at] = 'barcodes';
    else if (named.field === 'variant' && column.profile.markup + column.profile.changes < 0.5)
      fields[at] = 'variant';
  }
  tellApart(columns, fields);
  tellSold(columns, fields);
  // A shop without codes of its own sells by barcode, and so does one whose variants share a code.
  const [fullest] = columns
    .filter(({ at, profile }) => fields[at] === 'barcodes' && profile.filled > 0.95)
    .toSorted((one, other) => other.profile.filled - one.profile.filled);
  const [code] = columns.filter(({ at }) => fields[at] === 'code');
  const isShared = fields.includes('variant') && (code?.profile.distinct ?? 1) < 0.95;
  if (fullest && (!code || (isShared && fullest.profile.distinct === 1))) {
    if (code) fields[code.at] = null;
    fields[fullest.at] = 'code';
  } else if (code && isShared) {
    const [names] = columns.filter(({ at }) => fields[at] === 'description');
    // What has the code of its name is one product in all its sizes.
    if (code.profile.distinct <= (names?.profile.distinct ?? 0))
      for (const { at, named } of columns) if (named.says === 'variety') fields[at] = null;
  }
  return fields;
}

/** Where names repeat, sizes and colours tell the products apart. */
function tellApart(columns: readonly Column[], fields: (ColumnField | null)[]): void {
  const [names] = columns.filter(({ at }) => fields[at] === 'description');
  if (!names || names.profile.distinct > 0.95) return;
  const distinctNames = new Set(names.values).size;
  for (const { at, named, profile, values } of columns) {
    if (named.says !== 'variety' || profile.isEmpty) continue;
    const pairs = new Set(values.map((value, row) => `${names.values[row] ?? ''}\n${value}`)).size;
    // One colour for each name is that of its key, if keys have it.
    const isOfKeys =
      pairs === distinctNames &&
      values.every((value) => value === '' || colourOf(value) !== undefined);
    if (fields[at] === null || (fields[at] === 'colour' && !isOfKeys)) fields[at] = 'variant';
  }
}

/** Of the columns that say what is sold those count that say it best; of single shops only one. */
function tellSold(columns: readonly Column[], fields: (ColumnField | null)[]): void {
  const saying = columns.filter(({ named: { field }, values }) => {
    if (field !== 'active' && field !== 'inactive') return false;
    const said = values.filter((value) => value !== '').map((value) => isSold(value, field));
    const known = said.filter((each) => each !== undefined).length;
    // What is said of every row leaves nothing to read.
    return (
      known > 0.9 * said.length && said.filter((each) => each === false).length < values.length
    );
  });
  const most = Math.max(...saying.map(({ named }) => named.certainty));
  const best = saying.filter(({ named }) => named.certainty === most);
  if (best.length > 1 && most <= 1) return;
  for (const { at, named } of best) fields[at] = named.field ?? null;
}

/**
 * Returns the names of the columns that are the price by their names as much as the one that was
 * guessed, which comes first, and hold others; none if there is only that one.
 */
export function equalPrices(
  names: readonly string[],
  rows: Rows,
  columns: Columns,
): readonly string[] {
  const own = ownParts(names).map(namedColumn);
  const price = columns.indexOf('unitPrice');
  const rate = columns.indexOf('vatLabel');
  const centsOf = (row: Rows[number], at: number) => (readPrice(row[at] ?? '') ?? NaN) / 10_000;
  const isOtherIn = (row: Rows[number], at: number): boolean => {
    const [other, chosen] = [centsOf(row, at), centsOf(row, price)];
    const percent = rateOf(row[rate] ?? '') ?? 0;
    // The same without its tax is no question.
    const isNet = percent > 0 && isWithVat(chosen, other, percent);
    return isPrice(row[at] ?? '') && other !== chosen && !isNet;
  };
  const isOther = (at: number): boolean =>
    own[at]?.field === 'unitPrice' &&
    own[at].certainty === own[price]?.certainty &&
    rows.filter((row) => isOtherIn(row, at)).length > rows.length / 2;
  const others = names.filter((_, at) => at !== price && isOther(at));
  return others.length > 0 ? [names[price] ?? '', ...others] : [];
}

/** Returns whether a price in cents is the net one with its VAT, but for a rounded cent. */
const isWithVat = (cents: number, netCents: number, percent: number): boolean =>
  Math.abs(netCents * (1 + percent / 100) - cents) <= 1;

/** Returns the columns of a file that a till has exported; undefined for every other. */
function ownColumns(names: readonly string[]): Columns | undefined {
  const isOwn = languages.some((language) => {
    const { columns } = messagesFor(language).catalogueFile;
    return productFields.every((field, at) => names[at] === columns[field]);
  });
  return isOwn && names.length === productFields.length ? [...productFields] : undefined;
}

interface Column {
  readonly at: number;
  readonly name: string;
  readonly values: readonly string[];
  readonly named: NamedColumn;
  readonly profile: ColumnProfile;
}

/**
 * Returns the assignment of columns to single fields with the highest sum of scores. The order of
 * the columns does not matter, but where two have one name or none; of equals the one whose name
 * comes first is taken.
 */
function assigned(columns: readonly Column[], isWithoutNames: boolean): (ColumnField | null)[] {
  // Of two columns with one name the first counts, unless it is empty.
  const scores = columns.map((column) =>
    columns.some(
      ({ at, name, profile }) =>
        at < column.at && name !== '' && name === column.name && !profile.isEmpty,
    )
      ? single.map(() => 0)
      : single.map((field) => score(field, column)),
  );
  leaveOutUncertainPrices(columns, scores, isWithoutNames);
  if (!isWithoutNames) leaveOutRivalNames(columns, scores);
  const order = [...columns].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en', { numeric: true }) || one.at - other.at,
  );
  interface Choice {
    readonly sum: number;
    readonly guessedFields: readonly (readonly [number, Single])[];
  }
  /** The best choice for each set of fields that are taken, as bits. */
  let best = new Map<number, Choice>([[0, { sum: 0, guessedFields: [] }]]);
  for (const { at } of order) {
    const next = new Map(best);
    for (const [set, { sum, guessedFields: guessed }] of best) {
      single.forEach((field, bit) => {
        const more = scores[at]?.[bit] ?? 0;
        const withField = set | (1 << bit);
        if (more < taking || withField === set) return;
        const known = next.get(withField)?.sum ?? 0;
        if (sum + more > known + 1e-9) {
          next.set(withField, { sum: sum + more, guessedFields: [...guessed, [at, field]] });
        }
      });
    }
    best = next;
  }
  const [choice] = [...best.values()].toSorted((one, other) => other.sum - one.sum);
  const fields = columns.map((): ColumnField | null => null);
  for (const [at, field] of choice?.guessedFields ?? []) fields[at] = field;
  return fields;
}

/** A lower score leaves a field without a column. */
const taking = 1;

/** Leaves the name open if no name of a column tells it, and two columns of texts could be it. */
function leaveOutRivalNames(columns: readonly Column[], scores: number[][]): void {
  const bit = single.indexOf('description');
  const scoreOf = ({ at }: Column): number => scores[at]?.[bit] ?? 0;
  const [best, other] = columns.toSorted((one, next) => scoreOf(next) - scoreOf(one));
  if (!best || !other || best.named.field === 'description') return;
  const isRival = scoreOf(other) >= Math.max(taking, scoreOf(best) - 0.1);
  if (isRival) for (const each of [best, other]) scores[each.at]?.splice(bit, 1, 0);
}

/**
 * Leaves a price open that no name tells, if one is named as without tax or holds none, if a
 * column says that the list is one of sales or of people, or if two columns of amounts could be it;
 * and one whose name does not say that it is with tax, if a column says of its rows that they are
 * not.
 */
function leaveOutUncertainPrices(
  columns: readonly Column[],
  scores: number[][],
  isWithoutNames: boolean,
): void {
  const bit = single.indexOf('unitPrice');
  const sayingWithout = columns.filter(
    ({ named, profile, values }) =>
      (named.says === 'with_tax' &&
        profile.refusals > 0.1 &&
        Math.max(profile.flags, profile.refusals) > 0.9) ||
      (named.field === 'vatLabel' && values.filter(saysWithout).length > values.length / 2),
  );
  // Of several price lists each has a column of its own that says it.
  const isSaidWithout = (name: string): boolean =>
    sayingWithout.some((each) => (digitOf(each.name) ?? digitOf(name)) === digitOf(name));
  const hasCounts = columns.some(({ named }) => named.says === 'count');
  const hasOthers = columns.some(({ named }) => named.says === 'other_list');
  for (const at of withoutTaxByValues(columns, scores)) scores[at]?.splice(bit, 1, 0);
  for (const { at, name, named } of columns) {
    // Beside a count a value is what all of them come to.
    const isOfAll =
      hasCounts && /^(?:valore?|valeur|value|wert|import[eo]|montant|amount)$/iu.test(name);
    if (isOfAll || (named.certainty < 3.5 && isSaidWithout(name))) scores[at]?.splice(bit, 1, 0);
  }
  const unnamed = columns.filter(
    ({ at, named }) => named.field === undefined && (scores[at]?.[bit] ?? 0) >= taking,
  );
  const isUnusable = columns.some(
    ({ at, named, profile }) =>
      named.isUnusablePrice ||
      (named.field === 'unitPrice' && !profile.isEmpty && scores[at]?.[bit] === 0),
  );
  const isAmount = ({ profile }: Column) => profile.money >= 0.9;
  const rivals = isWithoutNames && !unnamed.every(isAmount) ? [] : unnamed;
  if (isCutAtCommas(columns, isWithoutNames)) scores.forEach((each) => each.splice(bit, 1, 0));
  if (!isUnusable && !hasOthers && rivals.length <= 1) return;
  for (const { at } of unnamed) scores[at]?.splice(bit, 1, 0);
}

const digitOf = (name: string): string | undefined => /\d/u.exec(name)?.[0];

/**
 * Returns whether the separator has cut prices at their decimal commas: no number has decimals, one
 * column of whole numbers stands beside one of hundredths, and rows are longer than their names.
 */
function isCutAtCommas(columns: readonly Column[], isWithoutNames: boolean): boolean {
  const last = columns.at(-1);
  const isLonger = isWithoutNames || (last?.name === '' && last.profile.filled > 0.9);
  if (!isLonger || columns.some(({ profile }) => profile.decimals > 0)) return false;
  return columns.some(({ profile }, at) => {
    const { values = [] } = columns[at + 1] ?? {};
    return (
      profile.counts > 0.9 && values.length > 0 && values.every((each) => /^\d{1,2}$/u.test(each))
    );
  });
}

const readPrice = (text: string): number | undefined => priceOf(text, ',') ?? priceOf(text, '.');

/**
 * Returns the columns of prices to which another one, whatever its name, adds each row's VAT, or
 * whose fractions of cents are whole cents with it.
 */
function withoutTaxByValues(
  columns: readonly Column[],
  scores: readonly (readonly number[])[],
): readonly number[] {
  const rates = columns.filter(
    ({ named, profile }) => named.field === 'vatLabel' && profile.rates >= 0.8,
  );
  const bit = single.indexOf('unitPrice');
  const prices = columns
    .filter(({ profile }) => profile.prices >= 0.9)
    .map(({ at, values }) => ({
      at,
      cents: values.map((each) => (readPrice(each) ?? NaN) / 10_000),
    }));
  /** Written with four decimals, a price is known to a hundredth of a cent. */
  const isWholeWithVat = (cents: readonly number[]): boolean =>
    rates.some(({ values }) => {
      const fine = cents.flatMap((each, row) => {
        const rate = rateOf(values[row] ?? '') ?? 0;
        const isFine = Math.abs(each * 10 - Math.round(each * 10)) > 1e-6;
        return rate > 0 && isFine ? [each * (1 + rate / 100)] : [];
      });
      const whole = fine.filter((each) => Math.abs(each - Math.round(each)) < 0.015);
      return new Set(whole).size >= 3 && whole.length >= 0.9 * fine.length;
    });
  const addsVat = (one: readonly number[], other: readonly number[]): boolean =>
    rates.some(({ values }) => {
      const taxed = [...values.keys()].filter((row) => (rateOf(values[row] ?? '') ?? 0) > 0);
      const fitting = taxed.filter((row) => {
        const rate = rateOf(values[row] ?? '') ?? 0;
        return isWithVat(other[row] ?? NaN, one[row] ?? NaN, rate);
      });
      // Small prices of one size fit by chance.
      const amounts = fitting.map((row) => one[row] ?? NaN);
      const isProof =
        new Set(amounts).size >= 3 && Math.max(...amounts) >= 1.5 * Math.min(...amounts);
      return isProof && fitting.length >= 0.9 * taxed.length;
    });
  return prices
    .filter(({ at }) => (scores[at]?.[bit] ?? 0) >= taking)
    .filter(
      (one) =>
        isWholeWithVat(one.cents) ||
        prices.some((other) => other !== one && addsVat(one.cents, other.cents)),
    )
    .map(({ at }) => at);
}

/** Returns how well the column fits the field; less than `taking` if it does not. */
export function score(
  field: Single,
  { name, named, profile }: Pick<Column, 'name' | 'named' | 'profile'>,
): number {
  // Some programs call the code the article or its name.
  const isCodeByValues =
    field === 'code' &&
    named.field === 'description' &&
    (profile.digits >= 0.9 || profile.capitals >= 0.9);
  if (named.field === null) return 0;
  if (named.field !== undefined && named.field !== field && !isCodeByValues) return 0;
  // Letters for kinds of products do not say by what they are sold.
  if (field === 'soldBy' && named.certainty < 1 && profile.length < 2) return 0;
  // Yes and no are no price, and the sizes M and L no units.
  if (field === 'unitPrice' && named.says === 'with_tax' && profile.areBits) return 0;
  if (field === 'unit' && named.says === 'variety') return 0;
  const byName = named.field === field ? 1 + named.certainty : 0;
  const byValues = valueScores[field](profile, byName > 0, name !== '' && !isCodeByValues);
  if (byValues === null) return 0;
  // A column that is mostly empty is not what all products have.
  return byName * (0.25 + 0.75 * profile.filled) + byValues;
}

/** Returns null if the values cannot be the field's, whatever the name says. */
type ValueScore = (profile: ColumnProfile, isNamed: boolean, hasName: boolean) => number | null;

const valueScores: Readonly<Record<Single, ValueScore>> = {
  code: (profile, isNamed, hasName) => {
    if (profile.isEmpty) return null;
    if (!isNamed && (profile.filled < 0.75 || profile.distinct < 0.95)) return null;
    if (!isNamed && (profile.blanks > 0.1 || profile.decimals > 0.5 || profile.dates > 0.5))
      return null;
    // Small numbers below a name that says something else count or order what is there.
    const isSmall = profile.counts > 0.9 && profile.length < 4;
    if (!isNamed && hasName && (isSmall || profile.digits < 0.5)) return null;
    const shape = 1.2 * profile.filled * profile.distinct + 0.4 * profile.digits;
    const technical =
      profile.uuids > 0.5 ? 1.5 : profile.isRunning || profile.barcodes > 0.9 ? 0.5 : 0;
    const long = Math.min(0.5, Math.max(0, profile.length - 20) / 20);
    const empty = 2 * Math.max(0, 0.5 - profile.filled);
    return shape - technical - long - empty - profile.blanks - profile.flags;
  },
  description: (profile, isNamed) => {
    if (profile.isEmpty) return isNamed ? 0 : null;
    if (profile.uuids > 0.5 || profile.flags > 0.9 || profile.prices > 0.9) return null;
    if (!isNamed && (profile.letters <= 2 || profile.links > 0.5)) return null;
    const words = Math.min(1, profile.letters / 4);
    const long = Math.min(1.5, Math.max(0, profile.length - 60) / 40);
    const shape = 1.6 * profile.filled * words * (0.3 + 0.7 * profile.distinct);
    return shape - long - 2 * profile.markup - profile.links;
  },
  unitPrice: (profile, isNamed, hasName) => {
    if (profile.isEmpty) return null;
    if (profile.prices < 0.5 || profile.flags > 0.9) return null;
    if (isNamed) {
      const dull = profile.zeros === 1 ? 3 : profile.isConstant ? 1.2 : 0;
      return 0.4 * profile.decimals + profile.prices - dull - (profile.counts > 0.9 ? 0.3 : 0);
    }
    if (profile.prices < 0.9 || profile.isConstant || profile.rates > 0.9) return null;
    if (profile.money >= 0.9) return 1.6;
    // Without a name that says so, numbers are prices only in a list that has no names.
    if (hasName || profile.isRunning) return null;
    return profile.decimals > 0.5 ? 1.4 : 1;
  },
  unit: (profile, isNamed) => {
    if (profile.isEmpty) return isNamed ? 0.5 : null;
    if (profile.length > 12 || profile.prices > 0.5 || profile.flags > 0.9) return null;
    if (isNamed) return 1 + profile.units;
    // With numbers they are contents: what a packet of 500 g costs is no price of a gram.
    return profile.units >= 0.9 && profile.digits < 0.1 ? 1.4 : null;
  },
  soldBy: (profile, isNamed) => {
    if (!isNamed) return null;
    return profile.isEmpty ? 0.5 : profile.saleKinds >= 0.5 ? 1 : null;
  },
  vatLabel: (profile, isNamed) => {
    if (!isNamed) return null;
    return profile.isEmpty ? 0.5 : profile.rates >= 0.8 ? 1 : null;
  },
  group: (profile, isNamed) => {
    if (!isNamed || profile.markup > 0.5 || profile.flags > 0.9) return null;
    if (profile.isEmpty) return 0.2;
    const telling = profile.isConstant ? -0.5 : profile.filled * (1 - profile.distinct);
    return telling + profile.letters / 20;
  },
  quickKey: (profile, isNamed) => {
    if (!isNamed) return null;
    return profile.isEmpty ? 0.5 : profile.keys >= 0.8 ? 1 : null;
  },
  colour: (profile, isNamed) => (isNamed ? (profile.isEmpty ? 0.5 : 1) : null),
};

function isBarcodes({ named, profile, values }: Column): boolean {
  if (named.field === 'barcodes')
    return (
      profile.isEmpty || (profile.codeLike >= 0.5 && profile.flags < 0.9 && profile.decimals < 0.5)
    );
  // Another code than the shop's is one if its check digits say so.
  return named.field === 'code'
    ? profile.barcodes >= 0.9 &&
        values.every((value) => hasCheckDigit(value.replaceAll(/\D/gu, '')))
    : named.field === undefined && profile.barcodes >= 0.9;
}
