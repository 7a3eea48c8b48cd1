// A day with unreadable data is counted as far as possible, names what is missing, and can be
// closed.
import { expect, test } from 'vitest';
import { checkMaySell } from '../../../src-main/till/sell.ts';
import { readToClose } from '../../../src-main/day/close.ts';
import { readDaySettings } from '../../../src-main/store/day-settings.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { reference } from '../store/samples.ts';
import { at, cashId, close, confirm, dayTill, count, open, sell, stateOf } from './day-till.ts';
import { must } from '../../must.ts';

const broken = '{"id":';

test.each([
  ['document', 'what the service answered'],
  ['content', 'what was sold'],
  ['exceptions', 'its exceptions'],
])('a confirmed sale of which %s cannot be read is counted and named (%s)', (column) => {
  const db = dayTill();
  open(db, 100, 1);
  sell(db, 1);
  confirm(db, 1, 2);
  sell(db, 2);
  db.exec('DROP INDEX sale_by_method');
  db.prepare(`UPDATE sale SET ${column} = ? WHERE sale_id = 1`).run(broken);
  expect(stateOf(db).day).toMatchObject({ sales: 2, takings: { totalCents: 130 } });
  const { countId, expectedCents } = count(db, 230, 3);
  expect(expectedCents).toBe(230);
  expect(must(readToClose(db, at(4))).snapshot.unreadable).toEqual([reference(1)]);
  const zId = must(close(db, countId, 0, 5));
  expect(readZReport(db, zId)).toMatchObject({
    isWhole: true,
    snapshot: {
      sales: { count: 2, totalCents: 130 },
      cash: { sales: { count: 2, totalCents: 130 } },
      fiscal: { answered: { count: 1, totalCents: 65 } },
      unreadable: [reference(1)],
    },
  });
  // The next day, the list of days and the sales of no day can still be shown.
  sell(db, 3);
  db.prepare(`UPDATE sale SET ${column} = ? WHERE sale_id = 3`).run(broken);
  expect(stateOf(db).withoutDay).toMatchObject({ count: 1, totalCents: 65 });
  open(db, 0, 6);
  expect(must(close(db, count(db, 0, 7).countId, 0, 8))).toBe(zId + 1);
});

test('a sale with a wrong list or an unreadable amount is named as well', () => {
  const db = dayTill();
  open(db, 0, 1);
  for (const number of [1, 2, 3]) sell(db, number);
  db.exec(`UPDATE sale SET exceptions = '{}' WHERE sale_id = 1`);
  db.exec('UPDATE sale SET total_cents = 1 << 60 WHERE sale_id = 2');
  expect(stateOf(db).day).toMatchObject({ sales: 2, takings: { totalCents: 130 } });
  // The cash that was promised can still be read, so it is in the drawer.
  const { countId, expectedCents } = count(db, 195, 2);
  expect(expectedCents).toBe(195);
  const zId = must(close(db, countId, 0, 3));
  expect(readZReport(db, zId)?.snapshot).toMatchObject({
    ...{ unreadable: [reference(1), '#2'], sales: { count: 2 } },
    cash: { sales: { count: 3, totalCents: 195 } },
  });
  sell(db, 4);
  db.exec('UPDATE sale SET total_cents = 1 << 60 WHERE sale_id = 4');
  expect(stateOf(db).withoutDay).toMatchObject({ count: 1, totalCents: 0 });
});

test('a Z whose text cannot be read does not hide the others', () => {
  const db = dayTill();
  for (const day of [1, 2]) {
    open(db, 0, day * 10);
    must(close(db, count(db, 0, day * 10 + 1).countId, 0, day * 10 + 2));
  }
  db.exec('DROP TRIGGER z_report_unchanged');
  db.prepare('UPDATE z_report SET snapshot = ? WHERE z_id = 2').run(broken);
  expect(stateOf(db).closed).toMatchObject([{ number: 2, leftCents: null }, { number: 1 }]);
  expect(stateOf(db).leftBeforeCents).toBeNull();
  expect(readZReport(db, 2)).toBeUndefined();
  open(db, 0, 30);
  expect(readZReport(db, must(close(db, count(db, 0, 31).countId, 0, 32)))).toMatchObject({
    ...{ number: 3, isWhole: true },
  });
});

test('a count that cannot be read must be made again', () => {
  const db = dayTill();
  open(db, 100, 1);
  count(db, 100, 2);
  db.exec('DROP TRIGGER drawer_count_unchanged');
  db.prepare('UPDATE drawer_count SET count = ?').run(broken);
  expect(stateOf(db).day).toMatchObject({ counted: null });
  expect(readToClose(db, at(3))).toMatchObject({ error: { code: 'count_void' } });
  expect(close(db, count(db, 100, 4).countId, 0, 5).ok).toBe(true);
});

const spoilSettings = (db: Store) => {
  db.prepare(`UPDATE till_setting SET value = ? WHERE name = 'day'`).run('{"mode":"required"');
};

test('the till says that settings cannot be read, and uses safe ones instead', () => {
  const db = dayTill();
  open(db, 100, 1);
  sell(db, 1);
  expect(stateOf(db).areSettingsDamaged).toBe(false);
  spoilSettings(db);
  expect(stateOf(db).areSettingsDamaged).toBe(true);
  // Cash methods stay, every difference needs a manager, and nobody is kept from selling.
  expect(readDaySettings(db)).toEqual({
    ...{ mode: 'reminded', cashMethods: [cashId], differenceLimitCents: 0, printsZ: true },
  });
  expect(checkMaySell(db).ok).toBe(true);
  expect(close(db, count(db, 165, 2).countId, 0, 3).ok).toBe(true);
});

test('a shop without days is not told to keep them', () => {
  const db = dayTill();
  spoilSettings(db);
  expect(readDaySettings(db).mode).toBe('off');
});
