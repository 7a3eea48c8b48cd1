// The settings: one section at a time, found by its contents, with half-typed text kept.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { languages } from '../../src-main/contract/languages.ts';
import { defaultReceiptSettings } from '../../src-main/contract/printing.ts';
import { findSections } from '../../src-renderer/settings/section-search.ts';
import { sections } from '../../src-renderer/sections.ts';
import type { Section } from '../../src-renderer/settings/section.ts';
import { textbox, visible } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { layOut } from './lay-out.ts';
import { ines, lockWith, show, signedIn, type Answers } from './shown-till.ts';

const all: readonly Section[] = sections;

/** What people type, and the section that they look for. */
const typedWords: readonly (readonly [Section['id'], readonly string[]])[] = [
  ['about', ['version', 'versão', 'VERSOES', 'suporte']],
  [
    'display',
    [
      'theme',
      'dark mode',
      'tema escuro',
      'language',
      'idioma',
      'língua',
      'shortcuts',
      'atalhos',
      'teclas',
    ],
  ],
  [
    'connection',
    [
      'internet',
      'proxies',
      'server',
      'servidor',
      'log out',
      'logout',
      'terminar sessão',
      'palavra-passe',
    ],
  ],
  ['catalogue', ['Excel', 'csv', 'folhas de cálculo', 'produtos']],
  ['payment-methods', ['cards', 'cartões', 'dinheiro']],
  ['start', ['quick keys', 'teclas rápidas']],
  ['printer', ['labels', 'etiquetas', 'printers', 'impressoras', 'drawer', 'gavetas']],
  ['scanner', ['barcode', 'barcodes', 'código de barras', 'scanners', 'sounds', 'som']],
  ['exceptions', ['discounts', 'desconto']],
  ['cashiers', ['desconto', 'PIN', 'funcionários']],
  ['day', ['reports', 'relatório', 'shifts']],
  ['backups', ['backup', 'copias']],
  ['restore', ['recover', 'restaurar']],
  ['second-copy', ['stick', 'pen']],
  ['start-again', ['new computer', 'avariado']],
  ['counter', ['kiosk', 'quiosque']],
  ['customer-display', ['second screen', 'segundo ecrã']],
  ['updates', ['upgrade']],
  ['receipt-texts', ['logótipo']],
  ['receipts', ['PDFs']],
  ['simplified-invoices', ['IVA']],
  ['full-invoices', ['contribuinte']],
  ['setup-file', ['clone']],
  ['remove-profiles', ['apagar']],
];
const words = typedWords.flatMap(([id, all]) => all.map((typed) => [typed, id] as const));
it.each(words)('"%s" leads to the section %s in either language', (typed, id) => {
  for (const language of languages) {
    const foundNames = findSections(all, typed, language).map(({ section }) => section.id);
    expect(foundNames).toContain(id);
    expect(foundNames.indexOf(id), foundNames.join(', ')).toBeLessThan(4);
  }
});

