// What each endpoint takes, and how a request that does not fit becomes the `errors[]` of a 400.
import * as v from 'valibot';

/** One element of `errors` (service-api, Error body). */
export interface FieldError {
  readonly message: string;
  readonly code: string;
  readonly field: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Parses a body or a query; on failure there is one error per offending field (Errors, rule 1). */
export function parseRequest<const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): Parsed<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, input);
  if (result.success) return { ok: true, value: result.output };
  const byField = new Map<string, FieldError>();
  for (const issue of result.issues) {
    const field = fieldName(issue);
    if (!byField.has(field))
      byField.set(field, { message: issue.message, code: code(issue), field });
  }
  return { ok: false, errors: [...byField.values()] };
}

/** Returns `details[0].code` for the code of the first line. */
function fieldName(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map((item) => item.key);
  return keys
    .map((key, depth) =>
      typeof key === 'number' ? `[${key}]` : `${depth === 0 ? '' : '.'}${String(key)}`,
    )
    .join('');
}

function code(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'validation') {
    return issue.type === 'partial_check' ? 'required' : 'invalid_value';
  }
  return issue.received === 'undefined' ? 'required' : 'invalid_type';
}

export function missingField(field: string, message: string): FieldError {
  return { message, code: 'required', field };
}

/** The error of an id or a code that names nothing that the caller may use. */
export function unknownRecord(field: string): FieldError {
  return { message: 'There is no such record.', code: 'unknown', field };
}

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const email = v.pipe(v.string(), v.email());
const name = v.pipe(v.string(), v.trim(), v.nonEmpty());
const flag = v.optional(v.boolean(), false);

/** The largest quantity or unit value; it keeps every product exact within SQLite's integers. */
const largestFactor = 1_000_000_000;

export const loginRequest = v.object({
  username: email,
  password: v.string(),
  company_code: v.optional(name),
  till_code: v.optional(name),
});

export const sandboxLoginRequest = v.object({
  username: email,
  password: v.string(),
  demo_plan_id: v.optional(id),
  demo_plan_code: v.optional(name),
});

/** The earlier interface takes two strings, which need be no e-mail address. */
export const earlierLoginRequest = v.object({ username: v.string(), password: v.string() });

const line = v.object({
  code: name,
  base_qty: v.pipe(v.number(), v.gtValue(0), v.maxValue(largestFactor)),
  line_unit_value: v.pipe(v.number(), v.minValue(0), v.maxValue(largestFactor)),
});

const calendarDate = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text),
    'Expected a date as yyyy-mm-dd.',
  ),
);

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const timeOfDay = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'Expected a time as hh:mm:ss.'),
);

/** Every field of service-api, Create a document. */
export const createRequest = v.pipe(
  v.object({
    document_id: v.optional(id),
    document_nature_id: v.optional(id),
    document_nature_code: v.optional(name),
    document_serie_id: v.optional(id),
    document_date: v.optional(calendarDate),
    document_time: v.optional(timeOfDay),
    is_tax_included: v.optional(v.boolean()),
    party_class: v.optional(id),
    party_id: v.optional(id),
    party_fiscal_number: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(20))),
    warehouse_id: v.optional(id),
    price_line_id: v.optional(id),
    our_reference: v.optional(v.string(), ''),
    document_reference: v.optional(v.string(), ''),
    salesman_id: v.optional(id),
    payment_term_id: v.optional(id),
    global_discount1: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100)), 0),
    details: v.optional(v.array(line), []),
    total_round_amount: v.optional(v.pipe(v.number(), v.minValue(-9.99), v.maxValue(9.99)), 0),
    payments: v.optional(v.array(v.object({ payment_method_id: id })), []),
    finalize: flag,
    is_transport_document: v.optional(v.boolean()),
    force_communication: flag,
    // No company here has bank payment references, so a valid value has no effect.
    generate_mb_reference: flag,
    header_text: v.optional(v.string(), ''),
    footer_text: v.optional(v.string(), ''),
    print: flag,
    // Practice never sends e-mail, so a valid value has no effect.
    email: flag,
  }),
  v.forward(
    v.partialCheck(
      [['document_id'], ['document_nature_id'], ['document_nature_code']],
      (body) =>
        body.document_id !== undefined ||
        body.document_nature_id !== undefined ||
        body.document_nature_code !== undefined,
      'Required when document_id is not supplied.',
    ),
    ['document_nature_id'],
  ),
);

export type CreateRequest = v.InferOutput<typeof createRequest>;

const defaultPageSize = 20;
const largestPageSize = 500;

const count = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'Expected an integer.'),
  v.transform(Number),
);

/** The query of the five lists; a `limit` above the largest page size counts as that size. */
export const listRequest = v.object({
  limit: v.optional(
    v.pipe(
      count,
      v.minValue(1),
      v.transform((limit) => Math.min(limit, largestPageSize)),
    ),
    String(defaultPageSize),
  ),
  offset: v.optional(count, '0'),
  ordering: v.optional(
    v.picklist([
      'id',
      '-id',
      'doc_key',
      '-doc_key',
      'document_date',
      '-document_date',
      'document_time',
      '-document_time',
    ]),
    '-id',
  ),
  search: v.optional(v.string(), ''),
  document_nature: v.optional(count),
  document_status: v.optional(count),
});

export type ListRequest = v.InferOutput<typeof listRequest>;

/** The query of service-api, Get a document. */
export const getRequest = v.object({
  extended: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(['true', 'false', '1', '0']),
      v.transform((text) => text === 'true' || text === '1'),
    ),
    'false',
  ),
});
