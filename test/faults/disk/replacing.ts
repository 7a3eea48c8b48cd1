// Operations that put another file in a till's place: a backup that is restored, and what another
// computer's second copy held. However one is cut short, the next start has the till of before or
// the whole other one, and the person simply begins again.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { isDeepStrictEqual } from 'node:util';
import { keyOf } from '../../../src-main/account/profiles.ts';
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';
import { next } from '../../../src-main/contract/outbox-states.ts';
import { buildFromCopy } from '../../../src-main/second-copy/build-file.ts';
import { CopyWriter, type CopyNews } from '../../../src-main/second-copy/copy-job.ts';
import { copyFolder, type CopiedTill } from '../../../src-main/second-copy/folders.ts';
import { readOwner, writeOwner } from '../../../src-main/second-copy/medium.ts';
import { prepareMedium } from '../../../src-main/second-copy/medium-jobs.ts';
import type { Decision } from '../../../src-main/store/decisions.ts';
import {
  encryptFile,
  newRecoveryKey,
  readRecoveryKey,
} from '../../../src-main/store/encryption.ts';
import { publish } from '../../../src-main/store/durable-files.ts';
import { markAsCopy, removeDatabase, type Store } from '../../../src-main/store/open.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import {
  discardBackup,
  lookAtBackup,
  restoredFile,
  useBackup,
} from '../../../src-main/store/restore-backup.ts';
import { readSecondCopy } from '../../../src-main/store/second-copy-setting.ts';
import { installationOf, installationsOf } from '../../../src-main/store/till.ts';
import * as samples from '../../integration/store/samples.ts';
import { nextMs, openedTill, saleOf, sell, walk } from './acts.ts';
import { contradictions, type Problem } from './check-till.ts';
import type { Operation } from './operation.ts';
import { sha256, type Expected, type Say } from './words.ts';

const { binding } = samples;

/** What is put in the till's place, beside the till's file. */
const backupIn = (file: string): string =>
  join(dirname(file), 'backups', 'till-2026-01-01T00-00-00.000Z.db');
const encryptedIn = (file: string): string => `${backupIn(file)}.age`;
/** Holds what the person types. */
const keyIn = (file: string): string => join(dirname(file), 'recovery-key.txt');
const originalIn = (file: string): string => join(dirname(file), 'original', basename(file));

const copiedTill: CopiedTill = {
  ...{ kind: 'service', way: 'password', ...binding },
  ...{ companyName: 'Mercearia Aurora, Lda.', tillName: 'Caixa 1' },
};
const mediumIn = (file: string): string =>
  copyFolder(join(dirname(file), 'medium'), copiedTill, keyOf({ way: 'password', ...binding }));

let installations = 0;
/** Opens the till as the program does when it starts. */
function started(file: string) {
  discardBackup(file);
  return openTillStore({
    ...{ file, binding, nowMs: nextMs() },
    // Thousands of starts need more than digits: an installation has four characters.
    newInstallation: () => `N${(installations += 1).toString(36).padStart(3, '0')}`,
  });
}

const restored = (): Decision => ({
  ...{ atMs: nextMs(), by: 'Rui', approvedBy: null },
  what: { kind: 'backup_restored', lost: 0 },
});

/** Some sales, of which the newest are on their way, in doubt and queued. */
function sellSome(db: Store, { from, seed }: { from: number; seed: number }, say: Say): void {
  walk(db, saleOf(from, seed), ['claimed', 'accepted'], say);
  walk(db, saleOf(from + 1, seed), ['claimed', 'refused', 'judged'], say);
  walk(db, saleOf(from + 2, seed), ['claimed', 'no_clear_answer'], say);
  sell(db, saleOf(from + 3, seed), say);
}

async function lookAndUse(file: string, use = () => void useBackup(file, restored())) {
  const key = existsSync(keyIn(file))
    ? await readRecoveryKey(readFileSync(keyIn(file), 'utf8'))
    : undefined;
  const backup = key ? encryptedIn(file) : backupIn(file);
  const looked = await lookAtBackup(backup, file, { binding, ...(key && { key }) });
  if (looked.outcome !== 'whole') throw new Error(looked.outcome);
  use();
}

