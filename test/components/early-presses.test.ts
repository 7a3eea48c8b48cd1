// One corner finishes: Pay, Finish sale and Next sale stand in one place, and a double press on one
// of them never presses what comes there next.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { emptyCart } from '../../src-main/contract/cart.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { earlyMs, EarlyPresses, holdPresses } from '../../src-renderer/ui/early-presses.ts';
import { sizesFor, smallest } from '../screen-sizes.ts';
import { fewLinesCart } from '../unit/receipt/sample-receipts.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import { sampleProfile } from '../sample-profile.ts';
import { button } from './locators.ts';
import { examine } from './examine.ts';
import { layOut } from './lay-out.ts';
import { finishedSale, show, signedIn } from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const rest = () => new Promise((resolve) => setTimeout(resolve, earlyMs + 100));

interface Keyboard {
  readonly send: (method: 'Input.dispatchKeyEvent', event: object) => Promise<unknown>;
}
const enter = (type: 'keyDown' | 'keyUp', autoRepeat = false) =>
  // Its type is the provider's, which knows more of Node than the page may.
  (cdp() as unknown as Keyboard).send('Input.dispatchKeyEvent', {
    ...{ type, autoRepeat, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 },
    ...(type === 'keyDown' && { text: '\r' }),
  });
/** As a keyboard repeats it: first after a while, then fast. */
async function holdEnterDown(): Promise<void> {
  await enter('keyDown');
  await rest();
  for (let time = 0; time < 3; time += 1) await enter('keyDown', true);
  await enter('keyUp');
}

const how = { bubbles: true, cancelable: true };
function at<Kind extends Event>(event: Kind, atMs: number): Kind {
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  return event;
}
/** Presses with a finger or a mouse, from one time to the other. */
function point(target: Element, fromMs: number, toMs: number): void {
  target.dispatchEvent(at(new PointerEvent('pointerdown', how), fromMs));
  target.dispatchEvent(at(new MouseEvent('click', { ...how, detail: 1 }), toMs));
}

