import * as v from 'valibot';
import { expect, test } from 'vitest';
import { documentDetailSchema } from '../../../src-main/contract/documents.ts';
import { document } from '../receipt/sample-receipts.ts';

test('a document that was stored before payments and taxes were read has none of them', () => {
  const { payments, taxes, ...others } = document();
  expect(v.parse(documentDetailSchema, others)).toEqual({ ...others, payments, taxes });
});
