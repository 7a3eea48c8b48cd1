// Looks for sales in doubt: all of them in one round, or one in the turn in which it would be sent
// again. Before the first creation it looks for everything that the service holds of this file.
import type { AppError, Result } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { LookUpRow } from '../service/responses.ts';
import {
  lastDayOf,
  lowestHighWaterMark,
  noteNextLookUp,
  noteShown,
  readSought,
  type SoughtSale,
} from '../store/doubts.ts';
import type { Store } from '../store/open.ts';
import { noteInHistory } from '../store/sale-steps.ts';
import { requireSale } from '../store/sales.ts';
import { highestDocumentId, referencePrefixes } from '../store/till.ts';
import type { Clock } from '../clock.ts';
import { Controls } from './controls.ts';
import type { DurableWrites } from './durable-writes.ts';
import {
  lookUpEvidence,
  merged,
  namingIn,
  sightingOf,
  type Found,
  type Lists,
  type Wait,
} from './lists.ts';
import type { Rules, Verdict } from './rules.ts';
import { ShortTurns } from './short-turns.ts';
import { TurnLookUp, type Part } from './turn-look-up.ts';

export interface LookUpsOptions {
  readonly db: Store;
  readonly clock: Clock;
  /** Begins a reading of the lists. Without `wait` it waits as long as it is told. */
  readonly read: (wait?: Wait) => Lists;
  readonly rules: Rules;
  readonly writes: DurableWrites;
  readonly onSaleChanged: (sale: SaleSummary) => void;
  /** Is told why a look-up failed: it may be the connection. */
  readonly onError: (error: AppError) => void;
}

/**
 * If more sales than this are in doubt, they are searched for together, by the prefixes of their
 * references.
 */
const mostSearches = 25;

const eventOf = {
  found: 'found',
  incomplete: 'found_not_finalized',
  mismatch: 'found_mismatch',
  missing: 'missing',
} as const;

type Search = (sale: SoughtSale) => Promise<Result<readonly LookUpRow[]>>;

export class LookUps {
  readonly #options: LookUpsOptions;
  /** The look-ups in sales' turns that the service makes wait. */
  readonly #turns = new Map<string, TurnLookUp<Verdict | undefined>>();

  constructor(options: LookUpsOptions) {
    this.#options = options;
  }

  /** Looks for every sale in doubt. */
  async round(): Promise<void> {
    const { rules, clock } = this.#options;
    const sales = await this.#inDoubt(rules.doubts);
    const verdicts = await this.#look(sales, false, this.#options.read());
    rules.roundEnded(verdicts.some(Boolean), clock.monotonicMs());
    await this.#noteNext(sales);
  }

  /**
   * Looks for the sale whose turn it is to be sent again, until the service makes it wait: the next
   * call goes on where it was. An undefined verdict: the look-up failed.
   */
  async inTurn(reference: string): Promise<Part<Verdict | undefined>> {
    const { rules, read } = this.#options;
    const { doubts } = rules;
    for (const other of this.#turns.keys()) if (!doubts.includes(other)) this.#turns.delete(other);
    const begin = () =>
      new TurnLookUp(async (wait) => {
        const [verdict] = await this.#look(await this.#inDoubt([reference]), true, read(wait));
        return verdict;
      });
    const turn = this.#turns.get(reference) ?? begin();
    this.#turns.delete(reference);
    const part = await turn.goOn();
    if ('waitMs' in part) this.#turns.set(reference, turn);
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
    const { db, rules } = this.#options;
    const sale = readSought(db, reference);
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
    const { clock } = this.#options;
    if (sales.length === 0) return [];
    const beganAtMs = clock.monotonicMs();
    const highWaterMark = Math.min(...sales.map((sale) => sale.highWaterMark));
    const scan = await lists.above(highWaterMark);
    if (!scan.ok) return this.#allFailed(sales, scan.error);
    const search = await this.#searchOf(lists, sales, highWaterMark);
    if (!search.ok) return this.#allFailed(sales, search.error);
    const controls = new Controls({ ...this.#options, lists }, scan.value);
    const turns = new ShortTurns();
    const scanned = namingIn(scan.value);
    const verdicts: (Verdict | undefined)[] = [];
    for (const sale of sales) {
      const rows = await search.value(sale);
      const verdict = rows.ok
        ? this.#conclude(sale, merged(scanned(sale.reference), rows.value), controls, {
            beganAtMs,
            inTurn,
          })
        : this.#failed(sale, rows.error);
      verdicts.push(await verdict);
      await turns.rest();
    }
    return verdicts;
  }

  async #searchOf(
    lists: Lists,
    sales: readonly SoughtSale[],
    highWaterMark: number,
  ): Promise<Result<Search>> {
    if (sales.length <= mostSearches) {
      return { ok: true, value: (sale) => lists.naming(sale.reference) };
    }
    const own = await this.#ownAbove(lists, highWaterMark);
    if (!own.ok) return own;
    const naming = namingIn(own.value);
    const ofSale: Search = ({ reference }) =>
      Promise.resolve({ ok: true, value: naming(reference) });
    return { ok: true, value: ofSale };
  }

