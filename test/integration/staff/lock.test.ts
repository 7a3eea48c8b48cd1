// Who is at the till and what they may do, on real databases, with a clock moved by hand.
import { setImmediate as turn } from 'node:timers/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  setDiscount,
  setQuantity,
  setUnitPrice,
  totals,
  type Cart,
} from '../../../src-main/contract/cart.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import {
  defaultLockRules,
  type DoneBy,
  type ManagerAction,
} from '../../../src-main/contract/lock.ts';
import { loweredPrices } from '../../../src-main/contract/lowered-prices.ts';
import {
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import { Lock, type AskManager } from '../../../src-main/staff/lock.ts';
import {
  changeCashier,
  readLockRules,
  removeCashier,
  writeLockRules,
} from '../../../src-main/store/cashiers.ts';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { writeTillSetting } from '../../../src-main/store/till-settings.ts';
import { HandClock } from '../../hand-clock.ts';
import { noKeys } from '../../played-key-store.ts';
import { PlayedManager } from '../../played-manager.ts';
import { sampleCart } from '../../sample-sale.ts';
import { openTill } from '../store/temporary-till.ts';
import { addPeople, entryOf, ines, rui } from './people.ts';

function atTill(...people: readonly (typeof ines)[]) {
  let db: Store | undefined = openTill();
  addPeople(db, ...people);
  const clock = new HandClock();
  const keys = noKeys();
  const toldEvents: boolean[] = [];
  const lock: Lock = new Lock({
    db: () => db,
    keys: () => keys,
    clock,
    onChanged: () => toldEvents.push(lock.isLocked),
  });
  const manager = new PlayedManager();
  return {
    db,
    lock,
    clock,
    toldEvents,
    manager,
    open: (another: Store | undefined) => {
      db = another;
    },
    pass: async (ms: number) => {
      clock.advance(ms);
      await turn();
    },
    /** Finishes the cart. Returns who finished it, or how many of its prices need a manager. */
    finish: (cart: Cart) => sell(lock, manager, cart, true),
    /** Lowers the cart's prices. Returns who did, or how many of them need a manager. */
    lower: (cart: Cart) => sell(lock, manager, cart, false),
    /** Returns who did it, or why it was not done. */
    ask: async (action: ManagerAction | null) => {
      const wanted = { actions: action ? [action] : [], askManager: manager.ask };
      const answer = await lock.act<DoneBy | null>(wanted, () => ok(lock.doneBy));
      return answer.ok ? answer.value : answer.error.code;
    },
  };
}

async function sell(lock: Lock, manager: PlayedManager, cart: Cart, isFinished: boolean) {
  const lowered = { cartId: cart.cartId, prices: loweredPrices(cart), isFinished };
  const wanted = { lowered, askManager: manager.ask };
  const answer = await lock.act<DoneBy | null>(wanted, () => ok(lock.doneBy));
  if (answer.ok) return answer.value;
  const { code } = answer.error;
  return code === 'manager_needed' ? manager.requests.at(-1)?.prices.length : code;
}

/** A till at which Rui is, and how Inês approves what he sells. */
async function atRuis() {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  const approve = (cart: Cart) => {
    till.manager.types(entryOf(ines));
    return till.lower(cart);
  };
  return { ...till, approve };
}

test('without cashiers the till is never locked, and nobody is named', async () => {
  const till = atTill();
  till.lock.lock();
  expect(till.lock.isLocked).toBe(false);
  expect(till.lock.state).toBeNull();
  expect(await till.ask('manage_cashiers')).toBeNull();
});

test('with cashiers the till starts locked, does nothing, and is unlocked by a PIN', async () => {
  const till = atTill(ines, rui);
  expect(till.lock.state).toEqual({
    cashiers: [ines, rui],
    atTill: null,
    standing: 'unsealed',
    rules: defaultLockRules,
  });
  expect(await till.ask(null)).toBe('locked');
  expect(await till.lock.unlock({ ...entryOf(rui), pin: '0000' })).toMatchObject({ ok: false });
  expect(till.lock.isLocked).toBe(true);
  expect(await till.lock.unlock(entryOf(rui))).toEqual(ok(null));
  expect(till.toldEvents).toEqual([false]);
  expect(await till.ask(null)).toEqual({ name: 'Rui' });
  till.lock.lock();
  expect(till.toldEvents).toEqual([false, true]);
  expect(await till.ask(null)).toBe('locked');
});

test('half-typed text is kept once for each locking, for whoever was there', async () => {
  const till = atTill(ines, rui);
  expect(till.lock.takeLeaver(till.db)).toBeNull();
  await till.lock.unlock(entryOf(rui));
  till.lock.lock();
  expect(till.lock.takeLeaver(till.db)).toBe(rui.cashierId);
  expect(till.lock.takeLeaver(till.db)).toBeNull();
  await till.lock.unlock(entryOf(rui));
  till.lock.lock();
  await till.lock.unlock(entryOf(ines));
  // It is no longer locked, so this comes too late.
  expect(till.lock.takeLeaver(till.db)).toBeNull();
});

test('the till locks itself once nobody has touched it for the time that the shop set', async () => {
  const till = atTill(ines, rui);
  writeLockRules(till.db, { ...defaultLockRules, idleSeconds: 60 });
  await till.lock.unlock(entryOf(rui));
  await till.pass(59_000);
  till.lock.touch();
  await till.pass(59_000);
  expect(till.lock.isLocked).toBe(false);
  await till.pass(1_000);
  expect(till.lock.isLocked).toBe(true);
  // A locked till cannot be touched.
  till.lock.touch();
  expect(till.lock.isLocked).toBe(true);
});

test('a changed rule counts at once, and “never” means never', async () => {
  const till = atTill(ines);
  await till.lock.unlock(entryOf(ines));
  writeLockRules(till.db, { ...defaultLockRules, idleSeconds: null });
  till.lock.watchIdle();
  await till.pass(24 * 60 * 60_000);
  expect(till.lock.isLocked).toBe(false);
  till.lock.touch();
  writeLockRules(till.db, { ...defaultLockRules, idleSeconds: 15 });
  till.lock.watchIdle();
  await till.pass(15_000);
  expect(till.lock.isLocked).toBe(true);
});

test('rules that cannot be read are the strictest', async () => {
  const till = atTill(ines, rui);
  for (const rules of ['{', '{"idleSeconds":1}']) {
    till.db
      .prepare(`INSERT OR REPLACE INTO till_setting (name, value) VALUES ('lock', ?)`)
      .run(rules);
    expect(till.lock.state?.rules).toEqual(defaultLockRules);
  }
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('open_drawer')).toBe('manager_needed');
});

