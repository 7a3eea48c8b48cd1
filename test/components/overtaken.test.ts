// What shows when an answer comes late, after something newer is known or was typed.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Events } from '../../src-main/contract/api.ts';
import type { Chosen } from '../../src-main/contract/many-products.ts';
import { cents } from '../../src-main/contract/money.ts';
import type { Printing } from '../../src-main/contract/printing.ts';
import type { LabelChoice, LabelLook } from '../../src-main/contract/shelf-labels.ts';
import { ok, type Result } from '../../src-main/contract/errors.ts';
import { LabelOrdering } from '../../src-renderer/catalogue/label-order.svelte.ts';
import { LatestSale } from '../../src-renderer/shop/sale-finished.svelte.ts';
import { sale } from '../unit/receipt/sample-receipts.ts';
import { state, tillOf } from '../unit/src-renderer/sell/catalogue-till.ts';
import { slowTill } from '../unit/src-renderer/slow-till.ts';
import { inEffectRoot } from './effect-root.svelte.ts';
import { show, signedIn } from './shown-till.ts';

const begun: LabelChoice = {
  paper: { kind: 'sheet', sheet: '4x10', first: 7, printer: 'escritorio' },
  ...{ copies: 2, language: 'pt-PT' },
};
const everything: Chosen = { kind: 'all', view: { text: '', group: null }, except: [] };
const frames = async () => {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
};

it('the choices of the last labels leave alone what was chosen before they came', async () => {
  const { till, answer } = slowTill();
  const ordering = inEffectRoot(() => new LabelOrdering(till, everything));
  const asking = ordering.begin();
  ordering.copies = '5';
  ordering.first = '3';
  answer('labels.choice', 0, begun);
  await asking;
  expect([ordering.copies, ordering.first, ordering.sheet]).toEqual(['5', '3', '4x10']);
});

it('a sheet is followed to where the print has ended, unless a place was typed meanwhile', async () => {
  const { till, answer } = slowTill();
  const ordering = inEffectRoot(() => new LabelOrdering(till, everything));
  const followed = ordering.follow();
  answer('labels.choice', 0, begun);
  await followed;
  expect(ordering.first).toBe('7');
  const again = ordering.follow();
  ordering.first = '9';
  answer('labels.choice', 1, {
    ...begun,
    paper: { ...begun.paper, first: 8 } as LabelChoice['paper'],
  });
  await again;
  expect(ordering.first).toBe('9');
});

it('the look of labels that are not wanted any more counts for nothing', async () => {
  const look: LabelLook = {
    ...{ products: 3, unpriced: 0, labels: 3, sheets: 1, preview: '/receipt/preview/none' },
  };
  const looks: ((look: LabelLook) => void)[] = [];
  show(
    signedIn,
    {
      'catalogue.list': { total: 3, all: 3, products: [] },
      'labels.look': () =>
        new Promise((resolve) => {
          looks.push(resolve);
        }),
    },
    '#/catalogue/labels',
  );
  await expect.poll(() => looks.length).toBe(1);
  const copies = page.getByRole('textbox', { name: 'Copies of each' });
  await copies.fill('zero');
  looks[0]?.(look);
  await frames();
  await copies.fill('2');
  await frames();
  const print = page.getByRole('button', { name: 'Print labels' });
  await expect.element(print).toBeDisabled();
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.(look);
  await expect.element(print).toBeEnabled();
});

it('what became of a sale is not undone by an older answer', async () => {
  let tell: ((changed: Events['outbox.saleChanged']) => void) | null = null;
  const answers: ((answer: Result<unknown>) => void)[] = [];
  const till = tillOf(
    () => new Promise((resolve) => answers.push(resolve)),
    state,
    (name, listener) => {
      if (name === 'outbox.saleChanged') tell = listener as typeof tell;
      return () => undefined;
    },
  );
  const latest = inEffectRoot(() => new LatestSale(till));
  const queued = sale({ state: 'queued', docKey: null, documentId: null });
  const payment = { method: { id: 1, label: 'Cash' }, tenderedCents: cents(500) };
  latest.restore({ cartId: '0', sale: queued, payment, isNew: true });
  const confirmed = { ...queued, state: 'confirmed', docKey: 'FS 1/2' } as const;
  (tell as ((changed: Events['outbox.saleChanged']) => void) | null)?.(confirmed);
  expect(latest.finished?.sale).toEqual(confirmed);
  answers[0]?.(ok(queued));
  await frames();
  expect(latest.finished?.sale).toEqual(confirmed);
});

it('a test page that was printed before the printer is saved asks nothing afterwards', async () => {
  const printer: Printing['printer'] = {
    ...{ kind: 'tcp', host: '127.0.0.1', port: 9100 },
    thermal: { language: 'esc-pos', width: 80, columns: 48, codePage: 'cp858', cuts: true },
  };
  const { promise, resolve } = Promise.withResolvers<null>();
  show(
    { ...signedIn, printing: { ...signedIn.printing, printer } },
    { 'printing.testPage': promise, 'printing.update': null },
    '#/settings/printer',
  );
  await page.getByRole('button', { name: 'Print test page' }).click();
  await page.getByRole('button', { name: 'Save printer' }).click();
  resolve(null);
  await frames();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  expect(document.querySelectorAll('main button[aria-pressed]')).toHaveLength(0);
});