describe('a button in the corner', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Presses a key, and shows a form with a field and the button, at a clock that stands still. */
  function showInput(broughtBy = 'Enter') {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const form = document.createElement('form');
    const input = document.createElement('input');
    const button = document.createElement('button');
    form.append(input, button);
    document.body.append(form);
    onTestFinished(() => {
      form.remove();
    });
    let submitted = 0;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submitted += 1;
    });
    const early = new EarlyPresses();
    const sinceMs = performance.now();
    // Ends what the last dialog of another file may still hold.
    document.body.dispatchEvent(at(new PointerEvent('pointerdown', how), Infinity));
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...how, key: broughtBy }));
    const end = early.holdFrom()(button);
    const pressed = (afterMs: number): number => {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true });
      button.dispatchEvent(at(click, sinceMs + afterMs));
      return submitted;
    };
    return { early, input, button, end, pressed, sinceMs, submitted: () => submitted };
  }

  it('takes no press of its first 400 ms, however late a busy page gets to it', () => {
    const { button, pressed } = showInput();
    expect(pressed(0)).toBe(0);
    expect(pressed(earlyMs - 1)).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(pressed(earlyMs - 1)).toBe(0);
    expect(pressed(earlyMs)).toBe(1);
    expect(button.hasAttribute('aria-disabled')).toBe(false);
  });

  it('takes no press that begins early and ends later, but the next one', () => {
    const { button, sinceMs, submitted } = showInput();
    const soon = sinceMs + earlyMs - 1;
    const later = sinceMs + 2 * earlyMs;
    point(button, soon, later);
    expect(submitted()).toBe(0);
    point(button, later, later + 10);
    expect(submitted()).toBe(1);
  });

  it('takes no early second space, whose click comes once it is let go', () => {
    const { button, sinceMs } = showInput(' ');
    const space = at(new KeyboardEvent('keydown', { ...how, key: ' ' }), sinceMs + 1);
    expect(button.dispatchEvent(space)).toBe(false);
  });

  it('leaves a space to the field of its form', () => {
    const { input, sinceMs } = showInput();
    const space = at(new KeyboardEvent('keydown', { ...how, key: ' ' }), sinceMs + 1);
    expect(input.dispatchEvent(space)).toBe(true);
  });

  it('says meanwhile that it takes none', () => {
    const { button, end } = showInput();
    vi.advanceTimersByTime(earlyMs - 1);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    vi.advanceTimersByTime(1);
    expect(button.hasAttribute('aria-disabled')).toBe(false);
    end?.();
  });

  it('begins anew once nothing covers it any more', () => {
    const { early, button, end, pressed } = showInput();
    vi.advanceTimersByTime(10_000);
    end?.();
    expect(early.holdFrom(true)(button)).toBeUndefined();
    expect(button.hasAttribute('aria-disabled')).toBe(false);
    early.holdFrom()(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(pressed(10_000 + earlyMs - 1)).toBe(0);
    expect(pressed(10_000 + earlyMs)).toBe(1);
  });

  it('is pressed once by an Enter that is held down, on itself or in a field of its form', async () => {
    const { input, button, submitted } = showInput();
    vi.useRealTimers();
    await rest();
    for (const [times, focused] of [button, input].entries()) {
      focused.focus();
      await holdEnterDown();
      expect(submitted()).toBe(times + 1);
    }
  });

  it('is not pressed by an early Enter, whose click comes later', () => {
    const { input } = showInput();
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    Object.defineProperty(key, 'timeStamp', { value: earlyMs - 1 });
    vi.advanceTimersByTime(10_000);
    input.dispatchEvent(key);
    expect(key.defaultPrevented).toBe(true);
  });

  it('is pressed at once by another key than the one that brought it, unless that is held down', () => {
    const { input, button, pressed, sinceMs } = showInput('F8');
    const key = (repeat: boolean) =>
      at(new KeyboardEvent('keydown', { ...how, key: 'Enter', repeat }), sinceMs + 1);
    expect(input.dispatchEvent(key(true))).toBe(false);
    expect(pressed(1)).toBe(0);
    expect(input.dispatchEvent(key(false))).toBe(true);
    // As a browser clicks the button of a form for Enter in its field.
    expect(pressed(2)).toBe(1);
    expect(button.hasAttribute('aria-disabled')).toBe(false);
  });

  it('is not pressed by another key at once if it came later than the key before', () => {
    const { early, input, button, end, sinceMs } = showInput('Shift');
    end?.();
    vi.advanceTimersByTime(1);
    early.holdFrom()(button);
    const key = at(new KeyboardEvent('keydown', { ...how, key: 'Enter' }), sinceMs + 2);
    expect(input.dispatchEvent(key)).toBe(false);
  });
});

describe('what lay under something that has just gone', () => {
  function showButton() {
    const button = document.createElement('button');
    document.body.append(button);
    let pressed = 0;
    button.addEventListener('click', () => (pressed += 1));
    onTestFinished(() => {
      button.remove();
    });
    return { button, pressed: () => pressed };
  }

  it('takes no early press of a pointer, however late it ends or a busy page gets to it', async () => {
    const { button, pressed } = showButton();
    const sinceMs = performance.now();
    holdPresses();
    expect(document.elementFromPoint(1, 1)).toBe(document.documentElement);
    await rest();
    point(button, sinceMs + 1, sinceMs + earlyMs - 1);
    point(button, sinceMs + 1, sinceMs + 2 * earlyMs);
    expect(pressed()).toBe(0);
    point(button, sinceMs + 2 * earlyMs, sinceMs + 3 * earlyMs);
    expect(pressed()).toBe(1);
  });

  it('takes keys at once, and presses afterwards', async () => {
    const { button, pressed } = showButton();
    holdPresses();
    button.focus();
    await enter('keyDown');
    await enter('keyUp');
    expect(pressed()).toBe(1);
    await userEvent.click(button);
    expect(pressed()).toBe(2);
  });
});

