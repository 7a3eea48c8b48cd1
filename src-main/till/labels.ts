// Labels for the shelf: which products an order is of, how it looks, and its way to a printer or
// into a file. Labels are printed in portions, and receipts come before each.
import { mostListed, type Product } from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import {
  firstAfter,
  labelsOn,
  mostLabels,
  sheetsFor,
  type LabelChoice,
  type LabelLook,
  type LabelOrder,
} from '../contract/shelf-labels.ts';
import { notSent, printed, type PrintOutcome } from '../printing/outcome.ts';
import { printByDriver } from '../printing/system-printer.ts';
import { encodeLabels } from '../printing/thermal/labels.ts';
import { sendBytes, thermalOf } from '../printing/transport.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { labelRollOf, labelSheetsOf } from '../receipt/page.ts';
import { shelfLabel, type ShelfLabel } from '../receipt/shelf-label.ts';
import { noteLabelsDone, readLabelJob, writeLabelChoice } from '../store/label-jobs.ts';
import { passingStoreError } from '../store/store-errors.ts';
import { makePrintJob } from '../store/print-jobs.ts';
import type { TillParts } from './parts.ts';

/** A portion takes some five seconds, which is as long as a receipt may have to wait. */
const labelsAPortion = 6;
/** The most sheets of a portion, as a driver takes no endless page. */
const sheetsAPortion = 10;
/** How long a driver has for a portion of sheets, as some spool for long. */
const driverTimeoutMs = 120_000;
const previewedOnRoll = 4;

const hasPrice = ({ unitPrice }: Product): boolean => unitPrice > 0;

/**
 * Returns the products in the order in which they were chosen, or in that of the list. Errors:
 * `too_many_labels`, `no_labels`, `overtaken`, `not_signed_in`.
 */
async function orderedProducts(
  { catalogue, db }: Pick<TillParts, 'catalogue' | 'db'>,
  { chosen, choice: { copies } }: LabelOrder,
): Promise<Result<{ readonly products: readonly Product[]; readonly unpriced: number }>> {
  const tooMany = (amount: number): Result<never> =>
    err({ code: 'too_many_labels', labels: amount * copies, most: mostLabels });
  const products: Product[] = [];
  const isSome = chosen.kind === 'some';
  const except = new Set(isSome ? [] : chosen.except);
  let total = isSome ? chosen.ids.length : 1;
  for (let at = 0; at < total; at += mostListed) {
    if (isSome) {
      const part = chosen.ids.slice(at, at + mostListed);
      products.push(...part.flatMap((id) => catalogue.byId(id)?.product ?? []));
    } else {
      const listed = await catalogue.list(chosen.view, at, mostListed);
      if (!listed.ok) return listed;
      ({ total } = listed.value);
      const wanted = listed.value.products.filter(({ id }) => !except.has(id));
      products.push(...wanted.map(({ product }) => product));
    }
    // This many products are not read just to find out which of them have a price.
    if (total - except.size > mostLabels) return tooMany(total - except.size);
    await new Promise(setImmediate);
    if (!db.open) return err({ code: 'not_signed_in' });
  }
  const priced = products.filter(hasPrice);
  if (priced.length * copies > mostLabels) return tooMany(priced.length);
  const unpriced = products.length - priced.length;
  return priced.length === 0 ? err({ code: 'no_labels' }) : ok({ products: priced, unpriced });
}

/** Returns the first page for the screen. Errors: those of `orderedProducts`. */
export async function lookAtLabels(
  till: TillParts,
  order: LabelOrder,
): Promise<Result<Omit<LabelLook, 'preview'> & { readonly page: string }>> {
  const ordered = await orderedProducts(till, order);
  if (!ordered.ok) return ordered;
  const { products, unpriced } = ordered.value;
  const { paper, copies, language } = order.choice;
  const labels = products.length * copies;
  const isSheet = paper.kind === 'sheet';
  const shownCount = isSheet ? labelsOn(paper.sheet) - paper.first + 1 : previewedOnRoll;
  const first = Array.from({ length: Math.min(shownCount, labels) }, (_, index) =>
    products.at(Math.floor(index / copies)),
  );
  const drawn = labelsOf(till, first, language);
  return ok({
    ...{ products: products.length, unpriced, labels },
    sheets: isSheet ? sheetsFor(paper, labels) : null,
    page: isSheet
      ? await labelSheetsOf(drawn, paper, language)
      : await labelRollOf(drawn, language),
  });
}

/** Puts the labels into the queue. Errors: those of `orderedProducts`, `no_roll_printer`. */
export async function askToPrintLabels(
  till: TillParts,
  order: LabelOrder,
  titleOf: (labels: number) => string,
): Promise<Result<PrintJob>> {
  const { choice } = order;
  if (choice.paper.kind === 'roll' && !thermalOf(till.environment.printing().printer))
    return err({ code: 'no_roll_printer' });
  const ordered = await orderedProducts(till, order);
  if (!ordered.ok) return ordered;
  const { products } = ordered.value;
  const { language } = choice;
  const labels = products.length * choice.copies;
  const job = makePrintJob(till.db, {
    ...{ atMs: till.clock.nowMs(), documentId: null, reference: null, language },
    title: titleOf(labels),
    ...{ askedBy: till.whoIsAtIt, isAutomatic: false },
    labels: { codes: products.map(({ code }) => code), choice, done: 0 },
  });
  if (!job) return err({ code: 'no_labels' });
  remember(till, choice, labels);
  till.environment.jobChanged(job);
  till.labelQueue.wake();
  return ok(job);
}

