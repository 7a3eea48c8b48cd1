// npm run restore -- BACKUP TILL.DB: opens an encrypted backup with the recovery key, checks it
// whole and says what would be lost. Once a person agrees, it puts the backup in the place of the
// till's file, which is set aside.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isEncrypted, readRecoveryKey } from '../../src-main/store/encryption.ts';
import { holdTill } from '../../src-main/store/till-lock.ts';
import {
  discardBackup,
  isAsLookedAt,
  lookAtBackup,
  useBackup,
  type Comparison,
  type Looked,
} from '../../src-main/store/restore-backup.ts';

const usage = 'Usage: npm run restore -- BACKUP TILL.DB';

const sentences: Readonly<Record<Exclude<Looked['outcome'], 'whole'>, string>> = {
  wrong_key: 'This recovery key does not open this backup. Was a newer or an older one printed?',
  damaged: 'The backup was cut off or changed. Try another copy of it.',
  no_backup: 'It is no whole backup of a till.',
  newer: 'The backup is of a newer version of the till. Install that version first.',
  other_till: 'The backup is of another company or till than this file.',
  present_file: 'It is the till’s own file.',
};

const nothingChanged = 'Nothing was changed.';

function sentencesOf({ till, sales, newestAtMs, lost }: Comparison): string {
  const newest = newestAtMs === null ? '' : `, the newest of ${new Date(newestAtMs).toISOString()}`;
  return [
    `The backup is whole: ${till}, ${sales} sales${newest}.`,
    lost === null
      ? 'The present file cannot be read, so nobody can say what it has that the backup has not.'
      : lost.length === 0
        ? 'The present file has no sale that the backup has not.'
        : `${lost.length} sales are in the present file alone, and would be in the file that is set aside: ` +
          `${lost.slice(0, 20).join(', ')}${lost.length > 20 ? ', …' : ''}.`,
  ].join('\n');
}

async function restore(backup: string, file: string): Promise<boolean> {
  // Read line by line, as both answers may come at once.
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    process.stdout.write(question);
    const { value, done } = await lines.next();
    return done === true ? '' : value.trim();
  };
  const needsKey = isEncrypted(backup);
  const key = needsKey
    ? await readRecoveryKey(await ask('The recovery key, as it is printed, in one line: '))
    : undefined;
  if (needsKey && !key) {
    console.error(`\nThis is no recovery key: compare it with the paper. ${nothingChanged}`);
    return false;
  }
  if (!existsSync(file)) {
    console.error(
      `\nThere is no till’s file at ${file}. Start the till and sign in first: that makes it. ${nothingChanged}`,
    );
    return false;
  }
  const release = holdTill(file);
  if (!release) {
    console.error(`\nThe till is open. Close it first. ${nothingChanged}`);
    return false;
  }
  const leave = () => {
    discardBackup(file);
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leave);
  try {
    const looked = await lookAtBackup(backup, file, key ? { key } : {});
    if (looked.outcome !== 'whole') {
      console.error(`\n${sentences[looked.outcome]} ${nothingChanged}`);
      return false;
    }
    console.log(`\n${sentencesOf(looked.comparison)}`);
    if ((await ask('Type “restore” to put it in place: ')) !== 'restore') {
      discardBackup(file);
      console.error(`\n${nothingChanged}`);
      return false;
    }
    if (!isAsLookedAt(file, looked)) {
      console.error(`\nAnother backup was looked at meanwhile. ${nothingChanged}`);
      return false;
    }
    const aside = useBackup(file);
    console.log(
      `\nIn place. ${aside === undefined ? '' : `The former file is ${basename(aside)}, beside it. `}` +
        'At its next start the till looks up what is not settled before it sends it.',
    );
    return true;
  } finally {
    release();
  }
}

const [backup = '', file = ''] = process.argv.slice(2);
if (!file.endsWith('.db')) {
  console.error(usage);
  process.exitCode = 1;
} else if (!existsSync(backup)) {
  console.error(`There is no backup at ${backup}. ${nothingChanged}`);
  process.exitCode = 1;
} else {
  process.exitCode = (await restore(backup, file)) ? 0 : 1;
}
process.stdin.destroy();
