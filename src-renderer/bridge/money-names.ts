// Names money that was moved as people say it.
import { subtractCents, zeroCents, type Cents } from '../../src-main/contract/money.ts';
import type { Till } from './till.svelte.ts';

/** A negative amount went out of the drawer. */
export const movedName = ({ messages, format }: Till, movedCents: Cents): string =>
  movedCents < 0
    ? messages.day.moneyOut(format.money(subtractCents(zeroCents, movedCents)))
    : messages.day.moneyIn(format.money(movedCents));
