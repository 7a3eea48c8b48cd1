// The command barcodes at the page: the sheet of them, what each does to the sale, and that none
// does more than the button or the keys that it stands for.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { type Cart } from '../../src-main/contract/cart.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import { cents } from '../../src-main/contract/money.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { secondReadMs } from '../../src-renderer/lines/scans.svelte.ts';
import { fewLines, fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { dialog, visible } from './locators.ts';
import { examine } from './examine.ts';
import { scanInTurn as scan } from './played-scanner.ts';
import {
  ines,
  lockWith,
  noting,
  pricesGuarded,
  scanned,
  show,
  signedIn,
  unanswered,
  type Answers,
} from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const { errors, sellActions, payment, scanning, sell } = messagesFor('en');
const field = () => page.getByRole('combobox', { name: sell.search });
const refusalOf = (why: keyof typeof scanning.said.command, code: string) =>
  page.getByText(scanning.said.command[why](code));

const aPersonsPause = () => new Promise((resolve) => setTimeout(resolve, secondReadMs + 50));

/** Returns the carts as main would keep them, newest last. */
async function showSale(change: Partial<TillState> = {}, more: Answers = {}): Promise<Cart[]> {
  const savedCarts: Cart[] = [cart];
  show(
    { ...signedIn, ...change },
    {
      'sell.openCart': cart,
      'sell.saveCart': noting(savedCarts, null, (argument) => argument.cart),
      ...more,
    },
  );
  await expect.element(page.getByText('Queijo da Serra').first()).toBeVisible();
  return savedCarts;
}

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);

  it('the sheet says why it has no quick keys, and has the commands all the same', async () => {
    const answers: Answers = { 'sell.quickKeys': { code: 'catalogue_unreadable' } };
    show({ ...signedIn, language }, answers, '#/settings/scanner');
    await page.getByRole('button', { name: messages.scanning.commandSheet }).click();
    const sheet = dialog(messages.scanning.commandSheet);
    await expect
      .element(sheet.getByRole('alert'))
      .toHaveTextContent(errorSentence(messages.errors, { code: 'catalogue_unreadable' }));
    const pay = messages.scanning.barcodeOf('CF-PAY');
    await expect.element(sheet.getByRole('img', { name: pay, exact: true })).toBeVisible();
    await examine();
  });

  it('the sheet has a barcode for every command, payment method and quick key, each explained', async () => {
    const key = (code: string) => ({ code, colour: null, product: product(code) });
    const bread = { ...product('PAO'), description: 'Pão de mistura', barcodes: ['5601234100075'] };
    const long = { ...product('C'.repeat(50)), description: 'Comprido' };
    const keys = [
      ...[key('CAFE'), null, { ...key('PAO'), product: bread }, key('CAFE'), key('CAFÉ')],
      ...[key('CF-PAY-9'), { ...key('LONGO'), product: long }],
    ];
    const answers: Answers = { 'sell.quickKeys': [{ name: '', keys }] };
    show({ ...signedIn, language }, answers, '#/settings/scanner');
    await page.getByRole('button', { name: messages.scanning.commandSheet }).click();
    const sheet = dialog(messages.scanning.commandSheet);
    for (const code of ['CF-KEY-0', 'CF-POINT', 'CF-OFF', 'CF-PAY', 'CF-PAY-2', 'CAFE'])
      await visible(
        sheet.getByRole('img', { name: messages.scanning.barcodeOf(code), exact: true }),
      );
    await visible(sheet.getByRole('img', { name: messages.scanning.barcodeOf('5601234100075') }));
    // A product twice on the keys is there once; one that these bars cannot say is not there.
    expect(sheet.getByRole('img').elements().length).toBe(11 + 9 + 2 + 2);
    for (const [name, does] of Object.values(messages.scanning.commands)) {
      await expect.element(sheet.getByText(name, { exact: true })).toBeVisible();
      await expect.element(sheet.getByText(does)).toBeVisible();
    }
    // Bars of whole pixels, all of one width, can be read from the screen.
    for (const picture of sheet.getByRole('img').elements())
      expect(picture.getBoundingClientRect().width).toBe(Number(picture.getAttribute('width')));
    await examine();
  });
});

it('a discount by scanner asks a manager as one by hand does, and waits for the answer', async () => {
  const cashier = { ...ines, role: 'cashier' } as const;
  const requests: Cart[] = [];
  const savedCarts = await showSale(
    { lock: lockWith([cashier], cashier, pricesGuarded) },
    { 'sell.lower': noting(requests, { code: 'not_permitted' }, (argument) => argument.cart) },
  );
  await scan('CF-KEY-1', 'CF-KEY-0', 'CF-OFF');
  await expect.poll(() => requests.length).toBe(1);
  await expect.element(refusalOf('not_done', 'CF-OFF')).toBeVisible();
  expect(requests[0]?.lines.map(({ description }) => description)).toEqual(['Queijo da Serra']);
  expect(savedCarts).toEqual([cart]);
});

