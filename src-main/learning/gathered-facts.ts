// Adds up what the documents that were read have told. Each document counts once, in whatever order
// they come, and the room that it takes is bounded, however much came. What was learnt, and how far
// the reading has come, is kept in a file of its own, which may be lost without harm, since the
// documents can be read again.
import * as v from 'valibot';
import {
  mostLearntProducts,
  type LearntChoices,
  methodExampleSchema,
  type LearntMethod,
  type LearntPrice,
  type LearntProduct,
} from '../contract/learning.ts';
import { unitPriceSchema } from '../contract/money.ts';
import { paymentMethodSchema } from '../contract/payment.ts';
import type { Choice as Named } from '../contract/documents.ts';
import type { Heading, Lesson, SoldLine } from '../service/lenient-facts.ts';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { renamePatiently } from '../store/patient-rename.ts';

const mostRead = 5_000;
const mostMethods = 200;
const mostChoices = 500;
const mostNames = 5;
const longestLabel = 40;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const date = v.pipe(v.string(), v.regex(/^(?:\d{4}-\d{2}-\d{2})?$/));
/** The date and the number of a document, which tell which of two is newer. */
const seenSchema = v.object({ on: date, documentId: count });
type Seen = v.InferOutput<typeof seenSchema>;

const methodSchema = v.object({
  ...paymentMethodSchema.entries,
  documents: count,
  last: seenSchema,
  /** Older files have none. */
  example: v.optional(v.nullable(methodExampleSchema), null),
});
type Method = v.InferOutput<typeof methodSchema>;

const priceSchema = v.object({
  unitPrice: unitPriceSchema,
  lowest: unitPriceSchema,
  highest: unitPriceSchema,
  last: seenSchema,
});
type Price = v.InferOutput<typeof priceSchema>;

const productSchema = v.object({
  code: v.string(),
  names: v.array(v.string()),
  unit: v.string(),
  documents: count,
  last: seenSchema,
  /** The prices by whether tax is in them: `yes`, `no`, `unsaid`. */
  prices: v.object({
    yes: v.optional(priceSchema),
    no: v.optional(priceSchema),
    unsaid: v.optional(priceSchema),
  }),
});
type Product = v.InferOutput<typeof productSchema>;

const choiceSchema = v.object({
  id: count,
  name: v.string(),
  kindId: v.optional(v.nullable(count), null),
});
type Choice = v.InferOutput<typeof choiceSchema>;

/** Makes something of each list of choices. */
const ofEachList = <Value>(make: (list: keyof LearntChoices) => Value) => ({
  kinds: make('kinds'),
  series: make('series'),
  warehouses: make('warehouses'),
  salesmen: make('salesmen'),
  paymentTerms: make('paymentTerms'),
});

/** What was gathered, in the form in which it is kept. */
export const gatheredSchema = v.object({
  readIds: v.pipe(v.array(count), v.maxLength(mostRead)),
  methods: v.array(methodSchema),
  products: v.pipe(v.array(productSchema), v.maxLength(mostLearntProducts)),
  ...ofEachList(() => v.array(choiceSchema)),
});
type Kept = v.InferOutput<typeof gatheredSchema>;

const nothing: Kept = { readIds: [], methods: [], products: [], ...ofEachList(() => []) };

const isNewer = (one: Seen, other: Seen): boolean =>
  one.on === other.on ? one.documentId >= other.documentId : one.on > other.on;

const later = (one: Seen, other: Seen): Seen => (isNewer(one, other) ? one : other);

export class Gathered {
  readonly #readIds: Set<number>;
  readonly #methods: Map<number, Method>;
  readonly #products: Map<string, Product>;
  readonly #choices: Readonly<Record<keyof LearntChoices, Map<number, Choice>>>;

