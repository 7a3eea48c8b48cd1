// A till whose main process lists documents as a test arranges them, and answers when the test lets
// it.
import * as v from 'valibot';
import type { Argument, RequestName } from '../../../../src-main/contract/api.ts';
import type {
  DocumentSummary,
  ListedDocuments,
  ListedRow,
} from '../../../../src-main/contract/documents.ts';
import { err, ok, type AppError, type Result } from '../../../../src-main/contract/errors.ts';
import { cents } from '../../../../src-main/contract/money.ts';
import { counterSale } from '../../../../src-main/contract/new-document.ts';
import type { SaleParty, SaleSummary } from '../../../../src-main/contract/sales.ts';
import type { Till } from '../../../../src-renderer/bridge/till.svelte.ts';
import { summary } from '../../receipt/sample-receipts.ts';
import { tillOf } from '../sell/catalogue-till.ts';

export const document = (id: number, change: Partial<DocumentSummary> = {}): DocumentSummary => ({
  ...summary({ id, docKey: `FS A/${id}`, date: '2026-11-21', time: '10:00:00' }),
  ...{ ourReference: '', totalCents: cents(100), party: null },
  ...change,
});

/** Returns documents newest first, as the list begins. */
export const documents = (newest: number): readonly DocumentSummary[] =>
  Array.from({ length: newest }, (_, at) => document(newest - at));

export const sale = (reference: string, change: Partial<SaleSummary> = {}): SaleSummary => ({
  ...{ reference, committedAtMs: 0, requestedKind: counterSale, totalCents: cents(100) },
  ...{ state: 'queued', documentId: null, docKey: null, serviceTotalCents: null },
  lastEvidence: { kind: 'committed' },
  ...{ nextStepAtMs: null, proof: 'none', doubtedAtMs: null },
  ...change,
});

type Asked = Argument<'documents.list'>;

export class ListingTill {
  readonly till: Till = tillOf((name, argument) => this.#answer(name, argument));
  /** The documents that the service holds. */
  documents: readonly ListedRow[] = [];
  /** The count that the service gives; null is the number of documents that match. */
  count: number | null = null;
  /** The longest page that the service gives. */
  longestPage = 200;
  /** The sales in the till's outbox, newest first. */
  sales: readonly SaleSummary[] = [];
  /** Is answered instead of a page. */
  error: AppError | null = null;
  /** The reason why only what was seen before can be answered. */
  rememberedBecause: AppError | null = null;
  /** While true, answers wait for `let`. */
  holds = false;
  readonly asked: Asked[] = [];
  /** The customer of every sale. */
  customer = 'Ana';
  /** What else main tells of every sale. */
  told: Pick<SaleParty, 'isCounter' | 'natureId'> = { isCounter: true, natureId: 302 };
  readonly askedParties: (readonly string[])[] = [];
  /** If a test puts a list here, answers about parties wait in it. */
  heldParties: (() => void)[] | null = null;
  #waiting: (() => void)[] = [];

  get offsets(): readonly number[] {
    return this.asked.map(({ offset }) => offset);
  }

  /** Gives all answers that wait, with what the service holds by now. */
  async let(): Promise<void> {
    for (const answer of this.#waiting.splice(0)) answer();
    await settled();
  }

  async #answer(name: RequestName, argument: unknown): Promise<Result<unknown>> {
    switch (name) {
      case 'documents.list': {
        const query = argument as Asked;
        this.asked.push(query);
        if (this.holds) await new Promise<void>((answer) => this.#waiting.push(answer));
        return this.error ? err(this.error) : ok(this.#page(query));
      }
      case 'documents.choices':
        return ok({
          natures: [
            { id: 77, name: 'Nota de crédito' },
            { id: 78, name: '' },
            { id: 9, name: '' },
          ],
          statuses: [],
        });
      case 'outbox.list': {
        const { before, limit } = v.parse(
          v.object({ before: v.nullable(v.string()), limit: v.number() }),
          argument,
        );
        const from = this.sales.findIndex(({ reference }) => reference === before) + 1;
        return ok({ count: this.sales.length, sales: this.sales.slice(from, from + limit) });
      }
      case 'outbox.get': {
        const { reference } = v.parse(v.object({ reference: v.string() }), argument);
        const foundSale = this.sales.find((each) => each.reference === reference);
        return foundSale ? ok(foundSale) : err({ code: 'not_found' });
      }
      case 'outbox.parties': {
        const { references } = v.parse(v.object({ references: v.array(v.string()) }), argument);
        this.askedParties.push(references);
        const party = { name: this.customer, fiscalNumber: '' };
        const of = (reference: string) => ({ reference, kindName: '', party, ...this.told });
        const parties = references.map(of);
        const held = this.heldParties;
        if (held) await new Promise<void>((answer) => held.push(answer));
        return ok(parties);
      }
      default:
        throw new Error(name);
    }
  }

  #page({ offset, limit, search }: Asked): ListedDocuments {
    const matching = this.documents.filter((each) =>
      [each.docKey, each.ourReference].some((text) => text.includes(search)),
    );
    const end = offset + Math.min(limit, this.longestPage);
    const results = matching.slice(offset, end);
    const count = this.count ?? matching.length;
    return {
      count,
      offset,
      results,
      hasNext: end < matching.length,
      remembered: this.rememberedBecause && {
        error: this.rememberedBecause,
        seenAtMs: results.map(({ id }) => id ?? 0),
      },
    };
  }
}

/** Waits until everything has happened that needs no time. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
