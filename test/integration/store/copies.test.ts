// A database that is a copy is noticed, however it was made; an ordinary one never is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSought } from '../../../src-main/store/doubts.ts';
import { renewIdentity } from '../../../src-main/store/file-identity.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { doubtUnsettled } from '../../../src-main/store/restored.ts';
import { claimNext } from '../../../src-main/store/sale-steps.ts';
import { commitSale, countSales, readSaleDetail } from '../../../src-main/store/sales.ts';
import { installationOf, referencePrefixes } from '../../../src-main/store/till.ts';
import { onBadSector } from '../../bad-sector.ts';
import { isLong } from '../../tier.ts';
import { backupOf, laterSchema } from './later-schema.ts';
import { reference, sale, take } from './samples.ts';
import { temporaryFolder } from './temporary-till.ts';
import {
  copyTill,
  everyState,
  newFile,
  newInstallation,
  open,
  parts,
  readerOf,
  sellInEveryState,
  stateOf,
  statesOf,
  tillFile,
} from './till-files.ts';

/** A closed till with one sale that was never sent. */
function queuedTill(): string {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  close();
  return file;
}

function expectNoticed(file: string, sales = 1): void {
  const { db, notices, close } = open(file);
  expect(notices).toEqual([{ code: 'store_restored', sales }]);
  expect(countSales(db)).toMatchObject({ queued: 0, sending: 0, in_doubt: sales });
  close();
  expect(open(file).notices).toEqual([]);
}

const starts = isLong ? 100 : 20;

test('many starts, half of them after a crash, raise no alarm', () => {
  const file = newFile();
  const crashed = newFile();
  for (let start = 1; start <= starts; start += 1) {
    const { db, notices, close } = open(file);
    expect(notices).toEqual([]);
    commitSale(db, sale(start));
    copyTill(file, crashed);
    close();
    if (start % 2 === 0) copyTill(crashed, file);
  }
  expect(countSales(open(file).db).queued).toBe(starts);
});

test('a till whose folder is moved or renamed on its disk is no copy', () => {
  const file = queuedTill();
  const moved = join(temporaryFolder(), 'moved');
  renameSync(dirname(file), moved);
  mkdirSync(dirname(file));
  const { db, notices } = open(join(moved, 'till.db'));
  expect(notices).toEqual([]);
  expect(stateOf(db, 1)).toBe('queued');
});

test('the copy from before a migration is noticed, wherever it is used', () => {
  const file = queuedTill();
  const migrated = openStore(file, laterSchema);
  if (!migrated.ok) throw new Error(migrated.error.code);
  migrated.value.close();
  for (const place of [newFile(), file]) {
    copyTill(backupOf(file), place, ['']);
    expectNoticed(place);
  }
});

test('a copy’s sale is looked up from its own commit on, and must be proven absent', () => {
  const { db } = open(newFile());
  sellInEveryState(db);
  db.prepare(`UPDATE sale SET proof = 'never' WHERE reference = ?`).run(reference(6));
  doubtUnsettled(db, 'copy', newInstallation(), 1_000);
  const soughtOf = (number: number) => {
    const { highWaterMark, proof } = readSought(db, reference(number)) ?? {};
    return [highWaterMark, proof];
  };
  // Sales that are rejected, in doubt and once shown, sending, and queued; the last one has ended.
  expect([2, 6, 7, 8, 1].map(soughtOf)).toEqual([
    [11, 'absence'],
    [50, 'never'],
    [60, 'absence'],
    [70, 'absence'],
    [0, 'none'],
  ]);
});

