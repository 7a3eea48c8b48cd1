// Tests the customers that are found while typing.
import { expect, test } from 'vitest';
import { err, ok } from '../../../../src-main/contract/errors.ts';
import type { Customer } from '../../../../src-main/contract/selling.ts';
import { CustomerSearch } from '../../../../src-renderer/lines/customer-search.svelte.ts';
import { tillOf } from '../sell/catalogue-till.ts';

const customer = (partyId: number): Customer => ({ partyId, name: 'Silva', fiscalNumber: '' });

/** Requests are answered when the test says so. */
function searchOf() {
  const answers: ((answer: unknown) => void)[] = [];
  const till = tillOf(() => new Promise((resolve) => answers.push(resolve)));
  return { answers, search: new CustomerSearch(till) };
}

test('an answer that newer typing has overtaken is dropped', async () => {
  const { answers, search } = searchOf();
  const askedAnswers = [search.typed('s'), search.typed('si')];
  answers[1]?.(ok([customer(2)]));
  answers[0]?.(ok([customer(1)]));
  await Promise.all(askedAnswers);
  expect(search.customers).toEqual([customer(2)]);
});

test('where the customers cannot be read, the reason is told and none is offered', async () => {
  const { answers, search } = searchOf();
  expect(search.customers).toBeNull();
  const asking = search.typed('s');
  answers[0]?.(err({ code: 'not_signed_in' }));
  await asking;
  expect(search.error).toEqual({ code: 'not_signed_in' });
  expect(search.customers).toEqual([]);
});

test('Enter takes the best match for what was typed last, however late its answer is', async () => {
  const { answers, search } = searchOf();
  const first = search.typed('');
  answers[0]?.(ok([customer(1)]));
  await first;
  void search.typed('s');
  const best = search.best();
  void search.typed('si');
  answers[1]?.(ok([customer(2)]));
  answers[2]?.(ok([customer(3)]));
  expect(await best).toEqual(customer(3));
});
