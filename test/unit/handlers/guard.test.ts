// What each request needs, as the shop's rules know it.
import * as v from 'valibot';
import { describe, expect, it, test, vi } from 'vitest';
import type { Cart, CartLine } from '../../../src-main/contract/cart.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import type { InStoreRule } from '../../../src-main/contract/barcodes.ts';
import { requestedKindText } from '../../../src-main/contract/new-document.ts';
import { requests, type Argument, type RequestName } from '../../../src-main/contract/api.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import { deedSchema, type ManyChange } from '../../../src-main/contract/many-products.ts';
import type { LoweredPrice } from '../../../src-main/contract/lowered-prices.ts';
import {
  noDiscount,
  oneUnit,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import { defaultDisplay } from '../../../src-main/contract/display.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import Database from 'better-sqlite3';
import { migrations } from '../../../src-main/store/migrations.ts';
import type { Wanted } from '../../../src-main/staff/lock.ts';
import { admitTo, asLocked } from '../../../src-main/handlers/guard.ts';
import { pinAnswerSchema, type PinQuestion } from '../../../src-main/contract/pin-window.ts';
import { managerActionsOf } from '../../../src-main/handlers/permissions.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { openTill } from '../../integration/store/temporary-till.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { state } from '../src-renderer/sell/catalogue-till.ts';
import { profile as signedIn } from '../src-renderer/sign-in/signing-in-till.ts';

type GuardContext = Parameters<typeof managerActionsOf>[2];
type GateContext = Parameters<typeof admitTo>[0];
const bound = { serviceAddress: 'https://a.example', companyCode: 'ACME', tillCode: 'T1' };
const profile = { way: 'password', ...bound };
/** Nothing was counted in it. */
const empty = new Database(':memory:');
for (const migration of migrations) empty.exec(migration);
const context = {
  session: { till: { profile, db: empty } },
  settings: { value: { selling: defaultSelling, display: defaultDisplay } },
  language: () => 'en',
  isStarting: () => false,
  pinWindow: { isOpen: false },
  counterWindow: { isKiosk: false },
  setupFiles: { looked: () => undefined },
  updates: { isFetched: (version: string) => version === '2.0.0' },
} as unknown as GateContext;

const names = Object.keys(requests) as RequestName[];

describe('a sale', () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const [line] = sampleCart(1).lines;
  const finish = (change: Partial<Argument<'sell.finish'>['cart']>) => {
    const cart = { ...sampleCart(1), ...change };
    const argument = { cart, payment: samplePayment(cart), isAnotherSale: false };
    return managerActionsOf('sell.finish', argument, context);
  };
  const lineAt = (unitPrice: number, listPrice?: number) =>
    line
      ? [
          {
            ...line,
            unitPrice: price(unitPrice),
            ...(listPrice !== undefined && { listPrice: price(listPrice) }),
          },
        ]
      : [];

  it('needs nobody as it is, nor where a price was raised', () => {
    expect(finish({ discount: noDiscount })).toEqual([]);
    expect(finish({ lines: lineAt(2_000_000) })).toEqual([]);
    expect(finish({ lines: lineAt(2_000_000, 1_000_000) })).toEqual([]);
  });

  it('needs a manager with a discount, and with a line below its list price', () => {
    expect(finish({ discount: v.parse(percentSchema, 1) })).toEqual(['lower_price']);
    expect(finish({ lines: lineAt(999_999, 1_000_000) })).toEqual(['lower_price']);
  });
});

