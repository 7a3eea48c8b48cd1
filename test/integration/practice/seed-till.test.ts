// What a new practice till has from the start.
import { expect, onTestFinished, test } from 'vitest';
import type { Count } from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { closeDay, commitCount, saveDraft } from '../../../src-main/day/close.ts';
import { readDayState } from '../../../src-main/day/state.ts';
import { readInvoiceKind, writeInvoiceKind } from '../../../src-main/documents/invoice-kinds.ts';
import { hasSales } from '../../../src-main/store/sales.ts';
import { withDatabase } from '../../e2e/practice-database.ts';
import { newFolder, sessionIn } from './practice-session.ts';
import { must } from '../../must.ts';

const msPerDay = 86_400_000;

async function practising(folder = newFolder()) {
  const at = sessionIn(folder);
  onTestFinished(at.close);
  expect(await at.session.practise()).toMatchObject({ ok: true });
  return { ...at, folder };
}

test('its day is open with a hundred euros, and its shop has documents of yesterday', async () => {
  const at = await practising();
  const { db } = at.till();
  expect(readDayState(db, { seesTakings: true })).toMatchObject({
    settings: { mode: 'reminded', cashMethods: [1] },
    day: { sales: 0, floatCents: 10_000, open: [] },
    closed: [],
  });
  expect(hasSales(db)).toBe(false);
  const ofYesterday = withDatabase(at.folder, (service) =>
    service
      .prepare('SELECT count(*) FROM documents WHERE document_date = ?')
      .pluck()
      .get(new Date(Date.now() - msPerDay).toISOString().slice(0, 10)),
  );
  expect(ofYesterday).toBeGreaterThan(10);
  expect(at.notices).toEqual([]);
});

test('a till whose day was closed is not given another', async () => {
  const at = await practising();
  const { db } = at.till();
  const doing = { by: 'Inês', approvedBy: null, atMs: Date.now() };
  const count: Count = { pieces: [{ denomination: 5000, pieces: 2 }], otherCents: cents(0) };
  must(saveDraft(db, { pieces: [{ denomination: 5000, text: '2' }], other: '' }));
  const counted = must(commitCount(db, { count, purpose: 'close' }, doing));
  const closing = { countId: counted.countId, leftCents: cents(10_000), note: '' };
  must(closeDay(db, closing, { ...doing, auditedAtMs: null, prints: null }));
  await at.close();
  const again = await practising(at.folder);
  const state = readDayState(again.till().db, { seesTakings: true });
  expect(state).toMatchObject({ day: null, closed: [{ number: 1 }] });
});

test('its full invoices have a kind from the start, and none if a person chose none', async () => {
  const first = await practising();
  expect(readInvoiceKind(first.till().db)).toMatchObject({ name: 'Fatura-recibo' });
  writeInvoiceKind(first.till().db, null);
  await first.close();
  const next = await practising(first.folder);
  expect(readInvoiceKind(next.till().db)).toBeNull();
});
