// What a trainee asks of practice: rehearsals, a new sign-in, a new beginning.
import type { Rehearsal } from '../../src-main/contract/rehearsals.ts';
import { oneUnit, unitPriceSchema } from '../../src-main/contract/money.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import * as v from 'valibot';
import type { CartStore } from '../lines/cart-store.svelte.ts';
import { Asking } from '../bridge/asking.svelte.ts';
import { pathTo } from '../bridge/route.ts';
import type { Till } from '../bridge/till.svelte.ts';

const withdrawnPrice = v.parse(unitPriceSchema, 1_000_000);

export class PracticeActs {
  readonly #till: Till;
  readonly asking = new Asking();

  constructor(till: Till) {
    this.#till = till;
  }

  async rehearse(rehearsal: Rehearsal, isUnderWay: boolean): Promise<boolean> {
    return (await this.#rehearse(rehearsal, isUnderWay)).ok;
  }

  /** Works even while the rehearsal is under way, as the product can be put into another sale. */
  async sellWithdrawn(cart: CartStore): Promise<void> {
    const begun = await this.#rehearse('rejected_product', true);
    if (!begun.ok) return;
    location.hash = pathTo('sell');
    cart.add({
      lineId: crypto.randomUUID(),
      code: begun.value.withdrawnCode,
      description: this.#till.messages.practice.withdrawn,
      quantity: oneUnit,
      unitPrice: withdrawnPrice,
    });
  }

  async rehearseDrawer(): Promise<void> {
    if (await this.rehearse('wrong_drawer', true)) location.hash = pathTo('day');
  }

  signInAgain(): Promise<boolean> {
    return this.#ask(this.#till.request('session.practise', undefined));
  }

  /**
   * Begins practice anew, or loses the till. What the screens hold is of the former shop, so the
   * page begins anew too.
   */
  async beginAnew(by: 'practice.reset' | 'practice.loseComputer'): Promise<void> {
    if (!(await this.#ask(this.#till.request(by, undefined)))) return;
    location.hash = pathTo('sell');
    location.reload();
  }

  #rehearse(rehearsal: Rehearsal, isUnderWay: boolean) {
    return this.asking.ask(this.#till.request('practice.rehearse', { rehearsal, isUnderWay }));
  }

  async #ask(request: Promise<Result<unknown>>): Promise<boolean> {
    return (await this.asking.ask(request)).ok;
  }
}
