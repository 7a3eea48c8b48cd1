// Returns whether a change of the sale lowers a price, and whether the shop wants that approved
// first. Main checks again when the sale is finished.
import type { Cart } from '../../src-main/contract/cart.ts';
import { loweredPrices, withoutLowered } from '../../src-main/contract/lowered-prices.ts';
import type { ManagerAction } from '../../src-main/contract/lock.ts';
import { noDiscount } from '../../src-main/contract/money.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';

const approvedActions: readonly ManagerAction[] = [
  'lower_price',
  'sell_free_line',
  'sell_fraction',
];

/**
 * Returns whether main must be asked; also for a manager, so that main knows what a manager lowers.
 */
export const asksToLower = ({ lock }: Pick<TillState, 'lock'>): boolean =>
  lock?.rules.managerActions.some((action) => approvedActions.includes(action)) ?? false;

/** Counts a line, too, that was lowered before and has changed. */
export const lowersMore = (now: Cart, next: Cart): boolean =>
  withoutLowered(loweredPrices(next), loweredPrices(now)).length > 0;

/**
 * Returns the next sale with only what the present one does not have. Another discount is on all
 * that is there.
 */
export const broughtBy = (now: Cart, next: Cart): Cart =>
  [now.discount, noDiscount].includes(next.discount)
    ? {
        ...next,
        lines: next.lines.filter((line) => !now.lines.includes(line)),
        discount: noDiscount,
      }
    : next;