  constructor(keptFacts: Kept = nothing) {
    this.#readIds = new Set(keptFacts.readIds);
    this.#methods = new Map(keptFacts.methods.map((method) => [method.id, method]));
    this.#products = new Map(keptFacts.products.map((product) => [product.code, product]));
    this.#choices = ofEachList(
      (list) => new Map(keptFacts[list].map((choice) => [choice.id, choice])),
    );
  }

  hasRead(documentId: number): boolean {
    return this.#readIds.has(documentId);
  }

  /** Notes that a document was read. Of too many, the first may be read once more. */
  noteRead(documentId: number): void {
    if (this.#readIds.size >= mostRead) {
      const [first = 0] = this.#readIds;
      this.#readIds.delete(first);
    }
    this.#readIds.add(documentId);
  }

  /** Takes the heading of a listed row or of a document. Returns whether anything in it was new. */
  takeHeading({ kind, serie, warehouse, salesman, paymentTerm }: Heading): boolean {
    const news = [
      this.#choose('kinds', kind),
      this.#choose('series', serie, kind?.id ?? null),
      this.#choose('warehouses', warehouse),
      this.#choose('salesmen', salesman),
      this.#choose('paymentTerms', paymentTerm),
    ];
    return news.includes(true);
  }

  /**
   * Takes a document's lines and payments, once. With `isSale`, its prices are the shop's own.
   * Returns whether anything in it was new.
   */
  takeLesson(lesson: Lesson, isSale: boolean): boolean {
    const seenIn: Seen = { on: lesson.date, documentId: lesson.id };
    this.noteRead(lesson.id);
    const news = [this.takeHeading(lesson)];
    const methods = new Map(lesson.methods.map((method) => [method.id, method]));
    for (const method of methods.values())
      news.push(this.#takeMethod(method, seenIn, lesson.example));
    if (!isSale) return news.includes(true);
    const soldLines = lesson.lines.filter(({ code, isSold }) => code !== '' && isSold);
    const counted = new Set<string>();
    for (const line of soldLines) {
      const isFirst = !counted.has(line.code);
      counted.add(line.code);
      news.push(this.#takeLine(line, lesson.isTaxIncluded, seenIn, isFirst));
    }
    return news.includes(true);
  }

  #choose(list: keyof LearntChoices, named: Named | null, kindId: number | null = null): boolean {
    const known = this.#choices[list];
    if (!named || (known.size >= mostChoices && !known.has(named.id))) return false;
    const before = known.get(named.id);
    // A series that several kinds share is of none of them alone.
    const isOfAnother = kindId !== null && kindId !== (before?.kindId ?? kindId);
    if (before && !isOfAnother) return false;
    // Lists and documents come newest first: the first name is the latest.
    known.set(named.id, before ? { ...before, kindId: null } : { ...named, kindId });
    return true;
  }

  #takeMethod({ id, name }: Named, seenIn: Seen, example: Method['example']): boolean {
    const label = name
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, longestLabel)
      .toWellFormed()
      .trim();
    const read = v.safeParse(paymentMethodSchema, { id, label });
    if (!read.success) return false;
    const before = this.#methods.get(id);
    if (!before && this.#methods.size >= mostMethods) return false;
    const isLatest = !before || isNewer(seenIn, before.last);
    this.#methods.set(id, {
      ...(isLatest ? read.output : { id, label: before.label }),
      documents: (before?.documents ?? 0) + 1,
      last: before ? later(seenIn, before.last) : seenIn,
      example: (isLatest ? example : null) ?? before?.example ?? example,
    });
    return !before;
  }

  #takeLine(
    { code, name, unit, unitPrice }: SoldLine,
    isTaxIncluded: boolean | null,
    seenIn: Seen,
    isFirst: boolean,
  ): boolean {
    const before = this.#products.get(code);
    if (!before && this.#products.size >= mostLearntProducts) return false;
    const isLatest = !before || isNewer(seenIn, before.last);
    const others = (before?.names ?? []).filter((other) => other !== name);
    const names = isLatest ? [name, ...others] : [...before.names, name];
    const taxed = isTaxIncluded === null ? 'unsaid' : isTaxIncluded ? 'yes' : 'no';
    const priceBefore = before?.prices[taxed];
    this.#products.set(code, {
      code,
      names: [...new Set(names)].filter((each) => each !== '').slice(0, mostNames),
      unit: (isLatest && unit !== '') || !before ? unit : before.unit || unit,
      documents: (before?.documents ?? 0) + (isFirst ? 1 : 0),
      last: before ? later(seenIn, before.last) : seenIn,
      prices: {
        ...before?.prices,
        ...(unitPrice !== null && { [taxed]: withPrice(priceBefore, unitPrice, seenIn) }),
      },
    });
    return !before;
  }

  /** Returns the payment methods, those used most first. */
  methods(): readonly LearntMethod[] {
    return [...this.#methods.values()]
      .map(({ last, ...method }) => ({ ...method, lastOn: last.on }))
      .sort((one, other) => other.documents - one.documents || one.id - other.id);
  }

  /** Returns the products, those sold most first. */
  products(): readonly LearntProduct[] {
    return [...this.#products.values()]
      .map(({ code, names, unit, documents, last, prices }) => ({
        ...{ code, names, unit, documents, lastOn: last.on },
        price:
          priceOf(prices.yes, true) ?? priceOf(prices.no, false) ?? priceOf(prices.unsaid, null),
      }))
      .sort((one, other) => other.documents - one.documents || (one.code < other.code ? -1 : 1));
  }

  choices(): LearntChoices {
    const sorted = (list: keyof LearntChoices) =>
      [...this.#choices[list].values()].sort((one, other) => one.id - other.id);
    const plain = ofEachList((list) => sorted(list).map(({ id, name }) => ({ id, name })));
    return { ...plain, series: sorted('series') };
  }

  get counts(): { readonly methods: number; readonly products: number; readonly kinds: number } {
    const { size: kinds } = this.#choices.kinds;
    return { methods: this.#methods.size, products: this.#products.size, kinds };
  }

  toKeep(): Kept {
    return {
      readIds: [...this.#readIds],
      methods: [...this.#methods.values()],
      products: [...this.#products.values()],
      ...ofEachList((list) => [...this.#choices[list].values()]),
    };
  }
}

function withPrice(before: Price | undefined, unitPrice: Price['unitPrice'], seenIn: Seen): Price {
  if (!before) return { unitPrice, lowest: unitPrice, highest: unitPrice, last: seenIn };
  return {
    unitPrice: isNewer(seenIn, before.last) ? unitPrice : before.unitPrice,
    lowest: unitPrice < before.lowest ? unitPrice : before.lowest,
    highest: unitPrice > before.highest ? unitPrice : before.highest,
    last: later(seenIn, before.last),
  };
}

function priceOf(price: Price | undefined, isTaxIncluded: boolean | null): LearntPrice | null {
  if (!price) return null;
  const { unitPrice, lowest, highest, last } = price;
  return { unitPrice, lowest, highest, on: last.on, isTaxIncluded };
}

const fileSchema = v.object({
  version: v.literal(1),
  /** The phase when the till was closed. A reading that was under way goes on. */
  phase: v.picklist(['never', 'reading', 'stopped', 'ended']),
  /** How many documents were read since the reading was begun. */
  read: count,
  unrecognised: count,
  withoutLines: v.boolean(),
  gathered: gatheredSchema,
});
type LearntFile = v.InferOutput<typeof fileSchema>;

/** More bytes than are ever kept. */
const mostBytes = 16 * 1024 * 1024;

/** Returns undefined if there is no file, or none that can be read. */
export function readLearnt(file: string): LearntFile | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > mostBytes) return undefined;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), fileSchema),
    readFileSync(file, 'utf8'),
  );
  return parsed.success ? parsed.output : undefined;
}

/** Writes the file whole or not at all. @throws what the file system throws. */
export async function writeLearnt(file: string, learnt: LearntFile): Promise<void> {
  const partial = `${file}.part`;
  try {
    await writeFile(partial, JSON.stringify(learnt), { mode: 0o600 });
    // Not synced, as no write should wait for the disk: what a power cut takes can be read again.
    renamePatiently(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}
