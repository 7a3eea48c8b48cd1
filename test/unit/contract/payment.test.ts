// Tests what goes back to a customer who pays, and what is still to pay.
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import { changeOf, stillToPay } from '../../../src-main/contract/payment.ts';

test.each([
  ['more than the total is handed over', 480, 500, { change: 20, missing: 0 }],
  ['the total is handed over', 480, 480, { change: 0, missing: 0 }],
  ['less than the total is handed over', 480, 479, { change: 0, missing: 1 }],
])('%s', (_name, totalCents, tenderedCents, { change, missing }) => {
  expect(changeOf(cents(totalCents), cents(tenderedCents))).toBe(change);
  expect(stillToPay(cents(totalCents), cents(tenderedCents))).toBe(missing);
});
