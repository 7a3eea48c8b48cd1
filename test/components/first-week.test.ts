// What a shop does in its first week, as the sell screen and its dialogs show it: paying by card,
// with a note, and with a discount, selling what is weighed, and scanning while Finish sale has the
// focus.
import { describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import * as v from 'valibot';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import {
  discountLine,
  discountOf,
  emptyCart,
  totals,
  type Cart,
} from '../../src-main/contract/cart.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import { cents, percentSchema } from '../../src-main/contract/money.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { earlyMs } from '../../src-renderer/ui/early-presses.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { sale, fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { button } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { layOut } from './lay-out.ts';
import { finishedSale, learntNothing, noting, scanned, show, signedIn } from './shown-till.ts';
import type { Answers } from './shown-till.ts';
import { smallest } from '../screen-sizes.ts';

const percent = (hundredths: number) => v.parse(percentSchema, hundredths);
const aMoment = () => new Promise((resolve) => setTimeout(resolve, earlyMs + 50));

/** A key as the system sends it; an Enter presses the button that has the focus. */
async function press(key: string): Promise<void> {
  const keyboard = cdp() as unknown as {
    send: (method: string, event: object) => Promise<unknown>;
  };
  const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
  const event = { key, ...(key === 'Enter' && { code: 'Enter', windowsVirtualKeyCode: 13 }) };
  await keyboard.send('Input.dispatchKeyEvent', {
    ...event,
    type: text === undefined ? 'rawKeyDown' : 'keyDown',
    ...(text !== undefined && { text }),
  });
  await keyboard.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
}

/** Shows the sale, and returns how each was paid that was finished. */
interface Become {
  now?: () => void;
  /** Tells the page of another state. */
  state?: (changed: TillState) => void;
}

function atTill(change: Partial<TillState>, more: Answers = {}, become: Become = {}) {
  const payments: Argument<'sell.finish'>['payment'][] = [];
  become.state = show(
    { ...signedIn, ...change },
    {
      'sell.openCart': cart,
      'sell.finish': (wanted) => {
        payments.push(wanted.payment);
        return finishedSale(wanted);
      },
      ...more,
    },
  );
  return payments;
}

const banana: Product = { ...product('BANANA'), description: 'Banana da Madeira', unit: 'kg' };
const bread: Product = { ...product('PAO'), description: 'Pão de mistura', unit: 'un' };
const quickKeys = [
  {
    name: '',
    keys: [banana, bread].map((one) => ({ code: one.code, colour: null, product: one })),
  },
];
/** Shows an empty sale, and returns the carts as main would keep them. */
function weighing(change: Partial<TillState>, more: Answers = {}) {
  const saved: Cart[] = [];
  atTill(change, {
    'sell.openCart': emptyCart('00000000-0000-4000-8000-000000000001'),
    'sell.quickKeys': quickKeys,
    'sell.saveCart': noting(saved, null, (argument) => argument.cart),
    'sell.scan': (argument: Argument<'sell.scan'>) =>
      scanned(banana, { isFromLabel: argument.text !== banana.code }),
    'sell.findProducts': [banana, bread],
    ...more,
  });
  return () => saved.at(-1)?.lines.map(({ code, quantity }) => `${code} ${quantity}`) ?? [];
}

describe.each(playedLanguages)('in %s', (language) => {
  const { errors, finished, payment, sell, sellActions, settings, start } = messagesFor(language);
  const { money, editable } = formatFor(language);
  const dialog = page.getByRole('dialog', { name: payment.title });
  const tendered = page.getByRole('textbox', { name: payment.tendered });

  async function pay() {
    await layOut(smallest);
    await button(sell.pay).click();
    await expect.element(dialog).toBeVisible();
    await aMoment();
  }

  it('a card takes no amount and gives no change, whatever was typed for cash', async () => {
    const payments = atTill({ language });
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
    expect(payments).toEqual([{ method: { id: 2, label: 'Multibanco' } }]);
    await examine();
  });

  it('where a card comes first, Enter finishes from where the payment begins', async () => {
    const [cash, card] = signedIn.paymentMethods;
    const payments = atTill({
      language,
      paymentMethods: [card, cash].filter((one) => one !== undefined),
    });
    await pay();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => payments).toEqual([{ method: card }]);
  });

  it('a note that was tapped is finished by Enter, and total and note stand below the change', async () => {
    const payments = atTill({ language });
    await pay();
    const total = sale().totalCents;
    await button(money(cents(2000))).click();
    await expect.element(tendered).toHaveValue(editable(2000, 2, 2));
    await userEvent.keyboard('{Enter}');
    const done = page.getByRole('dialog', { name: finished.title });
    await expect.element(done).toBeVisible();
    const settled = finished.settled(money(total), money(cents(2000)));
    await expect.element(done.getByText(settled)).toBeVisible();
    expect(payments).toMatchObject([{ tenderedCents: 2000 }]);
    await examine();
  });

  const { weighing: weigh } = sell;
  const weight = page.getByRole('textbox', { name: weigh.weight('kg') });
  const key = (one: Product) =>
    page
      .getByRole('region', { name: sellActions.quickKeys.title })
      .getByRole('button', { name: new RegExp(one.description) });
  const field = page.getByRole('combobox', { name: sell.search });

  it.each([false, true])(
    'a weighed quick key asks for the weight and sells nothing before, with number pad: %s',
    async (numberPad) => {
      const lines = weighing({ language, selling: { ...signedIn.selling, numberPad } });
      await layOut(smallest);
      await key(banana).click();
      await expect.element(weight).toHaveFocus();
      await examine();
      await key(bread).click();
      await expect.poll(lines).toEqual(['PAO 1000']);
      await button(sell.pay).click();
      await expect.element(page.getByText(weigh.needed)).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(weight).toHaveFocus();
      await examine();
      await weight.fill('0,350');
      await key(bread).click();
      await expect.poll(lines).toEqual(['PAO 2000', 'BANANA 350']);
      await expect.element(weight).not.toBeInTheDocument();
    },
  );

  it('asks for the weight of what is found by code or by name, and not of a label', async () => {
    const lines = weighing({ language });
    await field.fill(banana.code);
    await userEvent.keyboard('{Enter}');
    await expect.element(weight).toHaveFocus();
    await weight.fill('1,2');
    await userEvent.keyboard('{Enter}');
    await expect.poll(lines).toEqual(['BANANA 1200']);
    await expect.element(field).toHaveFocus();
    await field.fill('2712345010005');
    await userEvent.keyboard('{Enter}');
    await expect.poll(lines).toEqual(['BANANA 2200']);
    await field.fill('bana');
    await page.getByRole('option').first().click();
    await expect.element(weight).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(weight).not.toBeInTheDocument();
    expect(lines()).toEqual(['BANANA 2200']);
  });

  it('a quantity that was typed before the key is the weight', async () => {
    const lines = weighing({ language });
    await field.fill('1,250*');
    await key(banana).click();
    await expect.poll(lines).toEqual(['BANANA 1250']);
    await field.fill('3*');
    await key(bread).click();
    await expect.poll(lines).toEqual(['BANANA 1250', 'PAO 3000']);
  });

  it.each([['Dead'], ['Process'], ['AltGraph']])(
    'a scan that begins with %s finishes nothing, though Finish sale has the focus',
    async (first) => {
      const scanner = { ...signedIn.selling.scanner, gapMs: 250 };
      const payments = atTill(
        { language, selling: { ...signedIn.selling, scanner } },
        { 'sell.scan': { kind: 'unknown' } },
      );
      await pay();
      const finish = dialog.getByRole('button', { name: payment.finish, exact: true });
      (finish.element() as HTMLElement).focus();
      await expect.element(finish).toHaveFocus();
      for (const key of [first, ...Array.from('5601'), 'Enter']) await press(key);
      await aMoment();
      expect(payments).toEqual([]);
      await expect.element(dialog).toBeVisible();
    },
  );

  /** Shows the sale of bread, and returns the tax numbers as main would keep them. */
  function naming(more: Answers = {}) {
    const saved: (string | null)[] = [];
    const payments = atTill(
      { language },
      {
        'sell.saveCart': noting(saved, null, (argument) => argument.cart.taxNumber),
        'sell.findCustomers': [],
        ...more,
      },
    );
    return { saved, paid: payments };
  }
  const spanish = sell.useForeign('ESX1234567L');
  const taxNumber = page.getByRole('textbox', { name: sell.taxNumber });

  it('a foreign tax number is asked about once, with its country, and taken', async () => {
    const { saved } = naming();
    await layOut(smallest);
    await taxNumber.fill('ES X1234567 L');
    await expect.element(page.getByText(sell.foreignNumber)).toBeVisible();
    await expect.element(page.getByText(/Spain|Espanha/)).toBeVisible();
    await expect.element(page.getByText(sell.taxNumberWrong)).not.toBeInTheDocument();
    expect(saved.filter((number) => number !== null)).toEqual([]);
    await examine();
    await button(spanish).click();
    await expect.element(page.getByText(sell.foreignNumber)).not.toBeInTheDocument();
    await expect.poll(() => saved.at(-1)).toBe('ESX1234567L');
  });

  it('the payment takes a foreign number by Enter, and is not finished before', async () => {
    const { saved, paid } = naming();
    await pay();
    await dialog.getByRole('textbox', { name: sell.taxNumber }).fill('ESX1234567L');
    await expect
      .element(dialog.getByRole('button', { name: payment.finish, exact: true }))
      .toBeDisabled();
    await examine();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => saved.at(-1)).toBe('ESX1234567L');
    expect(paid).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => paid.length).toBe(1);
  });

  it('among the customers a foreign number is taken as a Portuguese one is', async () => {
    const { saved } = naming();
    await layOut(smallest);
    await expect.element(button(sell.pay)).toBeEnabled();
    await userEvent.keyboard('{F9}');
    const customers = page.getByRole('dialog', { name: sell.customer });
    await customers.getByRole('textbox').fill('ESX1234567L');
    await expect.element(customers.getByRole('button', { name: spanish })).toBeVisible();
    await examine();
    await userEvent.keyboard('{Enter}');
    await expect.element(customers).not.toBeInTheDocument();
    await expect.poll(() => saved.at(-1)).toBe('ESX1234567L');
    await userEvent.keyboard('{F9}');
    await customers.getByRole('textbox').fill('PT 501.964.843');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => saved.at(-1)).toBe('501964843');
  });

  it('a right tax number that is scanned into its field is no product', async () => {
    const requests: string[] = [];
    const { saved } = naming({
      'sell.scan': noting(requests, { kind: 'unknown' }, ({ text }) => text),
    });
    await taxNumber.click();
    const codes = ['501964843', '501964844'];
    for (const code of codes) {
      for (const key of [...Array.from(code), 'Enter']) {
        const event = { key, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
      }
      await aMoment();
    }
    await expect.element(taxNumber).toHaveValue('501964843');
    expect(saved.at(-1)).toBe('501964843');
    expect(requests).toEqual(['501964844']);
  });

  it('the discount on the sale stands between its lines and what is to be paid', async () => {
    const discount = percent(500);
    atTill({ language }, { 'sell.openCart': { ...cart, discount } });
    await pay();
    const { discountCents, totalCents } = totals({ ...cart, discount });
    await expect.element(dialog.getByText(`−${money(discountCents)}`)).toBeVisible();
    await expect.element(dialog.getByText(money(totalCents), { exact: true })).toBeVisible();
    await examine();
  });

  it('a lowered line says its discount and the price before, whole on the smallest screen', async () => {
    const lines = cart.lines.map((line) => ({ ...line, code: 'AZEITE-750' }));
    const lowered = discountLine({ ...cart, lines }, lines[0]?.lineId ?? '', percent(1250));
    atTill({ language }, { 'sell.openCart': lowered });
    await layOut(smallest);
    const [line] = lowered.lines;
    if (line?.listPrice === undefined) throw new Error('no discount');
    const { percent: asPercent, unitPrice } = formatFor(language);
    const sentence = sell.off(asPercent(discountOf(line)), unitPrice(line.listPrice));
    const shownText = page.getByText(sentence, { exact: false });
    await expect.element(shownText).toBeVisible();
    const facts = shownText.element();
    const text = [...facts.childNodes].find((node) => node.textContent?.includes(sentence));
    if (!text) throw new Error('no discount shows');
    const range = document.createRange();
    range.selectNode(text);
    expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(
      facts.getBoundingClientRect().right,
    );
    await examine();
  });

  it.each(['quantity', 'discount'] as const)(
    'a %s that is refused is said in a row of its own, which covers no line',
    async (which) => {
      const discount = percent(500);
      atTill({ language }, { 'sell.openCart': { ...cart, discount } });
      await layOut(smallest);
      const last = cart.lines.at(-1)?.description ?? '';
      const name = which === 'quantity' ? sell.quantityOf(last) : sell.discount;
      const field = page.getByRole('textbox', { name, exact: true });
      await field.fill('abc');
      await userEvent.keyboard('{Enter}');
      const errorText = page.getByText(sell.notANumber('abc'));
      await expect.element(errorText).toBeVisible();
      const { top } = errorText.element().getBoundingClientRect();
      const rows = page.getByRole('list', { name: sell.lines }).getByRole('listitem').elements();
      const list = page.getByRole('list', { name: sell.lines }).element();
      if (which === 'discount') {
        const tool = page.getByRole('textbox', { name: sell.quantityOf(last) }).element();
        expect(tool.getBoundingClientRect().bottom).toBeLessThanOrEqual(top + 1);
      }
      expect(list.getBoundingClientRect().bottom).toBeLessThanOrEqual(top + 1);
      expect(rows.at(-1)?.getBoundingClientRect().bottom).toBeLessThanOrEqual(top + 1);
      await examine();
    },
  );

  it('which kind full invoices are is a step of the first day', async () => {
    const kind = { kind: { by: 'natureId', id: 301 }, name: 'Fatura-recibo' } as const;
    const requests: unknown[] = [];
    const learning = { phase: 'ended', read: 40, most: 500, error: null, unrecognised: 0 } as const;
    show(
      { ...signedIn, language },
      {
        'learning.state': {
          ...{ ...learning, withoutLines: false },
          found: { methods: 2, products: 40, customers: 3, kinds: 2 },
        },
        'settings.invoiceKinds': ({ lookUp }: Argument<'settings.invoiceKinds'>) =>
          lookUp ? [kind, { kind: { by: 'natureId', id: 303 }, name: 'Fatura' }] : [],
        'settings.update': noting(requests, null),
      },
      '#/start/invoices',
    );
    await layOut(smallest);
    await expect.element(page.getByText(start.invoices.lead)).toBeVisible();
    await examine();
    await page.getByRole('radio', { name: 'Fatura-recibo' }).click();
    await button(start.continue).click();
    const next = page.getByRole('heading', { name: start.names.texts, level: 2 });
    await expect.element(next).toBeVisible();
    expect(requests).toEqual([{ invoiceKind: kind }]);
  });

  it('a service that has shown no invoice is looked at, and the step says what to do', async () => {
    const requests: unknown[] = [];
    show(
      { ...signedIn, language },
      {
        'learning.state': learntNothing,
        'settings.invoiceKinds': noting(requests, [], ({ lookUp }) => lookUp),
      },
      '#/start/invoices',
    );
    await expect.element(page.getByText(start.invoices.none)).toBeVisible();
    expect(requests).toEqual([false, true]);
    await examine();
  });

  it.each(['step', 'dialog'] as const)(
    'a service that does not answer is not said to have shown no invoice, in the %s',
    async (where) => {
      let answer: (error: AppError) => void = () => undefined;
      const kinds = ({ lookUp }: Argument<'settings.invoiceKinds'>) =>
        lookUp
          ? new Promise<AppError>((resolve) => {
              answer = resolve;
            })
          : [];
      if (where === 'step')
        show(
          { ...signedIn, language },
          { 'learning.state': learntNothing, 'settings.invoiceKinds': kinds },
          '#/start/invoices',
        );
      else atTill({ language }, { 'settings.invoiceKinds': kinds });
      if (where === 'dialog') await button(sell.invoice).click();
      await expect.element(page.getByText(settings.looking)).toBeVisible();
      answer({ code: 'service_unreachable', reason: 'refused' });
      const why = errorSentence(errors, { code: 'service_unreachable', reason: 'refused' });
      await expect.element(page.getByText(why)).toBeVisible();
      const none = where === 'step' ? start.invoices.none : sell.noInvoice.none;
      expect(page.getByText(none).elements()).toEqual([]);
      await examine();
      if (where === 'dialog') return;
      await button(start.later).click();
      const next = page.getByRole('heading', { name: start.names.texts, level: 2 });
      await expect.element(next).toBeVisible();
      expect(page.getByText(why).elements()).toEqual([]);
    },
  );

  it('the first full invoice asks once which kind it is, and goes on with the sale', async () => {
    const kind = { kind: { by: 'natureId', id: 301 }, name: 'Fatura-recibo' } as const;
    const requests: unknown[] = [];
    const become: Become = {};
    atTill(
      { language },
      {
        'settings.invoiceKinds': [kind, { kind: { by: 'natureId', id: 303 }, name: 'Fatura' }],
        'settings.update': (argument: Argument<'settings.update'>) => {
          requests.push(argument);
          become.now?.();
          return null;
        },
      },
      become,
    );
    become.now = () => become.state?.({ ...signedIn, language, invoiceKind: kind });
    await layOut(smallest);
    await button(sell.invoice).click();
    const choice = page.getByRole('dialog', { name: sell.noInvoice.title });
    await expect.element(choice.getByText(sell.noInvoice.which)).toBeVisible();
    expect(choice.getByText(sell.noInvoice.kept).elements()).toEqual([]);
    await examine();
    await choice.getByRole('button', { name: 'Fatura-recibo' }).click();
    const asInvoice = page.getByRole('dialog', { name: payment.invoiceTitle('Fatura-recibo') });
    await expect.element(asInvoice).toBeVisible();
    expect(requests).toEqual([{ invoiceKind: kind }]);
  });
});
