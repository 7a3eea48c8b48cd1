// Whatever happens to rows, and whenever it is copied, the copy ends with the rows as they are; and
// a program that is killed at any moment has lost nothing that it had called copied.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { copiedTableNames, copiedTables } from '../../../src-main/second-copy/records.ts';
import { readCopy } from '../../../src-main/second-copy/read-copy.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { newChance } from '../../chance.ts';
import { goOnWithDay, keepDays } from '../../faults/disk/day-acts.ts';
import { isLong } from '../../tier.ts';
import { reference, sale, take } from '../store/samples.ts';
import { newFile, open } from '../store/till-files.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { copying, startAgain, startedAgain } from './copied-till.ts';

/** Every row of a table that a copy has, as it is; without what is kept back. */
function rowsIn(db: Store): ReadonlyMap<string, unknown> {
  return new Map(
    copiedTableNames
      .filter((table) => copiedTables[table].kind === 'rows')
      .map((table) => [
        table,
        db.prepare(`SELECT * FROM ${table} ORDER BY ${copiedTables[table].key}`).all(),
      ]),
  );
}

test('any history of a till, copied at any moments, ends with the same rows', async () => {
  const chance = newChance();
  for (let round = 0; round < (isLong ? 40 : 4); round += 1) {
    const { db } = open(newFile());
    keepDays(db);
    const copy = copying(db);
    let number = 0;
    let nowMs = Date.UTC(2026, 10, 2, 9);
    for (let step = 0; step < 60; step += 1) {
      const kind = chance.between(0, 6);
      if (kind <= 2) commitSale(db, { ...sale((number += 1)), isCash: kind === 1 });
      else if (kind === 3) goOnWithDay(db, chance);
      else if (kind === 4) replacePaymentMethods(db, [{ id: step + 1, label: `Cash ${step}` }]);
      else if (number > 0) {
        const one = chance.between(1, number);
        const state = db.prepare('SELECT state FROM sale WHERE sale_id = ?').pluck().get(one);
        if (state === 'in_doubt') take(db, one, ['found_mismatch'], nowMs);
        // A claim is of the oldest one that is queued.
        const oldest = db
          .prepare(`SELECT min(sale_id) FROM sale WHERE state = 'queued'`)
          .pluck()
          .get();
        if (typeof oldest === 'number') take(db, oldest, ['claimed', 'no_clear_answer'], nowMs);
      }
      nowMs += chance.between(1_000, 5 * 3_600_000);
      if (chance.between(0, 2) === 0) expect(await copy.copy(nowMs)).toBeUndefined();
      // The program starts again, or the stick was away for a moment.
      if (chance.between(0, 15) === 0) copy.writer.forget();
    }
    expect(await copy.copy(nowMs + 10_000)).toBeUndefined();
    const read = await readCopy(copy.folder, undefined);
    if ('outcome' in read) throw new Error(read.outcome);
    const before = rowsIn(db);
    const file = await madeFrom(copy.folder);
    const made = new Database(file, { readonly: true });
    expect(rowsIn(made)).toEqual(before);
    made.close();
  }
}, 900_000);

/** Before the opening puts anything in doubt. */
async function madeFrom(folder: string): Promise<string> {
  const lost = await startAgain(folder);
  expect(lost.built).toMatchObject({ outcome: 'looked', looked: { outcome: 'whole' } });
  return `${lost.file}.restored`;
}

const program = fileURLToPath(new URL('copy-until-killed.ts', import.meta.url));

/** Sells and copies until it is killed. Returns the last sale that it called copied. */
async function copyUntilKilled(file: string, medium: string, afterMs: number): Promise<number> {
  const child: ChildProcess = fork(program, [file, medium], { serialization: 'json' });
  let copied = 0;
  child.on('message', (saleId) => {
    copied = Number(saleId);
    setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  await once(child, 'exit');
  return copied;
}

test('a program that is killed at any moment has lost nothing that it had called copied', async () => {
  const chance = newChance();
  const file = newFile();
  const medium = temporaryFolder();
  let copied = 0;
  for (let round = 0; round < (isLong ? 20 : 4); round += 1) {
    copied = Math.max(copied, await copyUntilKilled(file, medium, chance.between(0, 120)));
    const all = join(medium, 'Counterfoil second copy');
    const { db, close } = await startedAgain(join(all, readdirSync(all)[0] ?? ''));
    const references = new Set(db.prepare('SELECT reference FROM sale').pluck().all());
    for (let number = 1; number <= copied; number += 1)
      expect(references).toContain(reference(number));
    close();
  }
  expect(copied).toBeGreaterThan(0);
}, 900_000);
