// Tests the sale under way as the screen holds it, with a main process of a few lines behind it.
import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import type { Answer, RequestName, TillBridge } from '../../../../src-main/contract/api.ts';
import type { TillState } from '../../../../src-main/contract/till-state.ts';
import {
  cartSchema,
  emptyCart,
  setDiscount,
  setQuantity,
  setUnitPrice,
  type Cart,
  type CartLine,
} from '../../../../src-main/contract/cart.ts';
import { err, ok, type AppError, type Result } from '../../../../src-main/contract/errors.ts';
import {
  cents,
  oneUnit,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
  type QuantityThousandths,
} from '../../../../src-main/contract/money.ts';
import { defaultLockRules, type LockRules } from '../../../../src-main/contract/lock.ts';
import { CartStore } from '../../../../src-renderer/lines/cart-store.svelte.ts';
import { Till } from '../../../../src-renderer/bridge/till.svelte.ts';
import { sale as queuedSale } from '../documents/service-till.ts';
import { state as plainState } from '../sell/catalogue-till.ts';

const payment = { method: { id: 1, label: 'Cash' }, tenderedCents: cents(100) };
const sale = queuedSale('CF-0000-0000-0001');
const state: TillState = { ...plainState, paymentMethods: [payment.method] };

const argumentSchema = v.optional(
  v.object({
    cart: v.optional(cartSchema, emptyCart(crypto.randomUUID())),
    cartId: v.optional(v.string()),
  }),
  {},
);

/** Keeps carts as main does: one under way, the held ones, and the latest finished one. */
class Main implements TillBridge {
  open: Cart = emptyCart(crypto.randomUUID());
  heldCarts: Cart[] = [];
  latest: Cart | null = null;
  saved: Cart[] = [];
  refuses: AppError | null = null;
  /** The carts whose lower prices main was asked about; `approves` decides on them. */
  requests: Cart[] = [];
  approves: () => Promise<boolean> = () => Promise.resolve(true);

  on(): () => void {
    return () => undefined;
  }

  async request<Name extends RequestName>(
    name: Name,
    argument: unknown,
  ): Promise<Result<Answer<Name>>> {
    await Promise.resolve();
    if (this.refuses) return err(this.refuses);
    if (name === 'sell.lower') {
      const { cart } = v.parse(argumentSchema, argument);
      this.requests.push(cart);
      return (await this.approves()) ? ok(null as Answer<Name>) : err({ code: 'not_permitted' });
    }
    return ok(this.#answer(name, argument) as Answer<Name>);
  }

  #answer(name: RequestName, argument: unknown): unknown {
    const { cart, cartId } = v.parse(argumentSchema, argument);
    switch (name) {
      case 'sell.saveCart':
        this.open = cart;
        this.saved.push(cart);
        return null;
      case 'sell.finish':
        this.latest = cart;
        this.open = emptyCart(crypto.randomUUID());
        return { sale, nextCart: this.open, paid: null };
      case 'sell.hold':
        this.heldCarts.push(cart);
        this.open = emptyCart(crypto.randomUUID());
        return this.open;
      case 'sell.resume':
        this.open = this.heldCarts.find((heldCarts) => heldCarts.cartId === cartId) ?? this.open;
        this.heldCarts = this.heldCarts.filter((heldCarts) => heldCarts.cartId !== cartId);
        return this.open;
      case 'sell.latestCart':
        return this.latest;
      default:
        return this.open;
    }
  }
}

const line = (code: string, price = 1_000_000): CartLine => ({
  lineId: crypto.randomUUID(),
  code,
  description: code,
  quantity: oneUnit,
  unitPrice: v.parse(unitPriceSchema, price),
});
const quantity = (thousandths: number) => v.parse(quantitySchema, thousandths);

function there<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('not there');
  return value;
}

let main: Main;
let store: CartStore;
const codes = () => store.cart?.lines.map(({ code }) => code);
const quantities = () => store.cart?.lines.map(({ quantity }) => quantity);
const settled = () => new Promise((resolve) => setTimeout(resolve));
const selectedCode = () => store.selectedLine?.code;

const sell = (lineId: string, so: QuantityThousandths) =>
  void store.changePriced((cart) => setQuantity(cart, lineId, so));

