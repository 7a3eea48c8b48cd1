// Interrupts one operation at every change that it makes to the till's files, again and again. Each
// killed till is forked from this process, which has everything loaded, so that a kill costs
// milliseconds.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../seeded.ts';
import { checkTill, type Problem } from './check-till.ts';
import { inFork, order, outputFile } from './interposed.ts';
import type { KillPointOptions, KilledOperation } from './kill-points.ts';
import { operationOf } from './operations.ts';
import { databaseFile, expectedAfter, readWords, sayIn, type Expected } from './words.ts';

const [own = '', options = ''] = process.argv.slice(2);
const { name, timesEach, firstSeed, share } = JSON.parse(options) as KillPointOptions;
const operation = operationOf(name);

const prepared = join(own, 'prepared');
const till = join(own, 'till');
const changesFile = join(own, 'changes');
const fileIn = (folder: string) => join(folder, databaseFile);
const copyPrepared = () => {
  rmSync(till, { recursive: true, force: true });
  cpSync(prepared, till, { recursive: true });
};

/** Returns how many changes the operation makes when nothing interrupts it. */
async function prepare(seed: number): Promise<number> {
  rmSync(prepared, { recursive: true, force: true });
  await inFork(async () => {
    mkdirSync(prepared);
    await operation.prepare(fileIn(prepared), seed, sayIn(prepared));
  });
  copyPrepared();
  await run(seed, '');
  return Number(readFileSync(changesFile, 'utf8'));
}

const run = (seed: number, kill: string): Promise<'killed' | 'ended'> =>
  inFork(async () => {
    const begin = () => {
      order(`watch ${till}`);
      if (kill !== '') order(kill);
    };
    await operation.run(fileIn(till), seed, begin, sayIn(till));
    writeFileSync(changesFile, String(order('count')));
  });

async function check(seed: number, expected: Expected): Promise<readonly Problem[]> {
  const file = fileIn(till);
  if (!operation.check) return checkTill(file, expected, operation.migrates);
  const found = await operation.check(file, expected);
  if (found.length > 0) return found;
  await inFork(() =>
    operation.run(
      file,
      seed,
      () => undefined,
      () => undefined,
    ),
  );
  return operation.check(file, expected);
}

const killed = new Map<string, number>();
const problems: string[] = [];
const counts = { kills: 0, lost: 0, broken: 0 };

const isChosen = (boundary: number): boolean =>
  seeded(firstSeed * 65_537 + boundary).chance(share * (operation.share ?? 1));

async function killEverywhere(seed: number): Promise<void> {
  const changes = await prepare(seed);
  const words = readWords(till);
  for (let change = 1; change <= changes; change += 1) {
    for (const side of [0, 1]) {
      const boundary = `kill ${change} ${side}`;
      const times = killed.get(boundary) ?? 0;
      if (times >= timesEach || !isChosen(2 * change + side)) continue;
      copyPrepared();
      if ((await run(seed, boundary)) !== 'killed')
        throw new Error(`${name}: ${boundary} was not reached`);
      killed.set(boundary, times + 1);
      const expected = expectedAfter(words, readWords(till).length);
      const found = await check(seed, expected);
      counts.kills += 1;
      if (found.some(({ kind }) => kind === 'lost')) counts.lost += 1;
      if (found.some(({ kind }) => kind !== 'lost')) counts.broken += 1;
      for (const { kind, what } of found) {
        problems.push(`${name}, seed ${seed}, ${boundary}: ${kind}: ${what}`);
      }
    }
  }
}

let seed = firstSeed;
do await killEverywhere(seed++);
while ([...killed.values()].some((times) => times < timesEach));

const result: KilledOperation = { name, boundaries: killed.size, ...counts, problems };
writeFileSync(join(own, outputFile), JSON.stringify(result));
