// What a sale asks of the service besides its lines, behind "More" in the payment, in both
// languages, each examined.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { type Cart } from '../../src-main/contract/cart.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { button } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { noting, show, signedIn, unanswered, type Answers } from './shown-till.ts';

const customer = { partyId: 2, name: 'Café Central de Évora, Lda.', fiscalNumber: '509442013' };

describe.each(playedLanguages)('in %s', (language) => {
  const { payment, sell, settings } = messagesFor(language);
  const { more } = payment;
  const at = (change: Partial<TillState> = {}): TillState => ({ ...signedIn, language, ...change });
  const open = () => dialog(payment.title).getByRole('button', { name: more.open, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

  /** Shows the payment of a sale, and returns the carts that were saved since. */
  async function pay(bought: Cart, answers: Answers = {}, change: Partial<TillState> = {}) {
    const savedCarts: Cart[] = [];
    show(at(change), {
      'sell.openCart': bought,
      'sell.saveCart': noting(savedCarts, null, ({ cart: kept }) => kept),
      ...answers,
    });
    await page.getByRole('button', { name: sell.pay }).click();
    await expect.element(dialog(payment.title)).toBeVisible();
    return savedCarts;
  }

  it('a text for the document is typed, kept as it is typed, and shown before the sale ends', async () => {
    const savedCarts = await pay(cart);
    await examine();
    await open().click();
    const text = page.getByRole('textbox', { name: more.names.footerText });
    await expect.element(text).toHaveFocus();
    await text.fill('Obra 12\nRua da Prata');
    await examine();
    await button(more.done).click();
    await expect.element(open()).toHaveFocus();
    expect(savedCarts.at(-1)?.extras).toEqual({ footerText: 'Obra 12\nRua da Prata' });
    await expect
      .element(page.getByRole('definition').first())
      .toHaveTextContent('Obra 12 Rua da Prata');
    await examine();
    await open().click();
    await text.fill('  ');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog(payment.title)).toBeVisible();
    expect(savedCarts.at(-1)).not.toHaveProperty('extras');
  });

  it('an e-mail is for a customer whom the service knows, which is said, and goes with them', async () => {
    const { selling } = signedIn;
    const savedCarts = await pay(
      cart,
      { 'sell.findCustomers': [customer] },
      { selling: { ...selling, extraButtons: ['email'] } },
    );
    await button(more.names.email).click();
    const asks = dialog(more.title);
    await expect.element(asks.getByText(more.customerNeeded)).toBeVisible();
    const choose = asks.getByRole('button', { name: more.chooseCustomer });
    await expect.element(choose).toHaveFocus();
    await examine();
    await choose.click();
    await page.getByRole('button', { name: /Central/ }).click();
    const box = asks.getByRole('checkbox', { name: more.names.email });
    await expect.element(box).toHaveFocus();
    await box.click();
    await expect.element(asks.getByText(more.emailHint)).toBeVisible();
    await examine();
    await button(more.done).click();
    await expect.poll(() => savedCarts.at(-1)?.extras).toEqual({ email: true });
    const sentence = page.getByRole('definition');
    await expect.element(sentence).toHaveTextContent(customer.name);
    await examine();
    const remove = { name: sell.removeCustomer(customer.name) };
    await dialog(payment.title).getByRole('button', remove).click();
    await expect.poll(() => savedCarts.at(-1)).not.toHaveProperty('extras');
    await expect.element(sentence).not.toBeInTheDocument();
  });

  it('a sale on account takes nothing now, and finishes as an invoice', async () => {
    const finished: unknown[] = [];
    const invoiceKind = { kind: { by: 'natureId', id: 301 }, name: 'Fatura' } as const;
    const savedCarts = await pay(
      { ...cart, customer },
      {
        'learning.choices': {
          ...{ kinds: [], series: [], warehouses: [], salesmen: [] },
          paymentTerms: [
            { id: 1, name: 'Pronto pagamento' },
            { id: 2, name: '30 dias' },
          ],
        },
        'sell.finish': noting(finished, unanswered, ({ payment, asInvoice }) => ({
          payment,
          asInvoice,
        })),
      },
      { invoiceKind, selling: { ...signedIn.selling, extraButtons: ['onAccount'] } },
    );
    await button(more.names.onAccount).click();
    const terms = page.getByRole('combobox', { name: more.names.onAccount });
    await expect.element(terms).toHaveFocus();
    await terms.selectOptions('30 dias');
    await examine();
    await button(more.done).click();
    await expect
      .poll(() => savedCarts.at(-1)?.extras)
      .toEqual({ onAccount: { id: 2, name: '30 dias' } });
    const invoice = dialog(payment.invoiceTitle('Fatura'));
    await expect.element(invoice).toBeVisible();
    expect(invoice.getByRole('radio').elements()).toEqual([]);
    await examine();
    await invoice.getByRole('button', { name: payment.finish }).click();
    const name = more.onAccountName('30 dias');
    await expect
      .poll(() => finished)
      .toEqual([{ payment: { method: { id: 0, label: name } }, asInvoice: true }]);
  });

  it('what is on account is said where no invoice is chosen, and no term was seen', async () => {
    await pay({ ...cart, customer });
    await open().click();
    await expect.element(page.getByText(more.invoiceNeeded)).toBeVisible();
    await examine();
  });

  it('a shop has a button of its own for what it often asks', async () => {
    const requests: unknown[] = [];
    show(
      at(),
      { 'settings.update': noting(requests, null, ({ selling }) => selling?.extraButtons) },
      '#/settings/payment-methods',
    );
    await page.getByRole('checkbox', { name: more.names.footerText }).click();
    await expect.poll(() => requests).toEqual([['footerText']]);
    await expect.element(page.getByRole('group', { name: settings.extraButtons })).toBeVisible();
    await examine();
  });

  it('the button of its own leads to its field', async () => {
    const { selling } = signedIn;
    await pay(cart, {}, { selling: { ...selling, numberPad: true, extraButtons: ['footerText'] } });
    await examine();
    await button(more.names.footerText).click();
    const text = page.getByRole('textbox', { name: more.names.footerText });
    await expect.element(text).toHaveFocus();
  });
});