test('a cashier needs a manager, who is named with the cashier, once', async () => {
  const till = await atRuis();
  expect(await till.ask('lower_price')).toBe('manager_needed');
  expect(till.manager.requests).toEqual([
    { by: 'Rui', action: 'lower_price', managers: [ines], prices: [] },
  ]);
  till.manager.types(entryOf(rui), { ...entryOf(ines), pin: '0000' });
  expect(await till.ask('lower_price')).toBe('manager_needed');
  expect(till.manager.said).toEqual([
    err({ code: 'manager_needed', action: 'lower_price' }),
    err({ code: 'pin_wrong' }),
  ]);
  till.manager.types(entryOf(ines));
  expect(await till.ask('lower_price')).toEqual({ name: 'Rui', approvedBy: 'Inês' });
  expect(await till.ask('lower_price')).toBe('manager_needed');
});

test('an approval is for whoever was at the till when it was requested', async () => {
  const till = await atRuis();
  const meanwhile = async (happens: () => unknown) => {
    const askManager: AskManager = async (_, check) => {
      const result = await check(entryOf(ines));
      await happens();
      return result;
    };
    return till.lock.act({ actions: ['export'], askManager }, () => ok('done'));
  };
  const refused = err({ code: 'manager_needed', action: 'export' });
  expect(await meanwhile(() => undefined)).toEqual(ok('done'));
  expect(
    await meanwhile(() => {
      till.lock.lock();
    }),
  ).toEqual(refused);
  await till.lock.unlock(entryOf(rui));
  expect(
    await meanwhile(async () => {
      till.lock.lock();
      await till.lock.unlock(entryOf(rui));
    }),
  ).toEqual(refused);
});

