// Every column of a damaged file comes into the one that is made anew, or is named here.
import { expect, test, vi } from 'vitest';
import { saveOpenCart } from '../../../src-main/store/carts.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { bringOver } from '../../../src-main/store/salvage/bring-over.ts';
import { binding, cart, sale } from './samples.ts';
import { openTill } from './temporary-till.ts';

/** What a file that is made anew begins without. */
const leftBehind: Readonly<Record<string, readonly string[]>> = {
  // Both are made anew, and take from each source what they lack.
  till: ['*'],
  installation: ['*'],
  // Each sale that is not settled is in doubt then, and looked for anew.
  sale: ['next_step_at_ms', 'known_id', 'attempted_at_ms', 'failed_attempts', 'doubted_at_ms'],
  // Nobody knows any more which print a job counts as.
  print_job: ['print_id'],
  // Numbers that nothing names.
  held_cart: ['held_cart_id'],
  quick_key_page: ['page_id'],
  // This is asked, seen or typed once more.
  audit: ['*'],
  unknown_reference: ['*'],
  missed_control: ['*'],
  sale_notice: ['notice_id'],
  customer_seen: ['*'],
  payment_method_seen: ['*'],
  count_draft: ['*'],
  z_comparison: ['*'],
};

/** Returns the columns of each table. */
function columnsOf(db: Store): ReadonlyMap<string, readonly string[]> {
  const tables = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .pluck()
    .all();
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  return new Map(tables.map((table) => [table, columns.all(table)]));
}

/** Returns the columns of the rows that these statements add. */
function columnsIn(statements: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const foundByName = new Map<string, ReadonlySet<string>>();
  for (const statement of statements) {
    const [, table, columns] = /^INSERT INTO (\w+) \(([^)]+)\)/.exec(statement.trim()) ?? [];
    if (table === undefined || columns === undefined) continue;
    foundByName.set(table, new Set(columns.split(',').map((column) => column.trim())));
  }
  return foundByName;
}

test('each column is brought over from a damaged file, unless it is named here', () => {
  const source = openTill();
  commitSale(source, sale(1));
  saveOpenCart(source, cart(2));
  const db = openTill();
  const prepare = vi.spyOn(db, 'prepare');
  bringOver(db, source, { binding, madeUp: new Set() });
  const brought = columnsIn(prepare.mock.calls.map(([statement]) => statement));
  const missing = Array.from(columnsOf(source), ([table, columns]) => {
    const ofTable = brought.get(table);
    return [table, ofTable ? columns.filter((column) => !ofTable.has(column)) : ['*']] as const;
  });
  expect(Object.fromEntries(missing.filter(([, columns]) => columns.length > 0))).toEqual(
    leftBehind,
  );
});
