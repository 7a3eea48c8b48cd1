// The sale under way, which main keeps. Every change is saved there at once and in order; of
// several waiting ones, the latest is saved.
import {
  addLine,
  changeExtras,
  emptyCart,
  lastChanged,
  removeLine,
  setBuyer,
  setQuantity,
  totals,
  type Cart,
  type CartLine,
} from '../../src-main/contract/cart.ts';
import { ok, type AppError, type Result } from '../../src-main/contract/errors.ts';
import { noDiscount, type Cents } from '../../src-main/contract/money.ts';
import type { Payment } from '../../src-main/contract/payment.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import type { ExtrasChange } from '../../src-main/contract/sale-extras.ts';
import type { Customer } from '../../src-main/contract/selling.ts';
import { limitOf } from '../../src-main/contract/simplified-limit.ts';
import { isUsableTaxNumber } from '../../src-main/contract/tax-number.ts';
import { Turns } from '../../src-main/contract/turns.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { stepQuantity } from './entry.ts';
import { foreignAsked, usableNumber, type ForeignTaxNumber } from './foreign-number.ts';
import { asksToLower, broughtBy, lowersMore } from './lowering.ts';

/** The parts of the sale that main does not have yet, or does not keep. */
export interface CartDraft {
  readonly cartId: string;
  readonly unsaved: Cart | null;
  readonly taxNumber: string;
  readonly selectedLineId: string | null;
}

interface HowChanged {
  /** True if the line that comes becomes the selected one. */
  readonly isAdding?: boolean;
  /** True if only main knows whether the change lowers a price. */
  readonly isPriced?: boolean;
}

