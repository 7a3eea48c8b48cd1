// What is left to be handed over, and what goes back, besides what the customer has of returns.
import { expect, test } from 'vitest';
import { cents } from '../../../../src-main/contract/money.ts';
import { PaymentDraft } from '../../../../src-renderer/lines/payment-draft.svelte.ts';

const cash = { id: 1, label: 'Numerário' };
const paying = (totalCents: number, creditCents: number) =>
  new PaymentDraft(
    () => cents(totalCents),
    cash,
    () => true,
    () => cents(creditCents),
  );

test('a dear exchange for something cheap may give back more than any note does', () => {
  const draft = paying(30_000, 90_000);
  expect(draft.restCents).toBe(0);
  expect(draft.changeCents).toBe(60_000);
  expect(draft.payment).toEqual({ method: cash, tenderedCents: 90_000 });
});

test('what is typed besides an exchange is as little as without one a product that was scanned', () => {
  const draft = paying(30_000, 90_000);
  draft.tendered = '5601';
  expect(draft).toMatchObject({ tooMuch: true, payment: undefined });
  const without = paying(30_000, 0);
  without.tendered = '801';
  expect(without).toMatchObject({ tooMuch: true, payment: undefined });
});
