// What a person is asked before a backup takes the place of a till's file: which file, its key, and
// whether they agree.
import { basename } from 'node:path';
import type { Answer } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { BackupVerdict } from '../contract/restore.ts';
import type { Session } from '../session/session.ts';
import type { Lock } from '../staff/lock.ts';
import type { PinWindow } from '../staff/pin-window.ts';
import { isEncrypted, isFor, readRecoveryKey } from '../store/encryption.ts';
import { choosing } from './choosing.ts';
import type { Dialogs } from './dialogs.ts';

export interface RestoreOptions {
  readonly session: Session;
  readonly lock: Lock;
  readonly pinWindow: PinWindow;
  readonly dialogs: Pick<Dialogs, 'chooseBackup' | 'confirmRestore'>;
}

export class RestoreQuestions {
  readonly #options: RestoreOptions;
  /** The system's windows would lie one over the other, so one request is asked at a time. */
  #isAsking = false;

  constructor(options: RestoreOptions) {
    this.#options = options;
  }

  /** Returns undefined if nobody chooses a file. Errors: `restore_under_way`, `locked`. */
  choose(): Promise<Result<string | undefined>> {
    return this.#alone(() => choosing(this.#options, this.#options.dialogs.chooseBackup));
  }

  /** Looks at a backup, and asks for its key before if it is encrypted. */
  async look(backup: string): Promise<Result<Answer<'restore.look'>>> {
    const { session, pinWindow } = this.#options;
    const { backups } = session;
    const name = basename(backup);
    if (backups.isOwn(backup)) return ok({ outcome: 'present_file', name });
    if (!isEncrypted(backup)) return unlocked(await backups.look(backup));
    // The window is for typing only, as reading the whole backup may take minutes.
    const typed = await pinWindow.ask({ kind: 'recovery_key', name }, async (answer) => {
      const key = await readRecoveryKey(answer.key);
      if (!key) return err({ code: 'recovery_key_wrong', isKey: false });
      return (await isFor(backup, key))
        ? ok(key)
        : err({ code: 'recovery_key_wrong', isKey: true });
    });
    return typed.ok ? unlocked(await backups.look(backup, typed.value)) : typed;
  }

  /**
   * Restores once a manager has approved it in the PIN window, or a person agrees in a dialog of
   * the main process, who is asked as well where the manager could not know all of it. `asks` says
   * what is restored, and nothing if that was not looked at. Errors: `restore_under_way`,
   * `backup_not_looked_at`, `locked`, and those of restoring.
   */
  restore(
    lookId: number,
    asks: () => readonly string[],
    isAllApproved = true,
  ): Promise<Result<boolean>> {
    return this.#alone(() => this.#restore(lookId, asks(), isAllApproved));
  }

  async #restore(
    lookId: number,
    asks: readonly string[],
    isAllApproved: boolean,
  ): Promise<Result<boolean>> {
    const { session, lock, dialogs } = this.#options;
    const { till } = session;
    if (asks.length === 0) return err({ code: 'backup_not_looked_at' });
    if (!isAllApproved || lock.doneBy?.approvedBy === undefined) {
      const { atTill } = lock;
      if (!(await dialogs.confirmRestore(asks))) return ok(false);
      // A person who comes by later is not the one who asked.
      const isAnother = lock.atTill?.cashierId !== atTill?.cashierId;
      if (lock.isLocked || isAnother) return err({ code: 'locked' });
    }
    const restored = await session.restore(lookId, till);
    return restored.ok ? ok(true) : restored;
  }

  async #alone<Value>(ask: () => Promise<Result<Value>>): Promise<Result<Value>> {
    if (this.#isAsking) return err({ code: 'restore_under_way' });
    this.#isAsking = true;
    try {
      return await ask();
    } finally {
      this.#isAsking = false;
    }
  }
}

const unlocked = (looked: Result<BackupVerdict | 'wrong_key'>): Result<BackupVerdict> =>
  looked.ok && looked.value === 'wrong_key'
    ? err({ code: 'recovery_key_wrong', isKey: true })
    : (looked as Result<BackupVerdict>);
