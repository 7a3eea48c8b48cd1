// Tests which form is open once a change by hand is answered.
import { expect, test } from 'vitest';
import type { ListedProduct } from '../../../../src-main/contract/catalogue.ts';
import { CatalogueEdits } from '../../../../src-renderer/catalogue/catalogue-edits.svelte.ts';
import { ProductList } from '../../../../src-renderer/shop/product-list.svelte.ts';
import { product } from '../sell/catalogue-till.ts';
import { slowTill } from '../slow-till.ts';

const listed = (id: number): ListedProduct => ({
  ...{ id, product: product(`P${id}`), source: null, editedAtMs: null },
});

function edited() {
  const { till, answer } = slowTill();
  const edits = new CatalogueEdits(till, new ProductList(till));
  edits.begin(listed(1));
  return { edits, answer };
}

test('a product that is saved closes its form', async () => {
  const { edits, answer } = edited();
  const saving = edits.save({ id: 1, product: product('P1') });
  answer('catalogue.save', 0, { changeId: 1, listed: listed(1) });
  await saving;
  expect(edits.open).toBeNull();
});

test('a form that was opened while another product was saved or removed stays open', async () => {
  const { edits, answer } = edited();
  const saving = edits.save({ id: 1, product: product('P1') });
  edits.begin(listed(2));
  answer('catalogue.save', 0, { changeId: 1, listed: listed(1) });
  await saving;
  expect(edits.open?.id).toBe(2);
  const removal = edits.remove(2, product('P2'));
  edits.begin(listed(3));
  answer('catalogue.remove', 0, { changeId: 2, products: 1 });
  await removal;
  expect(edits.open?.id).toBe(3);
});
