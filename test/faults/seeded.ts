// Numbers that look random but are the same for the same seed, so that a history can be played
// again.
export interface Seeded {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  chance(share: number): boolean;
  /** Returns a whole number between both ends, inclusive. */
  between(lowest: number, highest: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Mulberry32. */
export function seeded(seed: number): Seeded {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (share) => next() < share,
    between: (lowest, highest) => lowest + Math.floor(next() * (highest - lowest + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