beforeEach(async () => {
  main = new Main();
  store = new CartStore(new Till(main, state));
  await store.open();
});

describe('saving', () => {
  test('of several changes at once the latest is saved last', async () => {
    for (const code of ['A', 'B', 'C']) store.add(line(code));
    await settled();
    expect(main.open.lines.map(({ code }) => code)).toEqual(['A', 'B', 'C']);
    expect(main.saved).toHaveLength(2);
  });

  test('a save that fails is told, and the next one that succeeds ends it', async () => {
    main.refuses = { code: 'disk_full' };
    store.add(line('A'));
    await settled();
    expect(store.error).toEqual({ code: 'disk_full' });
    main.refuses = null;
    store.add(line('B'));
    await settled();
    expect(store.error).toBeNull();
  });
});

describe('undo', () => {
  test('goes back step by step to the empty sale', () => {
    store.add(line('A'));
    store.add(line('B'));
    const first = there(store.cart?.lines[0]);
    sell(first.lineId, quantity(3000));
    store.remove(first);
    expect(codes()).toEqual(['B']);
    store.undo();
    expect(quantities()).toEqual([3000, 1000]);
    store.undo();
    expect(quantities()).toEqual([1000, 1000]);
    store.undo();
    store.undo();
    expect(codes()).toEqual([]);
    expect(store.undoable).toBe(false);
    store.undo();
    expect(codes()).toEqual([]);
  });

  test('what was asked for besides stays, until the sale is emptied', async () => {
    store.add(line('A'));
    store.changeExtras({ footerText: 'Obra 12' });
    store.taxNumber = '501964843';
    store.chooseCustomer({ partyId: 2, name: 'Rui', fiscalNumber: '' });
    const saidNow = () => store.cart?.extras?.footerText;
    expect(saidNow()).toBe('Obra 12');
    store.undo();
    store.undo();
    store.undo();
    expect([codes(), saidNow()]).toEqual([[], 'Obra 12']);
    store.clear();
    expect(store.cart).not.toHaveProperty('extras');
    store.undo();
    await settled();
    expect(main.open.extras).toEqual({ footerText: 'Obra 12' });
  });

  test('what was brought back is saved', async () => {
    store.add(line('A'));
    store.clear();
    store.undo();
    await settled();
    expect(main.open.lines.map(({ code }) => code)).toEqual(['A']);
  });

  test('a line that came back is the selected one', () => {
    const a = line('A');
    store.add(a);
    store.add(line('B'));
    store.remove(a);
    expect(selectedCode()).toBe('B');
    store.undo();
    expect(selectedCode()).toBe('A');
  });

  test('a cleared sale leaves nothing to the next customer, and comes back whole', () => {
    store.add(line('A'));
    store.change((cart) => setDiscount(cart, v.parse(percentSchema, 1000)));
    store.taxNumber = '123456789';
    store.clear();
    expect(store.cart).toEqual(emptyCart(main.open.cartId));
    expect(store.taxNumber).toBe('');
    store.undo();
    expect(store.cart).toMatchObject({ discount: 1000, taxNumber: '123456789' });
    expect(store.taxNumber).toBe('123456789');
  });

  test('ends with the sale', async () => {
    store.add(line('A'));
    await store.finish(there(store.cart), payment, false);
    expect(store.undoable).toBe(false);
    store.add(line('B'));
    await store.hold('');
    expect(store.undoable).toBe(false);
  });

  test('says which line went, until the next change', () => {
    const a = line('A');
    store.add(a);
    store.remove(a);
    expect(store.removed).toBe(a);
    store.add(line('B'));
    expect(store.removed).toBeNull();
  });
});

describe('what would stay for the next customer', () => {
  test('a sale without lines has nothing to clear', () => {
    expect(store.clearable).toBe(false);
  });

  test.each<[string, () => void]>([
    ['a line', () => store.add(line('A'))],
    ['a discount', () => store.change((cart) => setDiscount(cart, v.parse(percentSchema, 1000)))],
    ['a tax number', () => (store.taxNumber = '123456789')],
    ['a tax number that is not right', () => (store.taxNumber = '1')],
    [
      'a customer',
      () => store.chooseCustomer({ partyId: 7, name: 'Maria', fiscalNumber: 'ESB58378431' }),
    ],
  ])('%s is cleared', (_, bring) => {
    bring();
    expect(store.clearable).toBe(true);
    store.clear();
    expect(store.clearable).toBe(false);
  });
});