/** Shows a sale. Returns how often it was finished, and put aside. */
function sell(change: Partial<TillState> = {}): { finished: number; held: number } {
  const keys = Array.from({ length: 24 }, (_, index) => ({
    code: `P${String(index)}`,
    colour: null,
    product: product(`P${String(index)}`),
  }));
  const count = { finished: 0, held: 0 };
  const state = { ...signedIn, ...change };
  show(state, {
    'sell.openCart': fewLinesCart,
    'sell.finish': (wanted) => {
      count.finished += 1;
      return finishedSale(wanted);
    },
    'sell.quickKeys': [{ name: '', keys }],
    'sell.hold': () => {
      count.held += 1;
      return emptyCart('00000000-0000-4000-8000-000000000003');
    },
  });
  return count;
}

const cornerIn = (language: Language) => {
  const { sell: texts, payment, finished } = messagesFor(language);
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  return {
    pay: button(texts.pay),
    payment: dialog(payment.title),
    tendered: page.getByRole('textbox', { name: payment.tendered }),
    finish: button(payment.finish),
    back: button(payment.back),
    finished: dialog(finished.title),
    next: button(finished.nextSale),
    field: page.getByRole('combobox', { name: texts.search }),
  };
};
/** Acts on the first button of this name as soon as there is one. */
const asSoonAs = (name: string, act: (button: HTMLElement) => void): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const foundElement = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.trim().startsWith(name),
      );
      if (!foundElement) return;
      observer.disconnect();
      act(foundElement);
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
/** A driver waits for a button that takes presses; this one presses it at once. */
const pressAsSoonAs = (name: string) => asSoonAs(name, (button) => button.click());
/** As a person does who goes on pressing: in whatever has the focus. */
const enterAsSoonAs = (name: string) =>
  asSoonAs(name, () => {
    const { activeElement, body } = document;
    (activeElement ?? body).dispatchEvent(new KeyboardEvent('keydown', { ...how, key: 'Enter' }));
  });

describe('a sale', () => {
  const corner = cornerIn('en');

  it.each<[string, () => Promise<void>]>([
    ['a double press', () => userEvent.dblClick(corner.pay)],
    [
      'Enter twice',
      async () => {
        corner.pay.element().focus();
        await userEvent.keyboard('{Enter}{Enter}');
      },
    ],
    [
      'Enter that is held down',
      async () => {
        corner.pay.element().focus();
        await holdEnterDown();
      },
    ],
  ])('is not finished by %s on Pay', async (_, press) => {
    const count = sell();
    await expect.element(corner.pay).not.toHaveAttribute('aria-disabled');
    await press();
    await expect.element(corner.payment).toBeVisible();
    await rest();
    expect(count.finished).toBe(0);
    // It is, by a press that is meant for it.
    await corner.finish.click();
    await expect.element(corner.finished).toBeVisible();
    expect(count.finished).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a second press on Finish sale',
      () => Promise.all([pressAsSoonAs('Next sale'), corner.finish.click()]),
    ],
    ['a double press on Finish sale', () => userEvent.dblClick(corner.finish)],
    [
      'Enter that is held down',
      async () => {
        await expect.element(corner.finish).not.toHaveAttribute('aria-disabled');
        await corner.tendered.click();
        await holdEnterDown();
      },
    ],
  ])('that is finished stays to be seen after %s', async (_, press) => {
    const count = sell();
    await corner.pay.click();
    await press();
    await expect.element(corner.finished).toBeVisible();
    await rest();
    expect(count.finished).toBe(1);
    await expect.element(corner.finished).toBeVisible();
    // It goes, by a key that is meant for it.
    await expect.element(corner.field).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(corner.finished).not.toBeInTheDocument();
  });

  it('is finished by F8 and Enter, however fast, and a second Enter leaves it to be seen', async () => {
    const count = sell();
    await expect.element(corner.pay).not.toHaveAttribute('aria-disabled');
    await corner.field.click();
    // Shift is pressed while main finishes the sale, and has brought nothing.
    await Promise.all([enterAsSoonAs('Next sale'), userEvent.keyboard('{F8}{Enter}{Shift}')]);
    await expect.element(corner.finished).toBeVisible();
    await rest();
    await expect.element(corner.finished).toBeVisible();
    expect(count.finished).toBe(1);
  });

  it('that is finished on the digits stays to be seen after a double press', async () => {
    const count = sell({ selling: { ...signedIn.selling, numberPad: true } });
    await corner.pay.click();
    await expect.element(corner.finish).not.toHaveAttribute('aria-disabled');
    const ok = corner.payment.getByRole('button', { name: 'OK', exact: true });
    const { x, y } = ok.element().getBoundingClientRect();
    await ok.click();
    await expect.element(corner.finished).toBeVisible();
    // The second press comes as soon as what lies there now can take it.
    const beneath = [...document.querySelectorAll('button')].find((button) => {
      const box = button.getBoundingClientRect();
      return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
    });
    if (!beneath) throw new Error('nothing lies there');
    point(beneath, performance.now(), performance.now());
    await rest();
    await expect.element(corner.finished).toBeVisible();
    expect(count.finished).toBe(1);
  });

  it('is left by the way back, and a second press there neither pays nor puts it aside', async () => {
    const count = sell();
    await corner.pay.click();
    await userEvent.dblClick(corner.back);
    await expect.element(corner.payment).not.toBeInTheDocument();
    await rest();
    expect(count).toEqual({ finished: 0, held: 0 });
    await expect.element(corner.payment).not.toBeInTheDocument();
  });
});