describe('a line that names no price of its own', () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const rule = { prefix: '27', itemDigits: 5, value: 'price', decimals: 2 } as const;
  /** A product of 2 €, by weight; `inStoreRules`: what the shop's own labels carry. */
  const finish = (
    code: string,
    unitPrice: number,
    inStoreRules: readonly InStoreRule[] = [],
    change: Partial<CartLine> = {},
    products = 1,
    known: Partial<Product> = {},
  ) => {
    const barcodes = ['5601234567890'];
    const found = { code, barcodes, unitPrice: 2_000_000, unit: 'kg', soldBy: 'measure', ...known };
    const byCode = (asked: string) => (asked === 'GONE' ? undefined : found);
    const summary = () => ({ products });
    const cart = sampleCart(1);
    const lines = cart.lines.map((line) => ({
      ...line,
      code,
      unitPrice: price(unitPrice),
      ...change,
    }));
    const argument = {
      cart: { ...cart, lines },
      payment: samplePayment(cart),
      isAnotherSale: false,
    };
    return managerActionsOf('sell.finish', argument, {
      session: { till: { profile, catalogue: { byCode, summary } } },
      settings: { value: { selling: { ...defaultSelling, inStoreRules } } },
    } as unknown as GuardContext);
  };

  it('needs a manager below the catalogue’s price, whatever the page says', () => {
    expect(finish('CAFE', 1_999_999)).toEqual(['lower_price']);
    expect(finish('CAFE', 2_000_000)).toEqual([]);
  });

  it('needs a manager where the catalogue has no such product, unless it has none at all', () => {
    expect(finish('GONE', 1)).toEqual(['sell_free_line']);
    expect(finish('GONE', 1, [], {}, 0)).toEqual([]);
    const listPrice = price(2);
    expect(finish('GONE', 1, [], { listPrice })).toEqual(['lower_price', 'sell_free_line']);
  });

  it('needs none for what a label of the shop’s own sells, and one for anything else of its product', () => {
    const piecePrice = { ...rule, value: 'piecePrice' } as const;
    const piece = { unit: 'un' };
    expect(finish('123', 990_000, [piecePrice], piece)).toEqual([]);
    expect(finish('123', 990_000, [rule, piecePrice], piece)).toEqual([]);
    expect(finish('123', 990_000, [piecePrice])).toEqual(['lower_price']);
    expect(finish('123', 990_000, [rule], piece)).toEqual(['lower_price']);
    expect(finish('123', 990_000, [{ ...rule, value: 'weight' }], piece)).toEqual(['lower_price']);
    expect(finish('CAFE', 990_000, [piecePrice], piece)).toEqual(['lower_price']);
    expect(finish('123', 10_000, [rule], { unit: 'kg' })).toEqual(['lower_price']);
  });

  describe('of a product that is sold by the piece', () => {
    const soldBy = 'piece' as const;
    const quantity = (thousandths: number) => ({ quantity: v.parse(quantitySchema, thousandths) });
    const sell = (thousandths: number, rules: readonly InStoreRule[] = [], known = {}) =>
      finish('123', 2_000_000, rules, { unit: 'kg', ...quantity(thousandths) }, 1, {
        soldBy,
        ...known,
      });

    it('needs a manager for a part of one', () => {
      expect(sell(1500)).toEqual(['sell_fraction']);
      expect(sell(1)).toEqual(['sell_fraction']);
      expect(sell(3000)).toEqual([]);
    });

    it('needs none where it is sold by measure, or nobody knows', () => {
      expect(sell(1500, [], { soldBy: 'measure' })).toEqual([]);
      expect(sell(1500, [], { soldBy: null })).toEqual([]);
    });

    it('needs none for what a scale has labelled with its weight, and one beside other labels', () => {
      expect(sell(1234, [{ ...rule, value: 'weight' }])).toEqual([]);
      expect(sell(1234, [rule, { ...rule, value: 'weight' }])).toEqual([]);
      expect(sell(1234, [rule])).toEqual(['sell_fraction']);
      expect(sell(1234, [{ ...rule, value: 'piecePrice' }])).toEqual(['sell_fraction']);
      const longer = { code: '1234567', barcodes: [] };
      expect(sell(1234, [{ ...rule, value: 'weight' }], longer)).toEqual(['sell_fraction']);
    });

    it('needs one for a price below its own as well', () => {
      const half = { ...quantity(500), unit: 'kg' };
      expect(finish('123', 1_000_000, [], half, 1, { soldBy })).toEqual([
        'lower_price',
        'sell_fraction',
      ]);
    });
  });

  it('needs none where the catalogue cannot be read', () => {
    const byCode = () => v.parse(v.literal('a row'), 'another');
    const argument = {
      cart: sampleCart(1),
      payment: samplePayment(sampleCart(1)),
      isAnotherSale: false,
    };
    const unreadable = {
      ...context,
      session: { till: { profile, catalogue: { byCode } } },
    } as unknown as GuardContext;
    expect(managerActionsOf('sell.finish', argument, unreadable)).toEqual([]);
  });
});

