// Sells on a disk that takes what is written and cannot sync it, and ends: killed, or closed once
// the disk is well again. Says what was refused, and what the next start has; and the same of a
// migration, and of a quota.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { readOpenCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import {
  replacePaymentMethods,
  readPaymentMethods,
} from '../../../src-main/store/payment-methods.ts';
import { sync } from '../../../src-main/store/durable-files.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { newInstallation } from '../../../src-main/store/references.ts';
import { commitSale, referencesIn } from '../../../src-main/store/sales.ts';
import { storeError } from '../../../src-main/store/store-errors.ts';
import { binding, cart, sale } from '../../integration/store/samples.ts';
import { order, outputFile } from './interposed.ts';

const [own = ''] = process.argv.slice(2);
const [till, killed] = [join(own, 'till'), join(own, 'killed')];

function openIn(folder: string) {
  const file = join(folder, 'till.db');
  const opened = openTillStore({ file, binding, newInstallation, nowMs: 1_000_000 });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
}

function errorOf(write: () => unknown, file = 'till.db'): AppError | undefined {
  try {
    write();
  } catch (error) {
    return storeError(error, file);
  }
  return undefined;
}

const refusal = (write: () => unknown): string => errorOf(write)?.code ?? 'done';

function found(folder: string) {
  const { db, unlock } = openIn(folder);
  const left = {
    references: (['queued', 'in_doubt'] as const).flatMap((state) => referencesIn(db, state)),
    hasCart: readOpenCart(db) !== undefined,
    methods: readPaymentMethods(db).length,
  };
  db.close();
  unlock();
  return left;
}

mkdirSync(till);
const { db, unlock } = openIn(till);
commitSale(db, sale(1));
saveOpenCart(db, cart(2));
order(`watch ${till}`);
order('unsynced 1');
const refused = [
  refusal(() => commitSale(db, sale(2))),
  refusal(() => {
    replacePaymentMethods(db, [{ id: 7, label: 'Cash' }]);
  }),
  refusal(() => commitSale(db, sale(2))),
];
cpSync(till, killed, { recursive: true });
order('unsynced 0');
db.close();
unlock();

/** Opens a till of an older version, which is backed up first, and returns what that says. */
function bringUp() {
  const file = join(own, 'older', 'till.db');
  const opened = openTillStore({ file, binding, newInstallation, nowMs: 1_000_000 });
  if (!opened.ok) return opened.error;
  opened.value.db.close();
  opened.value.unlock();
  return opened.value.notices;
}

const quotaFolder = join(own, 'quota');
const quotaTill = openIn(quotaFolder);
commitSale(quotaTill.db, sale(1));
order(`watch ${quotaFolder}`);
order('quota 1');
const overQuota = [quotaFolder, quotaTill.db.name].map((name) =>
  errorOf(() => commitSale(quotaTill.db, sale(2)), name),
);
order('quota 0');
commitSale(quotaTill.db, sale(2));
const besideQuota = readdirSync(quotaFolder);
quotaTill.db.close();
quotaTill.unlock();

const older = openStore(join(own, 'older', 'till.db'), migrations.slice(0, 2));
if (!older.ok) throw new Error(older.error.code);
older.value.close();
order(`watch ${join(own, 'older')}`);
order('unsynced 1');
const broughtUp = [bringUp(), bringUp(), bringUp()];
const synced = errorOf(() => sync(join(own, 'older', 'till.db'), 'r+'));
order('unsynced 0');
broughtUp.push(bringUp());
const result = {
  refused,
  afterKill: found(killed),
  afterClosing: found(till),
  broughtUp,
  synced,
  overQuota,
  besideQuota,
};
writeFileSync(join(own, outputFile), JSON.stringify(result));
