// Whatever button is pressed by the keyboard, something has the focus afterwards.
import { describe, expect, inject, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultDaySettings } from '../../src-main/contract/day.ts';
import { emptyCart } from '../../src-main/contract/cart.ts';
import { cents, zeroCents } from '../../src-main/contract/money.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { sections } from '../../src-renderer/sections.ts';
import {
  document as listed,
  opened,
  sale,
  fewLinesCart as cart,
} from '../unit/receipt/sample-receipts.ts';
import { oneOfEachException } from '../one-of-each-exception.ts';
import { visible } from './locators.ts';
import { ines, lockWith, showUntilHidden, signedIn, type Answers } from './shown-till.ts';

interface View {
  readonly place: string;
  readonly state?: Partial<TillState>;
  readonly answers?: Answers;
  /** Brings about what is examined, once the screen shows. */
  readonly open?: () => Promise<void>;
  /** True if only what lies in the frame around the screens is pressed. */
  readonly isFrame?: boolean;
  /** What the names of those match that are pressed, where another view presses the rest. */
  readonly pressed?: RegExp;
  /** True if it may have nothing to press. */
  readonly mayBeBare?: boolean;
}

const saleAnswers: Answers = {
  'sell.openCart': cart,
  ...{ 'sell.findCustomers': [], 'sell.holdCart': emptyCart(cart.cartId) },
};
const labels: Answers = {
  'catalogue.list': { total: 3, all: 3, products: [] },
  'labels.look': {
    products: 3,
    unpriced: 1,
    labels: 3,
    sheets: 1,
    preview: '/receipt/preview/none',
  },
};
const doubtful = sale({ state: 'in_doubt', docKey: null, documentId: null, doubtedAtMs: 0 });
const scanner = {
  ...signedIn.selling.scanner,
  rules: [
    { prefix: '21', itemDigits: 5, value: 'weight', decimals: 3 },
    { prefix: '22', itemDigits: 5, value: 'price', decimals: 2 },
  ],
} as const;
const heldCarts = ['Sr. Vasconcelos', ''].map((name, index) => ({
  ...{
    cartId: `00000000-0000-4000-8000-00000000001${String(index)}`,
    name,
    about: '',
    heldAtMs: 0,
  },
  ...{ lines: 3, totalCents: cents(2_490) },
}));
/** Presses the first button whose name begins like this. */
const press = (name: string) => async () => {
  const named = () =>
    buttonsIn(document).find(
      (button) => nameOf(button).startsWith(name) && button.ariaDisabled !== 'true',
    );
  await expect.poll(named).toBeDefined();
  named()?.focus();
  await userEvent.keyboard('{Enter}');
};
const views: Readonly<Record<string, View>> = {
  'the frame': {
    place: '#/outbox',
    isFrame: true,
    state: { notices: [{ code: 'settings_set_aside', file: '/settings.json' }] },
  },
  selling: { place: '#/sell', answers: saleAnswers },
  paying: { place: '#/sell', answers: saleAnswers, open: press('Pay') },
  'a code that is not known': {
    place: '#/sell',
    answers: { ...saleAnswers, 'sell.scan': { kind: 'unknown' } },
    pressed: /5609999999996$/,
    open: async () => {
      await page.getByRole('combobox').fill('5609999999996');
      await userEvent.keyboard('{Enter}');
      await visible(page.getByRole('button', { name: /5609999999996/ }).first());
    },
  },
  'payment methods': { place: '#/settings/payment-methods' },
  'rules of the scanner': {
    place: '#/settings/scanner',
    state: { selling: { ...signedIn.selling, scanner } },
  },
  'a new document': { place: '#/documents/new' },
  'labels of shelves': { place: '#/catalogue/labels', answers: labels },
};