export class CartStore {
  readonly #till: Till;
  #cart = $state.raw<Cart | null>(null);
  #error = $state.raw<AppError | null>(null);
  #taxNumber = $state('');
  /** The cart before each change of this sale, oldest first. */
  #history = $state.raw<readonly Cart[]>([]);
  /**
   * The cart as it was after its tax number was typed: one step back, however many keys that took.
   */
  #typed: Cart | null = null;
  #removed = $state.raw<CartLine | null>(null);
  #selectedLineId = $state<string | null>(null);
  readonly totals = $derived(this.#cart && totals(this.#cart));
  #unsaved: Cart | null = null;
  #saving: Promise<void> | null = null;
  /** Changes that put another cart in the place of this one. */
  readonly #replacements = new Turns();
  /** How many of them are under way or wait. */
  #replacing = 0;
  /** Lines that came meanwhile, which belong to the cart that comes. */
  #waiting: { readonly lines: readonly CartLine[]; readonly how: HowChanged }[] = [];
  /** Questions to main about a change before it is made. */
  readonly #questions = new Turns();
  /** Told of the last line that was added, and what the sale comes to with it. */
  onadd: ((line: CartLine, totalCents: Cents) => void) | null = null;

  constructor(till: Till) {
    this.#till = till;
  }

  /** Null until main has answered. */
  get cart(): Cart | null {
    return this.#cart;
  }

  /** False while main is about to put another cart in the place of this one. */
  get takesChanges(): boolean {
    return this.#cart !== null && this.#replacing === 0;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** The error that this sale comes to more than a simplified invoice may; null if it does not. */
  get limitError(): AppError | null {
    if (!this.#cart || !this.totals) return null;
    const { limitCents } = limitOf(this.#cart, this.#till.state.selling.limits);
    return this.totals.totalCents > limitCents
      ? { code: 'over_simplified_limit', limitCents }
      : null;
  }

  get undoable(): boolean {
    return this.#history.length > 0;
  }

  /** The line that the latest change removed. */
  get removed(): CartLine | null {
    return this.#removed;
  }

  /**
   * The line that keys and the number pad change: the one that was added or raised last, or that a
   * person chose.
   */
  get selectedLineId(): string | null {
    return this.#selectedLineId;
  }

  get selectedLine(): CartLine | null {
    return this.#cart?.lines.find(({ lineId }) => lineId === this.#selectedLineId) ?? null;
  }

  /** The tax number as it is typed. The cart itself only ever holds a valid one. */
  get taxNumber(): string {
    return this.#taxNumber;
  }

  set taxNumber(typed: string) {
    if (!this.#cart || this.#replacing > 0) return;
    this.#taxNumber = typed;
    const taxNumber = usableNumber(typed, this.#cart.taxNumber ?? '') ?? null;
    if (taxNumber === this.#cart.taxNumber && !this.#cart.customer) return;
    this.#type(this.#cart, taxNumber);
  }

  /** The foreign number to ask about; null if there is none, or a person has confirmed it. */
  get foreignAsked(): ForeignTaxNumber | null {
    return foreignAsked(this.#taxNumber, this.#cart?.taxNumber ?? '');
  }

  /** Takes a number that somebody has confirmed. */
  nameBuyer(taxNumber: string): void {
    this.taxNumber = taxNumber;
    if (!this.#cart || !this.takesChanges || !isUsableTaxNumber(taxNumber)) return;
    if (taxNumber !== this.#cart.taxNumber) this.#type(this.#cart, taxNumber);
  }

  get taxNumberWrong(): boolean {
    return this.#taxNumber.trim() !== '' && this.#cart?.taxNumber === null;
  }

  /** Null for a final consumer. */
  chooseCustomer(customer: Customer | null): void {
    const number = customer?.fiscalNumber ?? '';
    const taxNumber = isUsableTaxNumber(number) ? number : null;
    this.change((cart) => setBuyer(cart, { taxNumber, ...(customer && { customer }) }));
    this.#taxNumber = this.#cart?.taxNumber ?? '';
  }

  /**
   * Changes what is asked of the service besides lines and buyer. It is typed in the payment, where
   * nothing can be undone, so each step back keeps it.
   */
  changeExtras(change: ExtrasChange): void {
    if (!this.#cart || !this.takesChanges) return;
    this.#history = this.#history.map((cart) => changeExtras(cart, change));
    this.#keep(changeExtras(this.#cart, change));
  }

  /** True if anything would stay for the next customer. */
  get clearable(): boolean {
    const { cart } = this;
    return (
      this.#taxNumber !== '' ||
      (cart !== null &&
        (cart.lines.length > 0 ||
          cart.discount > 0 ||
          cart.customer !== undefined ||
          cart.extras !== undefined))
    );
  }

  /** `draft` is what main kept of it while the till was locked. */
  async open(draft: CartDraft | null = null): Promise<boolean> {
    const isOpen = await this.#inTurn(() => this.#open());
    if (isOpen && draft && draft.cartId === this.#cart?.cartId) {
      if (draft.unsaved) this.#keep(draft.unsaved);
      this.#taxNumber = draft.taxNumber;
      this.#selectedLineId = draft.selectedLineId;
    }
    return isOpen;
  }

  /** Null while there is nothing to keep. */
  get draft(): CartDraft | null {
    const cart = this.#cart;
    if (!cart) return null;
    return {
      cartId: cart.cartId,
      unsaved: this.#saving || this.#unsaved ? cart : null,
      taxNumber: this.#taxNumber,
      selectedLineId: this.#selectedLineId,
    };
  }

  select(lineId: string | null): void {
    this.#selectedLineId = lineId;
  }

  /** Moves to the line before or after, or to the last one if none was selected. */
  moveSelection(by: 1 | -1): void {
    const lines = this.#cart?.lines ?? [];
    const at = lines.findIndex(({ lineId }) => lineId === this.#selectedLineId);
    const next = at === -1 ? lines.at(-1) : lines[at + by];
    if (next) this.select(next.lineId);
  }

  /**
   * Changes the cart. What lowers a price is done once a manager has approved it, if the shop
   * leaves that to managers.
   */
  change(change: (cart: Cart) => Cart): void {
    void this.#change(change);
  }

  /**
   * Changes lines whose price somebody may have typed, or an older document had: main alone knows
   * whether it is a lower one. Returns false if the cart was not changed.
   */
  async changePriced(change: (cart: Cart) => Cart): Promise<boolean> {
    return this.#change(change, { isPriced: true });
  }

  add(line: CartLine): void {
    this.#addAll([line]);
  }

  /** Adds a line at a price that somebody has typed. */
  addPriced(line: CartLine): void {
    this.#addAll([line], { isPriced: true });
  }

  /** Adds the same line once more. */
  repeat(line: CartLine): void {
    this.addPriced(again(line));
  }

  async repeatLatest(): Promise<void> {
    const answer = await this.#till.request('sell.latestCart', undefined);
    this.#error = answer.ok ? null : answer.error;
    if (answer.ok && answer.value) this.#addAll(answer.value.lines.map(again), { isPriced: true });
  }

  /** Adds or takes away one of it, as long as there is one left. */
  step(lineId: string, by: 1 | -1): void {
    void this.changePriced((cart) => {
      const line = cart.lines.find((candidate) => candidate.lineId === lineId);
      const quantity = line && stepQuantity(line.quantity, by);
      return quantity === undefined ? cart : setQuantity(cart, lineId, quantity);
    });
  }

  /**
   * Removes the line and selects what stands in its place then, so that the next key meets the next
   * line.
   */
  remove(line: CartLine): void {
    const at = this.#cart?.lines.findIndex(({ lineId }) => lineId === line.lineId) ?? -1;
    if (at === -1) return;
    void this.#change((cart) => removeLine(cart, line.lineId));
    const lines = this.#cart?.lines ?? [];
    this.#selectedLineId = (lines[at] ?? lines.at(-1))?.lineId ?? null;
    this.#removed = line;
  }

  /** Empties the sale. Nothing of it stays for the next customer: no discount, no tax number. */
  clear(): void {
    this.change(({ cartId }) => emptyCart(cartId));
    this.#taxNumber = this.#cart?.taxNumber ?? '';
  }

  undo(): void {
    const before = this.#history.at(-1);
    if (!before || !this.#cart || this.#replacing > 0) return;
    if (asksToLower(this.#till.state)) void this.#questions.take(() => this.#undoLower());
    else this.#goBack(before);
  }

  #goBack(before: Cart): void {
    const brought = lastChanged(this.#cart?.lines ?? [], before.lines);
    this.#history = this.#history.slice(0, -1);
    if (before.taxNumber !== this.#cart?.taxNumber) this.#taxNumber = before.taxNumber ?? '';
    this.#keep(before);
    if (brought) this.#selectedLineId = brought.lineId;
  }

  /**
   * Has main put the sale aside under a name; an empty one takes its place. Returns false if
   * nothing was put aside.
   */
  hold(name: string): Promise<boolean> {
    return this.#inTurn(() => this.#hold(name));
  }

  /**
   * Makes a sale that was put aside the one under way. The present one is put aside if it has
   * lines.
   */
  resume(cartId: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.#cart && this.#cart.lines.length > 0 && !(await this.#hold(''))) return false;
      return this.#take(await this.#till.request('sell.resume', { cartId }));
    });
  }

  /**
   * Finishes the cart. Finishing the same cart again gives the same sale, as the cart's own
   * identifier goes with it. An empty cart follows at once, and gets what was scanned meanwhile.
   */
  finish(
    cart: Cart,
    payment: Payment,
    isAnotherSale: boolean,
    asInvoice = false,
    exchanges: readonly string[] = [],
  ): Promise<Result<SaleSummary>> {
    return this.#inTurn(async () => {
      const answer = await this.#till.request('sell.finish', {
        cart,
        payment,
        isAnotherSale,
        asInvoice,
        ...(exchanges.length > 0 && { exchanges: [...exchanges] }),
      });
      if (!answer.ok) return answer;
      const { sale, nextCart } = answer.value;
      if (nextCart) this.#take(ok(nextCart));
      else await this.#open();
      return ok(sale);
    });
  }

  async #open(): Promise<boolean> {
    const answer = await this.#till.request('sell.openCart', undefined);
    // A finished cart that stayed would take the next customer's products and never be sold again.
    if (!answer.ok) this.#cart = null;
    return this.#take(answer);
  }

  async #hold(name: string): Promise<boolean> {
    const cart = this.#cart;
    if (!cart || cart.lines.length === 0) return false;
    return this.#take(await this.#till.request('sell.hold', { cart, name }));
  }

  #take(answer: Result<Cart>): boolean {
    this.#error = answer.ok ? null : answer.error;
    if (!answer.ok) return false;
    this.#cart = answer.value;
    this.#taxNumber = answer.value.taxNumber ?? '';
    this.#history = [];
    this.#removed = null;
    this.#selectedLineId = answer.value.lines.at(-1)?.lineId ?? null;
    return true;
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    this.#replacing += 1;
    try {
      return await this.#replacements.take(async () => {
        // No save arrives later and brings the former cart back.
        await this.#saving;
        return act();
      });
    } finally {
      this.#replacing -= 1;
      if (this.#cart && this.#replacing === 0) {
        for (const { lines, how } of this.#waiting.splice(0)) this.#addAll(lines, how);
      }
    }
  }

  #addAll(lines: readonly CartLine[], how: HowChanged = {}): void {
    if (lines.length === 0) return;
    if (!this.#cart || this.#replacing > 0) {
      this.#waiting.push({ lines, how });
      return;
    }
    void this.#change((cart) => lines.reduce(addLine, cart), { ...how, isAdding: true });
  }

  /**
   * Changes the cart, at once unless it lowers a price. Returns false if the cart was not changed.
   */
  #change(change: (cart: Cart) => Cart, how: HowChanged = {}): boolean | Promise<boolean> {
    // A cart that main is about to replace takes no more changes.
    if (!this.#cart || !this.takesChanges) return false;
    const next = change(this.#cart);
    const isLowering = how.isPriced === true || lowersMore(this.#cart, next);
    if (isLowering && asksToLower(this.#till.state)) {
      const { cartId } = this.#cart;
      return this.#questions.take(() => this.#lower(cartId, change, how));
    }
    this.#become(this.#cart, next, how);
    return true;
  }

  #become(before: Cart, next: Cart, { isAdding = false }: HowChanged): void {
    if (next === before) return;
    this.#history = [...this.#history, before];
    this.#keep(next);
    const changed = isAdding && lastChanged(before.lines, next.lines);
    if (!changed) return;
    this.#selectedLineId = changed.lineId;
    this.onadd?.(changed, totals(next).totalCents);
  }

  /** A scan may have made it another change meanwhile, which is asked for anew. */
  async #lower(cartId: string, change: (cart: Cart) => Cart, how: HowChanged): Promise<boolean> {
    let askedFor: Cart | null = null;
    for (;;) {
      const cart = this.#cart;
      if (cart?.cartId !== cartId || this.#replacing > 0) return false;
      const next = change(cart);
      if (askedFor && !lowersMore(askedFor, next)) {
        this.#become(cart, next, how);
        return true;
      }
      if (!(await this.#mayLower(cart, next))) return false;
      askedFor = next;
    }
  }

  async #undoLower(): Promise<void> {
    const before = this.#history.at(-1);
    if (!before || !this.#cart || !(await this.#mayLower(this.#cart, before))) return;
    if (this.#history.at(-1) === before && this.#replacing === 0) this.#goBack(before);
  }

  /** Asks only about what the change brings. */
  async #mayLower(now: Cart, next: Cart): Promise<boolean> {
    const cart = broughtBy(now, next);
    if (cart.lines.length === 0 && cart.discount === noDiscount) return true;
    const answer = await this.#till.request('sell.lower', { cart });
    this.#error = answer.ok ? null : answer.error;
    return answer.ok;
  }

  /**
   * Takes a typed tax number. Keys that lead back to the former number, as when a scan is taken out
   * of the field, are no step.
   */
  #type(cart: Cart, taxNumber: string | null): void {
    const history = cart === this.#typed ? this.#history : [...this.#history, cart];
    const before = history.at(-1);
    if (before?.taxNumber === taxNumber && !before.customer) {
      this.#history = history.slice(0, -1);
      this.#keep(before);
    } else {
      this.#history = history;
      this.#typed = setBuyer(cart, { taxNumber });
      this.#keep(this.#typed);
    }
  }

  #keep(cart: Cart): void {
    this.#cart = cart;
    this.#removed = null;
    if (!this.selectedLine) this.#selectedLineId = null;
    this.#unsaved = cart;
    this.#saving ??= this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    while (this.#unsaved) {
      const cart = this.#unsaved;
      this.#unsaved = null;
      const answer = await this.#till.request('sell.saveCart', { cart });
      this.#error = answer.ok ? null : answer.error;
      // The cart goes along with what is half-typed, and is saved once the till is unlocked.
      if (!answer.ok && answer.error.code === 'locked') {
        this.#unsaved ??= cart;
        break;
      }
    }
    this.#saving = null;
  }
}

const again = (line: CartLine): CartLine => ({ ...line, lineId: crypto.randomUUID() });
