// Restores a backup: has the file chosen, asks for its key, and has a person agree in a window of
// the main process if no manager was asked.
import { basename } from 'node:path';
import type { Answer } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { BackupVerdict } from '../contract/restore.ts';
import { choosing } from '../page/choosing.ts';
import { isEncrypted, isFor, readRecoveryKey } from '../store/decryption.ts';
import { restoreWords } from './approval/people.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function restoreHandlers(context: Context): HandlersOf<'restore'> {
  const { backups } = context.session;
  /** The system's windows would lie one over the other, so one request is asked at a time. */
  let isAsking = false;
  const asking = async <Value>(ask: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    if (isAsking) return err({ code: 'restore_under_way' });
    isAsking = true;
    try {
      return await ask();
    } finally {
      isAsking = false;
    }
  };
  return {
    'restore.list': () => backups.list(),
    'restore.look': async (choice) => {
      if (choice.from === 'file') {
        const listed = backups.list();
        if (!listed.ok) return listed;
        const chosen = await asking(() => choosing(context, context.chooseBackup));
        if (!chosen.ok) return chosen;
        return chosen.value === undefined ? ok(null) : look(context, chosen.value);
      }
      const found = backups.find(choice.name);
      return found.ok ? look(context, found.value) : found;
    },
    'restore.use': ({ lookId }) => asking(() => use(context, lookId)),
  };
}

async function look(
  { session: { backups }, pinWindow }: Context,
  backup: string,
): Promise<Result<Answer<'restore.look'>>> {
  const name = basename(backup);
  if (backups.isOwn(backup)) return ok({ outcome: 'present_file', name });
  if (!isEncrypted(backup)) return unlocked(await backups.look(backup));
  // The window is for typing only, as reading the whole backup may take minutes.
  const typed = await pinWindow.ask({ kind: 'recovery_key', name }, async (answer) => {
    const key = await readRecoveryKey(answer.key);
    if (!key) return err({ code: 'recovery_key_wrong', isKey: false });
    return (await isFor(backup, key)) ? ok(key) : err({ code: 'recovery_key_wrong', isKey: true });
  });
  return typed.ok ? unlocked(await backups.look(backup, typed.value)) : typed;
}

const unlocked = (looked: Result<BackupVerdict | 'wrong_key'>): Result<BackupVerdict> =>
  looked.ok && looked.value === 'wrong_key'
    ? err({ code: 'recovery_key_wrong', isKey: true })
    : (looked as Result<BackupVerdict>);

/**
 * Restores once a manager has approved it in the PIN window, or a person agrees in a dialog of the
 * main process.
 */
async function use(context: Context, lookId: number): Promise<Result<boolean>> {
  const { session, lock } = context;
  const { till } = session;
  const asks = restoreWords(lookId, context);
  if (asks.length === 0) return err({ code: 'backup_not_looked_at' });
  if (lock.doneBy?.approvedBy === undefined) {
    const { atTill } = lock;
    if (!(await context.confirmRestore(asks))) return ok(false);
    // A person who comes by later is not the one who asked.
    const isAnother = lock.atTill?.cashierId !== atTill?.cashierId;
    if (lock.isLocked || isAnother) return err({ code: 'locked' });
  }
  const restored = await session.restore(lookId, till);
  return restored.ok ? ok(true) : restored;
}