/**
 * Saves labels on sheets only, beside `file` if there is one already. Errors: those of
 * `orderedProducts` and of writing a file, `invalid_value`.
 */
export async function saveLabels(
  till: TillParts,
  order: LabelOrder,
  file: string,
): Promise<Result<{ readonly file: string }>> {
  const { choice } = order;
  const { paper, copies, language } = choice;
  if (paper.kind === 'roll') return err({ code: 'invalid_value', field: 'paper' });
  const ordered = await orderedProducts(till, order);
  if (!ordered.ok) return ordered;
  const { products } = ordered.value;
  const each = products.flatMap((product) => Array.from({ length: copies }, () => product));
  const page = await labelSheetsOf(labelsOf(till, each, language), paper, language);
  const { openHiddenWindow } = till.environment;
  const saved = await saveReceiptPdf(openHiddenWindow, page, file, 'A4');
  if (saved.ok && till.db.open) remember(till, choice, each.length);
  return saved;
}

/** Remembers where this print ends on a sheet, so that the next goes on there. */
function remember({ db }: Pick<TillParts, 'db'>, choice: LabelChoice, labels: number): void {
  const { paper } = choice;
  const next = paper.kind === 'roll' ? paper : { ...paper, first: firstAfter(paper, labels) };
  writeLabelChoice(db, { ...choice, paper: next });
}

/**
 * Prints what has not come out of the job yet. Each portion that is on paper is noted, so that
 * printing again prints none of it twice.
 */
export async function printLabels(
  till: TillParts,
  { jobId }: PrintJob,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  const { db } = till;
  const { codes, choice, done } = readLabelJob(db, jobId);
  const { copies, language } = choice;
  const total = codes.length * copies;
  let hasPrinted = done > 0;
  for (let from = done; from < total;) {
    const to = Math.min(total, from + portion(choice, from));
    const products = codes
      .slice(Math.floor(from / copies), Math.ceil(to / copies))
      .flatMap((code, index) => {
        const product = till.catalogue.byCode(code);
        const at = (Math.floor(from / copies) + index) * copies;
        const length = Math.min(to, at + copies) - Math.max(from, at);
        // A product that is gone, or whose code is spelt otherwise, has no price any more.
        return product?.code === code && hasPrice(product)
          ? Array.from({ length }, () => product)
          : [];
      });
    if (products.length > 0) {
      const labels = labelsOf(till, products, language);
      const part = { isFirst: from === 0, isLast: to === total };
      const sent = await sendPortion(till, labels, choice, part, signal);
      if (sent.outcome !== 'printed') return sent;
      hasPrinted = true;
    }
    try {
      noteLabelsDone(db, jobId, to);
    } catch (error) {
      // With a full disk these labels may be printed again, if asked.
      if (!passingStoreError(error, db.name)) throw error;
    }
    from = to;
  }
  return hasPrinted ? printed : notSent({ code: 'labels_gone' });
}

/** Returns how many labels a portion has: whole sheets, so that the next begins on a new one. */
function portion({ paper }: LabelChoice, from: number): number {
  if (paper.kind === 'roll') return labelsAPortion;
  const used = from === 0 ? paper.first - 1 : 0;
  return labelsOn(paper.sheet) * sheetsAPortion - used;
}

async function sendPortion(
  till: TillParts,
  labels: readonly ShelfLabel[],
  { paper, language }: LabelChoice,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
  signal: AbortSignal,
): Promise<PrintOutcome> {
  if (paper.kind === 'roll') {
    const printer = thermalOf(till.environment.printing().printer);
    if (!printer) return notSent({ code: 'no_roll_printer' });
    const bytes = encodeLabels(labels, printer.thermal, isLast);
    return till.printQueue.behind((closing, wanted) =>
      sendBytes(printer, bytes, AbortSignal.any([signal, closing]), wanted),
    );
  }
  const { sheet, first, printer: name } = paper;
  const page = await labelSheetsOf(labels, { sheet, first: isFirst ? first : 1 }, language);
  return printByDriver(till.environment.openHiddenWindow, page, {
    ...{ name, paper: 'A4', signal },
    timeoutMs: driverTimeoutMs,
  });
}

function labelsOf(
  { profile, clock }: Pick<TillParts, 'profile' | 'clock'>,
  products: readonly (Product | undefined)[],
  language: LabelChoice['language'],
): readonly ShelfLabel[] {
  const options = { language, isPractice: profile.kind !== 'service', nowMs: clock.nowMs() };
  return products.flatMap((product) => (product ? shelfLabel(product, options) : []));
}
