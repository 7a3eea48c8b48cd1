// Real database files in folders of their own, which are deleted when the test that asked for them
// has ended.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { bindTill } from '../../../src-main/store/till.ts';
import { binding, installation } from './samples.ts';

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
