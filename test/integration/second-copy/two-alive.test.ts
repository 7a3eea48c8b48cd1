// Two computers with one till, both alive: the original, which is told late that another one has
// started again from its medium, and that other one. No sale reaches the service twice.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildFromCopy } from '../../../src-main/second-copy/build-file.ts';
import { CopyWriter } from '../../../src-main/second-copy/copy-job.ts';
import { prepareMedium } from '../../../src-main/second-copy/medium-jobs.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { newInstallation } from '../../../src-main/store/references.ts';
import { useBackup } from '../../../src-main/store/restore-backup.ts';
import { commitSale, countSales } from '../../../src-main/store/sales.ts';
import { installationOf, installationsOf } from '../../../src-main/store/till.ts';
import { atRest } from '../../at-rest.ts';
import { newChance } from '../../chance.ts';
import { honestly } from '../../odd-service.ts';
import { beginOutbox, keptIn, serviceOf } from '../../outbox-at.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { sampleSale } from '../../sample-sale.ts';
import { isLong } from '../../tier.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

const minuteMs = 60_000;
/** What `atRest` waits for is one outbox's. */
const lanes = 4;

/** Lets time pass for both tills: it moves once each of their lanes sleeps. */
async function pass({ clock, service }: OddRig, ms: number): Promise<void> {
  const endMs = clock.monotonicMs() + ms;
  const both = () => atRest(clock, () => service.hanging() - lanes);
  await both();
  while (clock.monotonicMs() < endMs) {
    const restMs = Math.min(clock.restMs() ?? Infinity, service.restMs() ?? Infinity);
    clock.advance(Math.min(Math.max(1, Math.ceil(restMs)), endMs - clock.monotonicMs()));
    service.tick();
    await both();
  }
}

/** A till on another computer, at the service and by the clock of the rig. */
function otherComputer(rig: OddRig, file: string) {
  const serviceAddress = rig.service.baseUrl;
  const opened = openTillStore({
    ...{ file, newInstallation, nowMs: rig.clock.nowMs() },
    binding: { serviceAddress, companyCode: 'A', tillCode: '1' },
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { db, unlock } = opened.value;
  const client = createServiceClient({ baseUrl: serviceAddress });
  const failures: unknown[] = [];
  const outbox = beginOutbox({
    ...{ db, clock: rig.clock, service: serviceOf(client), onFailure: keptIn(failures) },
  });
  const close = async () => {
    await outbox.stop();
    await client.close();
    db.close();
    unlock();
  };
  const sell = () => {
    const now = new Date(rig.clock.nowMs());
    const { reference } = commitSale(db, sampleSale({ now, installation: installationOf(db) }));
    outbox.wake();
    return reference;
  };
  return { db, outbox, failures, sell, close };
}

test('an original that is told late, and goes on as a copy, sends nothing twice', async () => {
  const chance = newChance();
  for (let round = 0; round < (isLong ? 12 : 1); round += 1) {
    const rig = await startOddRig();
    const sold = [rig.sell()];
    await rig.untilState(sold[0] ?? rig.sell(), 'confirmed');
    const till = {
      ...{ kind: 'service' as const, way: 'password', serviceAddress: rig.service.baseUrl },
      ...{ companyCode: 'A', companyName: 'Loja', tillCode: '1', tillName: 'Caixa 1' },
    };
    const { db } = rig;
    const prepared = prepareMedium({
      ...{ chosen: temporaryFolder(), till, key: '0123456789abcdef', file: db.name, nowMs: 1 },
      ...{ installation: installationOf(db), installations: installationsOf(db) },
    });
    if (prepared.outcome !== 'ready') throw new Error(prepared.outcome);
    const { folder, medium, generation, installation } = prepared;
    const original = new CopyWriter(
      {
        ...{ file: db.name, folder, till, medium, encrypts: true, recipient: null, generation },
        ...{ lastInstallation: installation, installation },
      },
      () => undefined,
    );
    // Sold during an outage, and copied.
    rig.service.behaviour.list = () => ({ status: 503 });
    rig.service.behaviour.create = () => 'reset';
    sold.push(...rig.sellMany(chance.between(2, 5)));
    await rig.pass(chance.between(1, 5) * minuteMs);
    await original.turn(rig.clock.nowMs());

    // The medium is carried to another computer: the original misses it while it is offline.
    rig.outbox.doubtQueued();
    const file = join(temporaryFolder(), 'till.db');
    const binding = { serviceAddress: till.serviceAddress, companyCode: 'A', tillCode: '1' };
    const built = await buildFromCopy({ folder, file, binding });
    expect(built).toMatchObject({ outcome: 'looked', looked: { outcome: 'whole' } });
    useBackup(file);
    const other = otherComputer(rig, file);
    onTestFinished(async () => {
      await other.close();
      await rig.close();
    });
    const references = sold.map(({ reference }) => reference);
    // Both come back to the service at once, and both sell.
    rig.service.behaviour.list = () => undefined;
    rig.service.behaviour.create = honestly;
    for (let count = chance.between(1, 3); count > 0; count -= 1) {
      references.push(other.sell(), rig.sell().reference);
      await pass(rig, chance.between(0, 20) * minuteMs);
    }
    // The original is told, is held, and is made to go on.
    rig.outbox.hold({ code: 'till_replaced', atMs: 0, computer: 'till-2' });
    references.push(rig.sell().reference);
    await pass(rig, chance.between(0, 30) * minuteMs);
    rig.outbox.resumeAsCopy();
    rig.outbox.hold(null);
    other.outbox.hold({ code: 'till_replaced', atMs: 0, computer: 'till-1' });
    await pass(rig, 60 * minuteMs);
    other.outbox.hold(null);
    await pass(rig, 4 * 60 * minuteMs);
    for (const reference of references) expect(rig.service.countOf(reference)).toBe(1);
    expect(rig.failures).toEqual([]);
    expect(other.failures).toEqual([]);
    for (const one of [rig.db, other.db])
      expect(countSales(one)).toMatchObject({ queued: 0, sending: 0, in_doubt: 0 });
  }
}, 900_000);
