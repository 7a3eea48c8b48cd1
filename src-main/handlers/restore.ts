// Restores a backup of main's list, or a file that somebody chooses.
import { ok } from '../contract/errors.ts';
import { RestoreQuestions } from '../page/restoring.ts';
import { restoreWords } from './approval/people.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function restoreHandlers(context: Context): HandlersOf<'restore'> {
  const { backups } = context.session;
  const questions = new RestoreQuestions(context);
  return {
    'restore.list': () => backups.list(),
    'restore.look': async (choice) => {
      if (choice.from === 'file') {
        const listed = backups.list();
        if (!listed.ok) return listed;
        const chosen = await questions.choose();
        if (!chosen.ok) return chosen;
        return chosen.value === undefined ? ok(null) : questions.look(chosen.value);
      }
      const found = backups.find(choice.name);
      return found.ok ? questions.look(found.value) : found;
    },
    'restore.use': ({ lookId }) => questions.restore(lookId, () => restoreWords(lookId, context)),
  };
}
