// Sales put aside, quick keys and what was asked of a sale survive a damaged file; no cart comes
// back in two places, and no decision twice.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import {
  holdCart,
  readHeldSales,
  readOpenCart,
  resumeCart,
  saveOpenCart,
} from '../../../src-main/store/carts.ts';
import { cents } from '../../../src-main/contract/money.ts';
import {
  carryOutPendingDecision,
  keepPendingDecision,
  readPendingDecision,
  replaceContent,
  type PendingDecision,
} from '../../../src-main/store/corrections.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { cart, reference, sale, take, binding } from './samples.ts';
import { newFile, open, type OpenedTill, copyTill } from './till-files.ts';
import { claimNext } from '../../../src-main/store/sale-steps.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { bringOver } from '../../../src-main/store/salvage/bring-over.ts';
import { openTill } from './temporary-till.ts';

const never = new AbortController().signal;
const hold = (db: Store, number: number) =>
  holdCart(db, { cart: cart(number), name: `Sale ${number}`, atMs: number });
const damage = (file: string) => {
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
};

test('a sale that a backup has aside is not brought back if it is under way or sold by now', async () => {
  const file = newFile();
  const whole = open(file);
  for (const number of [1, 2, 3]) hold(whole.db, number);
  await backUp(whole.db, 0, never);
  commitSale(whole.db, sale(2));
  resumeCart(whole.db, cart(1).cartId);
  whole.close();
  damage(file);
  const { db } = open(file);
  expect(readOpenCart(db)).toEqual(cart(1));
  expect(readHeldSales(db).map(({ cartId }) => cartId)).toEqual([cart(3).cartId]);
});

test('a row with another’s cart is not brought over', () => {
  const file = newFile();
  const whole = open(file);
  for (const number of [1, 2]) hold(whole.db, number);
  whole.db.exec(`UPDATE held_cart SET cart_id = 'another' WHERE held_cart_id = 1`);
  whole.close();
  damage(file);
  expect(readHeldSales(open(file).db).map(({ name }) => name)).toEqual(['Sale 2']);
});

const request: PendingDecision = {
  decision: 'correct',
  by: 'Rui',
  note: 'Two cups',
  body: '{"two":"cups"}',
  totalCents: cents(130),
  isCash: true,
  content: sale(1).content,
};

/** A sale in doubt of which a person has asked something that only a backup still knows. */
async function askedInBackup(file: string): Promise<OpenedTill> {
  const { db, close } = open(file);
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer'], 10);
  keepPendingDecision(db, reference(1), request, 20);
  await backUp(db, 0, never);
  return { db, notices: [], close };
}

test('what was asked of a sale in doubt comes back from a backup', async () => {
  const file = newFile();
  const { db, close } = await askedInBackup(file);
  db.exec('DELETE FROM pending_decision');
  close();
  damage(file);
  expect(readPendingDecision(open(file).db, reference(1))).toEqual(request);
});

test('what was asked and has been done is not asked once more by a backup', async () => {
  const file = newFile();
  const { db, close } = await askedInBackup(file);
  carryOutPendingDecision(db, reference(1), 30);
  const { body, content } = sale(1);
  const how = { by: 'Rui', note: 'Three', totalCents: cents(195), isCash: true, atMs: 40 };
  replaceContent(db, { reference: reference(1), body, content, ...how });
  close();
  damage(file);
  expect(readPendingDecision(open(file).db, reference(1))).toBeUndefined();
});

const keptSales = [
  sampleDocument({ kind: { by: 'documentTypeId', id: 11 }, roundCents: cents(-5), serieId: 4 }),
  sampleDocument({ finalize: false, headerText: 'Bom dia' }),
];

function tillWithDocuments(): string {
  const file = newFile();
  const { db, close } = open(file);
  for (const one of keptSales) commitSale(db, one);
  claimNext(db, 1);
  close();
  return file;
}

function expectDocuments(file: string): void {
  const { db } = open(file);
  for (const { reference, content, totalCents } of keptSales) {
    if ('payment' in content) throw new Error('not a document');
    const { kind, finalize } = content.particulars;
    expect(readSaleDetail(db, reference)).toMatchObject({
      state: 'in_doubt',
      requestedKind: { kind, finalize },
      particulars: content.particulars,
      totalCents,
    });
  }
}

test('each is brought over from a damaged file, and is in doubt', () => {
  const file = tillWithDocuments();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  expectDocuments(file);
});

test('each is in doubt in a copy', () => {
  const copy = newFile();
  copyTill(tillWithDocuments(), copy);
  expectDocuments(copy);
});

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