test.each<[string, Argument<'settings.update'>, string | null]>([
  ['language and theme', { language: 'en', theme: 'dark' }, null],
  ['columns', { documentColumns: ['date'] }, null],
  ['sounds', { selling: { ...defaultSelling, sounds: !defaultSelling.sounds } }, null],
  ['the number pad', { selling: { ...defaultSelling, numberPad: true } }, null],
  [
    'the scanner',
    { selling: { ...defaultSelling, scanner: { ...defaultSelling.scanner, gapMs: 99 } } },
    'change_settings',
  ],
  ['payment methods', { paymentMethods: [] }, 'change_settings'],
  ['the kind of invoice', { invoiceKind: null }, 'change_settings'],
  ['the token', { theme: 'dark', keepTokenWeakly: false }, 'change_settings'],
])('of the settings, %s', (_name, change, action) => {
  expect(managerActionsOf('settings.update', change, context)).toEqual(action ? [action] : []);
});

describe('signing in', () => {
  const signIn = (change: Partial<Argument<'session.signIn'> & { way: 'password' }>) =>
    managerActionsOf(
      'session.signIn',
      { way: 'password', ...bound, username: 'A', password: 'A', ...change },
      context,
    );

  it('anew to the same till needs nobody, to any other a manager', () => {
    expect(signIn({})).toEqual([]);
    expect(signIn({ serviceAddress: 'https://b.example' })).toEqual(['change_connection']);
    expect(signIn({ companyCode: 'OTHER' })).toEqual(['change_connection']);
    expect(signIn({ tillCode: 'T2' })).toEqual(['change_connection']);
    expect(signIn({ serviceAddress: 'no address' })).toEqual(['change_connection']);
  });
});

test('signing in anew to a till at an address of plain http needs nobody either', () => {
  const plain = { ...bound, serviceAddress: 'http://a.example' };
  const at = { ...context, session: { till: { profile: { ...profile, ...plain } } } };
  const request = { way: 'password', ...plain, username: 'A', password: 'A' } as const;
  const again = managerActionsOf('session.signIn', request, at as unknown as GuardContext);
  expect(again).toEqual([]);
});

test('signing in anew another way, which sends the password elsewhere, needs a manager', () => {
  const user = { ...bound, username: 'A', password: 'A' };
  const earlier = { ...user, way: 'earlier', earlierAddress: 'https://old.example' } as const;
  expect(managerActionsOf('session.signIn', earlier, context)).toEqual(['change_connection']);
  const itself = { ...profile, way: 'earlier', earlierAddress: 'https://old.example' };
  const at = { ...context, session: { till: { profile: itself } } } as unknown as GuardContext;
  expect(managerActionsOf('session.signIn', earlier, at)).toEqual([]);
  const elsewhere = { ...earlier, earlierAddress: 'https://evil.example' };
  expect(managerActionsOf('session.signIn', elsewhere, at)).toEqual(['change_connection']);
  const byPassword = { ...user, way: 'password' } as const;
  expect(managerActionsOf('session.signIn', byPassword, at)).toEqual(['change_connection']);
});