test('the manager is asked for the first of several actions that the shop reserves to managers', async () => {
  const till = await atRuis();
  const wanted = { actions: ['decide_sale', 'lower_price'], askManager: till.manager.ask } as const;
  const correct = () => till.lock.act(wanted, () => ok(till.lock.doneBy));
  const needed = (action: ManagerAction) => err({ code: 'manager_needed', action });
  expect(await correct()).toEqual(needed('decide_sale'));
  writeLockRules(till.db, { ...defaultLockRules, managerActions: ['lower_price'] });
  expect(await correct()).toEqual(needed('lower_price'));
  till.manager.types(entryOf(ines));
  expect(await correct()).toEqual(ok({ name: 'Rui', approvedBy: 'Inês' }));
});

test('nothing is approved if the window cannot be opened', async () => {
  const till = await atRuis();
  const failed = err({ code: 'pin_window_failed' });
  const wanted = { actions: ['export'], askManager: () => Promise.resolve(failed) } as const;
  expect(await till.lock.act(wanted, () => ok('done'))).toEqual(failed);
});

test('a manager needs nobody, and the shop may leave everything to cashiers except changing cashiers', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(ines));
  expect(await till.ask('manage_cashiers')).toEqual({ name: 'Inês' });
  writeLockRules(till.db, { idleSeconds: null, managerActions: [] });
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('change_settings')).toEqual({ name: 'Rui' });
  expect(await till.ask('manage_cashiers')).toBe('manager_needed');
});

test('a long action still belongs to whoever requested it', async () => {
  const till = await atRuis();
  const answer = till.lock.act({ actions: [], askManager: till.manager.ask }, async () => {
    await turn();
    return ok(till.lock.doneBy);
  });
  till.lock.lock();
  expect(till.lock.doneBy).toBeNull();
  expect(await answer).toEqual(ok({ name: 'Rui' }));
});

test('another till does not know who is at this one', async () => {
  const till = atTill(ines);
  await till.lock.unlock(entryOf(ines));
  const another = openTill();
  addPeople(another, ines);
  till.open(another);
  expect(till.lock.isLocked).toBe(true);
  till.open(undefined);
  expect(till.lock.isLocked).toBe(false);
  expect(await till.lock.unlock(entryOf(ines))).toEqual(err({ code: 'not_signed_in' }));
});

test('somebody who is removed is no longer at the till, and a demoted manager is none', async () => {
  const maria = { ...rui, role: 'manager', name: 'Maria' } as const;
  const till = atTill(ines, maria);
  await till.lock.unlock(entryOf(maria));
  changeCashier(till.db, { ...maria, role: 'cashier' }, null);
  expect(await till.ask('export')).toBe('manager_needed');
  removeCashier(till.db, maria.cashierId);
  expect(till.lock.isLocked).toBe(true);
});