describe('the selected line', () => {
  test('is the one that was added or raised last', () => {
    store.add(line('A'));
    store.add(line('B'));
    expect(selectedCode()).toBe('B');
    store.add(line('A'));
    expect(selectedCode()).toBe('A');
    expect(quantities()).toEqual([2000, 1000]);
  });

  test('after a removal it is the line in its place, or the last', () => {
    const [a, b, c] = [line('A'), line('B'), line('C')] as const;
    for (const added of [a, b, c]) store.add(added);
    store.remove(b);
    expect(selectedCode()).toBe('C');
    store.remove(c);
    expect(selectedCode()).toBe('A');
    store.remove(a);
    expect(store.selectedLineId).toBeNull();
  });

  test('moves up and down, and not beyond the ends', () => {
    for (const code of ['A', 'B']) store.add(line(code));
    store.moveSelection(1);
    expect(selectedCode()).toBe('B');
    store.moveSelection(-1);
    store.moveSelection(-1);
    expect(selectedCode()).toBe('A');
    store.select(null);
    store.moveSelection(1);
    expect(selectedCode()).toBe('B');
  });

  test('is sold one more or one fewer, and never none', () => {
    store.add(line('A'));
    const lineId = there(store.selectedLineId);
    store.step(lineId, 1);
    store.step(lineId, 1);
    store.step(lineId, -1);
    expect(quantities()).toEqual([2000]);
    store.step(lineId, -1);
    store.step(lineId, -1);
    expect(quantities()).toEqual([1000]);
    store.undo();
    expect(quantities()).toEqual([2000]);
  });

  test('a repeated line is sold once more', () => {
    store.add(line('A'));
    sell(there(store.selectedLineId), quantity(350));
    store.repeat(there(store.selectedLine));
    expect(quantities()).toEqual([700]);
  });
});

describe('holding and resuming', () => {
  test('a sale put aside leaves an empty one', async () => {
    store.add(line('A'));
    expect(await store.hold('Rita')).toBe(true);
    expect(codes()).toEqual([]);
    expect(main.heldCarts).toHaveLength(1);
  });

  test('an empty sale is not put aside', async () => {
    expect(await store.hold('Rita')).toBe(false);
    expect(main.heldCarts).toHaveLength(0);
  });

  test('resuming puts the sale under way aside first', async () => {
    store.add(line('A'));
    await store.hold('');
    const { cartId } = there(main.heldCarts[0]);
    store.add(line('B'));
    expect(await store.resume(cartId)).toBe(true);
    expect(codes()).toEqual(['A']);
    expect(main.heldCarts.map(({ lines }) => lines[0]?.code)).toEqual(['B']);
  });

  test('where main cannot put it aside, the sale goes on', async () => {
    store.add(line('A'));
    await settled();
    main.refuses = { code: 'disk_full' };
    const holding = store.hold('');
    store.taxNumber = '123456789';
    expect(await holding).toBe(false);
    expect(codes()).toEqual(['A']);
    expect(store.taxNumber).toBe('');
    expect(store.error).toEqual({ code: 'disk_full' });
  });

  test('no late save brings the former sale back', async () => {
    store.add(line('A'));
    store.add(line('B'));
    await store.hold('');
    await settled();
    expect(main.open.lines).toEqual([]);
    expect(main.heldCarts[0]?.lines).toHaveLength(2);
  });

  test('what is being put aside takes no more changes', async () => {
    store.add(line('A'));
    const holding = store.hold('');
    store.clear();
    store.undo();
    store.taxNumber = '123456789';
    await holding;
    await settled();
    expect(main.heldCarts[0]?.lines).toHaveLength(1);
    expect(main.open).toBe(store.cart);
    expect(store.cart).toEqual(emptyCart(main.open.cartId));
    expect(store.taxNumber).toBe('');
  });

  test('pressed twice, one sale is put aside', async () => {
    store.add(line('A'));
    expect(await Promise.all([store.hold(''), store.hold('')])).toEqual([true, false]);
    expect(main.heldCarts).toHaveLength(1);
  });
});