/** The backup that is encrypted is also there as it was, to compare with. */
async function encryptBackup(file: string): Promise<void> {
  const { identity, recipient } = await newRecoveryKey();
  await encryptFile({ source: backupIn(file), target: encryptedIn(file), recipient });
  writeFileSync(keyIn(file), identity);
}

interface Restoring {
  readonly use?: (file: string) => void;
  readonly encrypts?: boolean;
}

const restoring = (name: string, { use, encrypts = false }: Restoring = {}): Operation => ({
  name,
  // Each run loads what decrypts, which takes longest.
  share: encrypts ? 0.2 : 1,
  prepare: async (file, seed, say) => {
    const db = openedTill(file);
    sellSome(db, { from: 1, seed }, say);
    mkdirSync(dirname(backupIn(file)));
    db.prepare('VACUUM INTO ?').run(backupIn(file));
    const copy = new Database(backupIn(file));
    markAsCopy(copy);
    copy.close();
    if (encrypts) await encryptBackup(file);
    sell(db, saleOf(20, seed), say);
    if (seed % 2 === 0) db.close();
  },
  run: async (file, _seed, begin) => {
    begin();
    await lookAndUse(
      file,
      use &&
        (() => {
          use(file);
        }),
    );
    if (!use) closed(file);
  },
  check: (file, expected) => checkReplaced(file, backupIn(file), expected),
});

function closed(file: string): void {
  const opened = started(file);
  if (!opened.ok) throw new Error(opened.error.code);
  opened.value.db.close();
  opened.value.unlock();
}

/** Writes the till's second copy once; returns what the helper told. */
async function copyOnce(
  file: string,
  db: Store,
  last: { generation: number; installation: string },
) {
  const news: CopyNews[] = [];
  const folder = mediumIn(file);
  const writer = new CopyWriter(
    {
      ...{ file: db.name, folder, till: copiedTill, medium: readOwner(folder)?.medium ?? '' },
      ...{ encrypts: true, recipient: null, generation: last.generation },
      ...{ lastInstallation: last.installation, installation: installationOf(db) },
    },
    (one) => {
      news.push(one);
    },
  );
  await writer.turn(nextMs());
  return news;
}

const startAgain = (name: string, before?: (file: string) => void): Operation => ({
  name,
  // It has some nine hundred, of which most are pages of the new file.
  share: 0.2,
  prepare: async (file, seed, say) => {
    mkdirSync(dirname(originalIn(file)));
    mkdirSync(join(dirname(file), 'medium'));
    const original = openedTill(originalIn(file));
    sellSome(original, { from: 1, seed }, () => undefined);
    const prepared = prepareMedium({
      ...{ chosen: join(dirname(file), 'medium'), till: copiedTill, file: original.name },
      ...{ key: keyOf({ way: 'password', ...binding }), nowMs: nextMs() },
      ...{ installation: installationOf(original), installations: installationsOf(original) },
    });
    if (prepared.outcome !== 'ready') throw new Error(prepared.outcome);
    await copyOnce(file, original, prepared);
    original.close();
    // The new computer's file, which the sign-in made.
    const db = openedTill(file);
    if (seed % 3 !== 0) sell(db, saleOf(20, seed), say);
    if (seed % 2 === 0) db.close();
  },
  run: async (file, _seed, begin) => {
    begin();
    before?.(file);
    const built = await buildFromCopy({ folder: mediumIn(file), file, binding });
    if (built.outcome !== 'looked' || built.looked.outcome !== 'whole')
      throw new Error(JSON.stringify(built));
    useBackup(file, restored());
    const opened = started(file);
    if (!opened.ok) throw new Error(opened.error.code);
    await claim(file, opened.value.db);
    opened.value.db.close();
    opened.value.unlock();
  },
  check: (file, expected) => checkReplaced(file, originalIn(file), expected),
});

async function claim(file: string, db: Store): Promise<readonly CopyNews[]> {
  const setting = readSecondCopy(db);
  if (!setting) throw new Error('the till has no second copy');
  return copyOnce(file, db, setting);
}

export const ofReplacing: readonly Operation[] = [
  restoring('restore a backup'),
  restoring('restore an encrypted backup', { encrypts: true }),
  startAgain('start again from a second copy'),
];