describe.each(playedLanguages)('in %s', (language) => {
  const corner = cornerIn(language);
  const sizes = sizesFor('all');
  const boxOf = (button: { element: () => Element }) => button.element().getBoundingClientRect();
  const kinds = ['service', 'practice'] as const;
  /** With digits on screen. */
  const at = (kind: (typeof kinds)[number]): Partial<TillState> => ({
    language,
    profile: { ...sampleProfile, kind },
    selling: { ...signedIn.selling, numberPad: true },
  });

  it.each(kinds)('Finish sale and Next sale stand where Pay was: %s', async (kind) => {
    sell(at(kind));
    await expect.element(corner.pay).toBeVisible();
    const pays: DOMRect[] = [];
    for (const size of sizes) {
      await layOut(size);
      pays.push(boxOf(corner.pay));
    }
    const standsThere = async (button: typeof corner.pay) => {
      for (const [index, size] of sizes.entries()) {
        await layOut(size);
        const pay = pays[index] ?? new DOMRect();
        const box = boxOf(button);
        const [x, y] = [pay.x + pay.width / 2, pay.y + pay.height / 2];
        const where = `${String(size.width)} × ${String(size.height)}`;
        expect(document.elementFromPoint(x, y), where).toBe(button.element());
        expect(Math.abs(box.right - pay.right), where).toBeLessThanOrEqual(1);
        expect(Math.abs(box.bottom - pay.bottom), where).toBeLessThanOrEqual(1);
        expect(Math.abs(box.height - pay.height), where).toBeLessThanOrEqual(1);
        expect(box.bottom, where).toBeLessThanOrEqual(size.height);
      }
      await layOut(smallest);
    };
    await layOut(smallest);
    await corner.pay.click();
    await expect.element(corner.finish).toBeVisible();
    await standsThere(corner.finish);
    await corner.finish.click();
    await expect.element(corner.next).toBeVisible();
    await rest();
    await standsThere(corner.next);
  });

  it('the payment shows all that is typed at every size', async () => {
    const methods = ['Numerário', 'Multibanco', 'MB WAY', 'Transferência bancária'];
    sell({
      ...at('practice'),
      paymentMethods: methods.map((label, index) => ({ id: index + 1, label })),
    });
    await corner.pay.click();
    await expect.element(corner.finish).toBeVisible();
    const choices = document.querySelector('dialog .choices');
    for (const size of sizes) {
      await layOut(size);
      expect(choices?.scrollHeight, `${String(size.width)} × ${String(size.height)}`).toBe(
        choices?.clientHeight,
      );
    }
    await layOut(smallest);
  });

  it.each([false, true])('the payment is examined, with number pad: %s', async (numberPad) => {
    sell({ language, selling: { ...signedIn.selling, numberPad } });
    await corner.pay.click();
    await expect.element(corner.finish).toBeVisible();
    await corner.tendered.fill('50');
    await examine();
  });

  it('a finished sale is examined', async () => {
    sell({ language });
    await corner.pay.click();
    await corner.finish.click();
    await expect.element(corner.next).not.toHaveAttribute('aria-disabled');
    await examine();
  });
});
