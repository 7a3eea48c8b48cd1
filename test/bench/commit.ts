// The durable commit of a sale, compared with a bare insert of the same bytes.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../src-main/store/open.ts';
import { commitSale, sha256 } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { must } from '../must.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry } from './harness.ts';

/** The data of one sale. */
interface Load {
  /** The body sent to the service. */
  readonly body: Buffer;
  /** The contents of a sale's row: the body, its hash, what was sold, and the sale's identity. */
  readonly row: Buffer;
}

/** An INSERT of some of a sale's data into a table that has nothing else. */
interface Baseline {
  readonly key: string;
  readonly name: string;
  readonly bytes: keyof Load;
}

const ofBytes = (bytes: string): string => `one INSERT of ${bytes}, WAL with synchronous=FULL`;

const baselines: readonly Baseline[] = [
  { key: 'bare', name: ofBytes('the same bytes'), bytes: 'row' },
  { key: 'body', name: ofBytes('the bytes that are sent alone'), bytes: 'body' },
];

function openBare(folder: string) {
  const db = new Database(join(folder, 'bare.db'));
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  db.exec('CREATE TABLE document (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT');
  return { db, insert: db.prepare('INSERT INTO document (body) VALUES (?)') };
}

const commitEntry = (lines: number, { key, name, bytes }: Baseline): BenchEntry => ({
  name: `commit.lines-${lines}.${key}`,
  size: `1 sale of ${lines} line${lines === 1 ? '' : 's'}`,
  // A write-ahead log that still grows makes each sync slower, so both sides first fill theirs:
  // about 1000 pages.
  warmUps: 1500,
  samples: 2000,
  baselineName: name,
  prepare: (folder) => {
    const store = must(openStore(join(folder, 'till.db')));
    bindTill(store, { serviceAddress: '', companyCode: '', tillCode: '' }, 'TEST');
    const bare = openBare(folder);
    let sale = sampleSale({ lines });
    let load: Load;
    return {
      ours: {
        before: () => void (sale = sampleSale({ lines })),
        run: () => void commitSale(store, sale),
      },
      baseline: {
        before: () => {
          const { body, content, reference } = sampleSale({ lines });
          const rest = [JSON.stringify(content), reference, content.cart.cartId].map((text) =>
            Buffer.from(text),
          );
          load = { body, row: Buffer.concat([body, sha256(body), ...rest]) };
        },
        run: () => void bare.insert.run(load[bytes]),
      },
      cleanUp: () => {
        store.close();
        bare.db.close();
      },
    };
  },
});

export const commitEntries: readonly BenchEntry[] = [1, 12].flatMap((lines) =>
  baselines.map((baseline) => commitEntry(lines, baseline)),
);
