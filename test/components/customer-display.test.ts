// The customer's display in each of its states, in both languages, and its card in the settings.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { discountOf } from '../../src-main/contract/cart.ts';
import {
  defaultDisplay,
  type DisplayLine,
  type DisplayShown,
  type DisplayView,
} from '../../src-main/contract/display.ts';
import {
  cents,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../src-main/contract/money.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { examine } from './examine.ts';
import { showCustomerDisplay } from './shown-customer-display.ts';
import { show, signedIn, type Answers } from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const line = (index: number): DisplayLine => ({
  lineId: String(index),
  description:
    index === 30
      ? 'Papel higiénico folha dupla 12 rolos, embalagem familiar'
      : `Bacalhau seco graúdo ${index}`,
  quantity: v.parse(quantitySchema, 1386),
  unit: 'kg',
  unitPrice: v.parse(unitPriceSchema, 15_900_000),
  listPrice: index % 3 === 0 ? v.parse(unitPriceSchema, 17_900_000) : null,
  totalCents: cents(2204),
});
const sale: Extract<DisplayView, { kind: 'sale' }> = {
  kind: 'sale',
  lines: Array.from({ length: 31 }, (_, index) => line(index)),
  lineCount: 44,
  pieces: 45,
  discount: v.parse(percentSchema, 1000),
  discountCents: cents(1145),
  totalCents: cents(1_234_567),
  taxNumber: '501964843',
};
const grey =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgQLNtQ6QvgAAAABJRU5ErkJggg==';

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { says, ...card } = messages.display;
  const { money, percent, unitPrice } = formatFor(language);
  const displayWith = (view: DisplayView, change: Partial<DisplayShown> = {}): DisplayShown => ({
    ...{ language, theme: 'light', greeting: '', notice: '', pictures: [], view },
    shop: { name: 'Mercearia Aurora, Lda.', address: 'Rua da Graça 114, Lisboa', kind: 'service' },
    ...change,
  });
  const sees = (text: string) =>
    expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();

  it('greets while nobody buys, in the till’s words or the shop’s', async () => {
    const tell = showCustomerDisplay(displayWith({ kind: 'idle' }));
    await sees(says.welcome);
    await sees(says.taxNumberFirst);
    expect(globalThis.document.documentElement.lang).toBe(language);
    await examine();
    tell(displayWith({ kind: 'idle' }, { greeting: 'Boas festas', notice: 'Aberto até às 20 h' }));
    await sees('Boas festas');
    await sees('Aberto até às 20 h');
  });

  it('shows the shop’s pictures, and its words if none can be drawn', async () => {
    const tell = showCustomerDisplay(displayWith({ kind: 'idle' }, { pictures: [grey] }));
    await expect.poll(() => globalThis.document.images[0]?.complete).toBe(true);
    await examine();
    tell(displayWith({ kind: 'idle' }, { pictures: ['data:image/png;base64,AAAA'] }));
    await sees(says.welcome);
  });

  it('shows a long sale: its latest lines, how many are above them, and the total', async () => {
    showCustomerDisplay(displayWith(sale));
    await sees(money(sale.totalCents));
    await sees('501 964 843');
    await sees(says.items(44, 45));
    await sees(`${says.discount(percent(sale.discount))}: −${money(sale.discountCents)}`);
    const { listPrice, ...now } = line(30);
    const lowered = says.lowered(
      percent(discountOf({ ...now, listPrice })),
      unitPrice(listPrice ?? now.unitPrice),
    );
    const ofLine = page.getByRole('listitem').last().getByText(lowered, { exact: false });
    await expect.element(ofLine).toBeVisible();
    await examine();
    for (const [width, height] of [
      [1366, 768],
      [800, 600],
      [1080, 1920],
    ] as const) {
      await page.viewport(width, height);
      const items = page.getByRole('listitem');
      await expect.poll(() => items.elements().length).toBeGreaterThan(4);
      const isWithin = () =>
        items.elements().every((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= height + 0.5;
        });
      await expect.poll(isWithin).toBe(true);
      await sees(says.above(44 - items.elements().length));
      const output = globalThis.document.querySelector('output');
      expect(output?.scrollWidth).toBeLessThanOrEqual(output?.clientWidth ?? 0);
    }
  });

  it.each(['practice', 'sandbox'] as const)('cannot be misread in %s', async (kind) => {
    const shop = { name: 'Mercearia Aurora', address: '', kind };
    const tell = showCustomerDisplay(displayWith({ kind: 'idle' }, { shop }));
    const band = kind === 'practice' ? messages.frame.practiceBand : messages.signIn.sandboxBand;
    await sees(band);
    await examine();
    for (const view of [sale, { kind: 'closed' }] as const) {
      tell(displayWith(view, { shop }));
      await sees(band);
    }
  });

  it('says the amount to pay, the change, and that everything is paid', async () => {
    const method = 'Numerário';
    const toPay = { kind: 'to_pay', totalCents: cents(4317), method, taxNumber: '' } as const;
    const tell = showCustomerDisplay(displayWith(toPay));
    await sees(says.toPay);
    await examine();
    const paid = {
      ...({ kind: 'paid', totalCents: cents(4317), method } as const),
      ...{ tenderedCents: cents(5000), changeCents: cents(683) },
    };
    tell(displayWith(paid));
    await sees(money(cents(683)));
    await sees(says.thanks);
    await examine();
    tell(displayWith({ ...paid, tenderedCents: cents(4317), changeCents: cents(0) }));
    await sees(says.paid);
    await expect.element(page.getByText(says.change, { exact: true })).not.toBeInTheDocument();
  });

  it('is read from as far on a screen that stands upright', async () => {
    const paid = { kind: 'paid', method: 'Numerário', tenderedCents: cents(2_000_000) } as const;
    const tell = showCustomerDisplay(
      displayWith({ ...paid, totalCents: cents(4317), changeCents: cents(683) }),
    );
    await page.viewport(1080, 1920);
    await sees(money(cents(683)));
    const width = () =>
      globalThis.document.querySelector('output')?.getBoundingClientRect().width ?? 0;
    expect(width()).toBeGreaterThan(540);
    tell(displayWith({ ...paid, totalCents: cents(765_433), changeCents: cents(1_234_567) }));
    await sees(money(cents(1_234_567)));
    expect(width()).toBeLessThan(1080);
  });

  it('says that a locked till is closed', async () => {
    showCustomerDisplay(displayWith({ kind: 'closed' }, { shop: null }));
    await sees(says.closed);
    await examine();
  });

  it('what is changed while the settings are being saved is not lost', async () => {
    const saved = Promise.withResolvers<null>();
    const answers: Answers = {
      'display.state': { settings: defaultDisplay, screens: [], isShown: false },
      'display.update': saved.promise,
    };
    show({ ...signedIn, language }, answers, '#/settings/customer-display');
    const greeting = page.getByRole('textbox', { name: card.greeting });
    await greeting.fill('Boas');
    await userEvent.keyboard('{Enter}');
    await greeting.fill('Boas festas');
    saved.resolve(null);
    await sees(messages.settings.notSaved);
    await expect.element(greeting).toHaveValue('Boas festas');
  });

  it('is set up in the settings: its screen, its words, its pictures', async () => {
    const picture = { file: `${'0'.repeat(64)}.png`, name: 'Loja.png' };
    const second = { id: 7, name: 'ELO 1502L', width: 1366, height: 768, isTills: false };
    const screens = [{ id: 1, name: '', width: 1920, height: 1080, isTills: true }, second];
    const requests: unknown[] = [];
    let settings = { ...defaultDisplay, pictures: [picture] };
    const answers: Answers = {
      'display.state': () => ({ settings, screens, isShown: settings.screenId !== null }),
      'display.update': (change) => {
        requests.push(change);
        settings = { ...settings, ...change };
        return null;
      },
      'display.addPicture': { code: 'picture_unusable', reason: 'no_picture' },
      'display.removePicture': (change) => {
        requests.push(change);
        settings = { ...settings, pictures: [] };
        return null;
      },
    };
    const become = show({ ...signedIn, language }, answers, '#/settings/customer-display');
    const choice = page.getByRole('combobox', { name: card.screen });
    await expect.element(choice).toHaveDisplayValue(card.off);
    await choice.selectOptions(card.screenName(second, 2));
    await page.getByRole('textbox', { name: card.greeting }).fill('Boas festas');
    const cards = Array.from(globalThis.document.querySelectorAll('section'));
    const own = cards.find(({ textContent }) => textContent.includes(card.hint));
    own?.querySelector<HTMLButtonElement>('button.primary')?.click();
    await sees(card.shown);
    expect(requests).toEqual([
      { screenId: 7, language: 'pt-PT', greeting: 'Boas festas', notice: '' },
    ]);
    await page.getByRole('button', { name: card.addPicture }).click();
    await sees(
      messages.errors.picture_unusable({ code: 'picture_unusable', reason: 'no_picture' }),
    );
    await examine();
    await page.getByRole('button', { name: card.removePicture('Loja.png') }).click();
    await expect.element(page.getByText('Loja.png')).not.toBeInTheDocument();
    expect(requests.at(-1)).toEqual({ file: picture.file });
    become({ ...signedIn, language, counter: { ...signedIn.counter, canPlaceWindows: false } });
    await sees(card.cannotPlace);
    await examine();
  });
});
