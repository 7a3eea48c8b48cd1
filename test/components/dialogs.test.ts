// Dialogs, notices and lists that a working day seldom shows, in both languages, each examined.
import { mount, unmount } from 'svelte';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Drawer, DrawerOpening } from '../../src-main/contract/drawer.ts';
import { cents, quantitySchema } from '../../src-main/contract/money.ts';
import type { PrintJob } from '../../src-main/contract/print-jobs.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import StartFailed from '../../src-renderer/StartFailed.svelte';
import { fewLines, fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { dialog } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { layOut } from './lay-out.ts';
import { ines, lockWith, show, signedIn, unanswered, type Answers } from './shown-till.ts';

const atMs = Date.UTC(2026, 10, 21, 17, 31);
const job: PrintJob = {
  ...{ jobId: 1, atMs, documentId: 71, reference: 'CF-7K2M-9QXZ-4T0A', isDayPaper: false },
  ...{ isGift: false, isLabels: false },
  ...{ title: 'FS 2026A/71', language: 'pt-PT', isCopy: false, askedBy: 'Inês' },
  ...{ isAutomatic: false, state: 'printed', error: null },
};
const jobs: readonly PrintJob[] = [
  { ...job, jobId: 6, documentId: null, reference: null, isLabels: true, title: '12 etiquetas' },
  { ...job, jobId: 5, documentId: null, reference: null, isDayPaper: true, title: 'Z AB3D-7' },
  { ...job, jobId: 4, state: 'waiting', isAutomatic: true },
  { ...job, jobId: 3, state: 'failed', error: { code: 'printer_unreachable', reason: 'timeout' } },
  { ...job, jobId: 2, state: 'uncertain', isCopy: true, title: 'CF-7K2M-9QXZ-4T0B' },
  { ...job, isGift: true },
];
const opening: DrawerOpening = {
  ...{ openingId: 1, atMs, openedBy: 'Inês', approvedBy: null, reason: null },
  ...{ reference: 'CF-7K2M-9QXZ-4T0A', outcome: 'opened' },
};
const openings: readonly DrawerOpening[] = [
  { ...opening, openingId: 3, reference: null, reason: 'Trocar uma nota', approvedBy: 'Rui' },
  { ...opening, openingId: 2, outcome: 'failed' },
  opening,
];
const saleAnswers: Answers = { 'sell.openCart': cart };

describe.each(playedLanguages)('in %s', (language) => {
  const { frame, lock, sellActions, payment, printing, products, profiles, scanning, sell } =
    messagesFor(language);
  const { receiptActions } = messagesFor(language);
  const at = (change: Partial<TillState> = {}): TillState => ({ ...signedIn, language, ...change });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const drawer: Drawer = { pin: 2, onMs: 120, offMs: 240, opensFor: [1] };
  const withDrawer = at({ printing: { ...signedIn.printing, drawer } });

  it('print jobs and openings of the drawer are listed', async () => {
    const answers: Answers = { 'printing.jobs': jobs, 'printing.openings': openings };
    show(withDrawer, answers, '#/settings/printer');
    await expect.element(page.getByText('Trocar uma nota')).toBeVisible();
    await expect.element(page.getByText(receiptActions.printGift)).toBeVisible();
    const links = page.getByRole('table', { name: printing.jobs }).getByRole('link').elements();
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Z AB3D-7', '#/day'],
      ['FS 2026A/71', '#/documents/71'],
      ['FS 2026A/71', '#/documents/71'],
      ['CF-7K2M-9QXZ-4T0B', '#/documents/71'],
      ['FS 2026A/71', '#/documents/71'],
    ]);
    await examine();
    for (const width of [1024, 1080, 1366]) {
      await layOut({ width, height: 1080 });
      for (const card of document.querySelectorAll('main .card'))
        expect(card.scrollWidth, `${String(width)} ${card.textContent.slice(0, 20)}`).toBe(
          card.clientWidth,
        );
    }
  });

  it('a weight is completely visible between its buttons where there is the least room', async () => {
    const [line] = fewLines;
    if (!line) throw new Error('no line');
    const heavy = { ...line, quantity: v.parse(quantitySchema, 12_345) };
    show(at(), { 'sell.openCart': { ...cart, lines: [heavy] } });
    await page.viewport(1024, 768);
    const quantity = page.getByRole('textbox', { name: sell.quantityOf(heavy.description) });
    await expect.element(quantity).toBeVisible();
    const { scrollWidth, clientWidth } = quantity.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  it('a sale that is being saved says so, keeps the focus, and is finished once', async () => {
    let finished = 0;
    show(at(), {
      ...saleAnswers,
      'sell.finish': () => {
        finished += 1;
        return unanswered;
      },
    });
    await button(sell.pay).click();
    const finish = dialog(payment.title).getByRole('button', { name: payment.finish, exact: true });
    await expect.element(finish).toBeEnabled();
    await finish.click();
    const waiting = dialog(payment.title).getByRole('button', { name: payment.finishing });
    await expect.element(waiting).toHaveAttribute('aria-busy', 'true');
    await expect.element(waiting).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waiting.click({ force: true });
    await page.getByRole('textbox', { name: payment.tendered }).click();
    await userEvent.keyboard('{Enter}');
    expect(finished).toBe(1);
    await examine();
  });

  it('unprinted paper is told on every screen', async () => {
    show(at({ troubledJobs: jobs.slice(3, 5) }), saleAnswers);
    await expect.element(page.getByRole('status', { name: printing.title })).toBeVisible();
    await examine();
  });

  it('opening the drawer asks for a reason', async () => {
    show(withDrawer, saleAnswers);
    await expect.element(page.getByRole('list', { name: sell.lines })).toBeVisible();
    await userEvent.keyboard('{Shift>}{F9}{/Shift}');
    await expect.element(dialog(printing.openDrawer)).toBeVisible();
    await examine();
  });

  it('a customer is chosen, or a number that no document named', async () => {
    const customers = [
      { partyId: 1, name: 'Café Central de Évora, Lda.', fiscalNumber: '509442013' },
      { partyId: 2, name: 'Maria João Antunes', fiscalNumber: '123456789' },
    ];
    show(at(), {
      ...saleAnswers,
      'sell.findCustomers': ({ text }) => (text === '' ? customers : []),
    });
    await expect.element(page.getByRole('list', { name: sell.lines })).toBeVisible();
    await userEvent.keyboard('{F9}');
    await expect.element(button(/Central/)).toBeVisible();
    await examine();
    await dialog(sell.customer).getByRole('textbox').fill('501 442 600');
    await expect.element(button(sell.useNumber('501442600'))).toBeVisible();
    await examine();
    await button(sell.useNumber('501442600')).click();
    await expect
      .element(page.getByRole('textbox', { name: sell.taxNumber }))
      .toHaveValue('501442600');
  });

  it('a line without a product is typed, and errors are told', async () => {
    show(at(), saleAnswers);
    await button(sell.freeLine).first().click();
    await button(sell.addLine).click();
    await expect.element(dialog(sell.freeLine)).toBeVisible();
    await examine();
  });

  it('a code that was not found is sold and added to the catalogue', async () => {
    show(at(), { ...saleAnswers, 'sell.scan': { kind: 'unknown' } });
    await page.getByRole('combobox', { name: sell.search }).fill('5609999999996');
    await userEvent.keyboard('{Enter}');
    await button(scanning.keepWith('5609999999996')).click();
    await button(products.sellAndKeep).click();
    await examine();
  });

  it('sales that were put aside are listed by their names, else by what is in them', async () => {
    const heldCarts = ['Sr. Vasconcelos', ''].map((name, index) => ({
      ...{
        cartId: `00000000-0000-4000-8000-00000000001${String(index)}`,
        name,
        about: index === 0 ? 'Café expresso' : '123456789',
        heldAtMs: atMs,
      },
      ...{ lines: 3 + index, totalCents: cents(2_490) },
    }));
    show(at({ held: heldCarts }), saleAnswers);
    await button(sellActions.held.action(2)).click();
    const list = page.getByRole('list', { name: sellActions.held.title });
    const listed = () =>
      list
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent);
    await expect.poll(listed).toHaveLength(2);
    expect(listed()[0]).toMatch(/Vasconcelos/);
    expect(listed()[0]).not.toMatch(/Café/);
    expect(listed()[1]).toMatch(/123456789/);
    await examine();
  });

  it('another profile is chosen, renamed and removed', async () => {
    const [own] = signedIn.profiles;
    if (!own) throw new Error('no profile');
    const other = { ...own, id: 'fedcba9876543210', name: 'Loja da Esquina · Balcão 4' };
    const several = at({ profiles: [own, { ...other, colour: 'blue', unsent: 3 }] });
    const become = show(several, saleAnswers);
    await button(profiles.switchFrom(own.name)).click();
    await expect.element(dialog(profiles.switchTitle)).toBeVisible();
    await examine();
    await userEvent.keyboard('{Escape}');
    location.hash = '#/settings/profiles';
    await button(profiles.change(own.name)).click();
    await examine();
    await userEvent.keyboard('{Escape}');
    location.hash = '#/settings/remove-profiles';
    await button(profiles.remove(other.name)).click();
    await examine();
    become(several);
  });

  it('a cashier is removed', async () => {
    const rui = { cashierId: 'B', name: 'Rui', role: 'cashier' } as const;
    show(at({ lock: lockWith([ines, rui], ines) }), {}, '#/settings/cashiers');
    await button(lock.manage.removeName('Rui')).click();
    await expect.element(dialog(lock.manage.removeTitle('Rui'))).toBeVisible();
    await examine();
  });

  it('a till says that it is starting, or why it did not start', async () => {
    const become = show(at({ isStarting: true }));
    await expect.element(page.getByText(frame.starting)).toBeVisible();
    await examine();
    become(at());
    await expect.element(page.getByRole('combobox', { name: sell.search })).toBeVisible();
  });
});

it('only a sentence shows if not even the state can be read', async () => {
  const app = mount(StartFailed, {
    target: document.body,
    props: { error: { code: 'unexpected', id: '0a1b2c3d' } },
  });
  onTestFinished(() => unmount(app));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await examine();
});