describe('finishing', () => {
  test('an empty sale follows at once', async () => {
    store.add(line('A'));
    const answer = await store.finish(there(store.cart), payment, false);
    expect(answer).toEqual(ok(sale));
    expect(codes()).toEqual([]);
    expect(store.cart?.cartId).toBe(main.open.cartId);
  });

  test('what is scanned meanwhile belongs to the next sale', async () => {
    store.add(line('A'));
    const finishing = store.finish(there(store.cart), payment, false);
    store.add(line('B'));
    store.add(line('C'));
    await finishing;
    await settled();
    expect(codes()).toEqual(['B', 'C']);
    expect(main.latest?.lines.map(({ code }) => code)).toEqual(['A']);
    expect(main.open.lines).toHaveLength(2);
  });

  test('where it is refused, what was scanned meanwhile joins the sale', async () => {
    store.add(line('A'));
    await settled();
    main.refuses = { code: 'same_sale_again', reference: sale.reference };
    const finishing = store.finish(there(store.cart), payment, false);
    store.add(line('B'));
    expect(await finishing).toEqual(err(main.refuses));
    expect(codes()).toEqual(['A', 'B']);
  });

  test('a scan that comes while no sale could be opened is kept for when one is', async () => {
    main.refuses = { code: 'disk_full' };
    await store.open();
    expect(store.cart).toBeNull();
    store.add(line('A'));
    main.refuses = null;
    await store.open();
    expect(codes()).toEqual(['A']);
  });
});

describe('the latest sale', () => {
  test('its lines are added to the sale under way, and undone in one step', async () => {
    store.add(line('A'));
    store.add(line('B'));
    await store.finish(there(store.cart), payment, false);
    store.add(line('B'));
    await store.repeatLatest();
    expect(codes()).toEqual(['B', 'A']);
    expect(quantities()).toEqual([2000, 1000]);
    expect(main.latest?.lines.map(({ lineId }) => lineId)).not.toContain(store.selectedLineId);
    store.undo();
    expect(quantities()).toEqual([1000]);
  });

  test('before the first sale there is nothing to repeat', async () => {
    await store.repeatLatest();
    expect(codes()).toEqual([]);
    expect(store.undoable).toBe(false);
  });
});

describe('the buyer', () => {
  const customer = { partyId: 7, name: 'Padaria Silva', fiscalNumber: '501442600' };

  test('a tax number counts once it is right', () => {
    store.taxNumber = '12345678';
    expect(store.cart?.taxNumber).toBeNull();
    expect(store.taxNumberWrong).toBe(true);
    store.taxNumber = '123 456 789';
    expect(store.cart?.taxNumber).toBe('123456789');
    expect(store.taxNumberWrong).toBe(false);
  });

  test('a typed number is one step back, however many keys it took', () => {
    const typed = ['123456789', '12345678', '1234567', '12345678', '123456789'];
    for (const text of typed) store.taxNumber = text;
    expect(store.cart?.taxNumber).toBe('123456789');
    store.undo();
    expect(store.taxNumber).toBe('');
    expect(store.undoable).toBe(false);
  });

  test('a scan that passes through the field is no step', () => {
    store.taxNumber = '501442600';
    store.add(line('A'));
    for (const text of ['5014426005', '50144260056', '501442600']) store.taxNumber = text;
    expect(store.cart?.taxNumber).toBe('501442600');
    store.undo();
    expect(codes()).toEqual([]);
    expect(store.cart?.taxNumber).toBe('501442600');
    store.undo();
    expect(store.undoable).toBe(false);
  });

  test('a typed number does not take the step before with it', () => {
    store.add(line('A'));
    store.taxNumber = '123456789';
    store.add(line('B'));
    store.taxNumber = '';
    store.undo();
    expect(store.taxNumber).toBe('123456789');
    store.undo();
    expect(codes()).toEqual(['A']);
    store.undo();
    expect(store.taxNumber).toBe('');
    expect(codes()).toEqual(['A']);
  });

  test('a chosen customer brings the number, and typing another unchooses', () => {
    store.chooseCustomer(customer);
    expect(store.cart).toMatchObject({ customer, taxNumber: '501442600' });
    expect(store.taxNumber).toBe('501442600');
    store.taxNumber = '123456789';
    expect(store.cart?.customer).toBeUndefined();
    expect(store.cart?.taxNumber).toBe('123456789');
  });

  test('without a customer the sale is a final consumer’s again', () => {
    store.chooseCustomer(customer);
    store.chooseCustomer(null);
    expect(store.cart).toEqual(emptyCart(main.open.cartId));
  });

  test('a number that is not right here is not sent, but does not stand in the way', () => {
    store.chooseCustomer({ ...customer, fiscalNumber: '501964844' });
    expect(store.cart?.taxNumber).toBeNull();
    expect(store.taxNumberWrong).toBe(false);
    store.taxNumber = '1';
    expect(store.cart?.customer).toBeUndefined();
  });

  test('more than the limit of a simplified invoice is told at once', () => {
    store.add(line('A', 1_000_000_000));
    expect(store.limitError).toBeNull();
    store.add(line('B', 10_000));
    expect(store.limitError).toEqual({ code: 'over_simplified_limit', limitCents: 100_000 });
    store.undo();
    store.taxNumber = '501442600';
    expect(store.limitError).toEqual({ code: 'over_simplified_limit', limitCents: 10_000 });
  });
});

