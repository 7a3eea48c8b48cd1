// The sums of what the till has sold. They have a file of their own, which is made from the sales
// and kept up with them in background.
import { join } from 'node:path';
import type { Figures, FiguresQuery, SeenDocuments } from '../contract/figures.ts';
import type { Days } from '../contract/periods.ts';
import { isUseless, openCache, replaceCache, type CacheFile } from '../store/cache-file.ts';
import type { Store } from '../store/open.ts';
import { CountedUnreadable, countSome, coverageOf, SumsOfAnother } from './count.ts';
import { readFigures } from './read-figures.ts';
import { schema, schemaVersion } from './schema.ts';

/** How long a turn counts. What is gathered in it is written afterwards. */
const turnMs = 6;
/** The pause between two turns while sales wait to be counted. */
const pauseMs = 12;
/** The pause between two looks for new sales. */
const idleMs = 5_000;
/** How long a turn counts before figures are shown, so that what has just been sold is in them. */
const catchUpMs = 20;

export interface FiguresOptions {
  readonly folder: string;
  /** The till's own database. */
  readonly sales: Store;
  readonly documents: (days: Days) => SeenDocuments;
  readonly onProblem: (what: string, error: unknown) => void;
}

export class SalesFigures {
  readonly #options: FiguresOptions;
  readonly #cache: CacheFile;
  #db: Store;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;

  /** Always returns the figures: if no file can be used, the sums last until the till is closed. */
  static open(options: FiguresOptions): SalesFigures {
    const figures = new SalesFigures(options);
    figures.#after(pauseMs);
    return figures;
  }

  private constructor(options: FiguresOptions) {
    this.#options = options;
    this.#cache = {
      file: join(options.folder, 'figures.db'),
      ...{ schema, schemaVersion, onProblem: options.onProblem, holds: 'the sums of sales' },
    };
    this.#db = openCache(this.#cache);
  }

  /** `products` is how many of each order are wanted. */
  read(query: FiguresQuery, nowMs: number, products: number): Figures {
    this.#turn(catchUpMs);
    const { sales, documents } = this.#options;
    return readFigures({ db: this.#db, sales, documents, nowMs, products }, query);
  }

  /** How many of the till's sales are summed up. */
  get coverage(): Figures['coverage'] {
    return coverageOf(this.#db, this.#options.sales);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#db.close();
  }

  #after(waitMs: number): void {
    this.#timer = setTimeout(() => {
      if (!this.#db.open) return;
      this.#after(this.#turn(turnMs) ? pauseMs : idleMs);
    }, waitMs);
    this.#timer.unref();
  }

  /** Returns whether more may follow at once. */
  #turn(longestMs: number): boolean {
    try {
      const mayFollow = countSome(this.#db, this.#options.sales, longestMs);
      this.#failures = 0;
      return mayFollow;
    } catch (error) {
      if (error instanceof SumsOfAnother) {
        this.#beginAnew();
        return true;
      }
      // A failure that lasts is told once.
      if (this.#failures === 0) this.#options.onProblem('sales could not be summed up', error);
      this.#failures += 1;
      this.#mend(error);
      return false;
    }
  }

  #mend(error: unknown): void {
    const isOnce = isUseless(error) && this.#failures === 1;
    if (error instanceof CountedUnreadable || isOnce) this.#beginAnew();
  }

  /**
   * Counts anew in a new file: taking everything out of the old one takes long, and may be cut
   * short.
   */
  #beginAnew(): void {
    this.#db.close();
    this.#db = replaceCache(this.#cache);
  }
}
