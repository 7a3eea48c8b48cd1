// Tests what a manager is asked before a request is done: in which words, and with what the till
// holds.
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { requests, type Argument, type RequestName } from '../../../src-main/contract/api.ts';
import { deedSchema, type ManyChange } from '../../../src-main/contract/many-products.ts';
import type { Language } from '../../../src-main/contract/languages.ts';
import type { LoweredPrice } from '../../../src-main/contract/lowered-prices.ts';
import { cents, oneUnit, unitPriceSchema } from '../../../src-main/contract/money.ts';
import { defaultSelling, type SellingSettings } from '../../../src-main/contract/selling.ts';
import type { Wanted } from '../../../src-main/staff/lock.ts';
import { admitTo, managerActionsOf } from '../../declared-requests.ts';
import type { PinQuestion } from '../../../src-main/contract/pin-window.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { openTill } from '../../integration/store/temporary-till.ts';
import { sampleCart } from '../../sample-sale.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { askAll, context, names, openLock, profile } from './guard-context.ts';

/** Returns what the PIN window would show a manager. */
async function shownFor<Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  prices: readonly LoweredPrice[] = [],
  language: Language = 'en',
) {
  const shown: PinQuestion[] = [];
  const pinWindow = {
    isOpen: false,
    ask: (question: PinQuestion) => {
      shown.push(question);
      return Promise.resolve(err({ code: 'pin_not_given' }));
    },
  };
  const lock = {
    act: ({ askManager }: Wanted) =>
      askManager({ by: 'Rui', action: 'export', managers: [], prices }, () =>
        Promise.resolve(err({ code: 'pin_wrong' })),
      ),
  };
  const db = openTill();
  const byCode = (code: string) => (code === 'CAFE' ? cafe : undefined);
  const session = {
    till: {
      db,
      profile: { ...profile, companyName: 'Aurora', tillName: 'Caixa 1' },
      learning: { products: () => [{ code: 'A' }, { code: 'B' }] },
      catalogue: { byCode, summary: () => ({ products: 0 }), ...ofCatalogue },
      manyProducts,
      catalogueImport: {
        report: { reportId: 1, comparison: { added: 1, changed: 0, removed: 50 } },
      },
    },
    profiles: { known: [] },
    backups: { looked: () => undefined },
  };
  const admit = admitTo({
    ...{ ...context, session, lock, pinWindow },
    language: () => language,
  } as unknown as Context);
  await admit(name, argument, () => null as never);
  const [question] = shown;
  return question?.kind === 'approve' ? question.asks : null;
}

const price = (micros: number) => v.parse(unitPriceSchema, micros);
const quoted = (name: string) => `“\u2068${name}\u2069”`;

function loweredLine(
  description: string,
  code: string,
  before: number,
  after: number,
): LoweredPrice {
  const [line = expect.fail()] = sampleCart(1).lines;
  return {
    kind: 'line',
    line: { ...line, code, description, quantity: oneUnit, unitPrice: price(after) },
    ownPrice: price(before),
  };
}

const cafe = {
  ...{ code: 'CAFE', description: 'Café', unitPrice: v.parse(unitPriceSchema, 800_000) },
  ...{ barcodes: ['111', '222'], unit: 'un', soldBy: null },
};

const ofCatalogue = {
  byId: (id: number) => (id === 7 ? { product: cafe } : undefined),
  undoing: () => [cafe],
  lastMany: (): ManyChange | null => null,
  lastChange: () => ({ changeId: 1, products: 1 }),
};

const dropped = {
  before: v.parse(unitPriceSchema, 1_990_000),
  after: v.parse(unitPriceSchema, 990_000),
};

const many: ManyChange = {
  deed: v.parse(deedSchema, {
    ...{ kind: 'price', direction: 'down', percent: 250, step: 'ends99', way: 'nearest' },
  }),
  products: 1_000_000,
  view: { text: 'ca\u202Efé', group: 'Bar' },
  drops: { products: 999_999, ...dropped },
  isUndone: false,
};

const ticked = [
  { product: cafe, outcome: { kind: 'changed', to: { unitPrice: dropped.after } } },
  { product: cafe, outcome: { kind: 'changed', to: { group: 'Bar' } } },
  { product: cafe, outcome: { kind: 'removed' } },
] as const;

const manyProducts = {
  previewed: (previewId: number) => (previewId === 1 ? many : undefined),
  part: () => ok(ticked),
};

test('a manager is shown in main’s words what is asked, and by whom', async () => {
  const decision = rightArguments['outbox.cancel'] as Argument<'outbox.cancel'>;
  expect(await shownFor('outbox.cancel', { ...decision, note: 'Mistyped' })).toEqual([
    'Rui asks for this:',
    'Cancel the sale CF-0000-0000-0000',
    'Note: Mistyped',
  ]);
  expect(await shownFor('session.signOut', undefined)).toEqual([
    'Rui asks for this:',
    'Sign out of Aurora, Caixa 1',
  ]);
});

