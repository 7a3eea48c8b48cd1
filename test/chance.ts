// What differs from run to run, with the seed that plays it again: `SEED=7 npm test -- …`.
import { seeded, type Seeded } from './faults/seeded.ts';

/** Prints its seed. */
export function newChance(): Seeded {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
  console.log(`SEED=${seed}`);
  return seeded(seed);
}