export const badReplacing: readonly Operation[] = [
  restoring('restore a backup: and remove what was there first', {
    use: (file) => {
      removeDatabase(file);
      publish(restoredFile(file), file);
    },
  }),
  startAgain('start again from a second copy: and claim the medium first', (file) => {
    const owner = readOwner(mediumIn(file));
    if (!owner) throw new Error('there is no medium');
    const generation = owner.generation + 1;
    writeOwner(mediumIn(file), { ...owner, generation, installation: 'MINE' });
  }),
];

interface Sale {
  readonly state: SaleState;
  readonly sha256: string;
}
type Sales = ReadonlyMap<string, Sale>;

const salesIn = (db: Store): Sales =>
  new Map(
    db
      .prepare<[], { reference: string; state: SaleState; body: Buffer }>(
        'SELECT reference, state, body FROM sale',
      )
      .all()
      .map(({ reference, state, body }) => [reference, { state, sha256: sha256(body) }]),
  );

function salesInFile(file: string): Sales {
  const db = new Database(file, { readonly: true });
  try {
    return salesIn(db);
  } finally {
    db.close();
  }
}

const asidesOf = (file: string): readonly string[] =>
  readdirSync(dirname(file))
    .filter((name) => /damaged-\d+\.db$/.test(name))
    .map((name) => join(dirname(file), name));

/** Whether these are the same sales, of which those that were not settled may be in doubt. */
const isSame = (sales: Sales, wanted: Sales): boolean =>
  sales.size === wanted.size &&
  [...wanted].every(([reference, { state, sha256: hash }]) => {
    const sale = sales.get(reference);
    const states = [state, next(state, 'restored')];
    return sale?.sha256 === hash && states.includes(sale.state);
  });

async function checkReplaced(
  file: string,
  other: string,
  expected: Expected,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const complain = (kind: Problem['kind'], what: string) => problems.push({ kind, what });
  const folder = mediumIn(file);
  const ownerBefore = existsSync(folder) ? readOwner(folder) : undefined;
  const opened = started(file);
  if (!opened.ok) return [{ kind: 'damaged', what: JSON.stringify(opened.error) }];
  const { db, unlock } = opened.value;
  try {
    const before: Sales = new Map(
      [...expected.sales].flatMap(([reference, word]) =>
        word.before ? [[reference, word.before] as const] : [],
      ),
    );
    const sales = salesIn(db);
    const isOther = hasDecision(db) && isSame(sales, salesInFile(other));
    if (!isOther && !isSame(sales, before)) {
      const found = JSON.stringify([...sales].map(([reference, { state }]) => [reference, state]));
      complain('lost', `neither the till of before nor the other one: ${found}`);
    }
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') complain('damaged', 'the file');
    problems.push(...contradictions(db));
    if (isOther) {
      const isKept = asidesOf(file).some((aside) => isSame(salesInFile(aside), before));
      if (before.size > 0 && !isKept) complain('lost', 'the file of before is not kept');
      if (installationOf(db) === samples.installation)
        complain('inconsistent', 'a copy gives the references of the other computer');
    }
    if (existsSync(folder)) {
      if (!ownerBefore) complain('damaged', 'nobody can read whose the medium is');
      else if (ownerBefore.installation !== samples.installation && !isOther)
        complain('inconsistent', 'the medium is of an installation that there is not');
      else if (isOther) {
        const taken = (await claim(file, db)).some(({ kind }) => kind === 'taken_over');
        if (taken || readOwner(folder)?.installation !== installationOf(db))
          complain('inconsistent', 'the medium is not the new till’s');
      }
    }
  } finally {
    db.close();
    unlock();
  }
  const left = readdirSync(dirname(file)).filter((name) => /restored|rebuilt|reading/.test(name));
  if (!isDeepStrictEqual(left, [])) complain('inconsistent', `left behind: ${left.join(', ')}`);
  return problems;
}

const hasDecision = (db: Store): boolean =>
  db.prepare(`SELECT 1 FROM decision WHERE what ->> '$.kind' = 'backup_restored'`).get() !==
  undefined;
