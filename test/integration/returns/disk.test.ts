// Returns and a disk that lets go: a file put back that is older than a return, and one that was
// damaged after it.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectedCents } from '../../../src-main/contract/day.ts';
import { cashOf } from '../../../src-main/day/day-sums.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { back, codeOf, confirmed, openAt, sell, startPractice } from './opened.ts';

test('a file put back from before a return gives the same goods back no second time', async () => {
  const practice = await startPractice();
  const folder = temporaryFolder();
  const before = temporaryFolder();
  const first = openAt(practice, { folder });
  const { reference, document } = await sell(first);
  await first.till.close();
  cpSync(folder, before, { recursive: true });
  const second = openAt(practice, { folder });
  await confirmed(second, back(reference, document.docKey, [[1, 2000]], 170));
  await second.till.close();
  const { ask } = openAt(practice, { folder: before });
  const again = back(reference, document.docKey, [[1, 1000]], 85);
  expect(codeOf(await ask['returns.finish'](again))).toBe('returned_too_much');
  expect(await ask['returns.open']({ source: { kind: 'sale', reference } })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 0 }], earlier: [{ totalCents: 170, state: null }] },
  });
});

test('a return that was salvaged is still one, and its money is still out of the drawer', async () => {
  const practice = await startPractice();
  const folder = temporaryFolder();
  const first = openAt(practice, { folder });
  const { reference, document } = await sell(first);
  const made = await confirmed(first, back(reference, document.docKey, [[1, 2000]], 170));
  await first.till.close();
  const file = join(folder, 'till.db');
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  const salvaged = openTillStore({
    ...{ file, newInstallation: () => 'NEWX', nowMs: Date.now() },
    binding: {
      serviceAddress: practice.service.baseUrl,
      ...{ companyCode: 'AURORA', tillCode: '1' },
    },
  });
  if (!salvaged.ok) throw new Error(salvaged.error.code);
  const { db, unlock, notices } = salvaged.value;
  expect(notices).toMatchObject([{ code: 'store_salvaged', sales: 2 }]);
  expect(readSaleDetail(db, made)?.returned?.origin).toMatchObject({ reference });
  const shift = readOpenShift(db);
  expect(shift && expectedCents(cashOf(db, shift))).toBe(10_000 + 255 - 170);
  db.close();
  unlock();
  await practice.service.unplug();
  const { ask } = openAt(practice, { folder });
  expect(await ask['returns.open']({ source: { kind: 'sale', reference } })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 0 }], notAsked: 'away' },
  });
});
