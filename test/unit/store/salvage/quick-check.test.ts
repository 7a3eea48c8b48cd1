import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { documentDetailSchema } from '../../../../src-main/contract/documents.ts';
import { evidenceSchema, saleContentSchema } from '../../../../src-main/contract/sales.ts';
import { damagedTables } from '../../../../src-main/store/salvage/damaged-rows.ts';
import { quickCheck } from '../../../../src-main/store/salvage/quick-check.ts';
import { document, evidence } from '../../../integration/store/samples.ts';
import { sampleDocument, sampleSale } from '../../../sample-sale.ts';
import { isLong } from '../../../tier.ts';

const { reference, body, content, totalCents } = sampleSale();
const saleRow = {
  ...{ sale_id: 1, reference, cart_id: content.cart.cartId, committed_at_ms: 1, state: 'queued' },
  ...{ requested_kind: 'FS', body, body_sha256: Buffer.alloc(32), total_cents: totalCents },
  ...{ content: JSON.stringify(content), corrected_in_cash: null, document_id: null },
  ...{ doc_key: null, service_total_cents: null, document: JSON.stringify(document(7, 1)) },
  ...{ last_evidence: JSON.stringify(evidence), attempts: 0, high_water_mark: 0, proof: 'none' },
  ...{ documents: null, exceptions: null, shift_id: null, cash_cents: null },
};
const stepRow = {
  ...{ step_id: 1, sale_id: 1, at_ms: 1, event: 'claimed', state: 'sending' },
  evidence: JSON.stringify(evidence),
};

const cases: readonly (readonly [string, v.GenericSchema, unknown])[] = [
  ['a sale', saleContentSchema, content],
  ['a document', saleContentSchema, sampleDocument().content],
  ["a service's document", documentDetailSchema, document(7, 1)],
  ['evidence', evidenceSchema, evidence],
  ['a step', damagedTables.sale_step, stepRow],
  ['a sale’s columns', damagedTables.sale.pipe[0], saleRow],
];

/** What a field may turn into. */
const anything = fc.oneof(
  fc.constantFrom(null, true, '', ' x', '\u0007', '\ufffd', '2026-13-45', [], {}, [null]),
  fc.constantFrom(0, -1, 0.5, NaN, 2 ** 53, 10_001, 99_999_999_999, Infinity),
  fc.string({ maxLength: 300 }),
  fc.integer(),
);

/** The paths to every field of a value, as deep as it goes. */
const pathsOf = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
    ? [path, ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]))]
    : [path];

function withChange(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  if (Array.isArray(copy) && !(key in copy)) return [...(copy as unknown[]), to];
  const fields = copy as Record<string, unknown>;
  fields[key] = withChange(fields[key], rest, to);
  return copy;
}

for (const [name, schema, value] of cases) {
  const quick = quickCheck(schema);

  test(`${name} as the till writes it needs no other check`, () => {
    expect(quick(value)).toBe(true);
  });

  test(`${name} that the quick check accepts is accepted by the schema, and left as it is`, () => {
    const paths = pathsOf(value);
    let refusedCount = 0;
    fc.assert(
      fc.property(fc.constantFrom(...paths), anything, fc.boolean(), (path, to, isAdded) => {
        const other = withChange(value, isAdded ? [...path.slice(0, -1), 'another'] : path, to);
        if (!quick(other)) {
          refusedCount += 1;
          return;
        }
        const parsed = v.safeParse(schema, other);
        expect(parsed.success).toBe(true);
        expect(other).toMatchObject(parsed.output as object);
      }),
      { numRuns: isLong ? 2_000 : 600 },
    );
    expect(refusedCount).toBeGreaterThan(100);
  });
}

test('a schema of a kind that it does not know is left to the schema itself', () => {
  expect(quickCheck(v.date())(new Date())).toBe(false);
  expect(quickCheck(v.pipe(v.string(), v.toUpperCase()))('A')).toBe(false);
});
