// Who is at the till and what they may do, on real databases, with a clock that is moved by hand.
import { setImmediate as turn } from 'node:timers/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  setDiscount,
  setQuantity,
  setUnitPrice,
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
import { Lock } from '../../../src-main/staff/lock.ts';
import { removeCashier, changeCashier, writeLockRules } from '../../../src-main/store/cashiers.ts';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { HandClock } from '../../hand-clock.ts';
import { noKeys } from '../../played-key-store.ts';
import { sampleCart } from '../../sample-sale.ts';
import { openTill } from '../store/temporary-till.ts';
import { addPeople, entryOf, ines, rui } from './people.ts';

function atTill(...people: readonly (typeof ines)[]) {
  let db: Store | undefined = openTill();
  addPeople(db, ...people);
  const clock = new HandClock();
  const keys = noKeys();
  const told: boolean[] = [];
  const lock: Lock = new Lock({
    db: () => db,
    keys: () => keys,
    clock,
    onChanged: () => told.push(lock.isLocked),
  });
  return {
    db,
    lock,
    clock,
    told,
    open: (another: Store | undefined) => {
      db = another;
    },
    pass: async (ms: number) => {
      clock.advance(ms);
      await turn();
    },
    /** Who finished it, or how many of its prices need a manager. */
    finish: (cart: Cart) => sell(lock, cart, true),
    /** Nothing, or how many of its prices need a manager. */
    lower: (cart: Cart) => sell(lock, cart, false),
    /** Who did it, or why it was not done. */
    ask: async (action: ManagerAction | null, what = 'this') => {
      const wanted = { actions: action ? [action] : [], what };
      const answer = await lock.act<DoneBy | null>(wanted, () => ok(lock.doneBy));
      return answer.ok ? answer.value : answer.error.code;
    },
  };
}

async function sell(lock: Lock, cart: Cart, isFinished: boolean) {
  const lowered = { cartId: cart.cartId, prices: loweredPrices(cart), isFinished };
  const answer = await lock.act<DoneBy | null>({ lowered }, () => ok(lock.doneBy));
  if (answer.ok) return answer.value;
  return answer.error.code === 'manager_needed' ? answer.error.lowered?.length : answer.error.code;
}

test('without cashiers it is never locked, and nobody is named', async () => {
  const till = atTill();
  till.lock.lock();
  expect(till.lock.isLocked).toBe(false);
  expect(till.lock.state).toBeNull();
  expect(await till.ask('manage_cashiers')).toBeNull();
});

test('with cashiers it begins locked, does nothing, and is opened by a PIN', async () => {
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
  expect(till.told).toEqual([false]);
  expect(await till.ask(null)).toEqual({ name: 'Rui' });
  till.lock.lock();
  expect(till.told).toEqual([false, true]);
  expect(await till.ask(null)).toBe('locked');
});

test('it locks itself once nobody has touched it for the time that the shop has set', async () => {
  const till = atTill(ines, rui);
  writeLockRules(till.db, { ...defaultLockRules, idleSeconds: 60 });
  await till.lock.unlock(entryOf(rui));
  await till.pass(59_000);
  till.lock.touch();
  await till.pass(59_000);
  expect(till.lock.isLocked).toBe(false);
  await till.pass(1_000);
  expect(till.lock.isLocked).toBe(true);
  // Nobody is there to touch it.
  till.lock.touch();
  expect(till.lock.isLocked).toBe(true);
});

test('a rule that changes counts at once, and never is never', async () => {
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

test('a cashier needs a manager, who is named beside them, once', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('lower_price')).toBe('manager_needed');
  expect(await till.lock.approve(entryOf(rui), 'lower_price')).toEqual(
    err({ code: 'manager_needed', action: 'lower_price' }),
  );
  expect(await till.lock.approve({ ...entryOf(ines), pin: '0000' }, 'lower_price')).toEqual(
    err({ code: 'pin_wrong' }),
  );
  expect(await till.ask('lower_price')).toBe('manager_needed');

  expect(await till.lock.approve(entryOf(ines), 'lower_price')).toEqual(ok(null));
  expect(await till.ask('decide_sale')).toBe('manager_needed');
  expect(await till.ask('lower_price')).toEqual({ name: 'Rui', approvedBy: 'Inês' });
  expect(await till.ask('lower_price')).toBe('manager_needed');
});