  /**
   * Returns every document above the high-water mark that bears or names a reference that this file
   * may have given.
   */
  async #ownAbove(lists: Lists, highWaterMark: number): Promise<Result<readonly LookUpRow[]>> {
    const { db } = this.#options;
    const rows: LookUpRow[] = [];
    for (const prefix of referencePrefixes(db)) {
      const walked = await lists.walk({ search: prefix, downTo: highWaterMark }, (row) => {
        if (row.ourReference.includes(prefix)) rows.push(row);
      });
      if (!walked.ok) return walked;
    }
    return { ok: true, value: rows };
  }

  /**
   * Returns every document of this file at the service that could concern a sale that has not
   * ended.
   */
  async unsettled(): Promise<Result<readonly LookUpRow[]>> {
    const { db, read } = this.#options;
    const lists = read();
    const highWaterMark = lowestHighWaterMark(db) ?? highestDocumentId(db);
    const own = await this.#ownAbove(lists, highWaterMark);
    if (!own.ok) return own;
    const scan = await lists.above(highWaterMark);
    if (!scan.ok) return scan;
    const prefixes = referencePrefixes(db);
    const scanned = scan.value.filter(({ ourReference }) =>
      prefixes.some((prefix) => ourReference.startsWith(prefix)),
    );
    return { ok: true, value: merged(own.value, scanned) };
  }

  async #conclude(
    { reference }: SoughtSale,
    rows: readonly LookUpRow[],
    controls: Controls,
    turn: { readonly beganAtMs: number; readonly inTurn: boolean },
  ): Promise<Verdict | undefined> {
    const { rules, clock } = this.#options;
    // The sale may have been settled, corrected or sent again meanwhile.
    const sale = this.#stillInDoubt(reference);
    if (!sale) return undefined;
    const found = sightingOf(sale, rows, lastDayOf(sale, clock.nowMs()));
    const needsControl = found.saw === 'nothing' && sale.proof === 'absence';
    const control = needsControl
      ? await controls.check(sale)
      : ({ ok: true, value: 'before' } as const);
    if (!control.ok) return this.#failed(sale, control.error);
    const sighting = { reference, saw: found.saw, control: control.value, ...turn };
    const verdict = rules.looked(sighting, clock.monotonicMs());
    await this.#record(sale, found, verdict);
    return verdict;
  }

  async #record(sale: SoughtSale, found: Found, verdict: Verdict): Promise<void> {
    const { db, clock, writes, rules } = this.#options;
    const { reference } = sale;
    const atMs = clock.nowMs();
    const { evidence, documentIds, document, differences } = found;
    const shown = { evidence, documentIds, ...(document && { document, differences }) };
    switch (verdict) {
      case 'found':
      case 'incomplete':
      case 'mismatch':
      case 'missing': {
        rules[verdict === 'found' ? 'found' : 'settle'](reference);
        const [named = null] = sale.documentIds;
        const what =
          verdict === 'missing'
            ? { evidence: { kind: 'missing', documentId: named } as const }
            : shown;
        await writes.recordFrom('in_doubt', { reference, atMs, ...what, event: eventOf[verdict] });
        return;
      }
      case 'shown':
      case 'absent':
      case 'judged':
      case 'wait':
        await writes.until(() => {
          if (verdict === 'shown') noteShown(db, reference, documentIds);
          const looked = lookUpEvidence(documentIds.length);
          noteInHistory(db, { reference, event: 'looked_up', atMs, evidence: looked });
        });
    }
  }

  async #allFailed(sales: readonly SoughtSale[], error: AppError): Promise<readonly undefined[]> {
    const { db, clock, rules, writes, onError } = this.#options;
    for (const { reference } of sales) rules.lookUpFailed(reference);
    // The program is ending, or somebody else has signed in: nothing was seen, and nothing failed.
    if (error.code === 'overtaken') return sales.map(() => undefined);
    onError(error);
    const note = { event: 'looked_up', evidence: lookUpEvidence(error) } as const;
    await writes.forEach(sales, ({ reference }) => {
      noteInHistory(db, { ...note, reference, atMs: clock.nowMs() });
    });
    return sales.map(() => undefined);
  }

  async #failed(sale: SoughtSale, error: AppError): Promise<undefined> {
    await this.#allFailed([sale], error);
  }

  async #noteNext(sales: readonly SoughtSale[]): Promise<void> {
    const { db, clock, rules, writes, onSaleChanged } = this.#options;
    const atMs = clock.nowMs() + rules.roundAtMs - clock.monotonicMs();
    if (!Number.isFinite(atMs)) return;
    await writes.forEach(sales, ({ reference }) => {
      noteNextLookUp(db, reference, atMs);
    });
    const turns = new ShortTurns();
    for (const { reference } of sales) {
      onSaleChanged(requireSale(db, reference));
      await turns.rest();
    }
  }
}
