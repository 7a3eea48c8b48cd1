// What a change by hand has to tell the till's own file: a note among its decisions, and codes that
// its quick keys follow. It is written in the transaction of the change, and removed once the other
// file has it, so that it cannot be lost between the two.
import * as v from 'valibot';
import type { Product } from '../contract/catalogue.ts';
import { notedSchema, type Noted } from '../contract/exceptions.ts';
import { noteDecision } from '../store/decisions.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { hasRow, inJson, integer, prepared, readValues } from '../store/prepared.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
import { readTillSettingOr, writeTillSetting } from '../store/till-settings.ts';
import type { Moved } from './write-product.ts';

/** Who changes the catalogue, and when. */
const doerSchema = v.object({
  atMs: integer,
  by: v.nullable(v.string()),
  approvedBy: v.nullable(v.string()),
});
export type Doer = Readonly<v.InferOutput<typeof doerSchema>>;

/** Who has imported, and what that changed. */
export interface ImportNote {
  readonly doer: Doer;
  readonly what: Extract<Noted, { kind: 'catalogue_imported' }>;
}

const toTellSchema = v.variant('kind', [
  v.object({ kind: v.literal('noted'), ...doerSchema.entries, what: notedSchema }),
  v.object({ kind: v.literal('renamed'), before: v.string(), after: v.string() }),
]);
type ToTell = v.InferOutput<typeof toTellSchema>;

function keep(db: Store, toTell: ToTell): void {
  prepared(db, 'INSERT INTO to_tell (what) VALUES (?)').run(JSON.stringify(toTell));
}

/** Must be called in the transaction of the change. */
export function keepNoted(db: Store, doer: Doer, what: Noted): void {
  keep(db, { kind: 'noted', ...doer, what });
}

/**
 * Does as `keepNoted` for products one by one: their prices and codes, what scans find them by, and
 * whether they are sold in parts. Nothing else shows that a product was changed, sold at the new
 * price and put back.
 */
export function keepMoved(db: Store, { removed, added }: Moved, doer: Doer): void {
  for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
    const [before, after] = [removed[at]?.product, added[at]?.product];
    const product = after ?? before;
    const isRenamed = before !== undefined && after !== undefined && before.code !== after.code;
    if (isRenamed) keep(db, { kind: 'renamed', before: before.code, after: after.code });
    const isSame = before?.unitPrice === after?.unitPrice && before?.code === after?.code;
    const besides = before && after ? besidesPrice(before, after) : {};
    if (!product || (isSame && Object.keys(besides).length === 0)) continue;
    const { code, description } = product;
    const prices = { before: before?.unitPrice ?? null, after: after?.unitPrice ?? null };
    const changed = { product: { code, description }, ...prices, ...besides };
    keepNoted(db, doer, { kind: 'catalogue_changed', ...changed });
  }
}

/** Returns what the till's file has not been told yet. */
export const readUntold = (db: Store): readonly string[] =>
  readValues(db, v.string(), 'SELECT what FROM to_tell ORDER BY tell_id');

/** Returns what else of a product decides what is paid for it. */
function besidesPrice(
  before: Product,
  after: Product,
): Pick<Extract<Noted, { kind: 'catalogue_changed' }>, 'barcodes' | 'soldBy'> {
  const added = after.barcodes.filter((barcode) => !before.barcodes.includes(barcode));
  const gone = before.barcodes.filter((barcode) => !after.barcodes.includes(barcode));
  return {
    ...(added.length + gone.length > 0 && { barcodes: { added, gone } }),
    ...(before.soldBy !== after.soldBy && {
      soldBy: { before: before.soldBy, after: after.soldBy },
    }),
  };
}

const toTellRow = v.object({
  id: v.number(),
  what: inJson(toTellSchema),
});

/**
 * Tells the till's file all that it was not told, also by an earlier run of the program. If the
 * program ends between the two files, it tells the last one again, which changes nothing. @throws
 * what either file throws; what was not told stays.
 */
export function tellTill(db: Store, till: Store): void {
  const rows = prepared(db, 'SELECT tell_id AS id, what FROM to_tell ORDER BY tell_id').all();
  for (const row of rows) {
    const { id, what } = v.parse(toTellRow, row);
    tell(till, what);
    prepared(db, 'DELETE FROM to_tell WHERE tell_id = ?').run(id);
  }
}

const productsSetting = 'has_products';

/** Notes whether there are products. Returns whether there are none any more. */
export function noteProducts(till: Store, hasProducts: boolean): boolean {
  const hadProducts = readTillSettingOr(till, productsSetting, v.boolean(), false) ?? false;
  if (hasProducts !== hadProducts) writeTillSetting(till, productsSetting, hasProducts);
  return hadProducts && !hasProducts;
}

function tell(till: Store, toTell: ToTell): void {
  switch (toTell.kind) {
    case 'noted': {
      const { atMs, by, approvedBy, what } = toTell;
      inTransaction(till, () => {
        const known = 'SELECT 1 FROM decision WHERE at_ms = ? AND done_by IS ? AND what = ?';
        if (!hasRow(till, known, atMs, by, JSON.stringify(what)))
          noteDecision(till, { atMs, by, approvedBy, what });
      });
      return;
    }
    case 'renamed':
      renameQuickKeys(till, toTell.before, toTell.after);
  }
}

/** Renames a product's code on the quick keys that a person arranged, so that they follow it. */
function renameQuickKeys(till: Store, before: string, after: string): void {
  const pages = readQuickKeyPages(till);
  const isOn = pages.some(({ keys }) => keys.some((key) => key?.code === before));
  if (!isOn) return;
  const renamed = pages.map(({ name, keys }) => ({
    name,
    keys: keys.map((key) => (key?.code === before ? { ...key, code: after } : key)),
  }));
  replaceQuickKeyPages(till, renamed);
}