test('with a till open nothing is sent to another service without a manager', () => {
  const { serviceAddress } = bound;
  const noTill = { ...context, session: { till: null } } as unknown as GateContext;
  const other = 'https://evil.example';
  const user = { username: 'A', password: 'A' };
  const find = (address: string, at = context) =>
    managerActionsOf('session.findTills', { serviceAddress: address, ...user }, at);
  const plans = (address: string, at = context) =>
    managerActionsOf('session.demoPlans', { serviceAddress: address }, at);
  for (const ask of [find, plans]) {
    expect(ask(serviceAddress)).toEqual([]);
    expect(ask(other)).toEqual(['change_connection']);
    expect(ask('no address')).toEqual(['change_connection']);
    expect(ask(other, noTill)).toEqual([]);
  }
});

test('what all tills of a computer share is not changed from one whose managers cannot decide', async () => {
  const session = { till: { profile }, guardElsewhere: { name: 'Loja · 1' } };
  const lock = { act: () => Promise.resolve('done') };
  const admit = admitTo({ ...context, session, lock } as unknown as GateContext);
  const ask = (name: RequestName, argument: unknown = rightArguments[name]) =>
    admit(name, argument as never, () => 'done' as never);
  const guarded = err({ code: 'guarded_by_till', name: 'Loja · 1' });
  for (const name of ['printing.update', 'profiles.change', 'profiles.remove'] as const)
    expect(await ask(name)).toEqual(guarded);
  expect(await ask('settings.update', { keepTokenWeakly: true })).toEqual(guarded);
  const scanner = { ...defaultSelling.scanner, gapMs: 99 };
  const selling = { ...defaultSelling, scanner };
  expect(await ask('settings.update', { selling })).toEqual(guarded);
  expect(await ask('settings.update', { paymentMethods: [], theme: 'dark' })).toBe('done');
  expect(await ask('profiles.open')).toBe('done');
});

test('a sandbox with the codes of the till is another till', () => {
  const request = { way: 'sandbox', ...bound, username: 'A', password: 'A', planId: null } as const;
  expect(managerActionsOf('session.signIn', request, context)).toEqual(['change_connection']);
});

test.each([
  ['documents.create', 'create_document'],
  ['outbox.correct', 'decide_sale'],
] as const)('%s needs leave to lower a price too', (name, action) => {
  const cart = { ...sampleCart(1), discount: v.parse(percentSchema, 1) };
  expect(managerActionsOf(name, { cart } as never, context)).toEqual([action, 'lower_price']);
});

/** What the lock is asked for. */
async function wantedOf(ask: (admit: ReturnType<typeof admitTo>) => Promise<unknown>) {
  const asked: Wanted[] = [];
  const noted: Cart[] = [];
  const lock = {
    act: (wanted: Wanted) => {
      asked.push(wanted);
      return Promise.resolve(ok(null));
    },
    noteCart: (cart: Cart) => noted.push(cart),
  };
  await ask(admitTo({ ...context, lock } as unknown as GateContext));
  return { asked, noted };
}

test('prices are approved one by one, however a sale is paid and however often it is tried', async () => {
  const cart = { ...sampleCart(1), discount: v.parse(percentSchema, 1) };
  const payment = samplePayment(cart);
  const act = () => null as never;
  const { asked } = await wantedOf(async (admit) => {
    await admit('sell.lower', { cart }, act);
    await admit('sell.finish', { cart, payment, isAnotherSale: false }, act);
    await admit('sell.finish', { cart, payment, isAnotherSale: true, asInvoice: true }, act);
  });
  const lowered = { cartId: cart.cartId, prices: [{ kind: 'discount', discount: 1 }] };
  expect(asked).toMatchObject([
    { lowered: { ...lowered, isFinished: false } },
    { lowered: { ...lowered, isFinished: true } },
    { lowered: { ...lowered, isFinished: true } },
  ]);
});

