// Has a helper keep the till's daily backups beside its second copy, without anybody's pressing.
import { after } from '../clock.ts';
import { askHelper } from '../helper-process/ask-helper.ts';
import { keptBackups, backupNamed } from '../store/backups.ts';
import type { keepOnMedium } from '../store/medium-backups.ts';
import { readRecoveryRecipient } from '../store/recovery-recipient.ts';
import type { AccompaniedTill } from '../till/environment.ts';
import { backupsOf } from './folders.ts';
import type { SecondCopy, SecondCopyOptions } from './second-copy.ts';

export interface MediumBackupsOptions extends Pick<SecondCopyOptions, 'startHelper' | 'log'> {
  readonly onChanged: () => void;
  /** How often it is looked whether there is a newer backup. */
  readonly everyMs?: number;
}

const minuteMs = 60_000;
/** A medium that is full may have room again. */
const againMs = 30 * minuteMs;

export class MediumBackups {
  readonly #till: AccompaniedTill;
  readonly #copy: Pick<SecondCopy, 'status' | 'folder'>;
  readonly #options: MediumBackupsOptions;
  readonly #closing = new AbortController();
  #isKeeping = false;
  /** What lies there, by the folder, the backup and its key. */
  #kept: { readonly what: string; readonly madeAtMs: number } | null = null;
  #notBeforeMs = 0;

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

  /** When the newest backup on the medium was made; null if none is known. */
  get keptAtMs(): number | null {
    return this.#copy.folder === undefined ? null : (this.#kept?.madeAtMs ?? null);
  }

  /** Leaves a helper that hangs to itself. */
  close(): void {
    this.#closing.abort();
  }

  #tick(): void {
    const { everyMs = minuteMs } = this.#options;
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
    const what = [folder, newest.name, recipient].join('\n');
    if (this.#kept?.what === what || clock.monotonicMs() < this.#notBeforeMs) return;
    this.#isKeeping = true;
    const job = { source, folder: backupsOf(folder), recipient };
    void this.#keep(job).then((isKept) => {
      this.#isKeeping = false;
      if (!isKept) this.#notBeforeMs = clock.monotonicMs() + againMs;
      else this.#kept = { what, madeAtMs: newest.madeAtMs };
      this.#options.onChanged();
    });
  }

  async #keep(job: Parameters<typeof keepOnMedium>[0]): Promise<boolean> {
    const { startHelper, log } = this.#options;
    const { clock } = this.#till;
    const { signal } = this.#closing;
    try {
      const asked = { signal, clock };
      const names = await askHelper<typeof keepOnMedium>(startHelper, 'keepOnMedium', job, asked);
      log.info('backups on the medium', { names });
      return true;
    } catch (error) {
      if (!signal.aborted) log.error('the backup was not kept on the medium', error);
      return false;
    }
  }
}
