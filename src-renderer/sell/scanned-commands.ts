// What the command barcodes do to the sale. Each presses the button that it stands for, or types
// what is typed, so that the same approvals and records come with it.
import type { Command } from '../../src-main/contract/commands.ts';
import { discountLine } from '../../src-main/contract/cart.ts';
import { isTaxNumber } from '../../src-main/contract/tax-number.ts';
import type { CommandRefusal } from '../scanning/scan-desk.svelte.ts';
import type { CartStore } from '../lines/cart-store.svelte.ts';
import { parsePercent, parseQuantity } from '../lines/entry.ts';
import type { Scans } from '../lines/scans.svelte.ts';
import type { Actions } from './shortcuts.ts';

interface SaleAtHand {
  readonly cart: CartStore;
  readonly scans: Scans;
  readonly actions: Actions;
  readonly decimalMark: '.' | ',';
  readonly payOrGoOn: () => CommandRefusal | null;
  /** False if there is no last sale whose receipt could be printed. */
  readonly hasSold: boolean;
}

/** Obeys a command on the lines of the sale. Returns why nothing was done, or null. */
export function obey(command: Command, sale: SaleAtHand): CommandRefusal | null {
  const { cart, scans, actions } = sale;
  const { typed } = scans;
  switch (command.kind) {
    case 'key':
      scans.typeNumber(typed + (command.key === 'mark' ? sale.decimalMark : command.key));
      return null;
    case 'times':
      if (parseQuantity(typed) === undefined) return 'number_needed';
      scans.typeNumber(`${typed}*`);
      return null;
    case 'percent':
      return discountChosenLine(sale);
    case 'taxNumber':
      if (typed === '') return 'number_needed';
      if (!isTaxNumber(typed)) return 'no_tax_number';
      cart.taxNumber = typed;
      scans.typeNumber('');
      return null;
    case 'pay':
      return sale.payOrGoOn();
    case 'method':
      return 'unpaid';
    case 'back':
      if (typed === '') return 'idle';
      scans.typeNumber('');
      return null;
    case 'printLast':
      return sale.hasSold ? pressed(actions.printLast) : 'idle';
    case 'undo':
    case 'hold':
      return pressed(actions[command.kind]);
    case 'resume':
      return pressed(actions.held);
  }
}

function discountChosenLine({ cart, scans }: SaleAtHand): CommandRefusal | null {
  const percent = scans.typed === '' ? undefined : parsePercent(scans.typed);
  if (percent === undefined) return 'number_needed';
  const line = cart.selectedLine;
  if (!line) return 'idle';
  void cart.changePriced((current) => discountLine(current, line.lineId, percent));
  scans.typeNumber('');
  return null;
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
export function escapeFromDialog(): null {
  const escape = { key: 'Escape', bubbles: true, cancelable: true };
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  top?.dispatchEvent(new KeyboardEvent('keydown', escape));
  return null;
}
