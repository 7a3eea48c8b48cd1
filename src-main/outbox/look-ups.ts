// Looks for sales in doubt: all of them in one round, or one in the turn in which it would be sent
// again. Before the first creation it looks for everything that the service holds of this file.
import { ok, type AppError, type Result } from '../contract/errors.ts';
import type { Evidence } from '../contract/sales.ts';
import type { LookUpRow } from '../service/responses.ts';
import {
  lastDayOf,
  lowestHighWaterMark,
  noteNextLookUp,
  noteShown,
  readSought,
  type SoughtSale,
} from '../store/doubts.ts';
import { noteInHistory } from '../store/sale-steps.ts';
import { requireSale } from '../store/sales.ts';
import { highestDocumentId, referencePrefixes } from '../store/till.ts';
import { Controls } from './controls.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { Lists, Wait } from './lists.ts';
import { isSettling, type Rules, type Sighting, type Verdict } from './rules.ts';
import { ShortTurns } from './short-turns.ts';
import { merged, namingIn, sightingOf, type FoundDocuments } from './sightings.ts';

export interface LookUpsOptions {
  /** Begins a reading of the lists. Without `wait` it waits as long as it is told. */
  readonly read: (wait?: Wait) => Lists;
  readonly rules: Rules;
  readonly writes: DurableWrites;
  /** Whether the service shows a document by its id. */
  readonly isThere: (id: number) => Promise<boolean>;
  /** Is told why a look-up failed: it may be the connection. */
  readonly onError: (error: AppError) => void;
}

/** An undefined verdict: the look-up failed. `waitMs`: the service makes it wait for so long. */
type Part = { readonly verdict: Verdict | undefined } | { readonly waitMs: number };

/**
 * If more sales than this are in doubt, they are searched for together, by the prefixes of their
 * references.
 */
const mostSearches = 25;

export class LookUps {
  readonly #options: LookUpsOptions;
  /** The look-ups in sales' turns that the service makes wait. */
  readonly #turns = new Map<string, () => Promise<Part>>();

  constructor(options: LookUpsOptions) {
    this.#options = options;
  }

  /** Looks for every sale in doubt. */
  async round(): Promise<void> {
    const { rules, writes, read } = this.#options;
    const { db, clock } = writes;
    const sales = await this.#inDoubt(rules.doubts);
    const verdicts = await this.#look(sales, false, read());
    rules.roundEnded(verdicts.some(Boolean), clock.monotonicMs());
    const atMs = clock.nowMs() + rules.roundAtMs - clock.monotonicMs();
    if (!Number.isFinite(atMs)) return;
    await writes.forEach(sales, ({ reference }) => {
      noteNextLookUp(db, reference, atMs);
      return requireSale(db, reference);
    });
  }

  /**
   * Looks for the sale whose turn it is to be sent again. Where the service makes it wait, other
   * sales have their turns meanwhile, and the next call goes on at its page.
   */
  async inTurn(reference: string): Promise<Part> {
    const { read, rules } = this.#options;
    const { doubts } = rules;
    for (const other of this.#turns.keys()) if (!doubts.includes(other)) this.#turns.delete(other);
    const begin = () =>
      inParts(async (wait) => {
        const [verdict] = await this.#look(await this.#inDoubt([reference]), true, read(wait));
        return verdict;
      });
    const goOn = this.#turns.get(reference) ?? begin();
    this.#turns.delete(reference);
    const part = await goOn();
    if ('waitMs' in part) this.#turns.set(reference, goOn);
    return part;
  }

  /** Reads those that are still in doubt: a person may have settled one meanwhile. */
  async #inDoubt(references: readonly string[]): Promise<readonly SoughtSale[]> {
    const turns = new ShortTurns();
    const sales: SoughtSale[] = [];
    for (const reference of references) {
      const sale = this.#stillInDoubt(reference);
      if (sale) sales.push(sale);
      await turns.rest();
    }
    return sales;
  }

