// What the command barcodes do to the sale. Each presses the button that it stands for, or types
// what is typed, so that the same approvals and records come with it.
import { flushSync } from 'svelte';
import type { Command } from '../../src-main/contract/commands.ts';
import { discountLine } from '../../src-main/contract/cart.ts';
import type { PercentHundredths } from '../../src-main/contract/money.ts';
import { readTaxNumber } from '../../src-main/contract/tax-number.ts';
import type { CommandRefusal } from '../scanning/scan-desk.svelte.ts';
import type { CartStore } from '../lines/cart-store.svelte.ts';
import { parsePercent, parsePercentOff, parseQuantity } from '../lines/entry.ts';
import type { CommandAnswer, ScannedBefore, Scans } from '../lines/scans.svelte.ts';
import type { Weighing } from '../lines/weighing.svelte.ts';
import type { Actions } from './shortcuts.ts';

interface SaleAtHand {
  readonly cart: CartStore;
  readonly scans: Scans;
  readonly weighing: Weighing;
  readonly actions: Actions;
  readonly decimalMark: '.' | ',';
  readonly payOrGoOn: () => CommandRefusal | null;
  /** False if there is no last sale whose receipt could be printed. */
  readonly hasSold: boolean;
}

/**
 * Returns the number with the key behind it. A digit after anything else begins anew: what was left
 * over from before is not meant.
 */
export const typedKey = (
  typed: string,
  key: Extract<Command, { kind: 'key' }>['key'],
  { isKey }: ScannedBefore,
  decimalMark: '.' | ',',
): string => (isKey ? typed : '') + (key === 'mark' ? decimalMark : key);

/** Obeys a command on the lines of the sale. */
export function obey(command: Command, before: ScannedBefore, sale: SaleAtHand): CommandAnswer {
  const { cart, scans, weighing, actions } = sale;
  const { typed } = scans;
  switch (command.kind) {
    case 'key':
      if (typed.trimEnd().endsWith('*')) return 'product_needed';
      scans.typeNumber(typedKey(typed, command.key, before, sale.decimalMark));
      return null;
    case 'times': {
      const quantity = parseQuantity(typed);
      if (quantity === undefined) return 'number_needed';
      scans.typeNumber(weighing.next ? '' : `${typed}*`);
      weighing.weigh(quantity);
      return null;
    }
    case 'percent':
      return discountByScan(sale);
    case 'taxNumber':
      if (typed === '') return 'number_needed';
      if (readTaxNumber(typed).kind !== 'portuguese') return 'no_tax_number';
      if (!cart.takesChanges) return 'idle';
      cart.taxNumber = typed;
      scans.typeNumber('');
      return null;
    case 'pay':
      return sale.payOrGoOn();
    case 'method':
      return 'unpaid';
    case 'back':
      if (typed === '' && !weighing.next) return 'idle';
      if (typed === '') weighing.drop();
      scans.typeNumber('');
      return null;
    case 'printLast':
      return sale.hasSold ? pressed(actions.printLast) : 'idle';
    case 'undo':
      return cart.takesChanges ? pressed(actions.undo) : 'idle';
    case 'hold':
      return pressed(actions.hold);
    case 'resume':
      return pressed(actions.held);
  }
}

function discountByScan({ cart, scans }: SaleAtHand): CommandAnswer {
  if (scans.typed === '') return 'number_needed';
  const percent = parsePercent(scans.typed);
  if (percent === undefined)
    return parsePercentOff(`${scans.typed}%`) ? 'percent_wrong' : 'number_needed';
  const done = cart.takesChanges ? discountChosenLine(cart, percent) : null;
  if (!done) return 'idle';
  scans.typeNumber('');
  return done.then((isDone) => (isDone ? null : 'not_done'));
}

/**
 * Takes the percentage off. Returns null if there is no line, and false in the end if the sale
 * cannot change just now or the change was refused.
 */
export function discountChosenLine(
  cart: CartStore,
  percent: PercentHundredths,
): Promise<boolean> | null {
  // An undo may have taken the chosen line away.
  const line = cart.selectedLine ?? cart.cart?.lines.at(-1);
  if (!line) return null;
  if (!cart.takesChanges) return Promise.resolve(false);
  return cart.changePriced((current) => discountLine(current, line.lineId, percent));
}

function pressed(action: (() => void) | null): CommandRefusal | null {
  if (!action) return 'idle';
  action();
  return null;
}

/**
 * Does what the Escape key does in the dialog on top, which knows whether it may be closed just
 * now.
 */
export function escapeFromDialog(): CommandRefusal | null {
  const escape = { key: 'Escape', bubbles: true, cancelable: true };
  const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  top?.dispatchEvent(new KeyboardEvent('keydown', escape));
  flushSync();
  return top === undefined || top.open ? 'idle' : null;
}
