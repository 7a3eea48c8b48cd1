// Has a helper keep the till's daily backups beside its second copy, without anybody's pressing.
import { after, inTime } from '../clock.ts';
import type { MediumProblem } from '../contract/second-copy.ts';
import { askHelper } from '../helper-process/ask-helper.ts';
import { keptBackups, backupNamed } from '../store/backups.ts';
import type { keepOnMedium } from '../store/medium-backups.ts';
import { readRecoveryRecipient } from '../store/recovery-recipient.ts';
import type { AccompaniedTill } from '../till/environment.ts';
import { backupsOf } from './folders.ts';
import { MediumError, problemOf } from './medium.ts';
import type { SecondCopy, SecondCopyOptions } from './second-copy.ts';

export interface MediumBackupsOptions extends Pick<
  SecondCopyOptions,
  'startHelper' | 'log' | 'notify' | 'withdraw'
> {
  readonly onChanged: () => void;
  /** How often it is looked whether there is a newer backup, or another key. */
  readonly everyMs?: number;
}

const usualEveryMs = 10_000;
/** A medium that is full may have room again. */
const againMs = 30 * 60_000;
/** One that is gone may be back. */
const soonMs = 60_000;
/** Gigabytes on an old stick take less. */
const longestMs = 3 * 60 * 60_000;

/** A backup in one folder, for one key. */
interface Wanted {
  readonly what: string;
  readonly madeAtMs: number;
}

export class MediumBackups {
  readonly #till: AccompaniedTill;
  readonly #copy: Pick<SecondCopy, 'status' | 'folder'>;
  readonly #options: MediumBackupsOptions;
  readonly #closing = new AbortController();
  #isKeeping = false;
  #lastKept: Wanted | null = null;
  #failed:
    | (Wanted & {
        readonly problem: MediumProblem;
        readonly isTold: boolean;
        readonly againAtMs: number;
      })
    | null = null;

  constructor(
    till: AccompaniedTill,
    copy: Pick<SecondCopy, 'status' | 'folder'>,
    options: MediumBackupsOptions,
  ) {
    this.#till = till;
    this.#copy = copy;
    this.#options = options;
    this.#tick();
  }

  /** When the newest backup on the medium was made, and why a newer one is not there. */
  get status() {
    const isOff = this.#copy.folder === undefined;
    return {
      backedUpAtMs: isOff ? null : (this.#lastKept?.madeAtMs ?? null),
      backupProblem: !isOff && this.#failed?.isTold === true ? this.#failed.problem : null,
    };
  }

  /** Leaves a helper that hangs to itself. */
  close(): void {
    this.#closing.abort();
  }

  #tick(): void {
    const { everyMs = usualEveryMs } = this.#options;
    after(this.#till.clock, everyMs, this.#closing.signal, () => {
      this.#tick();
      try {
        this.#keepNewest();
      } catch (error) {
        // A disk that dies must not end the program here.
        this.#options.log.error('the newest backup could not be looked for', error);
      }
    });
  }

  #keepNewest(): void {
    const { db, clock } = this.#till;
    const { folder } = this.#copy;
    const { state, encrypts } = this.#copy.status;
    // Only then is the medium known to be there, and to be this till's.
    const isThere = state === 'up_to_date' || state === 'behind';
    if (!db.open || !isThere || folder === undefined || this.#isKeeping) return;
    const recipient = encrypts ? readRecoveryRecipient(db) : null;
    const [newest] = keptBackups(db.name);
    const source = newest && backupNamed(db.name, newest.name);
    // Nothing leaves the computer unencrypted only because nobody has made a key yet.
    if (recipient === undefined || !newest || source === undefined) return;
    const { madeAtMs } = newest;
    const what = [folder, newest.name, recipient].join('\n');
    const isTooSoon = this.#failed?.what === what && clock.monotonicMs() < this.#failed.againAtMs;
    if (this.#lastKept?.what === what || isTooSoon) return;
    this.#isKeeping = true;
    void this.#keep({ what, madeAtMs }, { source, folder: backupsOf(folder), recipient });
  }

  async #keep(wanted: Wanted, job: Parameters<typeof keepOnMedium>[0]): Promise<void> {
    const { startHelper, log, notify, withdraw, onChanged } = this.#options;
    const { clock } = this.#till;
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#closing.signal]);
    try {
      const keeping = askHelper<typeof keepOnMedium>(startHelper, 'keepOnMedium', job, {
        ...{ signal, clock },
      });
      const answered = await inTime(clock, keeping, longestMs, this.#closing.signal);
      if (!answered) throw new MediumError('silent');
      log.info('backups on the medium', { names: answered.answer });
      this.#lastKept = wanted;
      if (this.#failed) withdraw('medium_backup_failed');
      this.#failed = null;
    } catch (error) {
      // A helper that hangs in the system may not even end.
      over.abort();
      if (this.#closing.signal.aborted) return;
      log.error('the backup was not kept on the medium', error);
      const problem = problemIn(error);
      // A medium that is gone just now is told anyway.
      const isTold = this.#failed !== null || problem !== 'not_there';
      if (isTold && !this.#failed?.isTold) notify({ code: 'medium_backup_failed', problem });
      const waitMs = problem === 'not_there' ? soonMs : againMs;
      this.#failed = { ...wanted, problem, isTold, againAtMs: clock.monotonicMs() + waitMs };
    } finally {
      this.#isKeeping = false;
    }
    onChanged();
  }
}

/** A helper that died is no bug of main's. */
function problemIn(error: unknown): MediumProblem {
  try {
    return problemOf(error);
  } catch {
    return 'failed';
  }
}
