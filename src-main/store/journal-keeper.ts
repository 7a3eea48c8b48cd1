// Chains the rows of an open till while it goes on: a small turn now and then, and the rest when it
// is closed.
import { chainRest, chainTurn, readHead, rowsATurn } from './journal.ts';
import { keepSeal } from './journal-seal.ts';
import type { Store } from './open.ts';

export interface JournalKeeperOptions {
  readonly db: Store;
  /** The first of a row of failures. Selling goes on, and the journal tries again. */
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
  /**
   * A key that is not in the file, by which each turn ends with a seal; undefined where there is
   * none, or none yet.
   */
  readonly sealKey?: () => Uint8Array | undefined;
}

/** Where a turn was not enough: others have theirs in between. */
const nextMs = 20;

export class JournalKeeper {
  readonly #options: JournalKeeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;

  constructor(options: JournalKeeperOptions) {
    this.#options = options;
    this.#wait(false);
  }

  /** Before the database is closed, and once nothing else writes to it. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#try(() => {
      chainRest(this.#options.db);
    });
  }

  #turn(): void {
    if (!this.#options.db.open) return;
    let isMore = false;
    this.#try(() => {
      isMore = chainTurn(this.#options.db, rowsATurn) === rowsATurn;
    });
    this.#wait(isMore);
  }

  #wait(isMore: boolean): void {
    const { everyMs = 1_000 } = this.#options;
    const turn = () => {
      this.#turn();
    };
    this.#timer = setTimeout(turn, isMore ? nextMs : everyMs).unref();
  }

  #try(chain: () => void): void {
    const { db, sealKey, onFailure } = this.#options;
    try {
      const before = readHead(db).entryId;
      chain();
      const head = readHead(db);
      const key = head.entryId > before ? sealKey?.() : undefined;
      if (key) keepSeal(db, head, key);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) onFailure(error);
      this.#failing = true;
    }
  }
}
