// Chains and seals the rows of an open till while it goes on, in small turns now and then, and the
// rest when it is closed. In turns as small it checks whether the file is as it was sealed.
import {
  beginning,
  chainRest,
  chainTurn,
  isBehind,
  readHead,
  rowsATurn,
  type Head,
} from './journal.ts';
import { checkChain } from './journal-check.ts';
import { isSealWhole, keepSeal, lastSealed } from './journal-seal.ts';
import { noteDecision } from './decisions.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import type { RecordsChanged } from '../contract/exceptions.ts';

export interface JournalKeeperOptions {
  readonly db: Store;
  readonly nowMs: () => number;
  /**
   * Is told the first of several failures in a row. Selling goes on, and the journal tries again.
   */
  readonly onFailure: (error: unknown) => void;
  /**
   * Is told that something other than the till has changed the chained rows. It is written down
   * already.
   */
  readonly onChanged: (changed: RecordsChanged) => void;
  /** Returns a key that is not in the file; undefined if there is none, or none yet. */
  readonly sealKey: () => Uint8Array | undefined;
  readonly everyMs?: number;
  /** The time between two turns of checking. */
  readonly lookMs?: number;
}

/** The wait if a turn was not enough: others have their turns in between. */
const nextMs = 20;
/** How many entries a turn checks: it takes some milliseconds of reading and hashing. */
const entriesALook = 100;

export class JournalKeeper {
  readonly #options: JournalKeeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #lookTimer: NodeJS.Timeout | undefined;
  #failing = false;
  #isSealChecked = false;
  /** The last entry that fits. */
  #seen: Head = beginning;

  constructor(options: JournalKeeperOptions) {
    this.#options = options;
    this.#wait(false);
    this.#waitToLook();
  }

  /** Chains the rest. Call it before the database is closed, and once nothing else writes to it. */
  finish(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#lookTimer);
    this.#try(() => {
      chainRest(this.#options.db, () => this.#chain());
    });
  }

  #turn(): void {
    if (!this.#options.db.open) return;
    let isMore = false;
    this.#try(() => {
      isMore = this.#chain() === rowsATurn;
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

  /** Chains a turn's rows and seals them in one commit. An idle till begins no transaction. */
  #chain(): number {
    const { db, sealKey } = this.#options;
    const key = sealKey();
    if (key) this.#checkSeal(key);
    const isSealed = () => !key || lastSealed(db) === readHead(db).entryId;
    if (!isBehind(db) && isSealed()) return 0;
    return inTransaction(db, () => {
      const chained = chainTurn(db, rowsATurn);
      if (key && !isSealed()) keepSeal(db, key);
      return chained;
    });
  }

  /** Checks the seal once, before anything is sealed anew. */
  #checkSeal(key: Uint8Array): void {
    if (this.#isSealChecked) return;
    const { db } = this.#options;
    if (!isSealWhole(db, key)) this.#noteChanged({ found: 'seal', entryId: lastSealed(db) ?? 0 });
    this.#isSealChecked = true;
  }

  #waitToLook(): void {
    const { lookMs = 100 } = this.#options;
    const look = () => {
      this.#lookOn();
    };
    this.#lookTimer = setTimeout(look, lookMs).unref();
  }

  /**
   * Checks the chain from the first entry to the last, once after each opening. A failure to read
   * the file is told and ends the check.
   */
  #lookOn(): void {
    const { db, onFailure } = this.#options;
    if (!db.open) return;
    try {
      if (this.#look()) this.#waitToLook();
    } catch (error) {
      onFailure(error);
    }
  }

  /** Returns whether there is more to look at. */
  #look(): boolean {
    const { head, fault } = checkChain(this.#options.db, this.#seen, entriesALook);
    const isMore = fault === null && head.entryId === this.#seen.entryId + entriesALook;
    if (fault) this.#noteChanged({ found: 'chain', entryId: fault.entryId });
    this.#seen = head;
    return isMore;
  }

  /**
   * Notes a change. A fault of the chain is found at every start, and written down once. A seal is
   * made anew, so that one that is wrong again was changed again.
   */
  #noteChanged(changed: RecordsChanged): void {
    const { db, nowMs, onChanged } = this.#options;
    const what = { kind: 'records_changed', ...changed } as const;
    const isNoted = prepared(db, 'SELECT 1 FROM decision WHERE what = ?').get(JSON.stringify(what));
    if (!isNoted || changed.found === 'seal')
      noteDecision(db, { atMs: nowMs(), by: null, approvedBy: null, what });
    onChanged(changed);
  }

  #try(act: () => void): void {
    try {
      act();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#options.onFailure(error);
      this.#failing = true;
    }
  }
}
