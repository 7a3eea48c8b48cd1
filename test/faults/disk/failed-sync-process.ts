// Sells on a disk that takes what is written and cannot sync it, and ends: killed, or closed once
// the disk is well again. Says what was refused, and what the next start has.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOpenCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import {
  replacePaymentMethods,
  readPaymentMethods,
} from '../../../src-main/store/payment-methods.ts';
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

function refusal(write: () => unknown): string {
  try {
    write();
  } catch (error) {
    return storeError(error, 'till.db')?.code ?? String(error);
  }
  return 'done';
}

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
const result = { refused, afterKill: found(killed), afterClosing: found(till) };
writeFileSync(join(own, outputFile), JSON.stringify(result));