test('an approval is for a minute, and for whoever was at the till', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('export')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'export');
  till.clock.advance(60_000);
  expect(await till.ask('export')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'export');
  till.lock.lock();
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('export')).toBe('manager_needed');
});

test('an approval is for what was asked for, and for nothing else of its kind', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  await till.lock.approve(entryOf(ines), 'lower_price');
  expect(await till.ask('lower_price')).toBe('manager_needed');

  expect(await till.ask('lower_price', 'a tenth off')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'lower_price');
  await till.lock.act({ actions: ['lower_price'], what: 'a tenth off' }, () =>
    err({ code: 'disk_full' }),
  );
  expect(await till.ask('lower_price', 'half off')).toBe('manager_needed');
});

test('a manager is asked for the first of several actions that the shop leaves to managers', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  const correct = () =>
    till.lock.act({ actions: ['decide_sale', 'lower_price'], what: 'this' }, () =>
      ok(till.lock.doneBy),
    );
  const needed = (action: ManagerAction) => err({ code: 'manager_needed', action });
  expect(await correct()).toEqual(needed('decide_sale'));
  writeLockRules(till.db, { ...defaultLockRules, managerActions: ['lower_price'] });
  expect(await correct()).toEqual(needed('lower_price'));
  await till.lock.approve(entryOf(ines), 'lower_price');
  expect(await correct()).toEqual(ok({ name: 'Rui', approvedBy: 'Inês' }));
});

test('what failed has used no approval up, and two at once use only one', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('export')).toBe('manager_needed');
  await till.lock.approve(entryOf(ines), 'export');
  const failed = await till.lock.act({ actions: ['export'], what: 'this' }, () =>
    err({ code: 'disk_full' }),
  );
  expect(failed).toEqual(err({ code: 'disk_full' }));
  const both = await Promise.all([till.ask('export'), till.ask('export')]);
  expect(both).toEqual([{ name: 'Rui', approvedBy: 'Inês' }, 'manager_needed']);
});

test('a manager needs nobody, and the shop may leave to cashiers all but the cashiers', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(ines));
  expect(await till.ask('manage_cashiers')).toEqual({ name: 'Inês' });
  writeLockRules(till.db, { idleSeconds: null, managerActions: [] });
  await till.lock.unlock(entryOf(rui));
  expect(await till.ask('change_settings')).toEqual({ name: 'Rui' });
  expect(await till.ask('manage_cashiers')).toBe('manager_needed');
});

test('what takes long is still theirs who asked for it', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  const answer = till.lock.act({ actions: [], what: 'this' }, async () => {
    await turn();
    return ok(till.lock.doneBy);
  });
  till.lock.lock();
  expect(till.lock.doneBy).toBeNull();
  expect(await answer).toEqual(ok({ name: 'Rui' }));
});