test('in a copy each sale is in the state that is safe for it', () => {
  const file = newFile();
  const original = open(file);
  sellInEveryState(original.db);
  const before = statesOf(original.db);
  const installation = installationOf(original.db);
  original.close();
  const elsewhere = newFile();
  copyTill(file, elsewhere);

  const { db, notices } = open(elsewhere, 5_000);
  expect(notices).toEqual([{ code: 'store_restored', sales: 3 }]);
  everyState.forEach((state, index) => {
    const expected = state === 'queued' || state === 'sending' ? 'in_doubt' : state;
    expect(before[reference(index + 1)]).toBe(state);
    expect(stateOf(db, index + 1)).toBe(expected);
  });
  for (const number of [7, 8]) {
    expect(readSaleDetail(db, reference(number))?.steps.at(-1)).toEqual({
      atMs: 5_000,
      event: 'restored',
      state: 'in_doubt',
      evidence: { kind: 'restored', from: 'copy' },
    });
  }
  // The scan for the sale that was never sent goes back to its commit.
  expect(readSought(db, reference(8))?.highWaterMark).toBe(70);
  // The original may have corrected and sent it.
  expect(readSought(db, reference(2))?.proof).toBe('absence');
  expect(installationOf(db)).not.toBe(installation);
  expect(referencePrefixes(db)).toContain(`CF-${installation}-`);
  expect(claimNext(db, 6_000)).toBeUndefined();
});

test.each([
  ['with everything that lies beside it', parts],
  ['without what lies beside it', ['']],
])('a till copied into another folder, %s, is noticed', (_how, which) => {
  const file = queuedTill();
  const elsewhere = newFile();
  copyTill(file, elsewhere, which);
  expectNoticed(elsewhere);
});

test('a till whose kept token lies on a bad sector opens as a copy', () => {
  const file = queuedTill();
  onBadSector(`${file}.identity`);
  expectNoticed(file);
});

test('a till copied while it was open is noticed, with the contents of its log', () => {
  const file = newFile();
  const { db } = open(file);
  commitSale(db, sale(1));
  const elsewhere = newFile();
  copyTill(file, elsewhere);
  expectNoticed(elsewhere);
});

test('a till moved to another computer is noticed, even if its file has the same number there', () => {
  const file = queuedTill();
  const { db, close } = open(file);
  db.prepare(
    `UPDATE till SET file_identity = 'another' || substr(file_identity, instr(file_identity, '/'))`,
  ).run();
  close();
  expectNoticed(file);
});

test('an older copy put back over the same file is noticed', () => {
  const file = queuedTill();
  const copy = newFile();
  copyTill(file, copy, ['']);
  const { db, close } = open(file);
  take(db, 1, ['claimed', 'accepted'], 0);
  close();
  copyTill(copy, file, ['']);
  expectNoticed(file);
});

test('a copy made while the till was open, and put back before it was opened again, is noticed', () => {
  const file = newFile();
  const copy = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  copyTill(file, copy, ['', '-wal']);
  take(db, 1, ['claimed', 'accepted'], 0);
  // As maintenance does from time to time, and before a till is closed.
  renewIdentity(db);
  close();
  copyTill(copy, file, ['', '-wal']);
  const { db: restored, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged', sales: 1 }]);
  expect(stateOf(restored, 1)).toBe('in_doubt');
});

test('a copy put back beside the log of the file that it replaces is not mixed with that log', () => {
  const file = newFile();
  const first = open(file);
  for (let number = 1; number <= 30; number += 1) commitSale(first.db, sale(number));
  first.close();
  const copy = newFile();
  copyTill(file, copy, ['']);
  const crashed = newFile();
  const second = open(file);
  for (let number = 1; number <= 30; number += 1) {
    take(second.db, number, ['claimed', 'accepted'], number);
  }
  for (let number = 31; number <= 60; number += 1) commitSale(second.db, sale(number));
  copyTill(file, crashed);
  second.close();
  copyTill(crashed, file);
  copyTill(copy, file, ['']);

  const { db, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged' }]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const states = statesOf(db);
  for (let number = 1; number <= 30; number += 1) {
    expect(['confirmed', 'in_doubt']).toContain(states[reference(number)]);
  }
  expect(Object.values(states)).not.toContain('queued');
});

test('a copy without unsettled sales is told to nobody', () => {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'accepted'], 0);
  close();
  const elsewhere = newFile();
  copyTill(file, elsewhere);
  expect(open(elsewhere).notices).toEqual([]);
});

