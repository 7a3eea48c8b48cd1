// A service that rounds otherwise than the till: its totals are a cent away.
import { afterEach, expect, it } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import type { DaySnapshot } from '../../../src-main/contract/day-report.ts';
import { defaultReceiptSettings, type Thermal } from '../../../src-main/contract/printing.ts';
import { findPaper } from '../../../src-main/day/papers.ts';
import { encodeDayPaper } from '../../../src-main/printing/thermal/encode.ts';
import type { DayPaperModel } from '../../../src-main/receipt/day-paper.ts';
import { dayPageOf } from '../../../src-main/receipt/page.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { created } from '../../odd-service.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { decode } from '../../printer/decode.ts';
import { at, close, count, keepDays, open } from '../day/day-till.ts';
import { must } from '../../must.ts';

let rig: OddRig;
afterEach(() => rig.close());

const dayMs = 86_400_000;

/** Makes the totals of documents a cent more and a cent less in turn. */
function roundOtherwise(): void {
  rig.service.behaviour.create = ({ make, number }) => {
    const document = make();
    // Changed in place, so that lists show it as well.
    document.totalCents += number % 2 === 0 ? 1 : -1;
    return created(document);
  };
}

it('is told once for each sale, and days of audits raise no alarm', async () => {
  rig = await startOddRig();
  roundOtherwise();
  const sales = rig.sellMany(4);
  for (const sale of sales) {
    const confirmed = await rig.untilState(sale, 'confirmed');
    expect(Math.abs((confirmed.serviceTotalCents ?? NaN) - sale.totalCents)).toBe(1);
  }
  await rig.pass(3 * dayMs, 600_000);
  const { audit, notices } = rig.outbox.report();
  expect(audit).toMatchObject({ confirmed: 4, missing: [], lost: [], differing: [], alarms: 0 });
  expect(notices.map(({ kind }) => kind)).toEqual(sales.map(() => 'differs'));
  expect(new Set(notices.map(({ reference }) => reference)).size).toBe(sales.length);
  expect(rig.notices).toEqual([]);
  expect(rig.service.creations).toHaveLength(sales.length);
});

/** Returns how often the X or Z names the reference: on its page and on a thermal printer. */
async function naming(snapshot: DaySnapshot, reference: string): Promise<readonly number[]> {
  const model: DayPaperModel = {
    ...{ language: 'en' as const, practice: false, copy: false, settings: defaultReceiptSettings },
    shop: { companyName: 'Mercearia Aurora', tillName: 'Caixa 1', userName: 'Inês' },
    ...{ report: null, snapshot },
  };
  const thermal: Thermal = {
    ...{ language: 'esc-pos', width: 80, columns: 42, codePage: 'cp858', cuts: true },
  };
  const bytes = encodeDayPaper(model, thermal);
  const texts = [await dayPageOf(model, '80'), JSON.stringify(decode('esc-pos', bytes).printed)];
  return texts.map((text) => text.split(`${reference}: `).length - 1);
}

it('is named once in X and in Z for each sale, also where the cents cancel out', async () => {
  rig = await startOddRig();
  roundOtherwise();
  const { db } = rig;
  keepDays(db);
  const nowMs = () => rig.clock.nowMs();
  open(db, 5_000, nowMs());
  const sales = rig.sellMany(4);
  for (const sale of sales) await rig.untilState(sale, 'confirmed');
  const x = must(findPaper(db, { kind: 'x' }, at(nowMs())));
  if (x.kind !== 'x') throw new Error('no X');
  const zId = must(close(db, count(db, 5_000, nowMs()).countId, 5_000, nowMs()));
  const z = readZReport(db, zId)?.snapshot;
  for (const snapshot of [x.snapshot, z]) {
    if (!snapshot) throw new Error('no snapshot');
    expect(snapshot.fiscal).toMatchObject({ answered: { count: 4 }, roundingCents: 0 });
    expect(
      snapshot.differing.map(({ reference, differences }) => [
        reference,
        ...differences.map(({ field, sold, shown }) => [field, Number(shown) - Number(sold)]),
      ]),
    ).toEqual(sales.map(({ reference }, at) => [reference, ['total', at % 2 === 0 ? -1 : 1]]));
    for (const { reference } of sales) expect(await naming(snapshot, reference)).toEqual([1, 1]);
  }
  // Nothing of it comes again: not on the next days, and not in the next Z.
  await rig.pass(3 * dayMs, 600_000);
  expect(readZReport(db, zId)?.addenda).toEqual([]);
  open(db, 5_000, nowMs());
  const next = must(findPaper(db, { kind: 'x' }, at(nowMs())));
  expect(next).toMatchObject({ snapshot: { differing: [], fiscal: { roundingCents: cents(0) } } });
});
