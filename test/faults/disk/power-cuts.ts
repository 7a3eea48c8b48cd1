// Cuts the power at random moments of a till's work, and opens what the disk may then hold.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../seeded.ts';
import { tillFile } from './acts.ts';
import { checkTill, checkWholeTill, type Checked, type Problem } from './check-till.ts';
import { cutAtRandom, parseRecord, type Change, type Image } from './disk-model.ts';
import { runInterposed, temporaryFolder } from './interposed.ts';
import { databaseFile, expectedAfter, parseWords, wordsFile, type Expected } from './words.ts';
import { aligned, type Row } from '../lines.ts';

export interface PowerTill {
  readonly seed: number;
  /** The till's own setting is FULL; any other is a mistake that must be noticed. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** The till only fills a file and migrates it to a later schema. */
  readonly migrates?: boolean;
}

export interface PowerCuts {
  readonly images: number;
  readonly writes: number;
  readonly syncs: number;
  /** How often the database itself was synced, with what the log had held. */
  readonly checkpoints: number;
  /** How many changes of sales were said. */
  readonly words: number;
  /** How many rows of days were said: opened, counted and closed days, and moved cash. */
  readonly dayWords: number;
  /** How many returns were said. */
  readonly returns: number;
  /** Images that lack something that the till had said. */
  readonly lost: number;
  /** Images that do not open, or are not whole. */
  readonly corrupt: number;
  /** Images that contradict themselves. */
  readonly inconsistent: number;
  /**
   * Images that the till took for damaged files, and salvaged. What SQLite drops and what it loses
   * can look the same.
   */
  readonly salvaged: number;
  /** Each with its seed and the place of the cut. */
  readonly problems: readonly string[];
}

/**
 * Cuts at random throughout the till's work. Each image is made and checked by itself, so that few
 * must be kept.
 */
export async function cutPower(till: PowerTill & { readonly images: number }): Promise<PowerCuts> {
  const { images, ...options } = till;
  const changes = parseRecord(await runInterposed('power-till.ts', options));
  const words = parseWords(
    Buffer.concat(changes.filter(isWord).map(({ bytes }) => bytes)).toString(),
  );
  const found: (readonly Problem[])[] = [];
  const problems: string[] = [];
  let salvaged = 0;
  for (const { cut, image } of cutAtRandom(changes, images, seeded(till.seed ^ 0xc07))) {
    const said = changes.slice(0, cut).filter(isWord).length;
    const checked = checkImage(image, expectedAfter(words, said), till.migrates);
    const ofImage = checked.problems;
    if (checked.salvaged) salvaged += 1;
    const where = `seed ${till.seed}, ${images} images, cut ${cut}`;
    found.push(ofImage);
    problems.push(...ofImage.map(({ kind, what }) => `${where}: ${kind}: ${what}`));
  }
  const count = (kind: Problem['kind']) =>
    found.filter((ofImage) => ofImage.some((problem) => problem.kind === kind)).length;
  return {
    images,
    writes: changes.filter(({ kind }) => kind === 'write').length,
    syncs: changes.filter(({ kind }) => kind === 'sync').length,
    checkpoints: changes.filter((change) => change.kind === 'sync' && change.name === databaseFile)
      .length,
    words: words.filter((word) => 'reference' in word).length,
    dayWords: words.filter((word) => 'row' in word).length,
    returns: new Set(
      words.flatMap((word) => ('reference' in word ? word.reference : [])).filter(isOfReturn),
    ).size,
    lost: count('lost'),
    corrupt: count('damaged'),
    inconsistent: count('inconsistent'),
    salvaged,
    problems,
  };
}

/** The sales of the tests are numbered, and the till makes the references of returns itself. */
const isOfReturn = (reference: string): boolean => !/^CF-TEST-\d{4}-\d{4}$/.test(reference);

/** The words do not belong to the image: whoever heard them was not cut off. */
const isWord = ({ kind, name }: Change): boolean => kind === 'write' && name === wordsFile;

/**
 * Checks the image first as a plain database, exactly; then as the whole till opens it, which may
 * change it.
 */
function checkImage(image: Image, expected: Expected, migrates = false): Checked {
  const problems = inFolder(image, (file) => checkTill(file, expected, migrates));
  if (problems.length > 0 || migrates) return { problems, salvaged: false };
  return inFolder(image, (file) => checkWholeTill(tillFile(file), expected));
}

function inFolder<Result>(image: Image, check: (file: string) => Result): Result {
  const folder = temporaryFolder();
  try {
    for (const [name, bytes] of image) writeFileSync(join(folder, name), bytes);
    return check(join(folder, databaseFile));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Adds up the results of several seeds. */
export function addPowerCuts(all: readonly PowerCuts[]): PowerCuts {
  const sum = (of: (cuts: PowerCuts) => number) => all.reduce((total, cuts) => total + of(cuts), 0);
  return {
    images: sum(({ images }) => images),
    writes: sum(({ writes }) => writes),
    syncs: sum(({ syncs }) => syncs),
    checkpoints: sum(({ checkpoints }) => checkpoints),
    words: sum(({ words }) => words),
    dayWords: sum(({ dayWords }) => dayWords),
    returns: sum(({ returns }) => returns),
    lost: sum(({ lost }) => lost),
    corrupt: sum(({ corrupt }) => corrupt),
    inconsistent: sum(({ inconsistent }) => inconsistent),
    salvaged: sum(({ salvaged }) => salvaged),
    problems: all.flatMap(({ problems }) => problems),
  };
}

export function summaryOfPowerCuts(cuts: PowerCuts): string {
  const rows: readonly Row[] = [
    ['images', cuts.images],
    ['writes', cuts.writes],
    ['syncs', cuts.syncs],
    ['checkpoints', cuts.checkpoints],
    ['changes of sales that were said', cuts.words],
    ['rows of days that were said', cuts.dayWords],
    ['returns that were said', cuts.returns],
    ['lost', cuts.lost],
    ['corrupt', cuts.corrupt],
    ['inconsistent', cuts.inconsistent],
    ['taken for damaged, and salvaged', cuts.salvaged],
  ];
  return aligned(rows);
}
