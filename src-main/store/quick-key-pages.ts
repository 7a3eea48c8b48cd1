// Quick keys as a person has arranged them.
import * as v from 'valibot';
import { quickKeyPagesSchema, type QuickKeyPages } from '../contract/selling.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { inJson, prepared, readRows } from './prepared.ts';

const page = quickKeyPagesSchema.pipe[0].item.entries;
const pageRow = v.object({ name: page.name, keys: inJson(page.keys) });

/** Returns the pages; none if nobody has arranged any. */
export const readQuickKeyPages = (db: Store): QuickKeyPages =>
  readRows(db, pageRow, 'SELECT name, keys FROM quick_key_page ORDER BY page_id');

export function replaceQuickKeyPages(db: Store, pages: QuickKeyPages): void {
  const insert = prepared(db, 'INSERT INTO quick_key_page (name, keys) VALUES (?, ?)');
  inTransaction(db, () => {
    prepared(db, 'DELETE FROM quick_key_page').run();
    for (const { name, keys } of pages) insert.run(name, JSON.stringify(keys));
  });
}
