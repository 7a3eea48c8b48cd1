// What the journal costs: the life of a sale (commit, attempt, confirmation) followed by a turn of
// the journal and its seal, compared with the same without a journal; and the commit alone, in a
// file with a kept journal and in one without.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detailOfSummary, simplifiedInvoiceCode } from '../../src-main/contract/documents.ts';
import { inTransaction } from '../../src-main/store/in-transaction.ts';
import { chainTurn, rowsATurn } from '../../src-main/store/journal.ts';
import { keepSeal } from '../../src-main/store/journal-seal.ts';
import { openStore, type Store } from '../../src-main/store/open.ts';
import { claimNext, mustStep } from '../../src-main/store/sale-steps.ts';
import { commitSale, type NewSale } from '../../src-main/store/sales.ts';
import { bindTill } from '../../src-main/store/till.ts';
import { sampleSale } from '../sample-sale.ts';
import type { BenchEntry } from './harness.ts';

let lastId = 0;

/** As the outbox does when the service answers at once. */
function live(db: Store, sale: NewSale): void {
  commitSale(db, sale);
  const claim = claimNext(db, sale.committedAtMs);
  if (!claim) throw new Error('nothing was claimed');
  const id = (lastId += 1);
  const document = detailOfSummary({
    ...{ id, docKey: `FS A/${id}`, date: '2026-03-01', time: '10:00:00', party: null, typeId: 2 },
    ourReference: sale.reference,
    totalCents: sale.totalCents,
    documentName: 'Fatura simplificada',
    nature: { id: 302, code: simplifiedInvoiceCode, description: '' },
    status: { id: 1202, code: 'F', description: '' },
  });
  const { docKey, totalCents } = document;
  const evidence = { kind: 'created', document: { id, docKey, totalCents } } as const;
  const { reference } = claim.sale;
  mustStep(db, { reference, event: 'accepted', evidence, atMs: sale.committedAtMs, document });
}

const sales = (many: number) => Array.from({ length: many }, () => sampleSale({ lines: 12 }));

const key = randomBytes(32);

/** As the keeper of an open till does. */
function chainAndSeal(db: Store): void {
  const turn = () =>
    inTransaction(db, () => {
      const chained = chainTurn(db, rowsATurn);
      if (chained > 0) keepSeal(db, key);
      return chained;
    });
  while (turn() > 0);
}

function openBoth() {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const [chained, bare] = ['chained.db', 'bare.db'].map((name) => {
    const opened = openStore(join(folder, name));
    if (!opened.ok) throw new Error(opened.error.code);
    const { value: db } = opened;
    bindTill(db, { serviceAddress: '', companyCode: '', tillCode: '' }, 'TEST');
    return db;
  });
  if (!chained || !bare) throw new Error('not opened');
  const cleanUp = () => {
    chained.close();
    bare.close();
    rmSync(folder, { recursive: true });
  };
  return { chained, bare, cleanUp };
}

const journalEntry = (many: number): BenchEntry => ({
  name: `journal.sales-${many}`,
  size: `${many} sale${many === 1 ? '' : 's'} of 12 lines, confirmed`,
  warmUps: Math.ceil(600 / many),
  samples: Math.ceil(1000 / many),
  baselineName: 'the same without a turn of the journal',
  prepare: () => {
    const { chained, bare, cleanUp } = openBoth();
    let next = sales(many);
    const side = (run: () => void) => ({
      before: () => {
        next = sales(many);
      },
      run,
    });
    return Promise.resolve({
      ours: side(() => {
        for (const sale of next) live(chained, sale);
        chainAndSeal(chained);
      }),
      baseline: side(() => {
        for (const sale of next) live(bare, sale);
      }),
      cleanUp,
    });
  },
});

const commitEntry: BenchEntry = {
  name: 'journal.commit',
  size: '1 sale of 12 lines, the commit alone',
  warmUps: 1500,
  samples: 2000,
  baselineName: 'the same in a file without a journal',
  prepare: () => {
    const { chained, bare, cleanUp } = openBoth();
    let sale = sampleSale({ lines: 12 });
    let sold = 0;
    return Promise.resolve({
      ours: {
        before: () => {
          // As often as a keeper that is twenty sales behind.
          if ((sold += 1) % 20 === 0) chainAndSeal(chained);
          sale = sampleSale({ lines: 12 });
        },
        run: () => {
          commitSale(chained, sale);
        },
      },
      baseline: {
        before: () => {
          sale = sampleSale({ lines: 12 });
        },
        run: () => {
          commitSale(bare, sale);
        },
      },
      cleanUp,
    });
  },
};

export const journalEntries: readonly BenchEntry[] = [commitEntry, ...[1, 20].map(journalEntry)];
