import * as v from 'valibot';
import { expect, test } from 'vitest';
import { documentDetailSchema } from '../../../src-main/contract/documents.ts';
import { document } from '../receipt/sample-receipts.ts';

test('a document that a till kept before payments and taxes were read has none', () => {
  const { payments, taxes, ...kept } = document();
  expect(v.parse(documentDetailSchema, kept)).toEqual({ ...kept, payments, taxes });
});