it.each(['banana', 'xyzzy', 'abacaxis', 'the quick brown fox', '¿?'])(
  '"%s" leads nowhere',
  (typed) => {
    for (const language of languages) expect(findSections(all, typed, language)).toEqual([]);
  },
);

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { settings, scanning } = messages;
  const at = { ...signedIn, language };
  const nav = () => page.getByRole('navigation', { name: settings.title, exact: true });
  const link = (name: string) => nav().getByRole('link', { name, exact: true });
  const search = () => page.getByRole('searchbox', { name: settings.find });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

  it.each(all.map((section) => [section.id, section] as const))(
    '%s has an address of its own, and is found by each of its labels',
    async (id, section) => {
      show(at, { 'exceptions.list': [] }, `#/settings/${id}`);
      await expect.element(heading(section.title(messages))).toBeVisible();
      await expect.element(link(section.title(messages))).toHaveAttribute('aria-current', 'page');
      expect(document.querySelectorAll('main h1')).toHaveLength(1);
      const labels = [...document.querySelectorAll('main section :is(label, legend)')]
        .map((label) => (label instanceof HTMLElement ? label.innerText.trim() : ''))
        // Other text is a name of this till's, or one of many choices.
        .filter((text) => text !== '' && isText(messages, text));
      for (const text of labels) {
        const foundNames = findSections(all, text, language).map((one) => one.section.id);
        expect(foundNames, text).toContain(id);
      }
      await examine();
      // At the smallest size of the window everything can be reached by scrolling down alone.
      await layOut({ width: 1000, height: 540 });
      const content = document.querySelector('main section')?.parentElement;
      expect(content?.scrollWidth).toBe(content?.clientWidth);
      await expect.element(search()).toBeInViewport();
    },
  );

  it('shows the logo by an address that the page may load', async () => {
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
    const png = await canvas.convertToBlob();
    const logo = new Uint8Array(await png.arrayBuffer());
    show(
      at,
      { 'receipt.settings': { ...defaultReceiptSettings, logo } },
      '#/settings/receipt-texts',
    );
    const pictures = () => [...document.querySelectorAll('main section img')];
    await expect.poll(() => pictures().length).toBe(2);
    // A page of the till may load pictures of its own and `data:`, but none of `blob:`.
    for (const picture of pictures()) expect(picture.getAttribute('src')).toMatch(/^data:image/);
  });

  it.each(['no-such-section', '__proto__', 'constructor', 'toString', '0', '-'])(
    'any other address shows the first section: %s',
    async (item) => {
      show(at, {}, `#/settings/${item}`);
      await expect.element(heading(settings.paymentMethods)).toBeVisible();
      await expect.element(link(settings.paymentMethods)).toHaveAttribute('aria-current', 'page');
    },
  );

  it.each(['restore/../scanner', 'scanner?x=1', 'scanner#/sell', '%73canner', 'scanner/'])(
    'no address is read as another one: %s',
    async (item) => {
      show(at, {}, `#/settings/${item}`);
      await visible(page.getByRole('combobox', { name: messages.sell.search }));
      await expect.element(nav()).not.toBeInTheDocument();
    },
  );

  it('a search text only searches, however long it is', async () => {
    show(at, {}, '#/settings');
    await search().fill('<img src=x onerror="document.title=1"> ');
    await expect.element(nav().getByText(settings.sectionsFound(0)).last()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading(settings.paymentMethods)).toBeVisible();
    expect(document.images).toHaveLength(0);
    expect(search().element()).toHaveAttribute('maxlength', '100');
  });

  it('a section is found in either language, without accents, by keys alone', async () => {
    show(at, {}, '#/settings');
    await search().fill(language === 'en' ? 'codigos desta' : 'codes of this');
    await expect.element(nav().getByText(scanning.rules)).toBeVisible();
    await expect.poll(() => nav().getByRole('link').elements().length).toBe(1);
    await examine();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading(scanning.title)).toBeVisible();
    await expect.element(heading(scanning.title)).toHaveFocus();
    await expect.element(search()).toHaveValue('');

    await search().fill('qwertz');
    await expect.element(nav().getByText(settings.sectionsFound(0)).last()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(link(settings.paymentMethods)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(link(settings.paymentMethods)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(search()).toHaveFocus();
  });

  it('a label that was found leads to its control, however far down and however late it shows', async () => {
    const { promise, resolve } = Promise.withResolvers<never[]>();
    show(
      { ...at, lock: lockWith([ines], ines) },
      { 'exceptions.list': promise, 'printing.findPrinters': [] },
      '#/settings/scanner',
    );
    await page.viewport(1024, 540);
    const find = async (typed: string) => {
      await search().fill(typed);
      await userEvent.keyboard('{Enter}');
    };
    await find(scanning.gap);
    await expect.element(textbox(scanning.gap)).toHaveFocus();
    await expect.element(textbox(scanning.gap)).toBeInViewport();
    // In the section that shows already, and from another one.
    await find(scanning.suffix);
    await expect
      .element(page.getByRole('combobox', { name: scanning.suffix, exact: true }))
      .toHaveFocus();
    await find(settings.keyHints);
    await expect.element(page.getByRole('checkbox', { name: settings.keyHints })).toHaveFocus();
    await find(settings.appearance);
    await expect
      .element(page.getByRole('radio', { name: settings.themes[at.theme], exact: true }))
      .toHaveFocus();
    await find(messages.exceptions.export);
    await expect.element(heading(messages.exceptions.title)).toHaveFocus();
    resolve([]);
    await expect
      .element(page.getByRole('button', { name: messages.exceptions.export }))
      .toHaveFocus();
  });

  it('half-typed text in a section is still there after a look at another one', async () => {
    show(at, { 'settings.update': null }, '#/settings/scanner');
    const notSaved = page.getByText(settings.notSaved);
    await expect.element(textbox(scanning.prefix)).toBeVisible();
    await expect.element(notSaved).not.toBeInTheDocument();
    await textbox(scanning.prefix).fill('~');
    await expect.element(notSaved).toBeVisible();
    await link(settings.paymentMethods).click();
    await expect.element(heading(settings.paymentMethods)).toBeVisible();
    await expect.element(textbox(scanning.prefix)).not.toBeInTheDocument();
    await link(scanning.title).click();
    await expect.element(textbox(scanning.prefix)).toHaveValue('~');
    await expect.element(notSaved).toBeVisible();
    await textbox(scanning.prefix).click();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(scanning.saved, { exact: true })).toBeVisible();
    await expect.element(notSaved).not.toBeInTheDocument();
  });

  it.each(['#/settings/exceptions', '#/figures', '#/figures/now'])(
    'a section that needs a manager does not open by itself after an unlock: %s',
    async (place) => {
      let requestCount = 0;
      const count = () => {
        requestCount += 1;
        return { code: 'not_found' } as const;
      };
      const answers: Answers = { 'exceptions.list': count, 'figures.read': count };
      const become = show({ ...at, lock: lockWith([ines], ines) }, answers, place);
      await expect.poll(() => requestCount).toBeGreaterThan(0);
      become({ ...at, lock: lockWith([ines], null) });
      await expect.element(page.getByRole('heading', { name: messages.lock.title })).toBeVisible();
      requestCount = 0;
      become({ ...at, lock: lockWith([ines], ines) });
      const field = page.getByRole('combobox', { name: messages.sell.search });
      await expect.element(field).toBeVisible();
      expect(requestCount).toBe(0);
    },
  );

  it('keys on buttons can be turned off', async () => {
    const requests: unknown[] = [];
    const update = (change: unknown) => {
      requests.push(change);
      return null;
    };
    show(at, { 'settings.update': update }, '#/settings/display');
    await page.getByRole('checkbox', { name: settings.keyHints }).click();
    expect(requests).toEqual([{ selling: { ...at.selling, keyHints: false } }]);
  });

  it('what cannot easily be undone stands apart', async () => {
    show(at, {}, '#/settings/remove-profiles');
    const apart = nav().getByRole('list', { name: settings.groups.danger });
    await expect.poll(() => apart.getByRole('link').elements().length).toBe(3);
    await expect.element(page.getByText(settings.dangerHint)).toBeVisible();
  });
});

/** Returns whether the text is one of the till's own, and not the value of a setting. */
function isText(tree: object, text: string): boolean {
  return Object.values(tree).some((value: unknown) =>
    typeof value === 'object' && value !== null ? isText(value, text) : value === text,
  );
}