it('a discount beyond everything, or without its digits, changes nothing and says so', async () => {
  const savedCarts = await showSale();
  await scan('CF-OFF');
  await expect.element(refusalOf('number_needed', 'CF-OFF')).toBeVisible();
  await scan('CF-KEY-1', 'CF-KEY-0', 'CF-KEY-1', 'CF-OFF');
  await expect.element(field()).toHaveValue('101');
  await expect.element(refusalOf('percent_wrong', 'CF-OFF')).toBeVisible();
  await scan('CF-BACK');
  await expect.element(field()).toHaveValue('');
  expect(savedCarts).toEqual([cart]);
});

it('one code of several lines takes nothing off, and sells what its other lines name', async () => {
  const requests: string[] = [];
  const savedCarts = await showSale(
    {},
    { 'sell.scan': noting(requests, { kind: 'unknown' }, ({ text }) => text) },
  );
  await scan('CF-KEY-9\nCF-KEY-8\n5601234100075\nCF-OFF');
  await expect.element(refusalOf('chained', 'CF-OFF')).toBeVisible();
  // No more than the first of them alone would do.
  await expect.element(field()).toHaveValue('9');
  await expect.poll(() => requests).toEqual(['5601234100075']);
  expect(savedCarts).toEqual([cart]);
});

it('a command that does not apply changes nothing and says so', async () => {
  const savedCarts = await showSale();
  for (const [code, why] of [
    ['CF-UNDO', 'idle'],
    ['CF-HELD', 'idle'],
    ['CF-PRINT', 'idle'],
    ['CF-BACK', 'idle'],
    ['CF-TIMES', 'number_needed'],
    ['CF-NIF', 'number_needed'],
    ['CF-PAY-2', 'unpaid'],
  ] as const) {
    await scan(code);
    await expect.element(refusalOf(why, code)).toBeVisible();
  }
  await scan('CF-KEY-5', 'CF-KEY-0', 'CF-NIF');
  await expect.element(refusalOf('no_tax_number', 'CF-NIF')).toBeVisible();
  expect(savedCarts).toEqual([cart]);
});

it('a command is covered by a dialog, which another one closes as Escape does', async () => {
  const savedCarts = await showSale({ hasSold: true });
  await page.getByRole('button', { name: sell.freeLine }).click();
  await scan('CF-HOLD');
  await expect.element(refusalOf('covered', 'CF-HOLD')).toBeVisible();
  await scan('CF-BACK');
  await expect.element(dialog(sell.freeLine)).not.toBeInTheDocument();
  await page.getByRole('button', { name: sellActions.priceCheck.title }).click();
  await scan('CF-UNDO');
  await expect.element(refusalOf('covered', 'CF-UNDO')).toBeVisible();
  await scan('CF-BACK');
  await expect.element(dialog(sellActions.priceCheck.title)).not.toBeInTheDocument();
  expect(savedCarts).toEqual([cart]);
});

it('the payment takes an amount and a method, and finishes with them as the button does', async () => {
  const payments: Argument<'sell.finish'>['payment'][] = [];
  const savedCarts = await showSale(
    {},
    { 'sell.finish': noting(payments, { code: 'not_found' }, (argument) => argument.payment) },
  );
  await scan('CF-PAY');
  const tendered = page.getByRole('textbox', { name: payment.tendered });
  await scan('CF-KEY-1', 'CF-POINT', 'CF-KEY-5');
  await expect.element(tendered).toHaveValue('1.5');
  await aPersonsPause();
  await scan('CF-PAY');
  await expect.element(refusalOf('unfinishable', 'CF-PAY')).toBeVisible();
  await scan('CF-PAY-7');
  await expect.element(refusalOf('no_method', 'CF-PAY-7')).toBeVisible();
  await scan('CF-UNDO');
  await expect.element(refusalOf('covered', 'CF-UNDO')).toBeVisible();
  expect(payments).toEqual([]);
  await scan('CF-BACK', 'CF-PAY', 'CF-KEY-2', 'CF-KEY-0', 'CF-PAY-2');
  await expect.element(page.getByRole('radio', { name: 'Multibanco' })).toBeChecked();
  await aPersonsPause();
  await scan('CF-PAY');
  await expect.poll(() => payments).toEqual([{ method: { id: 2, label: 'Multibanco' } }]);
  expect(savedCarts).toEqual([cart]);
});

const coffee: Answers = { 'sell.scan': scanned(product('CAFE')) };

