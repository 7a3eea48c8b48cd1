// The tools below the lines of a sale, which are the same fields for one line after the other.
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { fewLines, fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { visible } from './locators.ts';
import {
  ines,
  lockWith,
  pricesGuarded,
  scanned,
  show,
  signedIn,
  type Answers,
} from './shown-till.ts';

const saleAnswers: Answers = { 'sell.openCart': cart };
const rows = () => page.getByRole('list', { name: 'Lines' }).getByRole('button');
const quantity = () => page.getByRole('textbox', { name: /^Quantity of/ });

it('what cannot be used for one line is not shown at the next', async () => {
  show(signedIn, saleAnswers);
  await rows().nth(0).click();
  await quantity().fill('abc');
  await userEvent.keyboard('{Enter}');
  await expect.element(quantity()).toHaveAttribute('aria-invalid', 'true');
  await rows().nth(1).click();
  await expect.element(quantity()).not.toHaveAttribute('aria-invalid');
  await expect.element(quantity()).not.toHaveValue('abc');
});

it('what was typed counts for the line it was typed for, though another is chosen by that', async () => {
  show(signedIn, saleAnswers);
  await rows().nth(0).click();
  const [first, second] = fewLines;
  if (!first || !second) throw new Error('too few lines');
  await quantity().fill('7');
  const before = rows().nth(1).element().textContent;
  await rows().nth(1).click();
  await visible(page.getByRole('textbox', { name: `Quantity of ${second.description}` }));
  expect(rows().nth(0).element().textContent.trim()).toMatch(/^7\s/);
  expect(rows().nth(1).element().textContent).toBe(before);
});

it('a line that goes while it is typed for leaves nothing to be typed on', async () => {
  const { sell } = messagesFor('en');
  const cashier = { ...ines, role: 'cashier' } as const;
  const { promise: approved, resolve: approve } = Promise.withResolvers<null>();
  let requestCount = 0;
  show(
    { ...signedIn, lock: lockWith([cashier], cashier, pricesGuarded) },
    {
      ...saleAnswers,
      'sell.scan': scanned(product('CAFE')),
      'sell.lower': () => {
        requestCount += 1;
        return approved;
      },
    },
  );
  const field = page.getByRole('combobox', { name: sell.search });
  await field.fill('CAFE');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows().elements().length).toBe(4);
  await rows().nth(0).click();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => rows().elements().length).toBe(3);
  // The second one waits for the manager who is asked about the first.
  const undo = page.getByRole('button', { name: sell.undo });
  await undo.click();
  await undo.click();
  await expect.poll(() => requestCount).toBe(1);
  await rows().nth(2).click();
  await page.getByRole('textbox', { name: 'Quantity of CAFE' }).fill('7');
  approve(null);
  await expect.poll(() => rows().elements().length).toBe(3);
  await expect.element(field).toHaveFocus();
});
