// Real database files in folders of their own, which are deleted when the test that asked for them
// has ended.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SaleEvent } from '../../../src-main/contract/outbox-states.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { bindTill } from '../../../src-main/store/till.ts';
import { binding, installation, sale, take } from './samples.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-store-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/**
 * Opens the file until the test has ended.
 * @throws if the file is refused.
 */
export function openedStore(file: string, schema?: readonly string[]): Store {
  const opened = openStore(file, schema);
  if (!opened.ok) throw new Error(`not opened: ${opened.error.code}`);
  onTestFinished(() => {
    opened.value.close();
  });
  return opened.value;
}

export function openTill(file = join(temporaryFolder(), 'till.sqlite')): Store {
  const db = openedStore(file);
  const bound = bindTill(db, binding, installation);
  if (!bound.ok) throw new Error(`not bound: ${bound.error.code}`);
  return db;
}

/** A till with one sale, which has taken these steps from the tenth millisecond on. */
export function tillWithSale(...events: readonly SaleEvent[]): Store {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, events, 10);
  return db;
}
