// What a manager wants to see of a span of time, from wherever it is written down. Each part has an
// index of its own, so that a day costs what happened on it, however old the file is.
import * as v from 'valibot';
import {
  linesCents,
  saleExceptionSchema,
  type Noted,
  type SaleException,
  type TillException,
} from '../contract/exceptions.ts';
import { doneBySchema } from '../contract/lock.ts';
import { centsSchema, lineTotalCents, subtractCents, type Cents } from '../contract/money.ts';
import { evidenceSchema } from '../contract/sales.ts';
import { readDecisions, type Span } from './decisions.ts';
import { readOpeningsWithoutSale } from './drawer-openings.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { readRecoveriesBetween } from './recoveries.ts';

/** Newest first. */
export function readExceptions(db: Store, span: Span): readonly TillException[] {
  return [
    ...ofSales(db, span),
    ...ofSteps(db, span),
    ...ofDecisions(db, span),
    ...ofDrawer(db, span),
    ...ofRecoveries(db, span),
  ].sort((one, other) => other.atMs - one.atMs);
}

const integer = v.pipe(v.number(), v.safeInteger());

const saleRow = v.object({
  reference: v.string(),
  atMs: integer,
  by: v.nullable(v.pipe(v.string(), v.parseJson(), doneBySchema)),
  exceptions: v.pipe(v.string(), v.parseJson(), v.array(saleExceptionSchema)),
});

const ofSales = (db: Store, span: Span): readonly TillException[] =>
  prepared(
    db,
    `SELECT reference, committed_at_ms AS atMs, sold -> '$.by' AS by, exceptions FROM sale
     WHERE exceptions IS NOT NULL AND committed_at_ms >= @fromMs AND committed_at_ms < @untilMs`,
  )
    .all(span)
    .flatMap((found) => {
      const { exceptions, by, ...sale } = v.parse(saleRow, found);
      return exceptions.map((exception) => ({
        ...exception,
        ...sale,
        by: by?.name ?? null,
        approvedBy: by?.approvedBy ?? null,
        amountCents: amountOf(exception),
      }));
    });

/** What was sold below its own price counts by what it lacks, a free line by what it came to. */
function amountOf(exception: SaleException): Cents {
  if (exception.kind === 'discount') return exception.discountCents;
  const { quantity, unitPrice } = exception.line;
  const cents = lineTotalCents(quantity, unitPrice);
  return exception.kind === 'free_line'
    ? cents
    : subtractCents(lineTotalCents(quantity, exception.ownPrice), cents);
}

const stepRow = v.object({
  reference: v.string(),
  atMs: integer,
  evidence: v.pipe(v.string(), v.parseJson(), evidenceSchema),
  event: v.picklist(['cancelled', 'settled_cancelled', 'corrected']),
  totalCents: centsSchema,
});

const ofSteps = (db: Store, span: Span): readonly TillException[] =>
  prepared(
    db,
    `SELECT reference, at_ms AS atMs, event, evidence, total_cents AS totalCents
     FROM sale_step JOIN sale USING (sale_id)
     WHERE event IN ('cancelled', 'settled_cancelled', 'corrected')
       AND at_ms >= @fromMs AND at_ms < @untilMs`,
  )
    .all(span)
    .flatMap((found) => ofStep(v.parse(stepRow, found)));

const nobodys = { by: null, approvedBy: null, note: '' };

/** What was sent once more as it was has not been corrected. */
function ofStep({
  evidence,
  event,
  totalCents,
  ...sale
}: v.InferOutput<typeof stepRow>): readonly TillException[] {
  const {
    by,
    approvedBy = null,
    note,
  } = evidence.kind === 'decided' || evidence.kind === 'corrected' ? evidence : nobodys;
  const common = { ...sale, by, approvedBy, note };
  if (event !== 'corrected') {
    return [{ ...common, kind: 'sale_cancelled', amountCents: totalCents }];
  }
  if (evidence.kind !== 'corrected') return [];
  const { formerTotalCents, totalCents: newTotalCents } = evidence;
  const amountCents = subtractCents(newTotalCents, formerTotalCents);
  const totals = { formerTotalCents, totalCents: newTotalCents };
  return [{ ...common, ...totals, kind: 'sale_corrected', amountCents }];
}

const ofDecisions = (db: Store, span: Span): readonly TillException[] =>
  readDecisions(db, span).map(({ what, ...decision }) => ({
    ...what,
    ...decision,
    amountCents: amountOfNoted(what),
    reference: null,
  }));

/** An approval is counted where the sale has what was approved. */
const amountOfNoted = (what: Noted): Cents | null =>
  'lines' in what ? linesCents(what.lines) : null;

const ofDrawer = (db: Store, span: Span): readonly TillException[] =>
  readOpeningsWithoutSale(db, span).map(({ atMs, openedBy, approvedBy, reason, outcome }) => ({
    kind: 'drawer_opened',
    ...{ atMs, by: openedBy, approvedBy, reason, outcome },
    amountCents: null,
    reference: null,
  }));

const ofRecoveries = (db: Store, span: Span): readonly TillException[] =>
  readRecoveriesBetween(db, span).map(({ atMs, name, way }) => ({
    kind: 'pin_recovered',
    ...{ atMs, by: name, way },
    approvedBy: null,
    amountCents: null,
    reference: null,
  }));
