// The past days of a new practice till, played by the till's own code and checked in its books.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, localDay } from '../../../src-main/contract/calendar.ts';
import { readInvoiceKind, writeInvoiceKind } from '../../../src-main/documents/invoice-kinds.ts';
import { readDayState } from '../../../src-main/day/state.ts';
import { listSales } from '../../../src-main/store/sales.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { withDatabase } from '../../e2e/practice-database.ts';
import { newFolder, sessionIn } from './practice-session.ts';

async function practising(folder = newFolder()) {
  const at = sessionIn(folder);
  onTestFinished(at.close);
  expect(await at.session.practise()).toMatchObject({ ok: true });
  return { ...at, folder };
}

const salesOf = ({ till }: Pick<ReturnType<typeof sessionIn>, 'till'>) =>
  listSales(till().db, { before: null, limit: 100, openOnly: false }).sales.toReversed();

test('yesterday has a Z with number 1, whose sums are those of the service, and today is open', async () => {
  const at = await practising();
  const { db } = at.till();
  const state = readDayState(db, { seesTakings: true });
  const [closed, ...others] = state.closed;
  expect(others).toEqual([]);
  const today = state.day?.date ?? '';
  expect(closed).toMatchObject({ number: 1, date: addDays(today, -1), open: 0, leftCents: 10_000 });
  expect(state).toMatchObject({
    settings: { mode: 'reminded', cashMethods: [1] },
    day: { sales: 3, floatCents: 10_000, leftBeforeCents: 10_000, open: [] },
    withoutDay: { count: 0 },
  });
  const report = readZReport(db, closed?.zId ?? 0);
  expect(report).toMatchObject({ isWhole: true, addenda: [] });
  const { cash, sales, fiscal } = report?.snapshot ?? {};
  expect(cash).toMatchObject({
    ...{ floatCents: 10_000, sales: { count: 7, totalCents: 3_504 } },
    ...{ in: { totalCents: 3_000 }, out: { totalCents: 1_840 }, expectedCents: 14_664 },
    count: { countedCents: 14_624 },
  });
  expect(fiscal).toMatchObject({ answered: { count: 12 }, roundingCents: 0 });
  expect(fiscal?.answered.totalCents).toBe(sales?.totalCents);
  expect(at.notices).toEqual([]);
});

test('its full invoices have a kind from the start, and none if a person chose none', async () => {
  const first = await practising();
  expect(readInvoiceKind(first.till().db)).toMatchObject({ name: 'Fatura-recibo' });
  writeInvoiceKind(first.till().db, null);
  await first.close();
  const next = await practising(first.folder);
  expect(readInvoiceKind(next.till().db)).toBeNull();
});

test('each sale is confirmed by a document of its own hour, later than all earlier ones of the service', async () => {
  const at = await practising();
  const sales = salesOf(at);
  expect(sales).toHaveLength(15);
  const seeded = withDatabase(at.folder, (db) =>
    db
      .prepare(
        "SELECT max(id) AS id, max(document_date) AS date FROM documents WHERE our_reference LIKE 'EX-%'",
      )
      .get(),
  ) as { readonly id: number; readonly date: string };
  const documents = sales.map(({ reference, state, committedAtMs }) => {
    expect(state).toBe('confirmed');
    const held = withDatabase(at.folder, (db) =>
      db
        .prepare(
          'SELECT id, document_date AS date, document_time AS time FROM documents WHERE our_reference = ?',
        )
        .all(reference),
    ) as { readonly id: number; readonly date: string; readonly time: string }[];
    expect(held).toHaveLength(1);
    return { committedAtMs, ...held[0] };
  });
  const ids = documents.map(({ id = 0 }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(seeded.date <= localDay(sales[0]?.committedAtMs ?? 0)).toBe(true);
  for (const { committedAtMs, date } of documents) {
    // The service's companies are in Lisbon.
    const lisbon = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon' });
    expect(date).toBe(lisbon.format(committedAtMs));
  }
});

test('a till that has sold, or is unplugged, gets no past days', async () => {
  const at = await practising();
  const references = salesOf(at).map(({ reference }) => reference);
  const sold = at.sell();
  await at.becomes(sold, 'confirmed');
  await at.session.rehearse('outage', true);
  await at.close();
  const again = sessionIn(at.folder);
  await again.session.resume();
  expect(salesOf(again).map(({ reference }) => reference)).toEqual([...references, sold]);
  await again.close();

  rmSync(join(at.folder, 'tills'), { recursive: true });
  const unplugged = sessionIn(at.folder);
  await unplugged.session.resume();
  expect(salesOf(unplugged)).toEqual([]);
  expect(unplugged.notices).toEqual([]);
  await unplugged.close();
});

test('practice that begins anew has past days again', async () => {
  const at = await practising();
  const before = salesOf(at).map(({ reference }) => reference);
  expect(await at.session.resetPractice()).toMatchObject({ ok: true });
  const after = salesOf(at).map(({ reference }) => reference);
  expect(after).toHaveLength(before.length);
  expect(after.filter((reference) => before.includes(reference))).toEqual([]);
  expect(readDayState(at.till().db, { seesTakings: true }).closed).toMatchObject([{ number: 1 }]);
});
