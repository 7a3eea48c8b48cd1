// A closed day beside the service's lists, in English.
import type {
  ComparisonProblem,
  ComparisonVerdict,
  Incomplete,
  Ownership,
} from '../../../src-main/contract/day-comparison.ts';
import { count, plural } from './formats.ts';

export const enComparison = {
  title: 'Compared with the service',
  hint: 'Looks in the service’s lists for each document of this day, and sums up the company’s documents of those dates. Nothing is changed.',
  compare: 'Compare with the service',
  again: 'Compare again',
  comparing: 'Comparing…',
  notAsked: 'Not compared yet.',
  verdicts: {
    agrees: (confirmed: number) =>
      `Agrees: ${count(confirmed, { one: 'document', other: 'documents' })} of this day found once, final, with the same total.`,
    differs: (differing: number) =>
      `Differs: ${count(differing, { one: 'document is', other: 'documents are' })} not as confirmed.`,
    incomplete: () => 'Incomplete: not everything could be compared.',
  } satisfies Record<ComparisonVerdict, (differences: number) => string>,
  at: (time: string) => `As of ${time}.`,
  open: (open: number) =>
    `${count(open, { one: 'sale has', other: 'sales have' })} no document yet and ${plural(open, { one: 'was', other: 'were' })} not compared.`,
  notListed: (notListed: number) =>
    `${count(notListed, { one: 'document is', other: 'documents are' })} of a kind that no list is known to show, and ${plural(notListed, { one: 'was', other: 'were' })} not compared.`,
  why: {
    asking: 'The service did not answer to the end.',
    moving: 'Documents came and went while it was read. Try again when the shop is quieter.',
    unordered: 'The service’s list is not in order of date, so it cannot be read back to this day.',
    undated:
      'Some documents have no date that can be read, so it is not known to which day they belong.',
    unreadable: 'The service lists documents that could not be read. They were not compared.',
    cut_short: 'The lists ended before as many documents came as they count.',
    too_far: 'This day lies further back than the till reads.',
  } satisfies Record<Incomplete['why'], string>,
  problems: {
    missing: 'Not in the service’s lists',
    twice: 'Listed more than once',
    total: 'Another total than it was confirmed with',
    not_final: 'Not final at the service',
    cancelled: 'Cancelled here, and there as a document',
  } satisfies Record<ComparisonProblem, string>,
  sums: 'The company’s documents of those dates',
  columns: {
    ...{ date: 'Date', nature: 'Nature', series: 'Series', whose: 'Made by' },
    ...{ count: 'Documents', total: 'Total' },
  },
  whose: {
    ours: 'This till',
    other_tills: 'Another till with Counterfoil',
    others: 'Others',
  } satisfies Record<Ownership, string>,
  limits:
    'The lists have no till, cashier or payment method, and the service may date documents again. Whether credit notes count as minus is not known, so natures are summed apart.',
};