it('digits that were left over count for nothing later, and none follows “Times”', async () => {
  const savedCarts = await showSale({}, coffee);
  await scan('CF-KEY-3', '5601234100075');
  await expect.element(field()).toHaveValue('3');
  await scan('CF-KEY-2');
  await expect.element(field()).toHaveValue('2');
  await scan('CF-KEY-4', 'CF-TIMES');
  await expect.element(field()).toHaveValue('24*');
  await scan('CF-KEY-5');
  await expect.element(refusalOf('product_needed', 'CF-KEY-5')).toBeVisible();
  await scan('5601234100075');
  await expect.element(field()).toHaveValue('');
  const added = () => savedCarts.at(-1)?.lines.filter(({ code }) => code === 'CAFE');
  await expect.poll(() => added()?.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(25_000);
});

it('in the payment as well, digits begin anew after anything else', async () => {
  await showSale();
  await scan('CF-PAY', 'CF-KEY-5', 'CF-PAY-2', 'CF-KEY-2');
  await expect.element(refusalOf('idle', 'CF-KEY-2')).toBeVisible();
  await scan('CF-PAY-1', 'CF-KEY-2', 'CF-KEY-0');
  await expect.element(page.getByRole('textbox', { name: payment.tendered })).toHaveValue('20');
});

it('a sale that main refuses to finish is said to be refused', async () => {
  await showSale({}, { 'sell.finish': { code: 'disk_full' } });
  await scan('CF-PAY');
  await aPersonsPause();
  await scan('CF-PAY');
  await expect.element(refusalOf('not_done', 'CF-PAY')).toBeVisible();
});

it('the payment is finished within a second, if another code came between', async () => {
  const payments: number[] = [];
  await showSale(
    {},
    {
      'sell.finish': noting(
        payments,
        { code: 'not_found' },
        (argument) => argument.payment.method.id,
      ),
    },
  );
  await scan('CF-PAY', 'CF-PAY-2', 'CF-PAY');
  await expect.poll(() => payments).toEqual([2]);
  await expect.element(refusalOf('not_done', 'CF-PAY')).toBeVisible();
});

it('the payment that is under way is closed by nothing, and “Back” says so', async () => {
  await showSale({}, { 'sell.finish': unanswered });
  await scan('CF-PAY', 'CF-PAY-1', 'CF-PAY');
  await scan('CF-BACK');
  await expect.element(refusalOf('idle', 'CF-BACK')).toBeVisible();
  await expect.element(dialog(payment.title)).toBeVisible();
});

it('a sale over the limit of a simplified invoice is not paid by scanner either', async () => {
  const limits = { privateCents: cents(100), otherCents: cents(100) };
  await showSale({ selling: { ...signedIn.selling, limits } });
  await expect.element(page.getByRole('button', { name: sell.pay })).toBeDisabled();
  await scan('CF-PAY');
  await expect.element(refusalOf('invoice_needed', 'CF-PAY')).toBeVisible();
  await expect.element(dialog(payment.title)).not.toBeInTheDocument();
});

it('after an undo the discount is the last line’s', async () => {
  const savedCarts = await showSale({}, coffee);
  await scan('5601234100075', 'CF-UNDO', 'CF-KEY-1', 'CF-KEY-0', 'CF-OFF');
  await expect.element(field()).toHaveValue('');
  const [first, second, last] = fewLines;
  await expect
    .poll(() => savedCarts.at(-1)?.lines)
    .toEqual([first, second, { ...last, unitPrice: 17_010_000, listPrice: 18_900_000 }]);
});

it('while another sale comes, a tax number does nothing, and its digits stay', async () => {
  const heldCart = {
    cartId: cart.cartId,
    name: '',
    about: '',
    heldAtMs: 0,
    lines: 3,
    totalCents: cents(1_212),
  };
  show({ ...signedIn, held: [heldCart] }, { 'sell.resume': unanswered });
  await expect.element(page.getByText(sell.empty)).toBeVisible();
  await scan('CF-HELD', ...Array.from('123456789', (digit) => `CF-KEY-${digit}`), 'CF-NIF');
  await expect.element(refusalOf('idle', 'CF-NIF')).toBeVisible();
  await expect.element(field()).toHaveValue('123456789');
});

it('what is said of a scan or a search moves nothing that is pressed', async () => {
  const keys = [{ code: 'CAFE', colour: null, product: product('CAFE') }];
  await showSale(
    {},
    { 'sell.quickKeys': [{ name: '', keys }], 'sell.findProducts': { code: 'disk_full' } },
  );
  const key = page.getByRole('button', { name: /CAFE/ });
  await expect.element(key).toBeVisible();
  const places = () =>
    [key, page.getByRole('button', { name: sell.pay }), field()].map((target) => {
      const { x, y, width, height } = target.element().getBoundingClientRect();
      return [x, y, width, height];
    });
  const before = places();
  await scan('CF-BACK');
  await expect.element(refusalOf('idle', 'CF-BACK')).toBeVisible();
  expect(places()).toEqual(before);
  await field().fill('caf');
  await expect.element(page.getByText(errors.disk_full({ code: 'disk_full' }))).toBeVisible();
  expect(places()).toEqual(before);
  await examine();
});

it('a locked till obeys no command', async () => {
  show({ ...signedIn, lock: lockWith([ines], null) });
  await expect.element(page.getByText('Inês')).toBeVisible();
  await scan('CF-PAY');
  await expect.element(page.getByText(scanning.said.locked)).toBeVisible();
});