/** What the PIN window would show a manager. */
async function shownFor<Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
  prices: readonly LoweredPrice[] = [],
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
  const byCode = (code: string) => (code === 'CAFE' ? { description: 'Café' } : undefined);
  const session = {
    till: {
      db,
      profile: { ...profile, companyName: 'Aurora', tillName: 'Caixa 1' },
      learning: { products: () => [{ code: 'A' }, { code: 'B' }] },
      catalogue: { byCode, summary: () => ({ products: 0 }), ...ofCatalogue },
      manyProducts,
    },
    profiles: { known: [] },
    backups: { looked: () => undefined },
  };
  const admit = admitTo({ ...context, session, lock, pinWindow } as unknown as GateContext);
  await admit(name, argument, () => null as never);
  const [question] = shown;
  return question?.kind === 'approve' ? question.asks : null;
}

const cafe = {
  ...{ code: 'CAFE', description: 'Café', unitPrice: v.parse(unitPriceSchema, 800_000) },
  ...{ barcodes: ['111', '222'], unit: 'un', soldBy: null },
};
const ofCatalogue = {
  byId: (id: number) => (id === 7 ? { product: cafe } : undefined),
  undoing: () => [cafe],
  lastMany: (): ManyChange | null => null,
  lastChange: () => ({ changeId: 1, products: 1, isOfMany: false }),
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
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const quoted = (name: string) => `“\u2068${name}\u2069”`;
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
  const said = [
    'Prices down by 2.5%, ending in .99, to the nearest',
    'all that “⁨café⁩” finds in the group “⁨Bar⁩”',
    'Prices that go down: 999,999; the most from €1.99 to €0.99',
  ];
  expect((await shownFor('catalogue.changeMany', { previewId: 1 }))?.slice(1)).toEqual([
    'Change 1,000,000 products at once',
    ...said,
  ]);
  const lastMany = vi.spyOn(ofCatalogue, 'lastMany').mockReturnValue(many);
  expect((await shownFor('catalogue.undo', { changeId: 1 }))?.slice(1)).toEqual([
    'Undo the last change of the catalogue: 1,000,000 products',
    ...said,
  ]);
  const some = { ...many, view: null, products: 3, drops: null };
  const previewed = vi.spyOn(manyProducts, 'previewed').mockReturnValue(some);
  expect((await shownFor('catalogue.changeMany', { previewId: 1 }))?.slice(1)).toEqual([
    'Change 3 products at once',
    ...[said[0], 'chosen one by one'],
    `Change the price of CAFE, ${quoted('Café')}: from €0.80 to €0.99`,
    `Change in the catalogue: CAFE, ${quoted('Café')}, still €0.80`,
    `Remove from the catalogue: CAFE, ${quoted('Café')}, €0.80`,
  ]);
  lastMany.mockReturnValue(some);
  expect((await shownFor('catalogue.undo', { changeId: 1 }))?.slice(1)).toEqual([
    'Undo the last change of the catalogue: 3 products',
    ...[said[0], 'chosen one by one'],
    `Catalogue: CAFE, ${quoted('Café')}, €0.80`,
  ]);
  previewed.mockRestore();
  lastMany.mockRestore();
});

test('no manager is asked about a preview or a change of the catalogue that is not there', async () => {
  expect(await shownFor('catalogue.changeMany', { previewId: 2 })).toBeNull();
  expect(await shownFor('catalogue.undo', { changeId: 2 })).toBeNull();
});

test('cashiers add products where the shop lets them, and change none', () => {
  const { product } = rightArguments['catalogue.save'] as Argument<'catalogue.save'>;
  const plain = { ...product, barcodes: ['5601234567890'], quickKey: null };
  const at = (cashiersAddProducts: boolean, id: number | null, changes: object = {}) => {
    const selling = { ...defaultSelling, cashiersAddProducts };
    const settings = { value: { selling } };
    const given = { ...context, settings } as unknown as GuardContext;
    return managerActionsOf('catalogue.save', { id, product: { ...plain, ...changes } }, given);
  };
  expect(at(false, null)).toEqual(['change_catalogue']);
  expect(at(true, null)).toEqual([]);
  expect(at(true, 7)).toEqual(['change_catalogue']);
  expect(at(true, null, { barcodes: ['1', '2'] })).toEqual(['change_catalogue']);
  expect(at(true, null, { quickKey: 1 })).toEqual(['change_catalogue']);
  expect(at(true, null, { unitPrice: 0 })).toEqual(['change_catalogue']);
  expect(defaultSelling.cashiersAddProducts).toBe(false);
});