  #stillInDoubt(reference: string): SoughtSale | undefined {
    const { rules, writes } = this.#options;
    const sale = readSought(writes.db, reference);
    if (sale?.state === 'in_doubt') return sale;
    if (sale?.state !== 'sending') rules.settle(reference);
    return undefined;
  }

  /** Looks for all with one scan; a failure that concerns one sale holds up no other. */
  async #look(
    sales: readonly SoughtSale[],
    inTurn: boolean,
    lists: Lists,
  ): Promise<readonly (Verdict | undefined)[]> {
    const { writes, isThere } = this.#options;
    if (sales.length === 0) return [];
    const beganAtMs = writes.clock.monotonicMs();
    const highWaterMark = Math.min(...sales.map((sale) => sale.highWaterMark));
    const scan = await lists.above(highWaterMark);
    if (!scan.ok) return this.#failed(sales, scan.error);
    const isTogether = sales.length > mostSearches;
    const own = isTogether ? await this.#ownAbove(lists, highWaterMark) : ok([]);
    if (!own.ok) return this.#failed(sales, own.error);
    const controls = new Controls(writes, lists, scan.value, isThere);
    const [inScan, inSearch] = [namingIn(scan.value), namingIn(own.value)];
    const turns = new ShortTurns();
    const verdicts: (Verdict | undefined)[] = [];
    for (const sale of sales) {
      const { reference } = sale;
      const rows = isTogether ? ok(inSearch(reference)) : await lists.naming(reference);
      const verdict = rows.ok
        ? await this.#conclude(sale, merged(inScan(reference), rows.value), controls, {
            beganAtMs,
            inTurn,
          })
        : rows;
      if (typeof verdict === 'object') await this.#failed([sale], verdict.error);
      verdicts.push(typeof verdict === 'object' ? undefined : verdict);
      await turns.rest();
    }
    return verdicts;
  }

  /**
   * Returns every document above the high-water mark that bears or names a reference that this file
   * may have given.
   */
  async #ownAbove(lists: Lists, highWaterMark: number): Promise<Result<readonly LookUpRow[]>> {
    const rows: LookUpRow[] = [];
    for (const prefix of referencePrefixes(this.#options.writes.db)) {
      const walk = await lists.walk({ search: prefix, downTo: highWaterMark }, (row) => {
        if (row.ourReference.includes(prefix)) rows.push(row);
      });
      if (!walk.ok) return walk;
    }
    return ok(rows);
  }

  /**
   * Returns every document of this file at the service that could concern a sale that has not
   * ended.
   */
  async unsettled(): Promise<Result<readonly LookUpRow[]>> {
    const { db } = this.#options.writes;
    const lists = this.#options.read();
    const highWaterMark = lowestHighWaterMark(db) ?? highestDocumentId(db);
    const own = await this.#ownAbove(lists, highWaterMark);
    if (!own.ok) return own;
    const scan = await lists.above(highWaterMark);
    if (!scan.ok) return scan;
    const prefixes = referencePrefixes(db);
    const scannedRows = scan.value.filter(({ ourReference }) =>
      prefixes.some((prefix) => ourReference.startsWith(prefix)),
    );
    return ok(merged(own.value, scannedRows));
  }

  /** Returns an undefined verdict for a sale that is no longer in doubt. */
  async #conclude(
    { reference }: SoughtSale,
    rows: readonly LookUpRow[],
    controls: Controls,
    turn: Pick<Sighting, 'beganAtMs' | 'inTurn'>,
  ): Promise<Verdict | undefined | { readonly error: AppError }> {
    const { rules, writes } = this.#options;
    // The sale may have been settled, corrected or sent again meanwhile.
    const sale = this.#stillInDoubt(reference);
    if (!sale) return undefined;
    const sighting = sightingOf(sale, rows, lastDayOf(sale, writes.clock.nowMs()));
    const needsControl = sighting.saw === 'nothing' && sale.proof === 'absence';
    const control = needsControl ? await controls.check(sale) : ok('before' as const);
    if (!control.ok) return control;
    const lookUp = { reference, saw: sighting.saw, control: control.value, ...turn };
    const verdict = rules.looked(lookUp, writes.clock.monotonicMs());
    await this.#record(sale, sighting, verdict, controls);
    return verdict;
  }

  async #record(
    sale: SoughtSale,
    sighting: FoundDocuments,
    verdict: Verdict,
    controls: Controls,
  ): Promise<void> {
    const { writes } = this.#options;
    const { reference } = sale;
    const { documentIds, document, differences } = sighting;
    const atMs = writes.clock.nowMs();
    if (verdict === 'missing') {
      const documentId = sale.documentIds[0] ?? null;
      const docKey = controls.keyOf(documentId);
      const evidence = { kind: verdict, documentId, ...(docKey && { docKey }) } as const;
      await writes.recordFrom('in_doubt', { reference, event: verdict, evidence, atMs });
    } else if (isSettling(verdict)) {
      const { evidence } = sighting;
      const shownDocument = { evidence, documentIds, ...(document && { document, differences }) };
      await writes.recordFrom('in_doubt', { reference, event: verdict, atMs, ...shownDocument });
    } else {
      await writes.until(() => {
        if (verdict === 'shown') {
          // An id that cannot be read names nothing.
          const namedIds = documentIds.filter((id) => id !== 0);
          noteShown(writes.db, reference, namedIds);
        }
        const evidence = { kind: 'looked_up', documents: documentIds.length } as const;
        noteInHistory(writes.db, { reference, event: 'looked_up', atMs, evidence });
      });
    }
  }

  async #failed(sales: readonly SoughtSale[], error: AppError): Promise<readonly undefined[]> {
    const { rules, writes, onError } = this.#options;
    for (const { reference } of sales) rules.lookUpFailed(reference);
    // The program is ending, or somebody else has signed in: nothing was seen, and nothing failed.
    if (error.code !== 'overtaken') {
      onError(error);
      const note = { event: 'looked_up', evidence: lookUpFailure(error) } as const;
      await writes.forEach(sales, ({ reference }) => {
        noteInHistory(writes.db, { ...note, reference, atMs: writes.clock.nowMs() });
        return undefined;
      });
    }
    return sales.map(() => undefined);
  }
}

export const lookUpFailure = (error: AppError): Evidence => ({
  kind: 'look_up_failed',
  what: 'field' in error ? `${error.code} ${error.field}` : error.code,
});

/**
 * Begins a look-up that others go ahead of while the service makes it wait. Returns what looks on
 * until the verdict, or until it must wait.
 */
function inParts(look: (wait: Wait) => Promise<Verdict | undefined>): () => Promise<Part> {
  let waiting = Promise.withResolvers<Part>();
  let goOn = (): void => undefined;
  const ended = look((waitMs) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    goOn = () => {
      resolve(true);
    };
    waiting.resolve({ waitMs });
    return promise;
  }).then((verdict) => ({ verdict }));
  return () => {
    waiting = Promise.withResolvers();
    goOn();
    return Promise.race([ended, waiting.promise]);
  };
}
