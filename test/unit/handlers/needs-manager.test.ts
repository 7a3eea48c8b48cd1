// Tests which requests need a manager by the shop’s rules, and for which action.
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import type { Cart, CartLine } from '../../../src-main/contract/cart.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import type { InStoreRule } from '../../../src-main/contract/barcodes.ts';
import { type Argument, type RequestName } from '../../../src-main/contract/api.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import { actionFor } from '../../../src-main/contract/lowered-prices.ts';
import {
  noDiscount,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import type { Wanted } from '../../../src-main/staff/lock.ts';
import { admitTo, managerActionsOf } from '../../declared-requests.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { loweredBy } from '../../../src-main/handlers/approval.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { bound, context, names, profile } from './guard-context.ts';

/** Returns the actions by which the lowered prices of a sale are approved. */
const actionsToSell = (cart: Cart, context: Context) => [
  ...new Set(loweredBy(cart, context).map(actionFor)),
];

describe('a sale', () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const [line] = sampleCart(1).lines;
  const finish = (change: Partial<Cart>) => {
    const cart = { ...sampleCart(1), ...change };
    return actionsToSell(cart, context);
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
  /**
   * Returns the actions that finishing a sale needs. The product costs 2 € and is sold by weight;
   * `inStoreRules` says what the shop's own labels carry.
   */
  const finish = (
    code: string,
    unitPrice: number,
    inStoreRules: readonly InStoreRule[] = [],
    change: Partial<CartLine> = {},
    products = 1,
    known: Partial<Product> = {},
  ) => {
    const barcodes = ['5601234567890'];
    const foundProduct = {
      code,
      barcodes,
      unitPrice: 2_000_000,
      unit: 'kg',
      soldBy: 'measure',
      ...known,
    };
    const byCode = (asked: string) => (asked === 'GONE' ? undefined : foundProduct);
    const summary = () => ({ products });
    const cart = sampleCart(1);
    const lines = cart.lines.map((line) => ({
      ...line,
      code,
      unitPrice: price(unitPrice),
      ...change,
    }));
    return actionsToSell({ ...cart, lines }, {
      session: { till: { profile, catalogue: { byCode, summary } } },
      settings: { value: { selling: { ...defaultSelling, inStoreRules } } },
    } as unknown as Context);
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
      // The unit alone may say so.
      expect(sell(1500, [], { soldBy: null, unit: 'un' })).toEqual(['sell_fraction']);
    });

    it('needs none where it is sold by measure, or nobody knows', () => {
      expect(sell(1500, [], { soldBy: 'measure' })).toEqual([]);
      expect(sell(1500, [], { soldBy: null })).toEqual([]);
      expect(sell(1500, [], { soldBy: null, unit: '' })).toEqual([]);
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
    const unreadable = {
      ...context,
      session: { till: { profile, catalogue: { byCode } } },
    } as unknown as Context;
    expect(actionsToSell(sampleCart(1), unreadable)).toEqual([]);
  });
});

test.each<[string, Argument<'settings.update'>, string | null]>([
  ['language and theme', { language: 'en', theme: 'dark' }, null],
  ['columns', { documentColumns: ['date'] }, null],
  ['sounds', { selling: { ...defaultSelling, sounds: !defaultSelling.sounds } }, null],
  ['the number pad', { selling: { ...defaultSelling, numberPad: true } }, null],
  ['key hints', { selling: { ...defaultSelling, keyHints: false } }, null],
  [
    'the scanner',
    { selling: { ...defaultSelling, scanner: { ...defaultSelling.scanner, gapMs: 99 } } },
    'change_settings',
  ],
  ['payment methods', { paymentMethods: [] }, 'change_settings'],
  ['the kind of invoice', { invoiceKind: null }, 'change_settings'],
  ['the token', { theme: 'dark', keepTokenWeakly: false }, 'change_settings'],
])('the setting needs a manager or nobody: %s', (_name, change, action) => {
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
  const again = managerActionsOf('session.signIn', request, at as unknown as Context);
  expect(again).toEqual([]);
});

test('signing in anew another way, which sends the password elsewhere, needs a manager', () => {
  const user = { ...bound, username: 'A', password: 'A' };
  const earlier = { ...user, way: 'earlier', earlierAddress: 'https://old.example' } as const;
  expect(managerActionsOf('session.signIn', earlier, context)).toEqual(['change_connection']);
  const itself = { ...profile, way: 'earlier', earlierAddress: 'https://old.example' };
  const at = { ...context, session: { till: { profile: itself } } } as unknown as Context;
  expect(managerActionsOf('session.signIn', earlier, at)).toEqual([]);
  const elsewhere = { ...earlier, earlierAddress: 'https://evil.example' };
  expect(managerActionsOf('session.signIn', elsewhere, at)).toEqual(['change_connection']);
  const byPassword = { ...user, way: 'password' } as const;
  expect(managerActionsOf('session.signIn', byPassword, at)).toEqual(['change_connection']);
});

