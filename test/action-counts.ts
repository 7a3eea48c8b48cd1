// How many actions tasks at a till take. src-renderer/ACTIONS.md states these numbers, and a test
// holds the till to them.
export type Way = 'touch' | 'keyboard' | 'scanner';
export const others = ['odoo', 'posAwesome', 'loyverse', 'square'] as const;
export type Other = (typeof others)[number];

export interface ActionCount {
  readonly task: string;
  /** By each way, which does the whole task. */
  readonly ours: Readonly<Record<Way, number>>;
  /** From a published source; what is missing is not known. */
  readonly others: Readonly<Partial<Record<Other, number>>>;
}

export const actionCounts = {
  threeInCash: {
    task: 'Three scanned goods, paid exactly in cash',
    ours: { touch: 5, keyboard: 5, scanner: 5 },
    others: { odoo: 5, posAwesome: 5, loyverse: 6, square: 6 },
  },
  twoByName: {
    task: 'One good found by its name, two of it, paid by card',
    ours: { touch: 7, keyboard: 8, scanner: 6 },
    others: { odoo: 6 },
  },
  weighed: {
    task: '0.350 kg of a good, by hand',
    ours: { touch: 4, keyboard: 6, scanner: 5 },
    others: { odoo: 4, loyverse: 5 },
  },
  tenOff: {
    task: '10 % off one line',
    ours: { touch: 3, keyboard: 4, scanner: 3 },
    others: { odoo: 3, loyverse: 3, square: 3 },
  },
  taxNumber: {
    task: 'A customer’s tax number',
    ours: { touch: 10, keyboard: 11, scanner: 10 },
    others: { odoo: 12 },
  },
  heldAndResumed: {
    task: 'A sale put aside, and resumed',
    ours: { touch: 2, keyboard: 2, scanner: 2 },
    others: { odoo: 2, loyverse: 4, square: 6 },
  },
  receiptAgain: {
    task: 'The last receipt once more, with the next sale under way',
    ours: { touch: 1, keyboard: 1, scanner: 1 },
    others: { odoo: 5, loyverse: 5 },
  },
  lineOut: {
    task: 'The line that came last out again',
    ours: { touch: 1, keyboard: 1, scanner: 1 },
    others: { odoo: 2, posAwesome: 1 },
  },
  twentyEuros: {
    task: 'One scanned good, paid with a note of 20 €, and its change',
    ours: { touch: 4, keyboard: 5, scanner: 5 },
    others: { odoo: 7, loyverse: 4, square: 4 },
  },
} as const satisfies Readonly<Record<string, ActionCount>>;
export type TaskName = keyof typeof actionCounts;

/** From the receipt in the hand to the refund. A till of ours that takes goods back is touched. */
export const returnCount = {
  task: 'One scanned good comes back for cash, with its receipt',
  ours: 4,
  others: { odoo: 7, loyverse: 6, square: 8, vendus: 7 },
} as const;
