// Writes JSON as text, piece by piece, to include what no value of JavaScript can hold: a key
// twice, 1e400, half a character.
import type { Seeded } from '../seeded.ts';

/** The name and JSON text of each field, in the order in which they are written. */
export type Fields = readonly (readonly [name: string, json: string])[];

export const fieldsOf = (record: object): Fields =>
  Object.entries(record).map(([name, value]) => [name, JSON.stringify(value)]);

export const objectText = (fields: Fields): string =>
  `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

export const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`;

export function shuffled<Item>(random: Seeded, items: readonly Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}

export const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Stands in a text for bytes that are not UTF-8; `encode` puts them there. */
export const notUtf8 = '\uF8FF';

const brokenBytes = Buffer.of(0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80);

export function encode(text: string): Buffer {
  const [first = '', ...rest] = text.split(notUtf8);
  return Buffer.concat([
    Buffer.from(first),
    ...rest.flatMap((part) => [brokenBytes, Buffer.from(part)]),
  ]);
}
