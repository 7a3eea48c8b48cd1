// Old sales in great number: the till itself sells the first, and the others are copies of them.
import { createHash } from 'node:crypto';
import { detailOfSummary } from '../../src-main/contract/documents.ts';
import { seen } from '../../src-main/contract/sales.ts';
import type { Store } from '../../src-main/store/open.ts';
import { claimNext, mustStep } from '../../src-main/store/sale-steps.ts';
import { commitSale, sha256 } from '../../src-main/store/sales.ts';
import { sampleSale } from '../sample-sale.ts';
import { summary } from '../unit/receipt/sample-receipts.ts';

/** The till itself sells these. */
const soldByTheTill = 1_000;

/** Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns another reference for each number, in no order, as if it had been drawn. */
function referenceOf(number: number): string {
  // An odd factor, so that no two numbers below 2^40 come to the same.
  const drawn = (BigInt(number) * 654_435_761_987n) % 2n ** 40n;
  const places = Array.from({ length: 8 }, (_, place) =>
    Number((drawn >> BigInt(5 * place)) & 31n),
  );
  const characters = places.map((value) => alphabet.charAt(value)).join('');
  return `CF-TEST-${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/** Returns another UUID for each number, in no order. */
function cartIdOf(number: number): string {
  const hex = createHash('md5').update(String(number)).digest('hex');
  return [8, 12, 16, 20, 32].map((end, part) => hex.slice([0, 8, 12, 16, 20][part], end)).join('-');
}

/**
 * Sells and confirms that many: each is as large as one that the till sells, and whole by all that
 * salvage asks of it. Does not wait for the disk. Takes a minute where selling a million one by one
 * takes twenty-five.
 */
export function sellLongAgo(db: Store, sales: number): void {
  db.pragma('synchronous = off');
  db.pragma('cache_size = -400000');
  const own = Math.min(sales, soldByTheTill);
  db.transaction(sellAll)(db, own);
  db.function('old_reference', { deterministic: true }, (number) => referenceOf(Number(number)));
  db.function('old_cart', { deterministic: true }, (number) => cartIdOf(Number(number)));
  db.function('old_hash', { deterministic: true }, (body) => sha256(body as Buffer));
  const columns = db
    .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('sale')")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'sale_id');
  const renamed = (column: string): string =>
    `replace(${column}, "from".reference, old_reference(sale_id + @from))`;
  const madeColumns: Readonly<Record<string, string>> = {
    reference: 'old_reference(sale_id + @from)',
    cart_id: 'old_cart(sale_id + @from)',
    body: `CAST(${renamed('CAST(body AS TEXT)')} AS BLOB)`,
    body_sha256: `old_hash(CAST(${renamed('CAST(body AS TEXT)')} AS BLOB))`,
    content: `replace(content, "from".cart_id, old_cart(sale_id + @from))`,
    document_id: 'document_id + @from',
    document: renamed('document'),
  };
  const copySales = db.prepare(
    `INSERT INTO sale (sale_id, ${columns.join()}) SELECT sale_id + @from,
       ${columns.map((name) => madeColumns[name] ?? name).join()} FROM sale AS "from"
     WHERE sale_id <= @own AND sale_id + @from <= @sales`,
  );
  const copySteps = db.prepare(
    `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
     SELECT sale_id + @from, at_ms, event, state, evidence FROM sale_step
     WHERE sale_id <= @own AND sale_id + @from <= @sales`,
  );
  for (let from = own; from < sales; from += own) {
    db.transaction(() => {
      copySales.run({ from, own, sales });
      copySteps.run({ from, own, sales });
    })();
  }
  db.pragma('cache_size = -16000');
  db.pragma('synchronous = full');
}

/** Sells and confirms that many, one by one, after `before` earlier ones. */
export function sellAll(db: Store, sales: number, before = 0): void {
  for (let id = before + 1; id <= before + sales; id += 1) {
    const now = new Date(Date.UTC(2026, 0, 1) + id * 60_000);
    const { reference, totalCents } = commitSale(
      db,
      sampleSale({ now, reference: referenceOf(id) }),
    );
    const atMs = now.getTime();
    claimNext(db, atMs);
    const docKey = `FS BENCH/${id}`;
    const document = detailOfSummary(
      summary({ id, docKey, date: '2026-01-01', ourReference: reference, totalCents, party: null }),
    );
    const evidence = { kind: 'created', document: seen(document) } as const;
    mustStep(db, { reference, event: 'accepted', evidence, atMs, document });
  }
}
