// Opens a till of which one page cannot be read, for each of the requested pages, as the program
// does: again after a while, if the file could not be opened.
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, listBackups } from '../../../src-main/store/backups.ts';
import { markUnread } from '../../../src-main/store/clean-close.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { newInstallation } from '../../../src-main/store/references.ts';
import { commitSale, countSales } from '../../../src-main/store/sales.ts';
import { binding, sale } from '../../integration/store/samples.ts';
import type { BadSectorOptions, Openings } from './bad-sectors.ts';
import { order, outputFile } from './interposed.ts';

const [own = '', options = ''] = process.argv.slice(2);
const { sales, everyPage, laterFromBytes, ofBackup, wasKilled } = JSON.parse(
  options,
) as BadSectorOptions;
const pageBytes = 4096;
const whole = join(own, 'whole', 'till.db');
const till = join(own, 'till', 'till.db');

const opening = (file: string, from: number | null = laterFromBytes) =>
  openTillStore(
    { file, binding, newInstallation, nowMs: 1_000_000_000 },
    from ?? Number.POSITIVE_INFINITY,
  );

/** Returns what the opening says, and how many sales there are then. */
function openOnce(from?: number | null): string {
  const opened = opening(till, from);
  if (!opened.ok) return opened.error.code;
  const { db, unlock, notices } = opened.value;
  const counts = Object.values(countSales(db)).reduce((sum, count) => sum + count);
  db.close();
  unlock();
  return [...notices.map(({ code }) => code), counts].join(' ');
}

const made = opening(whole);
if (!made.ok) throw new Error(made.error.code);
for (let number = 1; number <= sales; number += 1) commitSale(made.value.db, sale(number));
for (const atMs of [1_000, 9_000]) await backUp(made.value.db, atMs, new AbortController().signal);
made.value.db.close();
made.value.unlock();
rmSync(`${whole}.closed`, { force: true });

const result: Openings[] = [];
for (let page = 0; page < statSync(whole).size / pageBytes; page += everyPage) {
  rmSync(join(own, 'till'), { recursive: true, force: true });
  cpSync(join(own, 'whole'), join(own, 'till'), { recursive: true });
  if (ofBackup) rmSync(till);
  if (wasKilled === true) markUnread(till);
  const spoilt = ofBackup ? (listBackups(till)[0] ?? '') : till;
  order(`unreadable ${statSync(spoilt).ino} ${page * pageBytes} ${(page + 1) * pageBytes}`);
  const first = openOnce();
  // A large file is left to a helper, which has the time to read it.
  const second = openOnce(first === 'store_damaged' ? null : undefined);
  result.push({ page, first, second, third: openOnce() });
  order('unreadable 0 0 0');
}
writeFileSync(join(own, outputFile), JSON.stringify(result));