describe('a lowered price', () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const lineOf = (cart: Cart, at = 0) => cart.lines[at]?.lineId ?? '';
  const cheaper = (cart: Cart, micros = 500_000, at = 0) =>
    setUnitPrice(cart, lineOf(cart, at), price(micros));
  const more = (cart: Cart, thousandths: number) =>
    setQuantity(cart, lineOf(cart), v.parse(quantitySchema, thousandths));
  const discounted = (cart: Cart, hundredths: number) =>
    setDiscount(cart, v.parse(percentSchema, hundredths));
  const byRui = { name: 'Rui' };
  const approved = { ...byRui, approvedBy: 'Inês' };

  test('is approved when it is lowered, and the sale is finished without asking again', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    expect(await till.lower(cart)).toBe(1);
    expect(await till.finish(cart)).toBe(1);
    expect(await till.approve(cart)).toEqual(approved);
    expect(await till.lower(cart)).toEqual(approved);
    // However long the customer takes, and whoever is at the till meanwhile.
    await till.pass(3_600_000);
    till.lock.lock();
    await till.lock.unlock(entryOf(rui));
    expect(await till.finish(cart)).toEqual(approved);
  });

  test('is told apart from a line that the catalogue lacks, and a manager is asked about what is reserved', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    const prices = loweredPrices(cart, () => 'none');
    const sell = () =>
      till.lock.act(
        {
          lowered: { cartId: cart.cartId, prices, isFinished: false },
          askManager: till.manager.ask,
        },
        () => ok(1),
      );
    const needed = async () => {
      const answer = await sell();
      if (answer.ok || answer.error.code !== 'manager_needed') return answer;
      const kinds = till.manager.requests.at(-1)?.prices.map(({ kind }) => kind);
      return { action: answer.error.action, kinds };
    };
    const [first] = prices;
    expect(first?.kind).toBe('line');
    const free = prices.slice(1).map(({ kind }) => kind);
    expect(new Set(free)).toEqual(new Set(['free']));
    writeLockRules(till.db, { ...defaultLockRules, managerActions: [] });
    expect(await sell()).toEqual(ok(1));
    writeLockRules(till.db, { ...defaultLockRules, managerActions: ['sell_free_line'] });
    expect(await needed()).toEqual({ action: 'sell_free_line', kinds: free });
    writeLockRules(till.db, defaultLockRules);
    expect(await needed()).toEqual({ action: 'lower_price', kinds: ['line', ...free] });
    // One approval covers all that was shown.
    till.manager.types(entryOf(ines));
    expect(await sell()).toEqual(ok(1));
    expect(await sell()).toEqual(ok(1));
  });

  test('is approved only for its sale, and once', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    await till.approve(cart);
    expect(await till.finish({ ...cart, cartId: sampleCart().cartId })).toBe(1);
    expect(await till.finish(cart)).toEqual(approved);
    expect(await till.finish(cart)).toBe(1);
  });

  test.each<[string, (cart: Cart) => Cart]>([
    ['a lower price', (cart) => cheaper(cart, 400_000)],
    ['a higher price that is still lowered', (cart) => cheaper(cart, 600_000)],
    ['another quantity', (cart) => more(cart, 3000)],
    [
      'another product',
      (cart) => ({ ...cart, lines: cart.lines.map((line) => ({ ...line, code: 'OTHER' })) }),
    ],
    [
      'the same line once more',
      (cart) => ({ ...cart, lines: [...cart.lines, ...cart.lines.slice(0, 1)] }),
    ],
    ['another line', (cart) => cheaper(cart, 500_000, 1)],
    ['a discount on the whole sale', (cart) => discounted(cart, 100)],
  ])('needs a manager again after %s', async (_what, change) => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    await till.approve(cart);
    expect(await till.finish(change(cart))).toBe(1);
    till.manager.types(entryOf(ines));
    expect(await till.finish(change(cart))).toEqual(approved);
  });

  test('needs no second approval for anything that does not change it', async () => {
    const till = await atRuis();
    const cart = discounted(cheaper(sampleCart()), 1000);
    expect(await till.lower(cart)).toBe(2);
    await till.approve(cart);
    const fewer = { ...cart, lines: cart.lines.slice(0, -1), taxNumber: '510234674' };
    expect(await till.finish(fewer)).toEqual(approved);
  });

  test('as a discount on the whole sale is approved for what it takes off, and for no more', async () => {
    const till = await atRuis();
    const cart = discounted(sampleCart(1), 5000);
    await till.approve(cart);
    const grown = { ...cart, lines: [...cart.lines, ...sampleCart().lines] };
    till.lock.noteCart(grown);
    expect(await till.finish(grown)).toBe(1);
    expect(till.manager.requests.at(-1)?.prices).toEqual([
      { kind: 'discount', discount: 5000, discountCents: totals(grown).discountCents },
    ]);
    // What is in the sale again no more than was approved needs nobody, at the same rate.
    till.lock.noteCart(cart);
    expect(await till.finish(discounted(cart, 6000))).toBe(1);
    expect(await till.finish(cart)).toEqual(approved);
  });

  test('that was changed needs a manager even if it is changed back', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    // A late save of the former cart does not lose an approval that is still to come to this sale.
    await till.approve(cart);
    till.lock.noteCart(sampleCart());
    till.lock.noteCart({ ...cart, lines: [] });
    expect(await till.lower(cart)).toEqual(approved);
    till.lock.noteCart(cart);
    till.lock.noteCart(more(cart, 2000));
    till.lock.noteCart(cart);
    expect(await till.finish(cart)).toBe(1);
  });

  test('keeps its approval if the sale could not be finished', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    await till.approve(cart);
    const lowered = { cartId: cart.cartId, prices: loweredPrices(cart), isFinished: true };
    await till.lock.act({ lowered, askManager: till.manager.ask }, () =>
      err({ code: 'disk_full' }),
    );
    expect(await till.finish(cart)).toEqual(approved);
  });

  test('by a manager is approved by that manager, whoever finishes the sale', async () => {
    const till = await atRuis();
    await till.lock.unlock(entryOf(ines));
    const cart = cheaper(sampleCart());
    expect(await till.lower(cart)).toEqual({ name: 'Inês' });
    await till.lock.unlock(entryOf(rui));
    expect(await till.finish(cart)).toEqual(approved);
    await till.lock.unlock(entryOf(ines));
    expect(await till.finish(cheaper(sampleCart()))).toEqual({ name: 'Inês' });
  });

  test('names every manager who approved one', async () => {
    const maria = {
      ...rui,
      cashierId: ines.cashierId.replace('1', '3'),
      name: 'Maria',
      role: 'manager',
    } as const;
    const till = atTill(ines, rui, maria);
    await till.lock.unlock(entryOf(rui));
    const cart = cheaper(sampleCart());
    till.manager.types(entryOf(ines));
    await till.lower(cart);
    const both = discounted(cart, 500);
    expect(await till.lower(both)).toBe(1);
    till.manager.types(entryOf(maria));
    expect(await till.finish(both)).toEqual({ name: 'Rui', approvedBy: 'Inês, Maria' });
  });

  test('needs no manager if the shop leaves it to cashiers', async () => {
    const till = await atRuis();
    writeLockRules(till.db, { ...defaultLockRules, managerActions: [] });
    expect(await till.finish(cheaper(sampleCart()))).toEqual(byRui);
  });

  test('approved at one till is not approved at another', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    await till.approve(cart);
    const another = openTill();
    addPeople(another, ines, rui);
    till.open(another);
    await till.lock.unlock(entryOf(rui));
    expect(await till.finish(cart)).toBe(1);
  });
});

