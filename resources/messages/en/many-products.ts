// The texts of what is done to many products at once, in English.
import type { CatalogueView } from '../../../src-main/contract/catalogue.ts';
import type {
  Deed,
  Drops,
  ManyChange,
  PriceStep,
  Refusal,
} from '../../../src-main/contract/many-products.ts';
import type { PriceRounding } from '../../../src-main/contract/money.ts';
import { decimalFormat, sharedFormat } from '../../../src-main/contract/format.ts';
import type { SoldByChoice } from '../../../src-main/contract/sold-by.ts';
import { count, numeral, plural } from './formats.ts';

const { unitPrice } = sharedFormat('en');
const percent = decimalFormat('en', 2, { style: 'unit', unit: 'percent' });
const products = (amount: number): string => count(amount, { one: 'product', other: 'products' });

const steps: Record<PriceStep, string> = {
  millionth: 'Not rounded',
  cent: 'To the cent',
  cents5: 'To 5 cents',
  cents10: 'To 10 cents',
  cents50: 'To 50 cents',
  unit: 'To whole euros',
  ends9: 'Ending in 9 cents',
  ends90: 'Ending in .90',
  ends95: 'Ending in .95',
  ends99: 'Ending in .99',
};

const ways: Record<PriceRounding['way'], string> = {
  nearest: 'To the nearest',
  up: 'Always up',
  down: 'Always down',
};

const refusals: Record<Refusal, string> = {
  no_price: 'without a price',
  too_low: 'would cost nothing',
  too_high: 'above the highest price',
};

const soldBys: Record<SoldByChoice, string> = {
  unit: 'Sold as the unit says',
  piece: 'Sold by the piece',
  measure: 'Sold by weight or measure',
};

function deedText(deed: Deed): string {
  switch (deed.kind) {
    case 'price': {
      const { direction, percent: by, step, way } = deed;
      const rounded = step === 'millionth' ? '' : `, ${ways[way].toLowerCase()}`;
      return `Prices ${direction} by ${percent(by)}, ${steps[step].toLowerCase()}${rounded}`;
    }
    case 'group':
      return deed.group === '' ? 'In no group' : `In the group “${deed.group}”`;
    case 'sold_by':
      return soldBys[deed.soldBy];
    case 'remove':
      return 'Removed';
  }
}

function viewText(view: CatalogueView | null): string {
  if (view === null) return 'chosen one by one';
  const text = view.text.trim() === '' ? '' : `all that “${view.text.trim()}” finds`;
  const group = view.group === null ? '' : `the group “${view.group}”`;
  if (text === '') return group === '' ? 'the whole catalogue' : `all of ${group}`;
  return group === '' ? text : `${text} in ${group}`;
}

function dropsText({ products: amount, before, after }: Drops): string {
  return `Prices that go down: ${numeral(amount)}; the most from ${unitPrice(before)} to ${unitPrice(after)}`;
}

export const enManyProducts = {
  title: 'Chosen products',
  chosen: (amount: number) => (amount === 0 ? 'None chosen' : `${numeral(amount)} chosen`),
  choose: (name: string) => `Choose ${name}`,
  chooseAll: 'Choose all that are found',
  chooseAllOf: (amount: number) => `Choose all ${numeral(amount)}`,
  clear: 'Choose none',
  tooMany:
    'At most 5,000 products are ticked one by one. Choose all, and look for fewer of them first.',
  change: 'Change the chosen',
  underWay: 'Being changed…',
  undoLast: 'Undo last change',
  heading: (amount: number) => `Change ${products(amount)}`,
  nothingChosen: 'No product is chosen. Tick some in the list first.',
  kind: 'What to change',
  kinds: { price: 'Price', group: 'Group', sold_by: 'Sold by', remove: 'Remove' },
  direction: 'Direction',
  directions: { up: 'Dearer', down: 'Cheaper' },
  percent: 'By how many percent',
  percentWrong: {
    up: 'A percentage is a number such as 5 or 2.5, up to 900.',
    down: 'A percentage is a number such as 5 or 2.5, less than 100.',
  },
  step: 'Rounded',
  steps,
  way: 'Which way',
  ways,
  group: 'Group',
  groupHint: 'Left empty, they are in no group any more.',
  groupWrong: 'A group has at most 80 characters, on one line.',
  removeHint: 'Documents that name them stay as they are.',
  preview: 'What will change',
  counting: 'Counting…',
  changing: (amount: number) => `${numeral(amount)} will change`,
  parts: {
    changing: (amount: number) => `Will change: ${numeral(amount)}`,
    refused: (amount: number) => `Cannot change: ${numeral(amount)}`,
  },
  same: (amount: number) =>
    `${products(amount)} ${plural(amount, { one: 'is', other: 'are' })} like this already.`,
  refused: (why: Refusal, amount: number) => `${products(amount)}: ${refusals[why]}.`,
  refusal: (why: Refusal) => refusals[why],
  columns: { code: 'Code', name: 'Name', before: 'Now', after: 'After' },
  noGroup: 'none',
  removed: 'removed',
  unsaid: 'not given',
  shortSoldBys: { piece: 'by the piece', measure: 'by weight or measure' },
  begin: (amount: number) => `Change ${products(amount)}`,
  beginRemoval: (amount: number) => `Remove ${products(amount)}`,
  lookAgain: 'Refresh',
  working: (amount: number) => `Changing ${products(amount)}`,
  workingHint: 'You can go on selling. Everything changes at once, when it is done.',
  progress: (done: number, all: number) => `${numeral(done)} of ${numeral(all)}`,
  stop: 'Stop',
  cancel: 'Cancel',
  done: (amount: number) =>
    `${count(amount, { one: 'product was', other: 'products were' })} changed.`,
  deed: deedText,
  view: viewText,
  drops: dropsText,
  exception: ({ deed, products: amount, view, drops, isUndone }: ManyChange) =>
    [
      `${products(amount)} (${viewText(view)}): ${deedText(deed)}`,
      ...(drops ? [dropsText(drops)] : []),
      ...(isUndone ? ['undone'] : []),
    ].join('; '),
};
