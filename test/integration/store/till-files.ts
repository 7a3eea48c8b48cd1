// Whole tills on the disk: opened as in the program, in folders of their own; copied, damaged and
// put back.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';
import { saveOpenCart } from '../../../src-main/store/carts.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { notePrint } from '../../../src-main/store/receipt-prints.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { noteDocumentId, type TillFile } from '../../../src-main/store/till.ts';
import { binding, cart, document, evidence, reference, sale, take } from './samples.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import { temporaryFolder } from './temporary-till.ts';

let installations = 0;
export const newInstallation = (): string => String((installations += 1)).padStart(4, '0');

export const tillFile = (file: string, nowMs = 1_000_000): TillFile => ({
  file,
  binding,
  newInstallation,
  nowMs,
});

export interface OpenedTill {
  readonly db: Store;
  readonly notices: readonly AppError[];
  readonly close: () => void;
}

/**
 * Opens the till, and closes it at the end of the test if it is still open.
 * @throws if the till is refused.
 */
export function open(file: string, nowMs?: number): OpenedTill {
  const opened = openTillStore(tillFile(file, nowMs));
  if (!opened.ok) throw new Error(`not opened: ${JSON.stringify(opened.error)}`);
  const { db, notices, unlock } = opened.value;
  const close = () => {
    db.close();
    unlock();
  };
  onTestFinished(close);
  return { db, notices, close };
}

/**
 * Another program that is in the middle of reading the till's database, until the end of the test
 * at the latest.
 */
export function readerOf(file: string): Store {
  const reader = new Database(file, { readonly: true });
  onTestFinished(() => {
    reader.close();
  });
  reader.exec('BEGIN; SELECT * FROM till');
  return reader;
}

export const newFile = (): string => join(temporaryFolder(), 'till.db');

/** One sale in each of the states that a sale can be in, in this order. */
export const everyState = [
  'confirmed',
  'rejected',
  'cancelled',
  'incomplete',
  'conflict',
  'in_doubt',
  'sending',
  'queued',
] as const satisfies SaleState[];

/**
 * The last known document is 10, 20 and so on when each sale is claimed; sale 1 becomes document
 * 11.
 */
export function sellInEveryState(db: Store): void {
  everyState.forEach((state, index) => {
    const number = index + 1;
    const atMs = number * 100;
    commitSale(db, sale(number));
    noteDocumentId(db, number * 10);
    if (state !== 'queued' && state !== 'cancelled') take(db, number, ['claimed'], atMs);
    if (state === 'rejected') take(db, number, ['refused', 'judged'], atMs + 1);
    if (state === 'cancelled') take(db, number, ['cancelled'], atMs + 1);
    if (state === 'incomplete')
      take(db, number, ['no_clear_answer', 'found_not_finalized'], atMs + 1);
    if (state === 'conflict') take(db, number, ['no_clear_answer', 'found_mismatch'], atMs + 1);
    if (state === 'in_doubt') take(db, number, ['no_clear_answer'], atMs + 1);
    if (state === 'confirmed') {
      mustStep(db, {
        reference: reference(number),
        event: 'accepted',
        evidence,
        atMs: atMs + 1,
        document: document(11, number),
      });
    }
  });
}

export const statesOf = (db: Store): Readonly<Record<string, SaleState>> =>
  Object.fromEntries(
    db.prepare('SELECT reference, state FROM sale').raw().all() as [string, SaleState][],
  );

export const stateOf = (db: Store, number: number): SaleState | undefined =>
  statesOf(db)[reference(number)];

export const parts = ['', '-wal', '.identity'] as const;

/**
 * Copies a till's files as a person does, open or not. An overwritten file stays the same file to
 * the disk.
 */
export function copyTill(from: string, to: string, which: readonly string[] = parts): void {
  for (const part of which) {
    if (existsSync(from + part)) writeFileSync(to + part, readFileSync(from + part));
  }
}

/** The number of sales in a full till. */
export const fullTillSales = 60;

/** A closed till with sales in every state and many queued ones. */
export function fullTill(): string {
  const file = newFile();
  const { db, close } = open(file);
  sellInEveryState(db);
  for (let number = everyState.length + 1; number <= fullTillSales; number += 1)
    commitSale(db, sale(number));
  replacePaymentMethods(db, [{ id: 7, label: 'Cash' }]);
  notePrint(
    db,
    { documentId: 11, docKey: 'FS A/11', ourReference: '' },
    { askedBy: 'Ana', atMs: 5 },
  );
  saveOpenCart(db, cart(9_999));
  close();
  return file;
}

/** The name under which a damaged file is set aside. */
export const asideOf = (file: string, number = 1): string =>
  join(dirname(file), `${basename(file, '.db')}.damaged-${number}.db`);

/** A copy of the till in a folder of its own. */
export function another(whole: string): string {
  const file = newFile();
  copyTill(whole, file);
  return file;
}