test('a change of the catalogue is shown with what the catalogue has, not with what the page says', async () => {
  const { product } = rightArguments['catalogue.save'] as Argument<'catalogue.save'>;
  const cheaper = { ...product, ...cafe, unitPrice: price(10_000) };
  const shown = async (save: Argument<'catalogue.save'>) =>
    (await shownFor('catalogue.save', save))?.slice(1);
  expect(await shown({ id: 7, product: cheaper })).toEqual([
    `Change the price of CAFE, ${quoted('Café')}: from €0.80 to €0.01`,
  ]);
  const renamed = { ...cheaper, code: 'X', description: '\u202EBroa' };
  expect(await shown({ id: 7, product: renamed })).toEqual([
    `Change the price of X, ${quoted('Broa')}: from €0.80 to €0.01`,
    `So far: CAFE, ${quoted('Café')}`,
  ]);
  expect(await shown({ id: 7, product: { ...cheaper, unitPrice: price(800_000) } })).toEqual([
    `Change in the catalogue: CAFE, ${quoted('Café')}, still €0.80`,
  ]);
  expect(await shown({ id: null, product: cheaper })).toEqual([
    `Add to the catalogue: CAFE, ${quoted('Café')}, at €0.01`,
    `Scanned by: ${quoted('111')}, ${quoted('222')}`,
  ]);
  const weighed = { ...product, ...cafe, barcodes: ['111', '333'], unit: 'kg' };
  expect(await shown({ id: 7, product: { ...weighed, soldBy: 'measure' } })).toEqual([
    `Change in the catalogue: CAFE, ${quoted('Café')}, still €0.80`,
    `Scanned by: ${quoted('333')}`,
    `No longer scanned by: ${quoted('222')}`,
    'Sold: As the unit says → By weight or measure',
    `Unit: ${quoted('un')} → ${quoted('kg')}`,
  ]);
  const learnt = (code: string, micros: number) => ({
    ...{ code, description: code, unitPrice: price(micros), unit: '' },
  });
  const products = [learnt('A', 2_000_000), learnt('B', 500_000), learnt('NEVER', 10_000)];
  expect((await shownFor('learning.takeProducts', { products }))?.slice(1)).toEqual([
    'Catalogue: add 2 products from documents',
    'The lowest price of them: €0.50 (B)',
  ]);
  expect((await shownFor('catalogue.remove', { id: 7 }))?.slice(1)).toEqual([
    `Remove from the catalogue: CAFE, ${quoted('Café')}, €0.80`,
  ]);
  expect((await shownFor('catalogue.undo', { changeId: 1 }))?.slice(1)).toEqual([
    'Undo the last change of the catalogue',
    `Catalogue: CAFE, ${quoted('Café')}, €0.80`,
  ]);
  const sentences = [
    'Prices down by 2.5%, ending in .99, to the nearest',
    'all that “⁨café⁩” finds in the group “⁨Bar⁩”',
    'Prices that go down: 999,999; the most from €1.99 to €0.99',
  ];
  expect((await shownFor('catalogue.changeMany', { previewId: 1 }))?.slice(1)).toEqual([
    'Change 1,000,000 products at once',
    ...sentences,
  ]);
  const lastMany = vi.spyOn(ofCatalogue, 'lastMany').mockReturnValue(many);
  expect((await shownFor('catalogue.undo', { changeId: 1 }))?.slice(1)).toEqual([
    'Undo the last change of the catalogue: 1,000,000 products',
    ...sentences,
  ]);
  const some = { ...many, view: null, products: 3, drops: null };
  const previewed = vi.spyOn(manyProducts, 'previewed').mockReturnValue(some);
  expect((await shownFor('catalogue.changeMany', { previewId: 1 }))?.slice(1)).toEqual([
    'Change 3 products at once',
    ...[sentences[0], 'chosen one by one'],
    `Change the price of CAFE, ${quoted('Café')}: from €0.80 to €0.99`,
    `Change in the catalogue: CAFE, ${quoted('Café')}, still €0.80`,
    `Remove from the catalogue: CAFE, ${quoted('Café')}, €0.80`,
  ]);
  lastMany.mockReturnValue(some);
  expect((await shownFor('catalogue.undo', { changeId: 1 }))?.slice(1)).toEqual([
    'Undo the last change of the catalogue: 3 products',
    ...[sentences[0], 'chosen one by one'],
    `Catalogue: CAFE, ${quoted('Café')}, €0.80`,
  ]);
  previewed.mockRestore();
  lastMany.mockRestore();
});

test('a price is shown with the catalogue’s own name for the product', async () => {
  const cart = sampleCart(1);
  const shown = (description: string) =>
    shownFor('sell.lower', { cart }, [loweredLine(description, 'CAFE', 1_000_000, 500_000)]);
  expect(await shown('Café')).toEqual([`Rui sells ${quoted('Café')}, list €1.00, for €0.50`]);
  expect(await shown('Gold')).toEqual([
    `Rui sells ${quoted('Café')} (${quoted('Gold')}), list €1.00, for €0.50`,
  ]);
  // A description neither reverses the text beside it nor pushes it out of sight.
  const [hostile = ''] = (await shown(`\u202E${'x'.repeat(150)}\n`)) ?? [];
  expect(hostile).not.toMatch(/[\u202A-\u202E\n]/);
  expect(hostile.length).toBeLessThan(200);
});