test('with a till open nothing is sent to another service without a manager', () => {
  const { serviceAddress } = bound;
  const noTill = { ...context, session: { till: null } } as unknown as Context;
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
  const admit = admitTo({ ...context, session, lock } as unknown as Context);
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

/** Returns what the lock is asked for, and which carts it is told of. */
async function wantedOf(ask: (admit: ReturnType<typeof admitTo>) => Promise<unknown>) {
  const requests: Wanted[] = [];
  const notedCarts: Cart[] = [];
  const lock = {
    act: (wanted: Wanted) => {
      requests.push(wanted);
      return Promise.resolve(ok(null));
    },
    noteCart: (cart: Cart) => notedCarts.push(cart),
  };
  await ask(admitTo({ ...context, lock } as unknown as Context));
  return { asked: requests, noted: notedCarts };
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

test('the lock is told of the sale under way and of one that is put aside', async () => {
  const cart = sampleCart(1);
  const { noted } = await wantedOf(async (admit) => {
    await admit('sell.saveCart', { cart }, () => null as never);
    await admit('sell.hold', { cart, name: '' }, () => null as never);
    await admit('sell.lower', { cart: sampleCart(1) }, () => null as never);
  });
  expect(noted).toEqual([cart, cart]);
});

test('cashiers add products where the shop lets them, and change none', () => {
  const { product } = rightArguments['catalogue.save'] as Argument<'catalogue.save'>;
  const plain = { ...product, barcodes: ['5601234567890'], quickKey: null };
  const at = (cashiersAddProducts: boolean, id: number | null, changes: object = {}) => {
    const selling = { ...defaultSelling, cashiersAddProducts };
    const settings = { value: { selling } };
    const givenContext = { ...context, settings } as unknown as Context;
    return managerActionsOf(
      'catalogue.save',
      { id, product: { ...plain, ...changes } },
      givenContext,
    );
  };
  expect(at(false, null)).toEqual(['change_catalogue']);
  expect(at(true, null)).toEqual([]);
  expect(at(true, 7)).toEqual(['change_catalogue']);
  expect(at(true, null, { barcodes: ['1', '2'] })).toEqual(['change_catalogue']);
  expect(at(true, null, { quickKey: 1 })).toEqual(['change_catalogue']);
  expect(at(true, null, { unitPrice: 0 })).toEqual(['change_catalogue']);
  expect(defaultSelling.cashiersAddProducts).toBe(false);
});

test('whatever leaves the till, or changes what it sells and how, is an action', () => {
  const needed = names.filter(
    (name) => managerActionsOf(name, rightArguments[name] as never, context).length > 0,
  );
  for (const name of [
    ...['session.signOut', 'session.practise', 'documents.create', 'documents.export'],
    ...['catalogue.export', 'catalogue.receive', 'catalogue.use', 'catalogue.keep'],
    ...['catalogue.save', 'catalogue.remove', 'catalogue.changeMany', 'catalogue.undo'],
    ...['outbox.cancel', 'outbox.sendAgain', 'outbox.correct', 'outbox.settle', 'settings.backUp'],
    ...['figures.read', 'figures.export', 'exceptions.list', 'exceptions.export'],
    ...['sell.arrangeQuickKeys', 'cashiers.add', 'cashiers.change', 'cashiers.remove'],
    ...['cashiers.setRules', 'cashiers.setSalesman'],
  ] as const) {
    expect(needed).toContain(name);
  }
});

test('what opens other programs is a manager’s while the till is a kiosk', () => {
  const at = (isKiosk: boolean) =>
    ({ ...context, counterWindow: { isKiosk } }) as unknown as Context;
  const showsFolder = (isKiosk: boolean) =>
    managerActionsOf('receipt.showFolder', undefined, at(isKiosk));
  expect([showsFolder(true), showsFolder(false)]).toEqual([['change_settings'], []]);
  const looks = (from: 'file' | 'kept') =>
    managerActionsOf('restore.look', from === 'file' ? { from } : { from, name: 'a' }, at(true));
  expect([looks('file'), looks('kept')]).toEqual([['change_settings'], []]);
});
