// Any character of Unicode for texts that fast-check draws: its own `binary` unit is the same, and
// takes more than a second of each process to list them all.
import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };
const last = 0x10ffff;

export const anyCharacter = fc
  .integer({ min: 0, max: last - surrogates.count })
  .map((at) => String.fromCodePoint(at < surrogates.first ? at : at + surrogates.count));
