// Chance for tests that differ from run to run. The printed seed plays a run again: `SEED=7 npm
// test -- …`.
import { seeded, type Seeded } from './faults/seeded.ts';

/** Returns a seeded source of chance, and prints its seed. */
export function newChance(): Seeded {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
  console.log(`SEED=${seed}`);
  return seeded(seed);
}