test('whatever lies beside a till whose identity token could not be written, no sale of it is sent without a look-up', () => {
  const file = queuedTill();
  rmSync(`${file}.identity`);
  expectNoticed(file);
});

/** Copies the files as a killed till leaves them: the log, and whatever is beside it. */
function crash(file: string, close: () => void): void {
  const crashed = newFile();
  copyTill(file, crashed);
  close();
  copyTill(crashed, file);
}

test('a till that another program reads opens, and counts neither as a copy nor as damaged at its next start', () => {
  const file = newFile();
  const first = open(file);
  commitSale(first.db, sale(1));
  const firstReader = readerOf(file);
  crash(file, () => {
    firstReader.close();
    first.close();
  });
  const reader = readerOf(file);
  const { db, notices, close } = open(file);
  expect(notices).toEqual([]);
  commitSale(db, sale(2));
  crash(file, () => {
    reader.close();
    close();
  });
  const next = open(file);
  expect(next.notices).toEqual([]);
  expect(countSales(next.db).queued).toBe(2);
});

test('a copy that another program reads while it replaces its original does not count as damaged at the next start', () => {
  const file = queuedTill();
  const copy = newFile();
  copyTill(file, copy, ['']);
  open(file).close();
  copyTill(copy, file, ['']);
  const reader = readerOf(file);
  const { db, notices, close } = open(file);
  expect(notices).toEqual([{ code: 'store_restored', sales: 1 }]);
  commitSale(db, sale(2));
  crash(file, () => {
    reader.close();
    close();
  });
  const next = open(file);
  expect(next.notices).toEqual([]);
  expect(statesOf(next.db)).toEqual({ [reference(1)]: 'in_doubt', [reference(2)]: 'queued' });
});

test.each([
  [
    'before the database has its new token',
    () => {
      throw new Error('cut short');
    },
  ],
  [
    'before the new token is the only one kept',
    (partial: string) => {
      mkdirSync(partial);
    },
  ],
])(
  'a change of a till’s token that is cut short %s leaves a till that opens as it was',
  (_when, cutShort) => {
    const file = newFile();
    const { db, close } = open(file);
    commitSale(db, sale(1));
    const partial = `${file}.identity.partial`;
    db.function('cut_short', () => {
      cutShort(partial);
      return 0;
    });
    db.exec(
      'CREATE TEMP TRIGGER cuts BEFORE UPDATE OF file_identity ON till BEGIN SELECT cut_short(); END',
    );
    expect(() => {
      renewIdentity(db);
    }).toThrow(/cut short|EISDIR/);
    db.exec('DROP TRIGGER cuts');
    rmSync(partial, { recursive: true, force: true });
    commitSale(db, sale(2));
    crash(file, close);
    const next = open(file);
    expect(next.notices).toEqual([]);
    expect(countSales(next.db).queued).toBe(2);
  },
);

const holder = join(import.meta.dirname, 'hold-till.ts');

async function hold(file: string): Promise<{ sentence: string; kill: () => Promise<void> }> {
  const process_ = spawn(process.execPath, [holder, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async () => {
    if (process_.exitCode !== null || process_.signalCode !== null) return;
    const closed = once(process_, 'close');
    process_.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  const [output] = (await once(process_.stdout, 'data')) as [Buffer];
  return { sentence: output.toString(), kill };
}

test('a till that one process has open refuses a second, until the first is gone', async () => {
  const file = queuedTill();
  const first = await hold(file);
  expect(first.sentence).toBe('opened\n');
  expect(openTillStore(tillFile(file))).toEqual({ ok: false, error: { code: 'store_in_use' } });
  await first.kill();
  expect(open(file).notices).toEqual([]);
});