test('a wrong PIN of a manager is recorded, by whoever is at the till', async () => {
  const till = atTill(ines, rui);
  const wrong = { ...entryOf(ines), pin: '000000' };
  await till.lock.unlock({ ...entryOf(rui), pin: '0000' });
  await till.lock.unlock(wrong);
  await till.lock.unlock(entryOf(rui));
  till.manager.types(wrong, wrong, wrong, wrong, wrong);
  await till.ask('export');
  const what = { kind: 'pin_wrong', manager: 'Inês' };
  const written = readDecisions(till.db, { fromMs: 0, untilMs: 1e15 });
  // The sixth has to wait, and is not looked at.
  expect(written).toEqual(
    [null, 'Rui', 'Rui', 'Rui', 'Rui'].map((by) => ({
      ...{ by, approvedBy: null, atMs: till.clock.nowMs(), what },
    })),
  );
});

test('an approval is recorded: what, by whom and for whom', async () => {
  const till = await atRuis();
  const written = () => readDecisions(till.db, { fromMs: 0, untilMs: 1e15 });
  till.manager.types(entryOf(ines));
  expect(await till.ask('export')).toEqual({ name: 'Rui', approvedBy: 'Inês' });
  const who = { by: 'Rui', approvedBy: 'Inês', atMs: till.clock.nowMs() };
  const approved = { kind: 'approval', action: 'export', prices: [] };
  expect(written()).toEqual([{ ...who, what: approved }]);

  const discount = v.parse(percentSchema, 1000);
  till.manager.types(entryOf(ines));
  await till.lower(setDiscount(sampleCart(1), discount));
  const prices = [{ kind: 'discount', discount }];
  expect(written().at(-1)).toEqual({
    ...who,
    what: { kind: 'approval', action: 'lower_price', prices },
  });
});

test('nothing is approved that cannot be recorded', async () => {
  const till = await atRuis();
  till.db.exec(
    `CREATE TRIGGER full BEFORE INSERT ON decision BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  till.manager.types(entryOf(ines));
  await expect(till.ask('export')).rejects.toThrow('full');
  expect(await till.ask('export')).toBe('manager_needed');
});

test('an action that a shop was never asked about is the manager’s, whatever rules it stored', () => {
  const db = openTill();
  const reserved = (): readonly string[] => readLockRules(db).managerActions;
  writeLockRules(db, { idleSeconds: null, managerActions: ['export'] });
  expect(reserved()).toEqual(['export']);
  const before = { idleSeconds: null, managerActions: ['export'] };
  // The stored rules have no entry for the new action.
  writeTillSetting(db, 'lock', before);
  expect(readLockRules(db)).toEqual(defaultLockRules);
  writeTillSetting(db, 'lock', { ...before, known: ['export', 'see_figures', 'open_drawer'] });
  expect(reserved()).toContain('see_drawer');
  expect(reserved()).not.toContain('open_drawer');
});
