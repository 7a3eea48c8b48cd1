// What a shop does in its first week, as the sell screen and its dialogs show it: paying by card,
// with a note, and with a discount.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import { emptyCart } from '../../src-main/contract/cart.ts';
import { cents } from '../../src-main/contract/money.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { earlyMs } from '../../src-renderer/ui/early-presses.ts';
import { fewLines, sale } from '../unit/receipt/sample-receipts.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './in-first.ts';
import { layOut } from './lay-out.ts';
import { show, signedIn, type Answers } from './shown-till.ts';
import { smallest } from '../screen-sizes.ts';

const cart = { ...emptyCart('00000000-0000-4000-8000-000000000001'), lines: [...fewLines] };
const aMoment = () => new Promise((resolve) => setTimeout(resolve, earlyMs + 50));

/** Shows the sale, and returns how each was paid that was finished. */
function atTill(change: Partial<TillState>, more: Answers = {}) {
  const paid: Argument<'sell.finish'>['payment'][] = [];
  show(
    { ...signedIn, ...change },
    {
      'sell.openCart': cart,
      'sell.finish': ({ payment }: Argument<'sell.finish'>) => {
        paid.push(payment);
        return {
          sale: sale({ state: 'queued', documentId: null, docKey: null }),
          nextCart: emptyCart('00000000-0000-4000-8000-000000000002'),
          paid: payment,
        };
      },
      ...more,
    },
  );
  return paid;
}

describe.each(playedLanguages)('in %s', (language) => {
  const { finished, payment, sell } = messagesFor(language);
  const { money, editable } = formatFor(language);
  const dialog = page.getByRole('dialog', { name: payment.title });
  const tendered = page.getByRole('textbox', { name: payment.tendered });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function pay() {
    await layOut(smallest);
    await button(sell.pay).click();
    await expect.element(dialog).toBeVisible();
    await aMoment();
  }

  it('a card takes no amount and gives no change, whatever was typed for cash', async () => {
    const paid = atTill({ language });
    await pay();
    const total = sale().totalCents;
    await button(money(cents(2000))).click();
    await expect.element(dialog.getByText(payment.change, { exact: true })).toBeVisible();
    await page.getByText('Multibanco').click();
    await expect.element(tendered).not.toBeInTheDocument();
    await expect.element(dialog.getByText(payment.change, { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByText(payment.takeBy(money(total), 'Multibanco'))).toBeVisible();
    await examine();
    await userEvent.keyboard('{Enter}');
    const done = page.getByRole('dialog', { name: finished.title });
    await expect.element(done.getByText(finished.paidBy('Multibanco'))).toBeVisible();
    await expect.element(done.getByText(finished.change, { exact: true })).not.toBeInTheDocument();
    expect(paid).toEqual([{ method: { id: 2, label: 'Multibanco' } }]);
    await examine();
  });

  it('where a card comes first, Enter finishes from where the payment begins', async () => {
    const [cash, card] = signedIn.paymentMethods;
    const paid = atTill({ language, paymentMethods: [card, cash].filter((one) => one !== undefined) });
    await pay();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => paid).toEqual([{ method: card }]);
  });

  it('a note that was tapped is finished by Enter, and total and note stand below the change', async () => {
    const paid = atTill({ language });
    await pay();
    const total = sale().totalCents;
    await button(money(cents(2000))).click();
    await expect.element(tendered).toHaveValue(editable(2000, 2, 2));
    await userEvent.keyboard('{Enter}');
    const done = page.getByRole('dialog', { name: finished.title });
    await expect.element(done).toBeVisible();
    const settled = finished.settled(money(total), money(cents(2000)));
    await expect.element(done.getByText(settled)).toBeVisible();
    expect(paid).toMatchObject([{ tenderedCents: 2000 }]);
    await examine();
  });
});