const furtherViews: Readonly<Record<string, View>> = {
  'a day to open': {
    place: '#/day',
    answers: {
      'day.state': {
        settings: { ...defaultDaySettings, mode: 'required' },
        ...{ day: null, leftBeforeCents: null, closed: [], restored: [], moneyOfFound: [] },
        withoutDay: { count: 0, totalCents: zeroCents, references: [] },
        areSettingsDamaged: false,
      },
    },
  },
  'a chosen line': { place: '#/sell', answers: saleAnswers, open: press('0.345') },
  'a free line': { place: '#/sell', answers: saleAnswers, open: press('Free line') },
  'more of a sale': { place: '#/sell', answers: saleAnswers, open: press('More') },
  customers: { place: '#/sell', answers: saleAnswers, open: press('Customer') },
  'sales put aside': {
    place: '#/sell',
    answers: saleAnswers,
    state: { held: heldCarts },
    open: press('Put aside'),
  },
  'a document': { place: '#/documents/71', answers: { 'documents.get': opened() } },
  documents: {
    place: '#/documents',
    answers: {
      'documents.list': {
        ...{ count: 1, offset: 0, results: [listed({ id: 71 })], hasNext: false, remembered: null },
      },
    },
  },
  'a sale in doubt': {
    place: `#/outbox/${doubtful.reference}`,
    answers: {
      'outbox.get': {
        ...{ ...doubtful, decidableAtMs: 0, requestedDecision: null, notices: [] },
        ...{ held: null, wasCash: false, isCash: false, movedCents: null },
      },
    },
  },
  catalogue: { place: '#/catalogue', answers: labels },
  cashiers: { place: '#/settings/cashiers', state: { lock: lockWith([ines], ines) } },
  'first run': { place: '#/sell', state: { profile: null, profileId: null, profiles: [] } },
  ...Object.fromEntries(
    sections.map(({ id }): [string, View] => [
      `the section ${id}`,
      {
        place: `#/settings/${id}`,
        answers: { 'exceptions.list': oneOfEachException },
        mayBeBare: true,
      },
    ]),
  ),
};

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
};

const buttonsIn = (place: ParentNode): readonly HTMLButtonElement[] =>
  [...place.querySelectorAll('button')].filter(
    (button) =>
      !button.disabled &&
      button.tabIndex >= 0 &&
      button.checkVisibility({ visibilityProperty: true }),
  );

/** The buttons that a press could reach: of the top dialog, of the frame, or of the screen. */
function buttonsOf({ isFrame = false }: View): readonly HTMLButtonElement[] {
  const modal = document.querySelector('dialog:modal');
  if (modal) return buttonsIn(modal);
  const all = buttonsIn(document);
  if (!document.querySelector('main')) return all;
  return all.filter((button) => isFrame !== (button.closest('main') !== null));
}

const nameOf = (button: HTMLElement) =>
  button.getAttribute('aria-label') ?? button.textContent.trim();

/** Shows the view afresh, and does this with its buttons once there are no more to come. */
async function shown<Of>(
  view: View,
  use: (buttons: readonly HTMLButtonElement[]) => Of | Promise<Of>,
): Promise<Of> {
  const { hide } = showUntilHidden({ ...signedIn, ...view.state }, view.answers ?? {}, view.place);
  try {
    await expect.poll(() => document.querySelector('main, form, h1')).not.toBeNull();
    await view.open?.();
    if (!view.mayBeBare) await expect.poll(() => buttonsOf(view)).not.toEqual([]);
    let count = -1;
    while (count !== buttonsOf(view).length) {
      count = buttonsOf(view).length;
      await frames(6);
    }
    return await use(buttonsOf(view));
  } finally {
    await hide();
    // What a press made the screens remember is not there at the next one.
    localStorage.clear();
    await frames(1);
  }
}

/** Returns the names of the buttons after whose press nothing has the focus. */
async function losing(view: View): Promise<readonly string[]> {
  const lost: string[] = [];
  const names = await shown(view, (buttons) => buttons.map(nameOf));
  const { pressed = /^/ } = view;
  if (!view.mayBeBare) expect(names.some((name) => pressed.test(name))).toBe(true);
  for (const [at, name] of names.entries()) {
    if (!pressed.test(name)) continue;
    await shown(view, async (buttons) => {
      expect(buttons.map(nameOf)).toEqual(names);
      const button = buttons[at];
      if (!button) return;
      await expect.poll(() => button.ariaDisabled).not.toBe('true');
      button.focus();
      await userEvent.keyboard('{Enter}');
      await frames(4);
      const { activeElement, body } = document;
      if (!activeElement || activeElement === body || activeElement.matches(':disabled'))
        lost.push(name);
    });
  }
  return lost;
}

describe('the focus is never lost by a press', () => {
  it.each(Object.entries({ ...views, ...(inject('isLong') && furtherViews) }))(
    '%s',
    async (_, view) => {
      expect(await losing(view)).toEqual([]);
    },
    120_000,
  );
});
