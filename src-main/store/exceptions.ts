// Collects what a manager wants to see of a span of time, or of what was written down between two
// marks, from every table that holds some of it. Each part has an index of its own, so that a day
// costs what happened on it, however old the file is. What cannot be read is left out.
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
import { readDecisions } from './decisions.ts';
import { readOpeningsWithoutSale } from './drawer-openings.ts';
import type { Store } from './open.ts';
import { inJson, integer } from './prepared.ts';
import { readWhole } from './readable-rows.ts';
import { readRecoveriesBetween } from './recoveries.ts';
import { rowsOf, type Which } from './which-rows.ts';

/** Returns the exceptions, newest first. */
export const readExceptions = (db: Store, which: Which): readonly TillException[] =>
  [
    ...ofSales(db, which),
    ...ofSteps(db, which),
    ...ofDecisions(db, which),
    ...ofDrawer(db, which),
    ...ofRecoveries(db, which),
  ].sort((one, other) => other.atMs - one.atMs);

const saleRow = v.object({
  reference: v.string(),
  atMs: integer,
  by: v.nullable(inJson(doneBySchema)),
  exceptions: inJson(v.array(saleExceptionSchema)),
});

/** SQL for the way to the rows. Between marks an index by time would be read whole. */
const wayTo = (which: Which, byTime: string): string =>
  'fromMs' in which ? `INDEXED BY ${byTime}` : 'NOT INDEXED';

function ofSales(db: Store, which: Which): readonly TillException[] {
  const { where, bounds } = rowsOf(which, 'saleId');
  const rows = readWhole(
    db,
    saleRow,
    `SELECT reference, committed_at_ms AS atMs, iif(json_valid(content), content -> '$.by', NULL) AS by,
       exceptions
     FROM sale ${wayTo(which, 'sale_with_exceptions')} WHERE exceptions IS NOT NULL AND ${where}`,
    bounds,
  );
  return rows.flatMap(({ exceptions, by, ...sale }) =>
    exceptions.map((exception) => ({
      ...exception,
      ...sale,
      by: by?.name ?? null,
      approvedBy: by?.approvedBy ?? null,
      amountCents: amountOf(exception),
    })),
  );
}

/** Returns what a lowered price lacks of the line's own price, or what a free line came to. */
function amountOf(exception: SaleException): Cents {
  if (exception.kind === 'discount') return exception.discountCents;
  if (exception.kind === 'on_account') return exception.onAccountCents;
  if (exception.kind === 'goods_returned') return exception.backCents;
  const { quantity, unitPrice } = exception.line;
  const cents = lineTotalCents(quantity, unitPrice);
  return exception.kind === 'free_line'
    ? cents
    : subtractCents(lineTotalCents(quantity, exception.ownPrice), cents);
}

const stepRow = v.object({
  reference: v.string(),
  atMs: integer,
  evidence: inJson(evidenceSchema),
  event: v.picklist(['cancelled', 'settled_cancelled', 'corrected']),
  totalCents: centsSchema,
});

function ofSteps(db: Store, which: Which): readonly TillException[] {
  const { where, bounds } = rowsOf(which, 'stepId');
  return readWhole(
    db,
    stepRow,
    `SELECT reference, at_ms AS atMs, event, evidence, total_cents AS totalCents
     FROM sale_step ${wayTo(which, 'sale_step_by_person')} JOIN sale USING (sale_id)
     WHERE event IN ('cancelled', 'settled_cancelled', 'corrected') AND ${where}`,
    bounds,
  ).flatMap(ofStep);
}

const nobodys = { by: null, approvedBy: null, note: '' };

/** Returns the exception of a step. A sale that was sent again unchanged has not been corrected. */
function ofStep(step: v.InferOutput<typeof stepRow>): readonly TillException[] {
  const { evidence, event, totalCents, ...sale } = step;
  const isNamed = evidence.kind === 'decided' || evidence.kind === 'corrected';
  const { by, approvedBy = null, note } = isNamed ? evidence : nobodys;
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

const ofDecisions = (db: Store, which: Which): readonly TillException[] =>
  readDecisions(db, which).map(({ what, ...decision }) => ({
    ...what,
    ...decision,
    amountCents: amountOfNoted(what),
    reference: 'sale' in what ? what.sale : null,
  }));

/** Returns the amount; an approval has none, as what it approved counts with its sale. */
function amountOfNoted(what: Noted): Cents | null {
  if ('lines' in what) return linesCents(what.lines);
  return 'movedCents' in what ? what.movedCents : null;
}

const ofDrawer = (db: Store, which: Which): readonly TillException[] =>
  readOpeningsWithoutSale(db, which).map(({ atMs, openedBy, approvedBy, reason, outcome }) => ({
    ...{ kind: 'drawer_opened', atMs, by: openedBy, approvedBy, reason, outcome },
    ...{ amountCents: null, reference: null },
  }));

const ofRecoveries = (db: Store, which: Which): readonly TillException[] =>
  readRecoveriesBetween(db, which).map(({ atMs, name, way }) => ({
    ...{ kind: 'pin_recovered', atMs, by: name, way, approvedBy: null },
    ...{ amountCents: null, reference: null },
  }));
