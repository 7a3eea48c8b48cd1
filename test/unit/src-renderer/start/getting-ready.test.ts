// Tests that the choices which show are those that were asked for last.
import { expect, test } from 'vitest';
import { MethodsDraft } from '../../../../src-renderer/start/methods-draft.svelte.ts';
import type { LearntMethod } from '../../../../src-main/contract/learning.ts';
import { defaultDaySettings } from '../../../../src-main/contract/day.ts';
import { defaultDisplay } from '../../../../src-main/contract/display.ts';
import { defaultReceiptSettings } from '../../../../src-main/contract/printing.ts';
import { zeroCents } from '../../../../src-main/contract/money.ts';
import { GettingReady } from '../../../../src-renderer/start/getting-ready.svelte.ts';
import { settled } from '../../../eventually.ts';
import { product } from '../sell/catalogue-till.ts';
import { slowTill } from '../slow-till.ts';

const method = (id: number): LearntMethod => ({
  id,
  label: `${id}`,
  documents: 1,
  lastOn: '',
  example: null,
});

test('methods that were asked for before do not take the place of those that show', async () => {
  const { till, answer } = slowTill({
    'day.state': {
      settings: defaultDaySettings,
      ...{ day: null, leftBeforeCents: null, closed: [], restored: [], moneyOfFound: [] },
      withoutDay: { count: 0, totalCents: zeroCents, references: [] },
      areSettingsDamaged: false,
    },
  });
  const ready = new GettingReady(till);
  const former = ready.showMethods();
  const latest = ready.showMethods();
  answer('learning.methods', 1, [method(1), method(2)]);
  await latest;
  const methodsDraft = ready.methods;
  expect(methodsDraft?.rows).toHaveLength(2);
  answer('learning.methods', 0, [method(1)]);
  await former;
  expect(ready.methods).toBe(methodsDraft);
});

test('products that were asked for before do not take the place of those that show', async () => {
  const { till, answer } = slowTill();
  const ready = new GettingReady(till);
  const offer = { products: [], bestSold: [] };
  const former = ready.showProducts();
  const latest = ready.showProducts();
  answer('learning.products', 1, { ...offer, inCatalogue: 2 });
  await latest;
  answer('learning.products', 0, { ...offer, inCatalogue: 1 });
  await former;
  expect(ready.inCatalogue).toBe(2);
});

test('what a step says of itself is as it was found last', async () => {
  const { till, answer } = slowTill({
    'sell.quickKeys': [],
    'receipt.settings': defaultReceiptSettings,
    'display.state': { settings: defaultDisplay, screens: [], isShown: false },
  });
  const ready = new GettingReady(till);
  const former = ready.loadFacts();
  const latest = ready.loadFacts();
  answer('catalogue.summary', 1, { products: 7, importedAtMs: null });
  await latest;
  const stepState = ready.states.products;
  answer('catalogue.summary', 0, { products: 0, importedAtMs: null });
  await former;
  expect(stepState.isDone).toBe(true);
  expect(ready.states.products).toEqual(stepState);
});

test('what to offer as quick keys waits for the keys as they were found last', async () => {
  const { till, answer } = slowTill({
    'catalogue.summary': { products: 7, importedAtMs: null },
    'receipt.settings': defaultReceiptSettings,
    'display.state': { settings: defaultDisplay, screens: [], isShown: false },
    'learning.products': {
      ...{ products: [], inCatalogue: 2 },
      bestSold: [product('PAO'), product('LEITE')],
    },
  });
  const ready = new GettingReady(till);
  const offered = ready.showKeys();
  await settled();
  const loading = ready.loadFacts();
  answer('sell.quickKeys', 0, []);
  await settled();
  expect(ready.bestSold).toEqual([]);
  const key = { code: 'PAO', colour: null, product: product('PAO') };
  answer('sell.quickKeys', 1, [{ name: '', keys: [key] }]);
  await Promise.all([loading, offered]);
  expect(ready.bestSold.map(({ code }) => code)).toEqual(['LEITE']);
});

test('cash comes first, and the order can be changed', () => {
  const named = (id: number, label: string) => ({ ...method(id), label, documents: 10 - id });
  const draft = new MethodsDraft(
    [],
    [named(1, 'Multibanco'), named(2, 'Meio 52'), named(3, 'Numerário')],
    [],
  );
  const labels = () => draft.rows.map(({ label }) => label);
  expect(labels()).toEqual(['Numerário', 'Multibanco', 'Meio 52']);
  draft.cash = '2';
  expect(labels()).toEqual(['Meio 52', 'Numerário', 'Multibanco']);
  const [first] = draft.rows;
  if (first) draft.move(first, 1);
  expect(labels()).toEqual(['Numerário', 'Meio 52', 'Multibanco']);
});
