// A till's backups, and the one that was looked at: only that one can be put in place.
import { randomInt } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { err, ok, type Result } from '../contract/errors.ts';
import type { BackupVerdict, KeptBackup, WholeVerdict } from '../contract/restore.ts';
import { backupNamed, keptBackups } from '../store/backups.ts';
import { keyOf } from '../account/profiles.ts';
import type { Profile } from '../contract/profiles.ts';
import { askHelper } from '../helper-process/ask-helper.ts';
import type { RecoveryKey } from '../store/encryption.ts';
import { holdTill } from '../store/till-lock.ts';
import {
  discardBackup,
  isAsLookedAt,
  useBackup,
  type Comparison,
  type lookJob,
  type Looked,
  type WholeBackup,
} from '../store/restore-backup.ts';
import { fileOf, type OpeningOptions } from './open-till.ts';

/** The most references that are shown: as many as a person looks through. */
const mostReferences = 100;

export interface RestoringOptions extends Pick<OpeningOptions, 'folder' | 'clock' | 'log'> {
  readonly environment: Pick<OpeningOptions['environment'], 'startHelper' | 'doneBy'>;
}

/** `wrong_key` means that the recovery key is for other backups. */
type LookedAt = BackupVerdict | 'wrong_key';

export class Restoring {
  readonly #options: RestoringOptions;
  /** Returns the profile whose till is open, or could not be opened. */
  readonly #profile: () => Profile | null;
  #looked: (WholeBackup & { readonly file: string; readonly verdict: WholeVerdict }) | null = null;
  #isLooking = false;

  constructor(options: RestoringOptions, profile: () => Profile | null) {
    this.#options = options;
    this.#profile = profile;
  }

  get #file(): string | null {
    const profile = this.#profile();
    return profile && fileOf(profile, this.#options);
  }

  /** Errors: `not_signed_in` if there is no till. */
  list(): Result<readonly KeptBackup[]> {
    const file = this.#file;
    return file === null ? err({ code: 'not_signed_in' }) : ok(keptBackups(file));
  }

  /**
   * Returns whether the backup lies among the files of a till. Opening and closing one there would
   * let go of the till's locks.
   */
  isOwn(path: string): boolean {
    const file = this.#file;
    const tillsOf = (one: string): string => dirname(dirname(realpathSync(one)));
    return file !== null && tillsOf(path) === realpathSync(dirname(dirname(file)));
  }

  /** Errors: `not_signed_in` if there is no till, `not_found`. */
  find(name: string): Result<string> {
    const file = this.#file;
    if (file === null) return err({ code: 'not_signed_in' });
    const backup = backupNamed(file, name);
    return backup === undefined ? err({ code: 'not_found' }) : ok(backup);
  }

  /**
   * Looks at one backup at a time. What was looked at before is then no longer ready. Errors:
   * `not_signed_in` if there is no till, `restore_under_way`, and those of the store.
   */
  async look(backup: string, key?: RecoveryKey): Promise<Result<LookedAt>> {
    const { startHelper } = this.#options.environment;
    return this.lookBy(basename(backup), (file, binding) => {
      const job = { backup, file, binding, ...(key && { key }) };
      return askHelper<typeof lookJob>(startHelper, 'look', job);
    });
  }

  /** Does the same with what `look` has made ready beside the till's file. */
  async lookBy(
    name: string,
    look: (file: string, binding: Profile) => Promise<Result<Looked>>,
  ): Promise<Result<LookedAt>> {
    const profile = this.#profile();
    if (!profile) return err({ code: 'not_signed_in' });
    if (this.#isLooking) return err({ code: 'restore_under_way' });
    this.#isLooking = true;
    this.#looked = null;
    const file = fileOf(profile, this.#options);
    try {
      const looked = await look(file, profile);
      if (!looked.ok) {
        // A helper that was not waited for any longer leaves what it had made so far.
        this.discardLook(profile);
        return looked;
      }
      if (looked.value.outcome === 'wrong_key') return ok('wrong_key');
      if (looked.value.outcome !== 'whole') return ok({ outcome: looked.value.outcome, name });
      // A guessed number would ask a manager about what nobody has looked at yet.
      const lookId = randomInt(1, 2 ** 47);
      const verdict = verdictOf(looked.value.comparison, { name, lookId });
      this.#looked = { ...looked.value, file, verdict };
      return ok(verdict);
    } catch (error) {
      // A helper that died may have left behind what it decrypted.
      discardBackup(file);
      throw error;
    } finally {
      this.#isLooking = false;
    }
  }

  /** Returns what is ready to be put in place; undefined if that is another backup, or none. */
  looked(lookId: number): WholeVerdict | undefined {
    const looked = this.#looked;
    const isReady = looked?.verdict.lookId === lookId && looked.file === this.#file;
    return isReady && !this.#isLooking ? looked.verdict : undefined;
  }

  /**
   * Puts what was looked at in the place of the till's file, which nobody may have open. Errors:
   * `backup_not_looked_at`, `store_in_use`. @throws what the file system throws; then the file is
   * as it was, or set aside.
   */
  use(profile: Profile, lookId: number): Result<null> {
    const { clock, environment, log } = this.#options;
    const { name: by = null, approvedBy = null } = environment.doneBy() ?? {};
    const file = fileOf(profile, this.#options);
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
      const what = { kind: 'backup_restored', lost } as const;
      const aside = useBackup(file, { atMs: clock.nowMs(), by, approvedBy, what });
      const formerFile = aside === undefined ? null : basename(aside);
      const { name: backup } = looked.verdict;
      log.info('backup restored', { till: keyOf(profile), backup, lost, formerFile });
      return ok(null);
    } finally {
      release();
    }
  }

  /** Deletes what was looked at when the program ended; selling goes on if that fails. */
  discardLook(profile: Profile): void {
    try {
      discardBackup(fileOf(profile, this.#options));
    } catch (error) {
      this.#options.log.failure('a backup that was looked at was not deleted', error);
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