test('a price is shown with the catalogue’s own name for the product', async () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const [line] = sampleCart(1).lines;
  if (!line) throw new Error('a cart without lines');
  const lowered = (description: string): LoweredPrice => ({
    kind: 'line',
    line: { ...line, code: 'CAFE', description, quantity: oneUnit, unitPrice: price(500_000) },
    ownPrice: price(1_000_000),
  });
  const cart = sampleCart(1);
  const shown = (description: string) => shownFor('sell.lower', { cart }, [lowered(description)]);
  const quoted = (name: string) => `“\u2068${name}\u2069”`;
  expect(await shown('Café')).toEqual([`Rui sells ${quoted('Café')}, list €1.00, for €0.50`]);
  expect(await shown('Gold')).toEqual([
    `Rui sells ${quoted('Café')} (${quoted('Gold')}), list €1.00, for €0.50`,
  ]);
  // Nothing that it is called turns what stands beside it around, or pushes it out of sight.
  const [hostile = ''] = (await shown(`\u202E${'x'.repeat(150)}\n`)) ?? [];
  expect(hostile).not.toMatch(/[\u202A-\u202E\n]/);
  expect(hostile.length).toBeLessThan(200);
});

test('of several prices the greatest reduction comes first', async () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const [line] = sampleCart(1).lines;
  if (!line) throw new Error('a cart without lines');
  const lowered = (description: string, micros: number): LoweredPrice => ({
    kind: 'line',
    line: { ...line, code: '', description, quantity: oneUnit, unitPrice: price(10_000) },
    ownPrice: price(micros),
  });
  const prices = [lowered('Pen', 20_000), lowered('Ring', 899_000_000), lowered('Cup', 900_000)];
  const asks = await shownFor('sell.lower', { cart: sampleCart(1) }, prices);
  expect(asks?.map((ask) => /Pen|Ring|Cup/.exec(ask)?.[0])).toEqual([
    undefined,
    'Ring',
    'Cup',
    'Pen',
  ]);
});

test('a document is called what is asked for, and its password’s way is said', async () => {
  const document = rightArguments['documents.create'] as Argument<'documents.create'>;
  const particulars = { ...document.particulars, name: 'Quotation' };
  const asks = await shownFor('documents.create', { ...document, particulars });
  expect(asks?.[1]).toContain('Quotation');
  expect(asks?.[1]).toContain(requestedKindText(document.particulars));
  const signIn: Argument<'session.signIn'> = {
    way: 'earlier',
    ...{ serviceAddress: 'https://a.example', username: 'ana', password: 'x' },
    ...{ companyCode: 'A', tillCode: '1', earlierAddress: 'https://b.example' },
  };
  expect((await shownFor('session.signIn', signIn))?.join()).toContain('https://b.example');
});

test.each([
  ['between two tills', { isSwitching: true }, false],
  ['while the till is being opened', { isSwitching: false }, true],
])('nothing but what a locked page needs is done %s', async (_when, session, isStarting) => {
  const done: string[] = [];
  const admit = admitTo({
    ...context,
    session: { till: context.session.till, ...session },
    isStarting: () => isStarting,
  } as unknown as GateContext);
  for (const name of names) {
    await admit(name, rightArguments[name] as never, () => {
      done.push(name);
      return ok(null);
    });
  }
  expect(done.sort()).toEqual(names.filter((name) => requests[name].gate === 'open').sort());
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
  const admit = admitTo({ ...context, lock } as unknown as GateContext);
  const install = (version: string) => admit('update.install', { version }, () => ok(null));
  expect(await install('')).toEqual(err({ code: 'not_found' }));
  expect(await install('2.0.1')).toEqual(err({ code: 'not_found' }));
  expect(asked).toEqual([]);
  expect(await install('2.0.0')).toEqual(ok(null));
});

