// The journal of an open till: chained as the till goes on, whole once it is closed, and named in
// the evidence of a sale.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { outboxHandlers } from '../../../src-main/handlers/outbox.ts';
import { entryOfSale, readHead } from '../../../src-main/store/journal.ts';
import { checkJournal } from '../../../src-main/store/journal-check.ts';
import { noteOpening } from '../../../src-main/store/drawer-openings.ts';
import { asking } from '../../asking.ts';
import { deadPort } from '../../printer/virtual-printer.ts';
import { startPrintingTill } from '../../printing-till.ts';
import { openedStore, temporaryFolder } from '../store/temporary-till.ts';

async function startTill() {
  const folder = temporaryFolder();
  const service = { baseUrl: `http://127.0.0.1:${await deadPort()}`, token: 'token' };
  const { till, context, finish } = startPrintingTill({
    folder,
    service,
    printing: defaultPrinting,
  });
  let closing: Promise<unknown> | undefined;
  const close = () => (closing ??= till.close());
  onTestFinished(async () => {
    await close();
  });
  const receiptFolder = () => join(folder, 'receipts');
  const ask = asking(outboxHandlers({ ...context, receiptFolder }), () => till);
  return {
    till,
    ask,
    close,
    file: join(folder, 'till.db'),
    sell: async () => {
      const sold = await finish();
      if (!sold.ok) throw new Error(sold.error.code);
      return sold.value.sale.reference;
    },
  };
}

test('a sale is chained by itself soon after it was saved', async () => {
  const { till, sell } = await startTill();
  const reference = await sell();
  expect(entryOfSale(till.db, reference)).toBeNull();
  await expect.poll(() => entryOfSale(till.db, reference), { timeout: 10_000 }).not.toBeNull();
  expect(checkJournal(till.db).fault).toBeNull();
});

test('a closed till has chained everything', async () => {
  const { till, sell, close, file } = await startTill();
  await sell();
  noteOpening(till.db, { atMs: 1, openedBy: 'Rui', reason: 'Coins', reference: null });
  await close();
  const { head, waiting, fault } = checkJournal(openedStore(file));
  expect([waiting, fault]).toEqual([0, null]);
  expect(head.entryId).toBeGreaterThanOrEqual(2);
});

test('the evidence of a sale has its entry, and the head at that moment', async () => {
  const { till, sell, ask } = await startTill();
  await sell();
  const reference = await sell();
  const saved = await ask['outbox.saveEvidence']({ reference });
  const text = saved.ok ? readFileSync(saved.value.file, 'utf8') : '';
  const entry = entryOfSale(till.db, reference);
  expect(entry).not.toBeNull();
  expect(text).toContain(`Registo no diário da caixa: ${entry ?? ''}\n`);
  const [, entryId, hash] = /Último registo do diário: (\d+) ([0-9a-f]{64})\n/.exec(text) ?? [];
  const noted = till.db.prepare('SELECT lower(hex(hash)) FROM journal WHERE entry_id = ?').pluck();
  expect(noted.get(entryId)).toBe(hash);
  expect(readHead(till.db).entryId).toBeGreaterThanOrEqual(Number(entryId));
});
