// The durable commit of a sale, compared with a bare insert of the same bytes and with job queues
// that are also SQLite files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src-main/store/open.ts';
import { commitSale, sha256 } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry } from './harness.ts';
import { keepers, type Keeper, type Load } from './keepers.ts';

const commitEntry = (lines: number, keeper: Keeper): BenchEntry => ({
  name: `commit.lines-${lines}.${keeper.key}`,
  size: `1 sale of ${lines} line${lines === 1 ? '' : 's'}`,
  // A write-ahead log that still grows makes each sync slower, so both sides first fill theirs:
  // about 1000 pages.
  warmUps: 1500,
  samples: 2000,
  baselineName: keeper.name,
  prepare: () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
    const opened = openStore(join(folder, 'till.db'));
    if (!opened.ok) throw new Error(opened.error.code);
    const store = opened.value;
    bindTill(store, { serviceAddress: '', companyCode: '', tillCode: '' }, 'TEST');
    const kept = keeper.open(folder);
    let sale = sampleSale({ lines });
    let load: Load;
    return Promise.resolve({
      ours: {
        before: () => {
          sale = sampleSale({ lines });
        },
        run: () => {
          commitSale(store, sale);
        },
      },
      baseline: {
        before: () => {
          const { body, content, reference } = sampleSale({ lines });
          const rest = [JSON.stringify(content), reference, content.cart.cartId].map((text) =>
            Buffer.from(text),
          );
          load = {
            body,
            row: Buffer.concat([body, sha256(body), ...rest]),
            job: JSON.parse(body.toString()),
          };
        },
        run: async () => {
          await kept.keep(load);
        },
      },
      cleanUp: () => {
        store.close();
        kept.close();
        rmSync(folder, { recursive: true });
      },
    });
  },
});

export const commitEntries: readonly BenchEntry[] = [1, 12].flatMap((lines) =>
  keepers.map((keeper) => commitEntry(lines, keeper)),
);
