// The durable commit of a sale beside a bare insert of the same bytes with the same durability.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../src-main/store/open.ts';
import { commitSale, type NewSale } from '../../src-main/store/sales.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry } from './harness.ts';

export const commitEntries: readonly BenchEntry[] = [1, 12].map((lines) => ({
  name: `commit.lines-${lines}`,
  size: `1 sale of ${lines} line${lines === 1 ? '' : 's'}`,
  samples: 500,
  baselineName: 'one INSERT of the same bytes, WAL with synchronous=FULL',
  prepare: () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
    const opened = openStore(join(folder, 'till.db'));
    if (!opened.ok) throw new Error(opened.error.code);
    const store = opened.value;
    const bare = new Database(join(folder, 'bare.db'));
    bare.pragma('journal_mode = wal');
    bare.pragma('synchronous = full');
    bare.exec('CREATE TABLE document (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT');
    const insert = bare.prepare('INSERT INTO document (body) VALUES (?)');

    // Freezing is not part of either side; both get sales that are ready.
    const sales: NewSale[] = Array.from({ length: 600 }, () => sampleSale({ lines }));
    const next = () => sales[(taken += 1) % sales.length];
    let taken = -1;
    const bytes = sales[0]?.body;
    return Promise.resolve({
      ours: () => {
        const sale = next();
        if (sale) commitSale(store, sale);
      },
      baseline: () => {
        insert.run(bytes);
      },
      cleanUp: () => {
        store.close();
        bare.close();
        rmSync(folder, { recursive: true });
      },
    });
  },
}));
