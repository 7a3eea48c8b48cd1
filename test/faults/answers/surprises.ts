// Values that nobody expects, but that JSON allows.
import type { Seeded } from '../seeded.ts';
import { nested, notUtf8 } from './json-text.ts';

const longText = JSON.stringify('a long text '.repeat(20_000));

/** Returns the JSON text of a string that is not empty. */
export function oddText(random: Seeded): string {
  if (random.chance(0.003)) return longText;
  return random.pick([
    '"plain"',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\u202e0202/7 SF\u202c"',
    '"\u200f\u2066\u0627"',
    '"\u{1f9fe}"',
    '"\\u001b[2J"',
    `"Jo${notUtf8}o"`,
    '"<script>alert(1)</script>"',
    '"\'; DROP TABLE sale; --"',
    '"__proto__"',
    `"${'9'.repeat(400)}"`,
  ]);
}

export const oddNumber = (random: Seeded): string =>
  random.pick(['0', '-0', '-1', '1.5', '1e400', '-1e400', '1e-400', '9007199254740993', '1e21']);

export function oddJson(random: Seeded): string {
  return random.pick([
    'null',
    'true',
    'false',
    '""',
    '[]',
    '{}',
    oddNumber(random),
    oddText(random),
    `[${oddText(random)},null,${oddNumber(random)}]`,
    `{"code":${oddText(random)},"__proto__":{"code":"F"}}`,
    nested(random.between(1, 2000)),
    '{"a":'.repeat(500) + 'null' + '}'.repeat(500),
  ]);
}

const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  '0',
  'ID',
  'our_reference ',
  'Our_Reference',
  'details',
  'payments',
  'lines',
  'surprise',
] as const;

export const oddField = (random: Seeded): readonly [name: string, json: string] => [
  random.pick(oddNames),
  random.chance(0.3)
    ? '[{"code":"CAFE","base_qty":1e400,"line_unit_value":"x"},{"code":null,"base_qty":-1}]'
    : oddJson(random),
];

export interface OtherReference {
  readonly json: string;
  /** `ours`: in another form. `names_ours`: ours is within a longer text. */
  readonly reference: 'ours' | 'names_ours' | 'another';
}

/** Returns references that resemble ours. */
export function otherReference(random: Seeded, ours: string): OtherReference {
  if (random.chance(0.1)) {
    return { json: `"${ours.slice(0, 9)}${notUtf8}${ours.slice(9)}"`, reference: 'another' };
  }
  // Most documents beside ours have nothing to do with it.
  const form = random.pick(['ours', 'names_ours', 'names_ours'] as const);
  const reference = random.chance(0.2) ? form : 'another';
  return { json: JSON.stringify(random.pick(resembling(ours)[reference])), reference };
}

const resembling = (
  ours: string,
): Readonly<Record<OtherReference['reference'], readonly [string, ...string[]]>> => ({
  ours: [
    `${ours} `,
    ` ${ours}`,
    `${ours}\n`,
    `${ours}\u0000`,
    `${ours}\u200b`,
    `\ufeff${ours}`,
    ours.toLowerCase(),
    ours.replaceAll('-', '\u2010'),
    ours.replaceAll('-', ' - '),
    ours.replace('C', '\uff23'),
  ],
  names_ours: [`${ours}0`, `X${ours}`, `Re: ${ours} (2)`, `${ours},${ours}`],
  another: [
    'CF-ZZZZ-ZZZZ-ZZZZ',
    '',
    'F',
    ours.slice(0, -1),
    ours.slice(3),
    ours.replaceAll('-', ''),
    ours.replace('C', '\u0421'),
    ours.split('-').reverse().join('-'),
  ],
});
