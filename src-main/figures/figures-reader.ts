// The figures of a period: of what the till has sold, read by a helper process, and of the
// documents that it has seen.
import * as v from 'valibot';
import { err, ok, type Result } from '../contract/errors.ts';
import {
  salesFiguresSchema,
  type Figures,
  type FiguresQuery,
  type SeenDocuments,
} from '../contract/figures.ts';
import type { Days } from '../contract/periods.ts';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import type { figuresJob } from './read-figures.ts';

export interface FiguresOptions {
  /** The till's own database. */
  readonly file: string;
  readonly startHelper: StartHelper;
  readonly documents: (days: Days) => SeenDocuments;
}

export class FiguresReader {
  readonly #options: FiguresOptions;
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FiguresOptions) {
    this.#options = options;
  }

  /**
   * One is read at a time. `products` is how many of each order are wanted. Error: `not_signed_in`
   * once the till is being closed. @throws what the helper threw.
   */
  async read(query: FiguresQuery, nowMs: number, products: number): Promise<Result<Figures>> {
    const { file, startHelper, documents } = this.#options;
    const { signal } = this.#closing;
    const job = { file, ...query, nowMs, products };
    const reading = this.#last.then(() =>
      askHelper<typeof figuresJob>(startHelper, 'figures', job, { signal }),
    );
    this.#last = reading.catch(() => undefined);
    try {
      const read = v.parse(salesFiguresSchema, await reading);
      return ok({ ...read, documents: documents(read.period) });
    } catch (error) {
      if (signal.aborted) return err({ code: 'not_signed_in' });
      throw error;
    }
  }

  /** Ends what is being read: the database is then nobody's but the till's. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }
}