test('in Portuguese a name stands in the quotation marks of Portuguese', async () => {
  const asked = await shownFor('catalogue.remove', { id: 7 }, [], 'pt-PT');
  expect(asked?.at(-1)).toBe('Remover do catálogo: CAFE, «\u2068Café\u2069», 0,80\u00a0€');
});

test('an imported file is approved by what it adds, changes and removes', async () => {
  expect((await shownFor('catalogue.use', { reportId: 1 }))?.at(-1)).toBe(
    'Import into the catalogue: 1 product added, 0 changed, 50 removed',
  );
  // What was read since is another report, of which nobody is asked in the words of this one.
  expect(await shownFor('catalogue.use', { reportId: 2 })).toBeNull();
});

test('of several prices the greatest reduction comes first', async () => {
  const lowered = (description: string, micros: number) =>
    loweredLine(description, '', micros, 10_000);
  const prices = [lowered('Pen', 20_000), lowered('Ring', 899_000_000), lowered('Cup', 900_000)];
  const asks = await shownFor('sell.lower', { cart: sampleCart(1) }, prices);
  expect(asks?.map((ask) => /Pen|Ring|Cup/.exec(ask)?.[0])).toEqual([
    undefined,
    'Ring',
    'Cup',
    'Pen',
  ]);
});

test('a document has the name of its requested kind, and a sign-in says where the password goes', async () => {
  const document = rightArguments['documents.create'] as Argument<'documents.create'>;
  const kind = { by: 'natureId', id: 353 } as const;
  const particulars = { ...document.particulars, kind, finalize: false, name: 'Orçamento' };
  const shown = async (language: Language) =>
    (await shownFor('documents.create', { ...document, particulars }, [], language))?.[1];
  const [english, portuguese] = [await shown('en'), await shown('pt-PT')];
  expect(english).toContain('Nature no. 353, not finalized (“\u2068Orçamento\u2069”)');
  expect(portuguese).toContain('Natureza n.º 353, por finalizar («\u2068Orçamento\u2069»)');
  const signIn: Argument<'session.signIn'> = {
    way: 'earlier',
    ...{ serviceAddress: 'https://a.example', username: 'ana', password: 'x' },
    ...{ companyCode: 'A', tillCode: '1', earlierAddress: 'https://b.example' },
  };
  expect((await shownFor('session.signIn', signIn))?.join()).toContain('https://b.example');
});

const isReserved = (name: RequestName) =>
  managerActionsOf(name, rightArguments[name] as never, context).length > 0;

test.each(names.filter(isReserved))(
  'whatever may need a manager has words that say what it is: %s',
  async (name) => {
    const asks = await shownFor(name, rightArguments[name] as Argument<typeof name>);
    expect(asks?.length).toBeGreaterThan(1);
    expect(asks?.every((ask) => ask !== '' && !/undefined|\[object/.test(ask))).toBe(true);
  },
);

test('each rule of selling that changes is shown', async () => {
  const changes: Omit<SellingSettings, 'sounds' | 'numberPad' | 'keyHints'> = {
    limits: { ...defaultSelling.limits, otherCents: cents(1) },
    scanner: { ...defaultSelling.scanner, gapMs: 61 },
    inStoreRules: [{ prefix: '27', itemDigits: 5, value: 'price', decimals: 2 }],
    cashiersAddProducts: true,
    asksSameSale: false,
    extraButtons: ['onAccount'],
  };
  for (const [key, value] of Object.entries(changes)) {
    const selling = { ...defaultSelling, [key]: value };
    expect(await shownFor('settings.update', { selling }), key).toHaveLength(2);
  }
});

test('no manager is asked about a preview or a change of the catalogue that is not there', async () => {
  expect(await shownFor('catalogue.changeMany', { previewId: 2 })).toBeNull();
  expect(await shownFor('catalogue.undo', { changeId: 2 })).toBeNull();
});

test('no manager is asked about an update that is not there, or is another', async () => {
  const asked: string[] = [];
  const lock = {
    isLocked: false,
    act: () => {
      asked.push('asked');
      return Promise.resolve(ok(null));
    },
  };
  const admit = admitTo({ ...context, lock } as unknown as Context);
  const install = (version: string) => admit('update.install', { version }, () => ok(null));
  expect(await install('')).toEqual(err({ code: 'not_found' }));
  expect(await install('2.0.1')).toEqual(err({ code: 'not_found' }));
  expect(asked).toEqual([]);
  expect(await install('2.0.0')).toEqual(ok(null));
});

test('while a manager is asked, no other action begins, but the screens still read', async () => {
  const { done, answers } = await askAll({ lock: openLock, pinWindow: { isOpen: true } });
  for (const answer of answers)
    expect([ok(null), err({ code: 'pin_window_open' })]).toContainEqual(answer);
  const going = names.filter((name) => requests[name].gate !== 'act');
  expect(done).toEqual(going);
});
