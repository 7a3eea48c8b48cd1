// npm run journal -- TILL.DB: says whether a till's file still holds what its journal says, and
// prints the head. Reads only.
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { checkJournal, type JournalCheck } from '../../src-main/store/journal-check.ts';
import { lastSealed } from '../../src-main/store/journal-seal.ts';
import { migrations } from '../../src-main/store/migrations.ts';

const sentences = {
  row_missing: 'the row is gone',
  row_changed: 'the row is not as it was written',
  entry_missing: 'an entry before it is gone',
  row_added: 'the row was put among those that are chained',
  body_changed: 'the bytes of the sale are not those that were saved',
  state_changed: 'the sale is not in the state that its history led to',
} as const;

function report({ head, waiting, fault }: JournalCheck, sealed: number | null): readonly string[] {
  const last = `${head.entryId} ${head.hash.toString('hex')}`;
  if (!fault) {
    return [
      `Whole. Head: ${last}`,
      sealed === null
        ? 'Not sealed: this till has no key for it'
        : `Sealed up to entry ${sealed}; the till itself checks the seal when it is opened`,
      ...(waiting === 0
        ? []
        : [`Not chained yet, so that nothing is said of them: ${waiting} rows`]),
    ];
  }
  const entry = fault.entryId === null ? '' : `entry ${fault.entryId}, `;
  return [
    `Broken at ${entry}${fault.kind} ${fault.rowId}: ${sentences[fault.what]}`,
    `The last entry that fits: ${last}`,
  ];
}

function check(file: string): number {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (db.pragma('user_version', { simple: true }) !== migrations.length) {
      console.error(`${file} is no till's file of this version.`);
      return 1;
    }
    const checked = checkJournal(db);
    console.log(report(checked, lastSealed(db)).join('\n'));
    return checked.fault ? 1 : 0;
  } finally {
    db.close();
  }
}

const [file] = process.argv.slice(2);
if (file === undefined || !existsSync(file)) {
  console.error('Usage: npm run journal -- TILL.DB');
  process.exitCode = 1;
} else {
  process.exitCode = check(file);
}
