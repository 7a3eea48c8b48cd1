// The whole first disk is lost at any point, at a service that answers in odd ways: what was called
// copied reaches the service, and nothing reaches it twice.
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildFromCopy } from '../../../src-main/second-copy/build-file.ts';
import { CopyWriter } from '../../../src-main/second-copy/copy-job.ts';
import type { CopiedTill } from '../../../src-main/second-copy/folders.ts';
import { prepareMedium } from '../../../src-main/second-copy/medium-jobs.ts';
import { useBackup } from '../../../src-main/store/restore-backup.ts';
import { readSecondCopy, writeSecondCopy } from '../../../src-main/store/second-copy-setting.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { installationOf, installationsOf } from '../../../src-main/store/till.ts';
import { newChance } from '../../chance.ts';
import { honestly, type Creation, type Reaction } from '../../odd-service.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { isLong } from '../../tier.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const openSales = (db: Store): number =>
  Number(
    db
      .prepare(`SELECT count(*) FROM sale WHERE state NOT IN ('confirmed', 'cancelled')`)
      .pluck()
      .get(),
  );

function tillOf(rig: OddRig): CopiedTill {
  return {
    ...{ kind: 'service', way: 'password', serviceAddress: rig.service.baseUrl },
    ...{ companyCode: 'A', companyName: 'Loja', tillCode: '1', tillName: 'Caixa 1' },
  };
}

/** Begins to write the copy of the till that is open, as main does. */
function copyOf(rig: OddRig, medium: string, onCopied: (saleId: number) => void) {
  const { db } = rig;
  const till = tillOf(rig);
  if (!readSecondCopy(db)) choose(db, till, medium);
  const setting = readSecondCopy(db);
  if (!setting) throw new Error('no medium is chosen');
  const all = join(medium, 'Counterfoil second copy');
  const folder = join(all, readdirSync(all)[0] ?? '');
  const writer = new CopyWriter(
    {
      ...{ file: db.name, folder, till, medium: setting.medium, encrypts: true, recipient: null },
      ...{ generation: setting.generation, lastInstallation: setting.installation },
      installation: installationOf(db),
    },
    (news) => {
      if (news.kind === 'copied') onCopied(news.saleId);
      if (news.kind === 'owned')
        writeSecondCopy(db, {
          ...{ ...setting, generation: news.generation, installation: installationOf(db) },
        });
    },
  );
  return { writer, folder };
}

function choose(db: Store, till: CopiedTill, chosen: string): void {
  const prepared = prepareMedium({
    ...{ chosen, till, key: '0123456789abcdef', file: db.name, nowMs: 1 },
    ...{ installation: installationOf(db), installations: installationsOf(db) },
  });
  if (prepared.outcome !== 'ready') throw new Error(prepared.outcome);
  const { medium, generation, installation } = prepared;
  writeSecondCopy(db, {
    ...{ folder: chosen, medium, encrypts: true, isOnSameDisk: false },
    ...{ generation, installation, takenOver: null },
  });
}

/** Deletes everything that the first disk had, and puts in place what the copy gives. */
async function loseDisk(rig: OddRig, folder: string): Promise<void> {
  const { serviceAddress, companyCode, tillCode } = tillOf(rig);
  const { file } = rig;
  // The file is made before the till ends, as on another computer.
  const other = join(temporaryFolder(), 'till.db');
  const binding = { serviceAddress, companyCode, tillCode };
  const built = await buildFromCopy({ folder, file: other, binding });
  expect(built).toMatchObject({ outcome: 'looked', looked: { outcome: 'whole' } });
  useBackup(other);
  await rig.restart(() => {
    for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name));
    renameSync(other, file);
  });
}

/** How the service answers now and then. */
const oddities = [
  honestly,
  honestly,
  () => ({ status: 503 }),
  () => 'reset',
  ({ make }) => {
    make();
    return 'reset';
  },
  ({ make }) => {
    make();
    return { status: 500 };
  },
  () => 'hang',
] as const satisfies ((creation: Creation) => Reaction)[];

test('nothing that was called copied is lost, and nothing is sent twice', async () => {
  const chance = newChance();
  for (let round = 0; round < (isLong ? 5 : 1); round += 1) {
    const rig = await startOddRig();
    onTestFinished(() => rig.close());
    const medium = temporaryFolder();
    const sold: string[] = [];
    let copied = new Set<string>();
    const called = (saleId: number) => {
      const rows = rig.db.prepare('SELECT reference FROM sale WHERE sale_id <= ?').pluck();
      copied = new Set([...copied, ...(rows.all(saleId) as string[])]);
    };
    let copy = copyOf(rig, medium, called);
    let losses = 0;
    for (let step = 0; step < 40 || losses === 0; step += 1) {
      const kind = chance.between(0, 9);
      rig.service.behaviour.create = chance.pick(oddities);
      if (kind <= 3) sold.push(rig.sell().reference);
      else if (kind <= 6) await copy.writer.turn(rig.clock.nowMs());
      else await rig.pass(chance.between(1, 20) * minuteMs, secondMs);
      if (chance.between(0, 12) > 0 || copied.size === 0) continue;
      losses += 1;
      await loseDisk(rig, copy.folder);
      copy = copyOf(rig, medium, called);
    }
    rig.service.behaviour.create = honestly;
    // Whatever is settled is sent no more.
    for (let hours = 0; hours < 6 && openSales(rig.db) > 0; hours += 1)
      await rig.pass(hourMs, 5 * secondMs);
    await rig.pass(hourMs, 5 * secondMs);
    for (const reference of copied) expect(rig.service.countOf(reference)).toBe(1);
    for (const reference of sold) expect(rig.service.countOf(reference)).toBeLessThan(2);
    expect(rig.failures).toEqual([]);
  }
}, 900_000);