describe('a lower price', () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  const tenPercent = v.parse(percentSchema, 1000);
  /** Opens a till that leaves these actions to managers. */
  const openAt = async (managerActions: LockRules['managerActions']) => {
    const cashier = { cashierId: crypto.randomUUID(), name: 'Rui', role: 'cashier' } as const;
    const rules = { ...defaultLockRules, managerActions };
    const lock = { cashiers: [cashier], atTill: cashier, standing: 'proven', rules } as const;
    store = new CartStore(new Till(main, { ...state, lock }));
    await store.open();
  };
  const lower = (micros: number, code = 'A') => {
    const { lineId } = there(store.cart?.lines.find((one) => one.code === code));
    store.change((cart) => setUnitPrice(cart, lineId, price(micros)));
  };
  const addLowered = async () => {
    store.add(line('A'));
    lower(500_000);
    await settled();
  };
  const prices = () => store.cart?.lines.map(({ unitPrice }) => unitPrice);

  beforeEach(() => openAt(['lower_price']));

  test('is there once a manager has approved it, and not before', async () => {
    store.add(line('A'));
    lower(500_000);
    expect(prices()).toEqual([1_000_000]);
    await settled();
    expect(main.requests).toMatchObject([{ lines: [{ unitPrice: 500_000 }] }]);
    expect(prices()).toEqual([500_000]);
  });

  test('is not there where no manager approved it, and that is said', async () => {
    main.approves = () => Promise.resolve(false);
    store.add(line('A'));
    await settled();
    store.change((cart) => setDiscount(cart, tenPercent));
    await settled();
    expect(store.cart?.discount).toBe(0);
    expect(store.error).toEqual({ code: 'not_permitted' });
    expect(main.open.discount).toBe(0);
  });

  test('a scan while a manager is asked stays, and its line too', async () => {
    let approve: (isApproved: boolean) => void = () => undefined;
    main.approves = () => new Promise((resolve) => (approve = resolve));
    await addLowered();
    store.add(line('B'));
    approve(true);
    await settled();
    expect(codes()).toEqual(['A', 'B']);
    expect(prices()).toEqual([500_000, 1_000_000]);
  });

  test('is asked about again if a scan has raised its line meanwhile', async () => {
    let approve: (isApproved: boolean) => void = () => undefined;
    main.approves = () => new Promise((resolve) => (approve = resolve));
    await addLowered();
    store.add(line('A'));
    approve(true);
    await settled();
    expect(prices()).toEqual([1_000_000]);
    expect(main.requests.at(-1)).toMatchObject({ lines: [{ quantity: 2000, unitPrice: 500_000 }] });
    approve(true);
    await settled();
    expect(quantities()).toEqual([2000]);
    expect(prices()).toEqual([500_000]);
  });

  test.each<[string, () => void]>([
    ['more of it', () => sell(there(store.cart?.lines[0]).lineId, quantity(3000))],
    ['the line once more', () => store.repeat(there(store.cart?.lines[0]))],
    [
      'taking back that it was removed',
      () => {
        store.remove(there(store.cart?.lines[0]));
        store.undo();
      },
    ],
  ])('is asked about again for %s', async (_what, change) => {
    await addLowered();
    change();
    await settled();
    expect(main.requests).toHaveLength(2);
    expect(prices()).toEqual([500_000]);
  });

  test('is asked about no more for what changes nothing of it', async () => {
    await addLowered();
    store.add(line('B'));
    store.taxNumber = '123456789';
    store.remove(there(store.cart?.lines[1]));
    lower(1_000_000);
    await settled();
    expect(main.requests).toHaveLength(1);
  });

  test('that somebody typed, or an older document had, is main’s to know', async () => {
    store.addPriced(line('A'));
    await settled();
    expect(main.requests).toHaveLength(1);
    expect(selectedCode()).toBe('A');
    main.approves = () => Promise.resolve(false);
    expect(await store.changePriced((cart) => ({ ...cart, lines: [line('B')] }))).toBe(false);
    expect(codes()).toEqual(['A']);
  });

  test.each<[string, () => unknown]>([
    ['more of it', () => store.step(there(store.selectedLineId), 1)],
    ['the line once more', () => store.repeat(there(store.selectedLine))],
    ['the latest sale once more', () => store.repeatLatest()],
    [
      'taking back that it was removed',
      () => {
        store.remove(there(store.selectedLine));
        store.undo();
      },
    ],
    [
      'a line that comes while the sale is finished',
      () => {
        void store.finish(there(store.cart), payment, false);
        store.addPriced(line('B'));
      },
    ],
  ])('that only main knows of is asked about at once for %s', async (_what, change) => {
    main.latest = { ...main.open, lines: [line('A')] };
    store.addPriced(line('A'));
    await settled();
    main.approves = () => Promise.resolve(false);
    change();
    await settled();
    expect(main.requests).toHaveLength(2);
    expect(quantities()).not.toContain(2000);
    expect(codes()).not.toContain('B');
    expect(store.error).toEqual({ code: 'not_permitted' });
  });

  test('is asked about without other lines, a discount with all, and undoing asks about nothing', async () => {
    store.addPriced(line('A'));
    await settled();
    store.add(line('B'));
    store.step(there(store.selectedLineId), 1);
    store.change((cart) => setDiscount(cart, tenPercent));
    store.undo();
    store.undo();
    await settled();
    expect(
      main.requests.map(({ lines, discount }) => [lines.map(({ code }) => code), discount]),
    ).toEqual([
      [['A'], 0],
      [['B'], 0],
      [['A', 'B'], 1000],
      [['B'], 0],
    ]);
    expect(quantities()).toEqual([1000, 1000]);
  });

  test('every press counts while main is busy, and after one that was refused', async () => {
    store.add(line('A'));
    const { lineId } = there(store.selectedLine);
    const answers: ((isApproved: boolean) => void)[] = [];
    main.approves = () => new Promise((resolve) => answers.push(resolve));
    for (const by of [1, 1, -1, 1] as const) store.step(lineId, by);
    for (const isApproved of [true, false, true, true]) {
      await settled();
      there(answers.shift())(isApproved);
    }
    await settled();
    expect(main.requests.map(({ lines }) => lines[0]?.quantity)).toEqual([2000, 3000, 1000, 2000]);
    expect(quantities()).toEqual([2000]);
    store.step(lineId, 1);
    await settled();
    store.remove(there(store.selectedLine));
    there(answers.shift())(true);
    await settled();
    expect(codes()).toEqual([]);
  });

  test('is nobody’s business where the shop leaves it to cashiers', async () => {
    await openAt(['export']);
    store.addPriced(line('A'));
    lower(500_000);
    expect(prices()).toEqual([500_000]);
    await settled();
    expect(main.requests).toEqual([]);
  });
});