test('another till knows nothing of who is at this one', async () => {
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

test('whoever is removed is not at the till any more, and whoever is demoted is no manager', async () => {
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

  async function atRuis() {
    const till = atTill(ines, rui);
    await till.lock.unlock(entryOf(rui));
    return { ...till, approve: () => till.lock.approve(entryOf(ines), 'lower_price') };
  }

  test('is approved when it is lowered, and the sale is finished without asking again', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    expect(await till.lower(cart)).toBe(1);
    expect(await till.finish(cart)).toBe(1);
    await till.approve();
    expect(await till.lower(cart)).toEqual(approved);
    // However long the customer takes, and whoever is at the till by then.
    await till.pass(3_600_000);
    till.lock.lock();
    await till.lock.unlock(entryOf(rui));
    expect(await till.finish(cart)).toEqual(approved);
  });

  test('is told from a line that the catalogue does not have, and what is reserved is asked for', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    const prices = loweredPrices(cart, () => 'none');
    const sell = () =>
      till.lock.act({ lowered: { cartId: cart.cartId, prices, isFinished: false } }, () => ok(1));
    const needed = async () => {
      const answer = await sell();
      if (answer.ok || answer.error.code !== 'manager_needed') return answer;
      return { action: answer.error.action, kinds: answer.error.lowered?.map(({ kind }) => kind) };
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
    // One approval is of all that was shown.
    await till.approve();
    expect(await sell()).toEqual(ok(1));
  });

  test('is approved for its sale alone, and once', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    await till.lower(cart);
    await till.approve();
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
    await till.lower(cart);
    await till.approve();
    expect(await till.finish(change(cart))).toBe(1);
    await till.approve();
    expect(await till.finish(change(cart))).toEqual(approved);
  });

  test('needs no manager again for what is no change of it', async () => {
    const till = await atRuis();
    const cart = discounted(cheaper(sampleCart()), 1000);
    expect(await till.lower(cart)).toBe(2);
    await till.approve();
    const added = { ...cart, lines: [...cart.lines, ...sampleCart(1).lines] };
    expect(await till.finish({ ...added, taxNumber: '510234674' })).toEqual(approved);
  });

  test('of another rate of discount needs a manager', async () => {
    const till = await atRuis();
    const cart = discounted(sampleCart(), 1000);
    await till.lower(cart);
    await till.approve();
    expect(await till.finish(discounted(cart, 2000))).toBe(1);
  });

  test('that was changed needs a manager even where it is changed back', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    // One that is still to come to the sale is not lost by a save of before.
    await till.lower(cart);
    await till.approve();
    till.lock.noteCart(sampleCart());
    till.lock.noteCart({ ...cart, lines: [] });
    expect(await till.lower(cart)).toEqual(approved);
    till.lock.noteCart(cart);
    till.lock.noteCart(more(cart, 2000));
    till.lock.noteCart(cart);
    expect(await till.finish(cart)).toBe(1);
  });

  test('keeps its approval where the sale could not be finished', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    await till.lower(cart);
    await till.approve();
    const lowered = { cartId: cart.cartId, prices: loweredPrices(cart), isFinished: true };
    await till.lock.act({ lowered }, () => err({ code: 'disk_full' }));
    expect(await till.finish(cart)).toEqual(approved);
  });

  test('of a manager’s own is approved by them, whoever finishes the sale', async () => {
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
    await till.lower(cart);
    await till.lock.approve(entryOf(ines), 'lower_price');
    const both = discounted(cart, 500);
    expect(await till.lower(both)).toBe(1);
    await till.lock.approve(entryOf(maria), 'lower_price');
    expect(await till.finish(both)).toEqual({ name: 'Rui', approvedBy: 'Inês, Maria' });
  });

  test('needs nobody where the shop leaves it to cashiers', async () => {
    const till = await atRuis();
    writeLockRules(till.db, { ...defaultLockRules, managerActions: [] });
    expect(await till.finish(cheaper(sampleCart()))).toEqual(byRui);
  });

  test('approved at one till is not at another', async () => {
    const till = await atRuis();
    const cart = cheaper(sampleCart());
    await till.lower(cart);
    await till.approve();
    const another = openTill();
    addPeople(another, ines, rui);
    till.open(another);
    await till.lock.unlock(entryOf(rui));
    expect(await till.finish(cart)).toBe(1);
  });
});

test('an approval is written down: what, by whom and for whom', async () => {
  const till = atTill(ines, rui);
  const written = () => readDecisions(till.db, { fromMs: 0, untilMs: 1e15 });
  await till.lock.unlock(entryOf(rui));
  await till.ask('export');
  await till.lock.approve({ ...entryOf(ines), pin: '0000' }, 'export');
  // Nobody has asked for it.
  await till.lock.approve(entryOf(ines), 'back_up');
  expect(written()).toEqual([]);
  await till.lock.approve(entryOf(ines), 'export');
  const who = { by: 'Rui', approvedBy: 'Inês', atMs: till.clock.nowMs() };
  const approved = { kind: 'approval', action: 'export', prices: [] };
  expect(written()).toEqual([{ ...who, what: approved }]);
  expect(await till.ask('export')).toEqual({ name: 'Rui', approvedBy: 'Inês' });

  const discount = v.parse(percentSchema, 1000);
  await till.lower(setDiscount(sampleCart(1), discount));
  await till.lock.approve(entryOf(ines), 'lower_price');
  const prices = [{ kind: 'discount', discount }];
  expect(written().at(-1)).toEqual({
    ...who,
    what: { kind: 'approval', action: 'lower_price', prices },
  });
});

test('what cannot be written down is not approved', async () => {
  const till = atTill(ines, rui);
  await till.lock.unlock(entryOf(rui));
  await till.ask('export');
  till.db.exec(
    `CREATE TRIGGER full BEFORE INSERT ON decision BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  await expect(till.lock.approve(entryOf(ines), 'export')).rejects.toThrow('full');
  expect(await till.ask('export')).toBe('manager_needed');
});
