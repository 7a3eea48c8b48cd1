// Tests what the customer is told: the sale as it is, and nothing of it to the next customer.
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { emptyCart, totals, type Cart } from '../../../src-main/contract/cart.ts';
import {
  defaultDisplay,
  type DisplaySettings,
  type DisplayShown,
} from '../../../src-main/contract/display.ts';
import { cents, type Cents } from '../../../src-main/contract/money.ts';
import { DisplayTeller } from '../../../src-main/display/display-teller.ts';
import { HandClock } from '../../hand-clock.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';

function rig() {
  const is = { shown: true, locked: false, open: true, broken: false };
  const settings: { value: DisplaySettings } = { value: defaultDisplay };
  const toldViews: DisplayShown[] = [];
  const failures: unknown[] = [];
  const clock = new HandClock();
  const teller = new DisplayTeller({
    isShown: () => is.shown,
    push: (displayView) => toldViews.push(displayView),
    settings: () => settings.value,
    theme: () => 'light',
    shop: () => (is.open ? { name: 'Mercearia Aurora', kind: 'service' } : null),
    address: () => {
      if (is.broken) throw new Error('the disk');
      return 'Rua da Graça 114';
    },
    isLocked: () => is.locked,
    clock,
    onFailure: (error) => failures.push(error),
  });
  const settle = async (ms = 50) => {
    toldViews.length = 0;
    clock.advance(ms);
    await turn();
    return toldViews.map(({ view }) => view);
  };
  return { teller, is, settings, settle, toldViews, failures };
}

const empty = (): Cart => emptyCart(randomUUID());

test('several changes of one moment are told once, and what has not changed not at all', async () => {
  const { teller, settle } = rig();
  const cart = sampleCart(3);
  for (let count = 1; count <= 3; count += 1)
    teller.cartIs({ ...cart, lines: cart.lines.slice(0, count) });
  expect(await settle()).toMatchObject([{ kind: 'sale', lineCount: 3 }]);
  teller.cartIs({ ...cart });
  teller.changed();
  expect(await settle()).toEqual([]);
  // A new page knows nothing.
  teller.pageIsNew();
  expect(await settle()).toMatchObject([{ kind: 'sale', lineCount: 3 }]);
});

test('nothing is worked out while no display shows', async () => {
  const { teller, is, settle } = rig();
  is.shown = false;
  teller.cartIs(sampleCart());
  expect(await settle()).toEqual([]);
  is.shown = true;
  teller.pageIsNew();
  expect(await settle()).toMatchObject([{ kind: 'sale' }]);
});

test('what is told of a sale is bounded, and the line that changed last stands last', async () => {
  const { teller, settle } = rig();
  const cart = sampleCart(1000);
  teller.cartIs(cart);
  const [view] = await settle();
  expect(view).toMatchObject({ lineCount: 1000, totalCents: totals(cart).totalCents });
  expect(view?.kind === 'sale' && view.lines.length).toBe(32);
  const [first, ...others] = cart.lines;
  if (!first) throw new Error('no line');
  const raised = { ...first, quantity: cart.lines[1]?.quantity ?? first.quantity };
  teller.cartIs({ ...cart, lines: [raised, ...others] });
  const [after] = await settle();
  expect(after?.kind === 'sale' && after.lines.at(-1)?.lineId).toBe(first.lineId);
  // The line stays the last one while something else of the sale changes.
  teller.cartIs({ ...cart, lines: [raised, ...others], taxNumber: '501964843' });
  const [named] = await settle();
  expect(named?.kind === 'sale' && named.lines.at(-1)?.lineId).toBe(first.lineId);
  expect(named).toMatchObject({ taxNumber: '501964843' });
});

test('what is paid is told with its change, and goes by itself', async () => {
  const { teller, settle } = rig();
  const cart = { ...sampleCart(), taxNumber: '501964843' };
  teller.cartIs(cart);
  teller.payingBy('Numerário');
  expect(await settle()).toMatchObject([{ kind: 'to_pay', method: 'Numerário' }]);
  const { totalCents } = totals(cart);
  const payment = { ...samplePayment(cart), tenderedCents: (totalCents + 183) as Cents };
  teller.paid(cart, totalCents, payment);
  teller.cartIs(empty());
  const [paid] = await settle();
  expect(paid).toEqual({
    kind: 'paid',
    totalCents,
    tenderedCents: totalCents + 183,
    changeCents: cents(183),
    method: 'Numerário',
  });
  // A late save does not bring the lines back.
  teller.cartIs(cart);
  expect(await settle()).toEqual([]);
  await settle(30_000);
  expect(await settle()).toMatchObject([{ kind: 'idle' }]);
});

test('the next line ends what was paid before it', async () => {
  const { teller, settle } = rig();
  const cart = sampleCart();
  teller.paid(cart, totals(cart).totalCents, samplePayment(cart));
  teller.cartIs(sampleCart(1));
  expect(await settle()).toMatchObject([{ kind: 'sale', lineCount: 1 }]);
  await settle(60_000);
  expect(await settle()).toEqual([]);
});

test('a locked or closed till shows that it is closed, and goes back to its sale', async () => {
  const { teller, is, settle } = rig();
  teller.cartIs(sampleCart());
  await settle();
  is.locked = true;
  teller.changed();
  expect(await settle()).toEqual([{ kind: 'closed' }]);
  is.locked = false;
  teller.changed();
  expect(await settle()).toMatchObject([{ kind: 'sale' }]);
  is.open = false;
  teller.tillChanged();
  expect(await settle()).toEqual([{ kind: 'closed' }]);
  is.open = true;
  teller.tillChanged();
  expect(await settle()).toEqual([{ kind: 'idle' }]);
});

test('what goes wrong with it is written down, and the till goes on', async () => {
  const { teller, is, settle, failures, toldViews } = rig();
  is.broken = true;
  teller.changed();
  expect(await settle()).toEqual([]);
  expect(failures).toHaveLength(1);
  is.broken = false;
  teller.changed();
  expect(await settle()).toEqual([{ kind: 'idle' }]);
  expect(toldViews[0]?.shop?.address).toBe('Rua da Graça 114');
});
