// What a row of a day must be in order to be believed.
import * as v from 'valibot';
import { countPurposes, countSchema, directions, movementReasons } from '../../contract/day.ts';
import { otherPaperSchema, daySnapshotSchema, marksSchema } from '../../contract/day-report.ts';
import { centsSchema } from '../../contract/money.ts';
import { saleStateSchema } from '../../contract/outbox-states.ts';
import { noMarks } from '../day-marks.ts';
import { zHash } from '../z-reports.ts';
import { quickCheck } from './quick-check.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const text = v.nullable(v.string());
const hash = v.pipe(
  v.instance(Buffer),
  v.check(({ length }) => length === 32),
);

/** The texts that were parsed last. The same text is asked for several times in a row. */
const lastTexts = ['', '', '', ''];
const lastParsed: unknown[] = ['', '', '', ''];
let oldest = 0;

/** @throws SyntaxError. */
export function parsedJson(text: string): unknown {
  const index = lastTexts.indexOf(text);
  if (index >= 0) return lastParsed[index];
  const parsed: unknown = JSON.parse(text);
  oldest = (oldest + 1) % lastTexts.length;
  lastTexts[oldest] = text;
  lastParsed[oldest] = parsed;
  return parsed;
}

/** Short texts are few, and come again in many rows. */
const shortLength = 80;

/** A text that is brought over unchanged, once it is known to be readable as what it should be. */
export function jsonOf(schema: v.GenericSchema) {
  const readable = new Set<string>();
  const quick = quickCheck(schema);
  return v.pipe(
    v.string(),
    v.check((text) => {
      const isShort = text.length <= shortLength;
      if (isShort && readable.has(text)) return true;
      const isReadable = isJson(text, (parsed) => quick(parsed) || v.is(schema, parsed));
      if (isReadable && isShort && readable.size < 1_000) readable.add(text);
      return isReadable;
    }),
  );
}

/** Returns whether the text is JSON of which this is true. */
export function isJson(text: string, isTrue: (parsed: unknown) => boolean): boolean {
  try {
    return isTrue(parsedJson(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export const dayPaperColumn = v.nullable(jsonOf(otherPaperSchema));

/** The columns of each table in the latest schema. */
export const damagedDays = {
  shift: v.object({
    shift_id: integer,
    date: v.string(),
    opened_at_ms: integer,
    opened_by: text,
    float_cents: v.pipe(
      centsSchema,
      v.check((cents) => cents >= 0),
    ),
    float_count: v.fallback(v.nullable(jsonOf(countSchema)), null),
    left_before_cents: v.nullable(centsSchema),
    approved_by: v.fallback(text, null),
    marks: v.fallback(jsonOf(marksSchema), JSON.stringify(noMarks)),
    closed_at_ms: v.nullable(integer),
  }),
  cash_movement: v.object({
    movement_id: integer,
    shift_id: integer,
    at_ms: integer,
    direction: v.picklist(directions),
    amount_cents: v.pipe(
      centsSchema,
      v.check((cents) => cents > 0),
    ),
    reason: v.picklist(movementReasons),
    note: v.string(),
    done_by: text,
    approved_by: text,
    reference: text,
    reverses: v.nullable(integer),
  }),
  drawer_count: v.object({
    count_id: integer,
    shift_id: integer,
    at_ms: integer,
    purpose: v.picklist(countPurposes),
    counted_by: text,
    count: jsonOf(countSchema),
    counted_cents: centsSchema,
    expected_cents: centsSchema,
    last_cash_sale_id: v.fallback(integer, -1),
    last_movement_id: v.fallback(integer, -1),
  }),
  z_report: v.pipe(
    v.object({
      z_id: integer,
      shift_id: integer,
      installation: v.string(),
      number: v.pipe(integer, v.minValue(1)),
      previous_hash: hash,
      hash,
      snapshot: jsonOf(daySnapshotSchema),
    }),
    v.check((row) => row.hash.equals(zHash(row.previous_hash, row, row.snapshot))),
  ),
  z_addendum: v.object({
    addendum_id: integer,
    z_id: integer,
    at_ms: integer,
    reference: v.string(),
    state: saleStateSchema,
    doc_key: text,
    total_cents: centsSchema,
    service_total_cents: v.nullable(centsSchema),
  }),
} as const;
