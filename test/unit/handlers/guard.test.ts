// What each request needs, as the shop's rules know it.
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { requests, type Argument, type RequestName } from '../../../src-main/contract/api.ts';
import { noDiscount, percentSchema, unitPriceSchema } from '../../../src-main/contract/money.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { admitTo, asLocked, managerActionOf } from '../../../src-main/handlers/guard.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { state } from '../src-renderer/sell/catalogue-till.ts';

type GuardContext = Parameters<typeof managerActionOf>[2];
const profile = { serviceAddress: 'https://a.example', companyCode: 'ACME', tillCode: 'T1' };
const context = {
  session: { till: { profile } },
  settings: { value: { selling: defaultSelling } },
} as unknown as GuardContext;

const names = Object.keys(requests) as RequestName[];

describe('a sale', () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const [line] = sampleCart(1).lines;
  const finish = (change: Partial<Argument<'sell.finish'>['cart']>) => {
    const cart = { ...sampleCart(1), ...change };
    const argument = { cart, payment: samplePayment(cart), isAnotherSale: false };
    return managerActionOf('sell.finish', argument, context);
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
    expect(finish({ discount: noDiscount })).toBeNull();
    expect(finish({ lines: lineAt(2_000_000) })).toBeNull();
    expect(finish({ lines: lineAt(2_000_000, 1_000_000) })).toBeNull();
  });

  it('needs a manager with a discount, and with a line below its list price', () => {
    expect(finish({ discount: v.parse(percentSchema, 1) })).toBe('lower_price');
    expect(finish({ lines: lineAt(999_999, 1_000_000) })).toBe('lower_price');
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
  ['the token', { theme: 'dark', keepTokenWeakly: false }, 'change_settings'],
])('of the settings, %s', (_name, change, action) => {
  expect(managerActionOf('settings.update', change, context)).toBe(action);
});

describe('signing in', () => {
  const signIn = (change: Partial<Argument<'session.signIn'> & { way: 'password' }>) =>
    managerActionOf(
      'session.signIn',
      { way: 'password', ...profile, username: 'A', password: 'A', ...change },
      context,
    );

  it('anew to the same till needs nobody, to any other a manager', () => {
    expect(signIn({})).toBeNull();
    expect(signIn({ serviceAddress: 'https://b.example' })).toBe('change_connection');
    expect(signIn({ companyCode: 'OTHER' })).toBe('change_connection');
    expect(signIn({ tillCode: 'T2' })).toBe('change_connection');
    expect(signIn({ serviceAddress: 'no address' })).toBe('change_connection');
  });
});

test('whatever leaves the till, or changes what it sells and how, is an action', () => {
  const needed = names.filter(
    (name) => managerActionOf(name, rightArguments[name] as never, context) !== null,
  );
  for (const name of [
    'session.signOut',
    'session.practise',
    'documents.create',
    'documents.export',
    'catalogue.export',
    'catalogue.use',
    'catalogue.keep',
    'outbox.cancel',
    'outbox.sendAgain',
    'outbox.correct',
    'outbox.settle',
    'settings.backUp',
    'sell.arrangeQuickKeys',
    'cashiers.add',
    'cashiers.change',
    'cashiers.remove',
    'cashiers.setRules',
  ] as const) {
    expect(needed).toContain(name);
  }
});

test('a locked page may change its language, and nothing with it', async () => {
  const locked = { ...context, lock: { act: () => Promise.resolve('refused') } };
  const admit = admitTo(locked as unknown as GuardContext);
  const ask = (change: Argument<'settings.update'>) =>
    admit('settings.update', change, () => 'done' as never);
  expect(await ask({ language: 'pt-PT' })).toBe('done');
  expect(await ask({ language: 'pt-PT', theme: 'dark' })).toBe('refused');
  expect(await ask({ theme: 'dark' })).toBe('refused');
  expect(await ask({})).toBe('refused');
});

test('a locked page may be unlocked, with a new PIN where that is proven, and approve nothing', async () => {
  const locked = { ...context, lock: { act: () => Promise.resolve('refused') } };
  const admit = admitTo(locked as unknown as GuardContext);
  const ask = (name: RequestName) =>
    admit(name, rightArguments[name] as never, () => 'done' as never);
  expect(await ask('lock.unlock')).toBe('done');
  expect(await ask('lock.recover')).toBe('done');
  for (const name of ['lock.approve', 'cashiers.change', 'session.signIn'] as const) {
    expect(await ask(name)).toBe('refused');
  }
});

test('what sets a new PIN is parsed strictly', () => {
  const recover = rightArguments['lock.recover'] as Record<string, unknown>;
  const { argument } = requests['lock.recover'];
  expect(v.is(argument, recover)).toBe(true);
  expect(v.is(argument, { ...recover, proof: null })).toBe(true);
  for (const change of [
    { pin: '123' },
    { cashierId: 'A' },
    { proof: undefined },
    { proof: { way: 'none' } },
    { proof: { way: 'password', username: 'A', password: '' } },
    { proof: { way: 'password', username: 'A', password: 'A', serviceAddress: 'A' } },
    { proof: { way: 'token', token: 'with a space in it' } },
    { serviceAddress: 'A' },
  ]) {
    expect(v.is(argument, { ...recover, ...change }), JSON.stringify(change)).toBe(false);
  }
});

test('a locked page is told of no held sale and no notice', () => {
  const held = [{ cartId: 'A', name: 'Ana', heldAtMs: 1, lines: 1, totalCents: 1 }];
  const told = asLocked({
    ...state,
    held: held as never,
    notices: [{ code: 'token_not_kept' }],
    waiting: 3,
  });
  expect(told).toEqual({ ...state, waiting: 3 });
});
