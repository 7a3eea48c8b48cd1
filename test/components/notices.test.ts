// No notice lies over a control, at any size: each has a row of its own. What is said of scans goes
// once it is settled.
import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { defaultSelling } from '../../src-main/contract/selling.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { sampleProfile } from '../sample-profile.ts';
import { sizesFor } from '../screen-sizes.ts';
import { button, visible } from './locators.ts';
import { coveredControls } from './covered-controls.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { isInSight } from './in-sight.ts';
import { layOut } from './lay-out.ts';
import { scanInTurn as scan } from './played-scanner.ts';
import {
  finishedSale,
  learntNothing,
  scanned,
  show,
  signedIn,
  type Answers,
} from './shown-till.ts';

const quickKey = { code: 'CAFE', colour: null, product: product('CAFE') };
const pages = ['', 'Café'].map((name) => ({
  name,
  keys: Array.from({ length: 60 }, () => quickKey),
}));
const codes = Array.from({ length: 7 }, (_, index) => `560123456789${String(index)}`);
const [first = ''] = codes;
const foundScan = scanned(product('CAFE'));

/** The usual sizes, the smallest window, and either side of each width at which a view changes. */
const sweptSizes = [
  ...sizesFor('all'),
  ...[1000, 1100, 1199, 1200, 1280, 1440, 1600].flatMap((width) =>
    [540, 699, 700, 900].map((height) => ({ width, height })),
  ),
];

/** `always`: what must be in sight whole, whatever the size. */
async function expectNothingCovered(always?: Locator): Promise<void> {
  for (const size of sweptSizes) {
    await layOut(size);
    const at = `${String(size.width)}×${String(size.height)}`;
    expect(coveredControls(), at).toEqual([]);
    if (always) expect(isInSight(always), at).toBe(true);
  }
}

describe.each(playedLanguages)('in %s', (language) => {
  const { day, products, scanning, sell, payment, errors } = messagesFor(language);
  const troubled: TillState = {
    ...{ ...signedIn, language, profile: { ...sampleProfile, kind: 'practice' } },
    ...{ connection: 'paused', unsent: 3, notices: [{ code: 'disk_full' }] },
    day: { mode: 'reminded', openedAtMs: null, cashMethods: [] },
  };
  const problems = () => page.getByRole('list', { name: scanning.problems }).getByRole('listitem');
  const selling = (isKnown: (code: string) => boolean, more: Answers = {}): Answers => ({
    ...{ 'sell.openCart': cart, 'sell.quickKeys': pages },
    'sell.scan': ({ text }) => (isKnown(text) ? foundScan : { kind: 'unknown' }),
    ...more,
  });

  it.each([
    { code: 'disk_failing', detail: 'SQLITE_IOERR_READ' },
    { code: 'disk_nearly_full', freeBytes: 120_000_000, neededBytes: 2_340_000_000 },
    { code: 'disk_slow', tookMs: 1_430 },
  ] as const)('a disk that shows $code says what to do while it still works', async (sign) => {
    show({ ...signedIn, language, notices: [sign] }, {}, '#/day');
    const sentence = errorSentence(errors, sign);
    await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await examine();
  });

  it.each([false, true])(
    'selling, seven scans that were not added (number pad: %s)',
    async (numberPad) => {
      show(
        { ...troubled, selling: { ...defaultSelling, numberPad } },
        selling(() => false),
      );
      await expect.element(page.getByText(day.reminded)).toBeVisible();
      const keys = page.getByRole('tabpanel').getByRole('button');
      await expect.element(keys.first()).toBeVisible();
      const placeOf = () => {
        const { left, top } = keys.first().element().getBoundingClientRect();
        return { left, top, pay: button(sell.pay).element().getBoundingClientRect().top };
      };
      const before = placeOf();
      await scan(...codes);
      await expect.poll(() => problems().elements().length).toBe(codes.length);
      expect(placeOf()).toEqual(before);
      await expectNothingCovered(button(scanning.dismissAll));
      await examine();
    },
  );

  it('ends what was said of a scan with the next good one of the same code, at once with Escape or one press', async () => {
    let isKnown = false;
    show(
      { ...signedIn, language },
      selling((code) => isKnown && code === first),
    );
    await expect.element(page.getByRole('tabpanel')).toBeVisible();
    await scan(...codes);
    await expect.poll(() => problems().elements().length).toBe(7);
    isKnown = true;
    await scan(first);
    await expect.poll(() => problems().elements().length).toBe(6);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => problems().elements()).toEqual([]);
    await scan(...codes.slice(1));
    await button(scanning.dismissAll).click();
    await expect.poll(() => problems().elements()).toEqual([]);
    await expect.element(page.getByRole('combobox', { name: sell.search })).toHaveFocus();
  });

  it('ends what was said of scans once the sale is finished', async () => {
    show(
      { ...signedIn, language },
      selling(() => false, {
        'sell.finish': finishedSale,
      }),
    );
    await expect.element(page.getByRole('tabpanel')).toBeVisible();
    await scan(first);
    await expect.poll(() => problems().elements().length).toBe(1);
    await button(sell.pay).click();
    await page
      .getByRole('dialog', { name: payment.title })
      .getByRole('button', { name: payment.finish })
      .click();
    await expect.poll(() => problems().elements()).toEqual([]);
  });

  it('in the catalogue, what was done and what went wrong', async () => {
    const listed = Array.from({ length: 40 }, (_, index) => ({
      ...{ id: index + 1, product: product(`P${String(index)}`), source: null, editedAtMs: null },
    }));
    const answers: Answers = {
      'catalogue.list': { total: listed.length, all: listed.length, products: listed },
      'catalogue.remove': { changeId: 1, products: 1 },
      'catalogue.undo': { code: 'disk_full' },
    };
    show(troubled, answers, '#/catalogue');
    await page.getByRole('button', { name: /P3/ }).first().click();
    await button(products.remove).click();
    await expect.element(button(products.dismiss)).toBeVisible();
    // The list gives way, and not the page around it.
    expect(document.querySelector('.scroller')?.clientHeight).toBeLessThan(innerHeight);
    await expectNothingCovered();
    await button(products.undo).click();
    await visible(page.getByRole('main').getByText(errorSentence(errors, { code: 'disk_full' })));
    await expectNothingCovered();
    await examine();
  });

  it('on the first day, what went wrong', async () => {
    const refusedAnswers = {
      'learning.state': learntNothing,
      'learning.methods': { code: 'disk_full' },
    } as const;
    show(troubled, refusedAnswers, '#/start/methods');
    await expect.element(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    await expectNothingCovered();
    await examine();
  });
});