test('a locked page is not told what is there to be approved', async () => {
  const lock = { isLocked: true, act: () => Promise.resolve(err({ code: 'locked' })) };
  const admit = admitTo({ ...context, lock } as unknown as GateContext);
  const answer = await admit('update.install', { version: '' }, () => ok(null));
  expect(answer).toEqual(err({ code: 'locked' }));
});

test('what was asked before the till was locked is not answered after it', async () => {
  const lock = {
    isLocked: true,
    act: (_: Wanted, act: () => unknown) => Promise.resolve(act()),
    noteCart: () => undefined,
  };
  const admit = admitTo({ ...context, lock } as unknown as GateContext);
  const answer = await admit('documents.get', { id: 1 }, () => ok(null as never));
  expect(answer).toEqual(err({ code: 'locked' }));
});

const isReserved = (name: RequestName) =>
  managerActionsOf(name, rightArguments[name] as never, context).length > 0;
/** Their prices are asked about one by one. */
const isCounterSale = (name: RequestName) => name === 'sell.lower' || name === 'sell.finish';

test.each(names.filter((name) => isReserved(name) && !isCounterSale(name)))(
  'whatever may need a manager has words that say what it is: %s',
  async (name) => {
    const asks = await shownFor(name, rightArguments[name] as Argument<typeof name>);
    expect(asks?.length).toBeGreaterThan(1);
    expect(asks?.every((ask) => ask !== '' && !/undefined|\[object/.test(ask))).toBe(true);
  },
);

test('nothing that acts is begun while a manager is asked, and what is shown goes on', async () => {
  const done: string[] = [];
  const lock = {
    act: (_: Wanted, act: () => unknown) => Promise.resolve(act()),
    noteCart: () => undefined,
  };
  const pinWindow = { isOpen: true };
  const admit = admitTo({ ...context, lock, pinWindow } as unknown as GateContext);
  for (const name of names) {
    const answer = await admit(name, rightArguments[name] as never, () => {
      done.push(name);
      return ok(null);
    });
    if (!answer.ok) expect(answer).toEqual(err({ code: 'pin_window_open' }));
  }
  const going = names.filter((name) => requests[name].gate !== 'act');
  expect(done).toEqual(going);
});

test('the lock is told of the sale under way and of one that is put aside', async () => {
  const cart = sampleCart(1);
  const { noted } = await wantedOf(async (admit) => {
    await admit('sell.saveCart', { cart }, () => null as never);
    await admit('sell.hold', { cart, name: '' }, () => null as never);
    await admit('sell.lower', { cart: sampleCart(1) }, () => null as never);
  });
  expect(noted).toEqual([cart, cart]);
});

test('whatever leaves the till, or changes what it sells and how, is an action', () => {
  const needed = names.filter(
    (name) => managerActionsOf(name, rightArguments[name] as never, context).length > 0,
  );
  for (const name of [
    'session.signOut',
    'session.practise',
    'documents.create',
    'documents.export',
    'catalogue.export',
    'catalogue.receive',
    'catalogue.use',
    'catalogue.keep',
    'catalogue.save',
    'catalogue.remove',
    'catalogue.changeMany',
    'catalogue.undo',
    'outbox.cancel',
    'outbox.sendAgain',
    'outbox.correct',
    'outbox.settle',
    'settings.backUp',
    'figures.read',
    'figures.export',
    'exceptions.list',
    'exceptions.export',
    'sell.arrangeQuickKeys',
    'cashiers.add',
    'cashiers.change',
    'cashiers.remove',
    'cashiers.setRules',
  ] as const) {
    expect(needed).toContain(name);
  }
});

test('what opens other programs is a manager’s while the till is a kiosk', () => {
  const at = (isKiosk: boolean) =>
    ({ ...context, counterWindow: { isKiosk } }) as unknown as GuardContext;
  const showsFolder = (isKiosk: boolean) =>
    managerActionsOf('receipt.showFolder', undefined, at(isKiosk));
  expect([showsFolder(true), showsFolder(false)]).toEqual([['change_settings'], []]);
  const looks = (from: 'file' | 'kept') =>
    managerActionsOf('restore.look', from === 'file' ? { from } : { from, name: 'a' }, at(true));
  expect([looks('file'), looks('kept')]).toEqual([['change_settings'], []]);
});

test('a locked page may change its language, and nothing with it', async () => {
  const locked = { ...context, lock: { act: () => Promise.resolve('refused') } };
  const admit = admitTo(locked as unknown as GateContext);
  const ask = (change: Argument<'settings.update'>) =>
    admit('settings.update', change, () => 'done' as never);
  expect(await ask({ language: 'pt-PT' })).toBe('done');
  expect(await ask({ language: 'pt-PT', theme: 'dark' })).toBe('refused');
  expect(await ask({ theme: 'dark' })).toBe('refused');
  expect(await ask({})).toBe('refused');
});

test('a locked page may be unlocked, with a new PIN where that is proven, and approve nothing', async () => {
  const locked = { ...context, lock: { act: () => Promise.resolve('refused') } };
  const admit = admitTo(locked as unknown as GateContext);
  const ask = (name: RequestName) =>
    admit(name, rightArguments[name] as never, () => 'done' as never);
  expect(await ask('lock.unlock')).toBe('done');
  expect(await ask('lock.recover')).toBe('done');
  for (const name of ['cashiers.add', 'cashiers.change', 'session.signIn'] as const) {
    expect(await ask(name)).toBe('refused');
  }
});

test('what sets a new PIN is parsed strictly', () => {
  const proof = { way: 'password', username: 'A', password: 'A' };
  const cashierId = '00000000-0000-4000-8000-000000000000';
  const recover = { kind: 'recover', cashierId, pin: '123456', proof };
  expect(v.is(pinAnswerSchema, recover)).toBe(true);
  expect(v.is(pinAnswerSchema, { ...recover, proof: null })).toBe(true);
  for (const change of [
    { pin: '123' },
    { cashierId: 'A' },
    { proof: undefined },
    { proof: { way: 'none' } },
    { proof: { ...proof, password: '' } },
    { proof: { ...proof, serviceAddress: 'A' } },
    { proof: { way: 'token', token: 'with a space in it' } },
    { serviceAddress: 'A' },
    { kind: 'another' },
  ]) {
    expect(v.is(pinAnswerSchema, { ...recover, ...change }), JSON.stringify(change)).toBe(false);
  }
});

test('a locked page is told of no held sale, no notice, no other company and nothing of the shop', () => {
  const held = [{ cartId: 'A', name: 'Ana', heldAtMs: 1, lines: 1, totalCents: 1 }];
  const profiles = [{ id: 'open' }, { id: 'another' }] as never;
  const told = asLocked({
    ...state,
    ...{ profiles, profileId: 'open' },
    held: held as never,
    notices: [{ code: 'token_not_kept' }],
    profile: { ...signedIn, userName: 'Ana Reis', username: 'ana@loja.example' },
    connectionError: { code: 'token_refused' },
    paymentMethods: [{ id: 1, label: 'Numerário' }],
    troubledJobs: [{ jobId: 1 }] as never,
    unsent: 3,
  });
  expect(told).toEqual({
    ...state,
    profile: { ...signedIn, userName: '', username: '' },
    profileId: 'open',
    unsent: 3,
  });
});
