// What encrypting a backup costs, compared with a plain copy of the same file, and how long it
// holds up the main thread, which has turns of its own meanwhile.
import { copyFile } from 'node:fs/promises';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askHelper } from '../../src-main/helper-process/ask-helper.ts';
import { newRecoveryKey, type encryptFile } from '../../src-main/store/encryption.ts';
import { startHelper } from '../helper-process.ts';
import type { BenchEntry } from './harness.ts';
import { longestTurnMs } from './longest-turn.ts';

const megabyte = 1_000_000;

const backupEntry = (megabytes: number, measured: 'time' | 'turn'): BenchEntry => ({
  name: `backups.${measured}-${megabytes}`,
  size: `a backup of ${megabytes} MB, ${measured === 'time' ? 'encrypted' : 'the longest turn'}`,
  warmUps: megabytes > 1_000 ? 0 : 1,
  samples: megabytes > 1_000 ? 1 : 5,
  isLong: megabytes > 1_000,
  baselineName: 'a copy of the same file',
  prepare: async (folder) => {
    const source = join(folder, 'till.db');
    const target = join(folder, 'backup');
    writeFileSync(source, '');
    truncateSync(source, megabytes * megabyte);
    const { recipient } = await newRecoveryKey();
    const residentMiB = { highest: 0 };
    const side = (work: () => Promise<void>) => ({
      run: async () => {
        const startedAtMs = performance.now();
        const turnMs = await longestTurnMs(work);
        const tookMs = measured === 'turn' ? turnMs : performance.now() - startedAtMs;
        const { rss } = process.memoryUsage();
        residentMiB.highest = Math.max(residentMiB.highest, rss / 1024 ** 2);
        return tookMs;
      },
    });
    return {
      ours: side(() => {
        const job = { source, target: `${target}.age`, recipient };
        return askHelper<typeof encryptFile>(startHelper, 'encrypt', job);
      }),
      baseline: side(() => copyFile(source, `${target}.db`)),
      memoryMiB: () => ({ process: residentMiB.highest }),
    };
  },
});

export const backupEntries: readonly BenchEntry[] = [
  backupEntry(100, 'time'),
  backupEntry(100, 'turn'),
  backupEntry(2_400, 'time'),
  backupEntry(2_400, 'turn'),
];
