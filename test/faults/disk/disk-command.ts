// Kills and power cuts from the command line: fails if something that a till had said is missing,
// or a file is not whole.
import * as v from 'valibot';
import { notHere } from './interposed.ts';
import { killAtEveryBoundary, summaryOfKillPoints } from './kill-points.ts';
import { addPowerCuts, cutPower, summaryOfPowerCuts, type PowerTill } from './power-cuts.ts';

const wholeNumber = v.pipe(v.string(), v.toNumber(), v.safeInteger());
const count = v.pipe(wholeNumber, v.minValue(1));

/** The options for `parseArgs`; all commands share `seed`. */
export const diskOptions = {
  /** How often the till is killed at each boundary. */
  'kill-points': { type: 'string' },
  /** How many images are made. */
  'power-cuts': { type: 'string' },
} as const;

/** Returns whether every kill left everything that was said. */
export async function killPoints(values: unknown): Promise<boolean> {
  requireCompiler();
  const options = v.parse(v.object({ 'kill-points': count, seed: wholeNumber }), values);
  const points = await killAtEveryBoundary({
    timesEach: options['kill-points'],
    firstSeed: options.seed,
    share: 1,
    onProgress: ({ name, kills, problems }) => {
      console.error(`${name}: ${kills} kills`);
      for (const problem of problems) console.log(problem);
    },
  });
  console.log(summaryOfKillPoints(points));
  return points.lost + points.broken === 0;
}

/** The work of a till with one seed makes about so many changes. */
const imagesPerSeed = 500;

/**
 * Returns whether every image held everything that was said, and whether a till that does not sync
 * was caught.
 */
export async function powerCuts(values: unknown): Promise<boolean> {
  requireCompiler();
  const options = v.parse(v.object({ 'power-cuts': count, seed: wholeNumber }), values);
  const cut = async (name: string, images: number, till: Omit<PowerTill, 'seed'>) => {
    const all = [];
    for (let made = 0, { seed } = options; made < images; made += imagesPerSeed, seed += 1) {
      const cuts = await cutPower({
        ...till,
        seed,
        images: Math.min(imagesPerSeed, images - made),
      });
      all.push(cuts);
      console.error(`${name}: ${Math.min(made + imagesPerSeed, images)} of ${images} images`);
    }
    const cuts = addPowerCuts(all);
    console.log(`${name}\n${summaryOfPowerCuts(cuts)}\n`);
    return cuts;
  };
  const images = options['power-cuts'];
  const few = Math.ceil(images / 5);
  const selling = await cut('selling, synchronous=FULL', images, { synchronous: 'FULL' });
  const sound = [selling];
  const migrating = { synchronous: 'FULL', migrates: true } as const;
  sound.push(await cut('migrating, synchronous=FULL', few, migrating));
  const control = await cut('control: selling, synchronous=NORMAL', few, { synchronous: 'NORMAL' });
  const problems = sound.flatMap((cuts) => cuts.problems);
  for (const problem of problems) console.log(problem);
  return problems.length === 0 && control.lost > 0;
}

function requireCompiler(): void {
  if (notHere !== null) throw new Error(notHere);
}
