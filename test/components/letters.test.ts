// Letters on screen: when they come up and go, what they write, and where they stand.
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { emptyCart } from '../../src-main/contract/cart.ts';
import { fewLinesCart as cart } from '../unit/receipt/sample-receipts.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { isInSight } from './in-sight.ts';
import { laidOut } from './lay-out.ts';
import { noting, show, signedIn, unanswered, type Answers } from './shown-till.ts';

const foundProducts = Array.from({ length: 9 }, (_, index) => product(`TORRADA-${index + 1}`));
const answers: Answers = { 'sell.openCart': cart, 'sell.findProducts': foundProducts };

/** As the events of a finger come; the focus comes with them. */
function touch(target: Locator): void {
  const element = target.element();
  const by = { pointerType: 'touch', bubbles: true };
  element.dispatchEvent(new PointerEvent('pointerdown', by));
  if (element instanceof HTMLInputElement) element.focus();
  element.dispatchEvent(new PointerEvent('click', by));
}

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { letterPad, search } = messages.sell;
  const at = { ...signedIn, language };
  const pad = () => page.getByRole('group', { name: letterPad.name, exact: true });
  const key = (name: string) => pad().getByRole('button', { name, exact: true });
  const field = () => page.getByRole('combobox', { name: search });

  it('a touched field brings them up, and they find a product by its name', async () => {
    const requests: string[] = [];
    show(at, {
      ...answers,
      'sell.findProducts': noting(requests, foundProducts, ({ text }) => text),
    });
    await field().click();
    await expect.element(pad()).not.toBeInTheDocument();
    touch(field());
    await expect.element(pad()).toBeVisible();
    for (const letter of 'tox') await key(letter).click();
    await key(letterPad.delete).click();
    await expect.element(field()).toHaveValue('to');
    await expect.element(field()).toHaveFocus();
    await expect.poll(() => requests.at(-1)).toBe('to');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await examine();
    for (const [width, height] of [
      [1024, 768],
      [1093, 614],
    ] as const) {
      await page.viewport(width, height);
      for (const button of pad().getByRole('button').elements()) {
        const at56 = button.getBoundingClientRect();
        expect(Math.min(at56.width, at56.height)).toBeGreaterThanOrEqual(56);
      }
      // What was found ends above the letters.
      const list = page.getByRole('listbox').element().getBoundingClientRect();
      expect(list.bottom).toBeLessThanOrEqual(pad().element().getBoundingClientRect().top);
    }
    touch(page.getByRole('option').first());
    await expect.element(pad()).not.toBeInTheDocument();
  });

  it('in a dialog they write capitals, accents and signs, and OK sends the form', async () => {
    const heldKeys: string[] = [];
    show(at, {
      ...answers,
      'sell.hold': noting(
        heldKeys,
        emptyCart('00000000-0000-4000-8000-000000000002'),
        ({ name }) => name,
      ),
    });
    await expect.element(page.getByText('Queijo da Serra').first()).toBeVisible();
    await field().click();
    await userEvent.keyboard('{Shift>}{F3}{/Shift}');
    const name = page.getByRole('textbox', { name: messages.sellActions.hold.name });
    touch(name);
    await key(letterPad.capital).click();
    await key('S').click();
    await key('r').click();
    await key(letterPad.otherKeys[0]).click();
    await examine();
    await key(letterPad.space).click();
    await key(letterPad.capital).click();
    await key('Á').click();
    await key(letterPad.otherKeys[1]).click();
    await key('b').click();
    await expect.element(name).toHaveValue('Sr Áb');
    await key(letterPad.ok).click();
    await expect.poll(() => heldKeys).toEqual(['Sr Áb']);
  });

  it.each(['OK', 'Hide'])(
    'nothing under them takes the second press of two on %s',
    async (pressed) => {
      const reached: number[] = [];
      const note = ({ detail }: MouseEvent) => reached.push(detail);
      document.addEventListener('click', note);
      onTestFinished(() => {
        document.removeEventListener('click', note);
      });
      show(at, answers);
      await expect.element(field()).toBeVisible();
      touch(field());
      await expect.element(pad()).toBeVisible();
      reached.length = 0;
      await userEvent.dblClick(key(pressed === 'OK' ? letterPad.ok : letterPad.hide));
      await expect.element(pad()).not.toBeInTheDocument();
      expect(reached).toEqual([1]);
    },
  );

  it('their OK presses the button of the form, and not one that is disabled', async () => {
    const heldKeys: string[] = [];
    show(at, { ...answers, 'sell.hold': noting(heldKeys, unanswered, ({ name }) => name) });
    await expect.element(page.getByText('Queijo da Serra').first()).toBeVisible();
    await field().click();
    await userEvent.keyboard('{Shift>}{F3}{/Shift}');
    const { name, action } = messages.sellActions.hold;
    const button = page.getByRole('dialog').getByRole('button', { name: action }).element();
    if (!(button instanceof HTMLButtonElement)) throw new Error('no button');
    for (const isDisabled of [true, false]) {
      button.disabled = isDisabled;
      touch(page.getByRole('textbox', { name }));
      await key(letterPad.ok).click();
      expect(heldKeys).toEqual(isDisabled ? [] : ['']);
    }
  });

  it('they write the address that somebody signs in with', async () => {
    show({ ...at, connection: 'sign_in_needed' }, answers);
    await page.getByRole('button', { name: messages.frame.openSignIn }).click();
    const username = page.getByRole('textbox', { name: messages.signIn.username });
    await username.fill('');
    touch(username);
    for (const letter of 'a.r') await key(letter).click();
    await key(letterPad.otherKeys[0]).click();
    for (const letter of '_2@') await key(letter).click();
    await examine();
    await key(letterPad.otherKeys[1]).click();
    for (const letter of 'b.pt') await key(letter).click();
    await expect.element(username).toHaveValue('a.r_2@b.pt');
  });

  it('the field that has the focus is not behind the buttons of a low dialog', async () => {
    await page.viewport(1093, 614);
    show({ ...at, connection: 'sign_in_needed' }, answers);
    await page.getByRole('button', { name: messages.frame.openSignIn }).click();
    const dialog = page.getByRole('dialog');
    const username = dialog.getByLabelText(messages.signIn.username);
    touch(username);
    await expect.element(pad()).toBeVisible();
    expect(isInSight(username)).toBe(true);
    await page.viewport(768, 1024);
    await page.viewport(1093, 614);
    await laidOut();
    expect(isInSight(username)).toBe(true);
    await userEvent.keyboard('{Tab}');
    const password = dialog.getByLabelText(messages.signIn.password);
    await expect.element(password).toHaveFocus();
    expect(isInSight(password)).toBe(true);
  });

  it('they go when they are hidden or the field is left, and never come up for a number', async () => {
    const numberPad = { ...signedIn.selling, numberPad: true };
    show({ ...at, selling: numberPad }, answers);
    await expect.element(field()).toBeVisible();
    touch(field());
    await key(letterPad.hide).click();
    await expect.element(pad()).not.toBeInTheDocument();
    touch(field());
    await expect.element(pad()).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(pad()).not.toBeInTheDocument();
    touch(page.getByRole('textbox', { name: messages.sell.taxNumber }));
    await expect.element(pad()).not.toBeInTheDocument();
  });
});
