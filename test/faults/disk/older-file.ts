// Files as older versions of the till have left them.
import { createHash } from 'node:crypto';
import { next, type SaleEvent, type SaleState } from '../../../src-main/contract/outbox-states.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { opened, saleOf } from './acts.ts';
import type { Say } from './words.ts';

/**
 * A file of an older version of the till, with sales that are waiting, sent and doubted. Written without the functions of
 * this version, with what no version has changed but for one column's name.
 */
export function makeOlder(file: string, version: number, seed: number, say: Say): void {
  const db = opened(file, migrations.slice(0, version));
  db.exec(`INSERT INTO till (only_row, service_address, company_code, till_code, installation)
    VALUES (1, 'http://127.0.0.1:4080', 'LOJA', '1', 'TEST')`);
  const asked = version < 5 ? 'nature_code' : 'asked';
  const insertSale = db.prepare(
    `INSERT INTO sale (reference, cart_id, committed_at_ms, state, ${asked}, body, body_sha256, total_cents, sold,
       last_evidence) VALUES (?, ?, 1, 'queued', 'FS', ?, ?, 65, ?, '{"kind":"committed"}')`,
  );
  const setState = db.prepare('UPDATE sale SET state = ? WHERE sale_id = ?');
  const insertStep = db.prepare(
    `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
     VALUES (?, 1, ?, ?, '{"kind":"committed"}')`,
  );
  // Up to version 6 attempts had a table of their own, and the commit was written down as a step.
  const isOfSteps = version < 7;
  const insertAttempt = db.prepare(
    isOfSteps
      ? 'INSERT INTO attempt (sale_id, started_at_ms, highest_document_id) VALUES (?, 1, 0)'
      : 'UPDATE sale SET attempts = attempts + 1, mark = 0 WHERE sale_id = ?',
  );
  const lives: readonly (readonly SaleEvent[])[] = [
    ['claimed', 'no_clear_answer'],
    ['claimed'],
    ...Array.from({ length: 2 + (seed % 5) }, () => []),
  ];
  for (const [index, events] of lives.entries()) {
    const { reference, sold, body } = saleOf(index + 1, seed);
    let state: SaleState = 'queued';
    db.transaction(() => {
      const hash = createHash('sha256').update(body).digest();
      const { lastInsertRowid: saleId } = insertSale.run(
        reference,
        sold.cart.cartId,
        body,
        hash,
        JSON.stringify(sold),
      );
      if (isOfSteps) insertStep.run(saleId, 'committed', state);
      for (const event of events) {
        state = next(state, event) ?? state;
        setState.run(state, saleId);
        insertStep.run(saleId, event, state);
        if (event === 'claimed') insertAttempt.run(saleId);
      }
    })();
    say(reference, state, body);
  }
  if (seed % 2 === 0) db.close();
}
