// A till's file is overwritten by an older copy of itself: the same file to the system, with
// earlier contents.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { honestly } from '../../odd-service.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

describe('a file put back over itself, from before its sales were sent', () => {
  it('sends nothing twice, and tells that it is older', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    rig.service.behaviour.list = () => ({ status: 503 });
    rig.service.behaviour.create = () => ({ status: 503 });
    await rig.pass(60_000);
    const sales = rig.sellMany(3);
    await rig.pass(60_000);
    // A program that copies files takes one while the till is in use.
    rig.db.pragma('wal_checkpoint(TRUNCATE)');
    const older = readFileSync(rig.file);
    rig.service.behaviour.list = () => undefined;
    rig.service.behaviour.create = honestly;
    for (const sale of sales) await rig.untilState(sale, 'confirmed');
    const inode = statSync(rig.file).ino;
    await rig.restart((file) => {
      rmSync(`${file}-wal`, { force: true });
      rmSync(`${file}-shm`, { force: true });
      writeFileSync(file, older, { flag: 'r+' });
    });
    expect(statSync(rig.file).ino).toBe(inode);
    for (const { reference } of sales) expect(rig.saleOf(reference).state).not.toBe('confirmed');
    for (const sale of sales) await rig.untilState(sale, 'confirmed');
    await rig.pass(3_600_000);
    for (const { reference } of sales) {
      expect(rig.service.countOf(reference)).toBe(1);
      expect(rig.service.attemptsOf(reference)).toBe(1);
    }
    expect(rig.notices.map(({ code }) => code)).toEqual(['store_older']);
  });
});
