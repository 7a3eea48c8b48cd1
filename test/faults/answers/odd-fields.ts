// What a field of a document may hold instead of the right value, and what the document then says.
import type { Seeded } from '../seeded.ts';
import type { Effect } from './said.ts';
import { oddText, otherReference, type OtherReference } from './surprises.ts';

/** What a document says about itself, as far as the sale depends on it. */
export interface Facts {
  readonly id: 'readable' | 'unreadable';
  /** `none`: null, which belongs to nobody. */
  readonly reference: OtherReference['reference'] | 'none' | 'unreadable';
  readonly isOurNature: boolean;
  readonly isFinalized: boolean;
  readonly isOurTotal: boolean;
  /** A created document is believed without its party; a row of a list may be. */
  readonly isPartyReadable: boolean;
}

export interface Odd {
  readonly json: string;
  readonly effect: Effect;
  readonly facts?: Partial<Facts>;
}

/** Stands for a missing field. */
export const missing = '';

type Values = readonly [string, ...string[]];

const noInteger: Values = [
  '1.5',
  '"7"',
  'null',
  missing,
  '9007199254740993',
  '-9007199254740993',
  '1e400',
  'true',
  '[7]',
  '{}',
];
const noDate: Values = ['"31/03/2026"', '""', 'null', missing, '5'];
const noText: Values = ['null', missing, '7', '[]', '{}', 'true'];
const noAmount: Values = ['"12.30"', 'null', missing, '1e400', '-1e400', '1e300', 'true', '[12.3]'];
const noName: Values = ['null', missing, '[]', '{}', '"F"', '{"code":["F"],"description":""}', '7'];
/** None of these is the total of a sale here. */
const otherAmounts: Values = ['0', '-0', '-12.3', '12.3e-1', '99999999.99', '1e-400'];
const partsOfCents: Values = ['12.345', '0.001'];

const odd = (random: Seeded, effect: Effect, values: Values, facts?: Partial<Facts>): Odd => ({
  json: random.pick(values),
  effect,
  ...(facts && { facts }),
});

const named = (code: string, description: string): string =>
  `{"code":${code},"description":${description}}`;

const codes = (...values: Values): Values => {
  const [first, ...rest] = values.map((code) => named(JSON.stringify(code), '"F"'));
  return [first ?? missing, ...rest];
};

const otherNatures = codes('FT', 'FR', 'GR', 'OR', 'FS ', 'FSX', '', '\uff26S');
const otherStates = codes('R', 'A', 'P', 'f', 'F ', 'FF', '', '1202', '\uff26');

const identifier = (random: Seeded): Odd =>
  random.pick([odd(random, 'harmless', ['999', '-1', '0']), odd(random, 'muddling', noInteger)]);

const text = (random: Seeded): Odd => odd(random, 'harmless', [...noText, oddText(random)]);

const amountBeside = (random: Seeded): Odd =>
  random.pick([
    odd(random, 'harmless', noAmount),
    odd(random, 'harmless', otherAmounts),
    odd(random, 'harmless', partsOfCents),
  ]);

const date = (random: Seeded): Odd => odd(random, 'muddling', noDate);

interface Own {
  readonly id: number;
  readonly reference: string;
}

/** Odd values by the name of the field. */
export const oddFields: Readonly<Record<string, (random: Seeded, own: Own) => Odd>> = {
  id: (random, { id }) =>
    random.pick([
      odd(random, 'harmless', [`${id}.0`, `${id}e0`, `${id}.00E+0`]),
      odd(random, 'harmless', noInteger, { id: 'unreadable' }),
    ]),
  our_reference: (random, { reference }) => {
    const ours = JSON.stringify(reference);
    const hidden: Values = [missing, '7', `[${ours}]`, `{"0":${ours}}`, 'true'];
    const other = otherReference(random, reference);
    return random.pick([
      odd(random, 'harmless', [other.json], { reference: other.reference }),
      odd(random, 'harmless', hidden, { reference: 'unreadable' }),
      odd(random, 'harmless', ['null'], { reference: 'none' }),
    ]);
  },
  document_nature: (random) =>
    random.pick([
      odd(random, 'harmless', [named('"FS"', oddText(random)), named('"fs"', '"F"')]),
      odd(random, 'harmless', otherNatures, { isOurNature: false }),
      odd(random, 'unsaying', noName),
    ]),
  document_status: (random) =>
    random.pick([
      odd(random, 'harmless', [named('"F"', oddText(random))]),
      odd(random, 'harmless', otherStates, { isFinalized: false }),
      odd(random, 'unsaying', noName),
    ]),
  total_amount: (random) =>
    random.pick([
      odd(random, 'harmless', otherAmounts, { isOurTotal: false }),
      odd(random, 'muddling', partsOfCents, { isOurTotal: false }),
      odd(random, 'unsaying', noAmount, { isOurTotal: false }),
    ]),
  doc_key: (random) =>
    random.pick([
      odd(random, 'harmless', [oddText(random)]),
      odd(random, 'unsaying', ['""', ...noText]),
    ]),
  party: (random) =>
    random.pick([
      odd(random, 'harmless', ['null', '{}', '{"name":7}', `{"name":${oddText(random)}}`]),
      odd(random, 'harmless', ['7', missing, '"Ana"', 'true'], { isPartyReadable: false }),
    ]),
  document_nature_id: identifier,
  document_status_id: identifier,
  document_date: date,
  document_time: date,
  document: (random) =>
    odd(random, 'muddling', ['null', missing, '{}', '"FS"', '{"document_name":7}', '[]']),
  header_text: text,
  footer_text: text,
  total_net_amount: amountBeside,
  total_taxes_amount: amountBeside,
  document_number: (random) => odd(random, 'harmless', noInteger),
  payment_method: (random) => odd(random, 'harmless', noName),
};
