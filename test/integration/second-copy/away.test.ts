// What main doubts while the medium is away, by a clock that is moved by hand and a helper that
// says what a test has it say.
import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { HelperProcess } from '../../../src-main/helper-process/ask-helper.ts';
import type { CopyNews } from '../../../src-main/second-copy/copy-job.ts';
import { SecondCopy, type SecondCopyOptions } from '../../../src-main/second-copy/second-copy.ts';
import { writeSecondCopy } from '../../../src-main/store/second-copy-setting.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { HandClock } from '../../hand-clock.ts';
import { sampleSale } from '../../sample-sale.ts';
import { newFile, open } from '../store/till-files.ts';
import { copiedTill } from './copied-till.ts';

type Connection = 'online' | 'offline' | 'sign_in_needed' | 'paused';

function accompanied() {
  const { db } = open(newFile());
  const installation = installationOf(db);
  writeSecondCopy(db, {
    ...{ folder: '/media/stick', medium: 'm', encrypts: false, isOnSameDisk: false },
    ...{ generation: 1, installation, takenOver: null },
  });
  const clock = new HandClock();
  const outbox = {
    connection: 'online' as Connection,
    hold: () => undefined,
    resumeAsCopy: () => undefined,
    doubted: 0,
    doubtQueued: () => {
      outbox.doubted += 1;
    },
  };
  const helper = Object.assign(new EventEmitter(), {
    postMessage: () => undefined,
    kill: () => true,
  });
  const copy = new SecondCopy(
    { db, clock, outbox, profile: copiedTill } as unknown as ConstructorParameters<
      typeof SecondCopy
    >[0],
    {
      startHelper: () => helper as unknown as HelperProcess,
      log: { info: () => undefined, failure: () => '' },
      onChanged: () => undefined,
      notify: () => undefined,
      withdraw: () => undefined,
    } as unknown as SecondCopyOptions,
  );
  onTestFinished(() => {
    copy.closeNow();
  });
  helper.emit('spawn');
  const says = (news: CopyNews) => helper.emit('message', { kind: 'progress', progress: news });
  const sell = () => commitSale(db, sampleSale({ installation }));
  /** Lets the time pass in seconds, while the helper says the same again and again. */
  const pass = async (seconds: number, news: CopyNews) => {
    for (let second = 0; second < seconds; second += 1) {
      says(news);
      await clock.pass(1_000);
    }
  };
  return { copy, outbox, sell, pass, installation };
}

const copied: CopyNews = { kind: 'copied', saleId: 1, atMs: 1 };
const away: CopyNews = { kind: 'problem', problem: 'not_there' };

test.each(['paused', 'sign_in_needed', 'online'] as const)(
  'what still waits a minute after the medium went away is looked for first: %s',
  async (connection) => {
    const { outbox, sell, pass } = accompanied();
    outbox.connection = connection;
    sell();
    await pass(120, copied);
    expect(outbox.doubted).toBe(0);
    await pass(50, away);
    // Nobody begins to send it elsewhere so soon.
    expect(outbox.doubted).toBe(0);
    await pass(20, away);
    expect(outbox.doubted).toBeGreaterThan(0);
  },
);

test('what was sold after the medium went away is on none, and is not looked for', async () => {
  const { outbox, sell, pass } = accompanied();
  outbox.connection = 'paused';
  await pass(10, copied);
  await pass(10, away);
  sell();
  await pass(600, away);
  expect(outbox.doubted).toBe(0);
});

test('a medium that comes back within a minute puts nothing in doubt', async () => {
  const { outbox, sell, pass } = accompanied();
  outbox.connection = 'paused';
  sell();
  for (let times = 0; times < 5; times += 1) {
    await pass(40, away);
    await pass(5, copied);
  }
  expect(outbox.doubted).toBe(0);
});

test.each(['stopped', 'replaced'] as const)(
  'what still waits as a medium is %s is looked for first, as nobody watches that medium any more',
  async (how) => {
    const { copy, outbox, sell, pass, installation } = accompanied();
    sell();
    await pass(10, copied);
    copy.encrypt(true);
    expect(outbox.doubted).toBe(0);
    if (how === 'stopped') copy.stop();
    else
      copy.use({
        ...{ folder: '/media/other', medium: 'n', encrypts: false, isOnSameDisk: false },
        ...{ generation: 1, installation, takenOver: null },
      });
    expect(outbox.doubted).toBe(1);
  },
);
