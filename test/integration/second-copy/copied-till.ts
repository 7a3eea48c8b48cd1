// A till whose second copy is written turn by turn, as its helper does it.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { keyOf } from '../../../src-main/account/profiles.ts';
import type { MediumProblem } from '../../../src-main/contract/second-copy.ts';
import { buildFromCopy, type Built } from '../../../src-main/second-copy/build-file.ts';
import { CopyWriter, type CopyJob, type CopyNews } from '../../../src-main/second-copy/copy-job.ts';
import type { CopiedTill } from '../../../src-main/second-copy/folders.ts';
import { journalFiles, problemOf } from '../../../src-main/second-copy/medium.ts';
import { prepareMedium, type Prepared } from '../../../src-main/second-copy/medium-jobs.ts';
import type { RecoveryKey } from '../../../src-main/store/encryption.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { useBackup } from '../../../src-main/store/restore-backup.ts';
import { writeSecondCopy } from '../../../src-main/store/second-copy-setting.ts';
import { installationOf, installationsOf } from '../../../src-main/store/till.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { binding, sale } from '../store/samples.ts';
import { newFile, open, type OpenedTill } from '../store/till-files.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

export const copiedTill: CopiedTill = {
  ...{ kind: 'service', way: 'password', ...binding },
  ...{ companyName: 'Mercearia Aurora, Lda.', tillName: 'Caixa 1' },
};
export const key = keyOf({ way: 'password', ...binding });

export interface Copying {
  readonly folder: string;
  readonly news: CopyNews[];
  readonly writer: CopyWriter;
  /** Copies what is new. Returns what went wrong. */
  copy(nowMs?: number): Promise<MediumProblem | 'taken_over' | undefined>;
  /** The last sale that was told to be on the medium. */
  copiedSaleId(): number;
}

export const prepare = (db: Store, chosen: string): Prepared =>
  prepareMedium({
    ...{ chosen, till: copiedTill, key, file: db.name, nowMs: 5_000 },
    ...{ installation: installationOf(db), installations: installationsOf(db) },
  });

/** Chooses the medium for the till, and begins to copy. */
export function copying(
  db: Store,
  chosen = temporaryFolder(),
  change: Partial<CopyJob> = {},
): Copying {
  const prepared = prepare(db, chosen);
  if (prepared.outcome !== 'ready') throw new Error(prepared.outcome);
  const { medium, generation, isOnSameDisk } = prepared;
  writeSecondCopy(db, {
    ...{ folder: chosen, medium, encrypts: true, isOnSameDisk, generation },
    ...{ installation: prepared.installation, takenOver: null },
  });
  return writing(
    {
      ...{ file: db.name, folder: prepared.folder, till: copiedTill, medium, encrypts: true },
      ...{ recipient: null, generation, lastInstallation: prepared.installation },
      ...{ installation: installationOf(db), ...change },
    },
    prepared.folder,
  );
}

export function tillOf(sales: number): OpenedTill {
  const till = open(newFile());
  for (let number = 1; number <= sales; number += 1) commitSale(till.db, sale(number));
  return till;
}

/** A till of so many sales that are copied. */
export async function copiedTillOf(sales: number, chosen?: string, change?: Partial<CopyJob>) {
  const first = tillOf(sales);
  const copy = copying(first.db, chosen, change);
  expect(await copy.copy()).toBeUndefined();
  return { first, db: first.db, copy };
}

/** All that the journal says, as somebody reads it who has no key. */
export const writtenIn = (folder: string): string =>
  journalOf(folder)
    .map((file) => readFileSync(file, 'latin1'))
    .join('');

export function writing(job: CopyJob, folder = job.folder): Copying {
  const news: CopyNews[] = [];
  const writer = new CopyWriter(job, (one) => {
    news.push(one);
  });
  return {
    ...{ folder, news, writer },
    copy: async (nowMs = Date.now()) => {
      try {
        return await writer.turn(nowMs);
      } catch (error) {
        writer.forget();
        return problemOf(error);
      }
    },
    copiedSaleId: () => news.findLast((one) => one.kind === 'copied')?.saleId ?? 0,
  };
}

export interface Lost {
  /** Where the till is on the new computer. */
  readonly file: string;
  readonly built: Built;
  /** Puts in place what was made, and opens the till. */
  readonly start: () => OpenedTill;
}

/** Starts again on another computer, of which nothing but the medium is known. */
export async function startAgain(folder: string, recoveryKey?: RecoveryKey): Promise<Lost> {
  const file = newFile();
  mkdirSync(dirname(file), { recursive: true });
  const built = await buildFromCopy({
    ...{ folder, file, binding, ...(recoveryKey && { key: recoveryKey }) },
  });
  return {
    ...{ file, built },
    start: () => {
      useBackup(file);
      return open(file);
    },
  };
}

/** The same, where it must be whole. */
export async function startedAgain(folder: string, recoveryKey?: RecoveryKey) {
  const lost = await startAgain(folder, recoveryKey);
  if (lost.built.outcome !== 'looked' || lost.built.looked.outcome !== 'whole')
    throw new Error(JSON.stringify(lost.built));
  return { ...lost, ...lost.start() };
}

/** Everything of a sale but what the start as a copy has changed. */
export const rowsOf = (db: Store, table: string, key: string): readonly unknown[] =>
  db.prepare(`SELECT * FROM ${table} ORDER BY ${key}`).all();

export const journalOf = (folder: string): readonly string[] =>
  journalFiles(folder).map(({ file }) => file);

/** Deletes the whole first computer. */
export const loseComputer = ({ db, close }: OpenedTill): void => {
  close();
  rmSync(dirname(db.name), { recursive: true, force: true });
  // The test's own end deletes the folder again.
  mkdirSync(dirname(db.name), { recursive: true });
};
