// The durable commit of a sale beside a second copy that is being written, and beside one whose
// stick hangs, compared with the same commit without one. A stick that hangs is a helper that is
// stopped: it holds nothing of the till's file while it waits for its medium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../src-main/clock.ts';
import { createLog } from '../../src-main/log.ts';
import { SecondCopies } from '../../src-main/second-copy/second-copies.ts';
import { openStore } from '../../src-main/store/open.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { startHelper } from '../helper-process.ts';
import { must } from '../must.ts';
import { sampleProfile } from '../sample-profile.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry } from './harness.ts';

const binding = { serviceAddress: 'https://a.example', companyCode: 'A', tillCode: '1' };
const profile = { ...sampleProfile, ...binding };

function openTill(folder: string, name: string) {
  mkdirSync(join(folder, name));
  const db = must(openStore(join(folder, name, 'till.db')));
  bindTill(db, binding, 'TEST');
  return db;
}

const entry = (isHanging: boolean): BenchEntry => ({
  name: isHanging ? 'commit.copy-hangs' : 'commit.copy',
  size: '1 sale of 12 lines, and how its copy is doing',
  warmUps: 1500,
  samples: 2000,
  baselineName: 'the same commit without a second copy',
  prepare: async (folder) => {
    const [store, plain] = [openTill(folder, 'copied'), openTill(folder, 'plain')];
    let pid = 0;
    const copies = new SecondCopies({
      startHelper: () => {
        const helper = startHelper();
        pid = helper.pid ?? 0;
        return helper;
      },
      ...{ clock: systemClock, log: createLog(join(folder, 'till.log')) },
      onChanged: () => undefined,
      notify: () => undefined,
      withdraw: () => undefined,
    });
    const ignore = () => undefined;
    const outbox = { hold: ignore, doubtQueued: ignore, resumeAsCopy: ignore };
    const till = {
      ...{ profile, db: store, clock: systemClock },
      outbox: { ...outbox, connection: 'online' as const },
    };
    const companion = copies.open(till);
    mkdirSync(join(folder, 'stick'));
    must(await copies.use(till, join(folder, 'stick')));
    const copy = copies.of(till);
    while (copy?.status.state !== 'up_to_date') await delay(20);
    if (isHanging) process.kill(pid, 'SIGSTOP');
    let sale = sampleSale({ lines: 12 });
    const before = () => void (sale = sampleSale({ lines: 12 }));
    return {
      ours: {
        before,
        run: () => {
          commitSale(store, sale);
          if (copy.status.state === 'off') throw new Error('no copy is written');
        },
      },
      baseline: { before, run: () => void commitSale(plain, sale) },
      cleanUp: async () => {
        if (isHanging) process.kill(pid, 'SIGCONT');
        await companion.close();
        store.close();
        plain.close();
      },
    };
  },
});

export const secondCopyEntries: readonly BenchEntry[] = [false, true].map(entry);
