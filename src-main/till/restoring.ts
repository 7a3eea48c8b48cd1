// Which backups of a till there are, and the one that was looked at: it alone can be put in place.
import { randomInt } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { err, ok, type Result } from '../contract/errors.ts';
import type { BackupVerdict, KeptBackup, WholeVerdict } from '../contract/restore.ts';
import { backupNamed, keptBackups } from '../store/backups.ts';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import type { RecoveryKey } from '../store/decryption.ts';
import type { Decision } from '../store/decisions.ts';
import { holdTill } from '../store/open-till.ts';
import {
  discardBackup,
  isAsLookedAt,
  useBackup,
  type Comparison,
  type WholeBackup,
} from '../store/restore-backup.ts';
import type { lookJob } from '../store/restore-job.ts';
import type { TillBinding } from '../store/till.ts';

/** As many as a person looks through. */
const mostReferences = 100;

export interface RestorableTill {
  readonly file: string;
  readonly binding: TillBinding;
}

export interface Restored {
  /** Of the backup. */
  readonly name: string;
  /** How many sales the file had that the backup has not; null where that could not be read. */
  readonly lost: number | null;
  /** Where the file is that was there; null where there was none. */
  readonly aside: string | null;
}

/** `wrong_key`: the recovery key is for other backups. */
type LookedAt = BackupVerdict | 'wrong_key';

export class Restoring {
  readonly #startHelper: StartHelper;
  /** The till that is open or could not be opened. */
  readonly #till: () => RestorableTill | null;
  #looked: (WholeBackup & { readonly file: string; readonly verdict: WholeVerdict }) | null = null;
  #isLooking = false;

  constructor(startHelper: StartHelper, till: () => RestorableTill | null) {
    this.#startHelper = startHelper;
    this.#till = till;
  }

  /** Errors: `not_signed_in` where there is no till. */
  list(): Result<readonly KeptBackup[]> {
    const till = this.#till();
    return till ? ok(keptBackups(till.file)) : err({ code: 'not_signed_in' });
  }

  /**
   * Whether it lies among the files of a till: whoever opens and closes one beside it lets go of
   * the till's locks.
   */
  isOwn(path: string): boolean {
    const till = this.#till();
    const tillsOf = (file: string): string => dirname(dirname(realpathSync(file)));
    return till !== null && tillsOf(path) === realpathSync(dirname(dirname(till.file)));
  }

  /** Errors: `not_signed_in` where there is no till, `not_found`. */
  find(name: string): Result<string> {
    const till = this.#till();
    if (!till) return err({ code: 'not_signed_in' });
    const backup = backupNamed(till.file, name);
    return backup === undefined ? err({ code: 'not_found' }) : ok(backup);
  }

  /**
   * One at a time: what was looked at before is then no longer ready. Errors: `not_signed_in` where
   * there is no till, `restore_under_way`, and those of the store.
   */
  async look(backup: string, key?: RecoveryKey): Promise<Result<LookedAt>> {
    const till = this.#till();
    if (!till) return err({ code: 'not_signed_in' });
    if (this.#isLooking) return err({ code: 'restore_under_way' });
    this.#isLooking = true;
    this.#looked = null;
    const { file, binding } = till;
    try {
      const job = { backup, file, binding, ...(key && { key }) };
      const looked = await askHelper<typeof lookJob>(this.#startHelper, 'look', job);
      if (!looked.ok) return looked;
      const name = basename(backup);
      if (looked.value.outcome === 'wrong_key') return ok('wrong_key');
      if (looked.value.outcome !== 'whole') return ok({ outcome: looked.value.outcome, name });
      // Not to be known before: a manager would be asked about what nobody has looked at yet.
      const lookId = randomInt(1, 2 ** 47);
      const verdict = verdictOf(looked.value.comparison, { name, lookId });
      this.#looked = { ...looked.value, file, verdict };
      return ok(verdict);
    } catch (error) {
      // A helper that died has left behind what it decrypted.
      discardBackup(file);
      throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  /** What is ready to be put in place; undefined where that is another one, or none. */
  looked(lookId: number): WholeVerdict | undefined {
    const looked = this.#looked;
    const isReady = looked?.verdict.lookId === lookId && looked.file === this.#till()?.file;
    return isReady && !this.#isLooking ? looked.verdict : undefined;
  }

  /**
   * Puts it in the place of the till's file, which nobody may have open. Errors:
   * `backup_not_looked_at`, `store_in_use`.
   */
  use(file: string, lookId: number, done: Omit<Decision, 'what'>): Result<Restored> {
    const looked = this.#looked;
    if (looked?.verdict.lookId !== lookId || looked.file !== file || this.#isLooking)
      return err({ code: 'backup_not_looked_at' });
    const release = holdTill(file);
    if (!release) return err({ code: 'store_in_use' });
    try {
      this.#looked = null;
      if (!isAsLookedAt(file, looked)) {
        discardBackup(file);
        return err({ code: 'backup_not_looked_at' });
      }
      const lost = looked.comparison.lost?.length ?? null;
      const aside = useBackup(file, { ...done, what: { kind: 'backup_restored', lost } }) ?? null;
      return ok({ name: looked.verdict.name, lost, aside });
    } finally {
      release();
    }
  }
}

function verdictOf(
  { sales, newestAtMs, lost }: Comparison,
  named: Pick<WholeVerdict, 'name' | 'lookId'>,
): WholeVerdict {
  const references = lost?.slice(-mostReferences).toReversed();
  return {
    ...{ outcome: 'whole', ...named, sales, newestAtMs },
    lost: lost && references ? { count: lost.length, references } : null,
  };
}
