// Restores a backup of main's list, or a file that somebody chooses.
import { ok } from '../contract/errors.ts';
import { RestoreQuestions } from '../page/restoring.ts';
import { type Context, besideKiosk } from './context.ts';
import { type Requests, withoutTill } from './request.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { clean } from './approval.ts';

export function restoreRequests(context: Context): Requests<'restore'> {
  const { session } = context;
  const questions = new RestoreQuestions(context);
  return {
    'restore.list': withoutTill(() => session.backups.list()),
    'restore.look': {
      changesNothing: true,
      till: false,
      actions: ({ from }) => (from === 'file' ? besideKiosk(context) : []),
      words: (_, { says }) => [says.chooseFile],
      run: async (choice) => {
        if (choice.from === 'file') {
          const listed = session.backups.list();
          if (!listed.ok) return listed;
          const chosen = await questions.choose();
          if (!chosen.ok) return chosen;
          return chosen.value === undefined ? ok(null) : questions.look(chosen.value);
        }
        const backup = session.backups.find(choice.name);
        return backup.ok ? questions.look(backup.value) : backup;
      },
    },
    'restore.use': {
      till: false,
      actions: 'restore_backup',
      words: ({ lookId }, { texts, context }) => {
        const asks = restoreWords(lookId, context);
        return asks.length > 0 ? asks : [texts.lock.actions.restore_backup];
      },
      run: ({ lookId }) => questions.restore(lookId, () => restoreWords(lookId, context)),
    },
  };
}

/** Returns the words for the backup that was looked at; nothing if that is another by now. */
function restoreWords(
  lookId: number,
  { session, language }: Pick<Context, 'session' | 'language'>,
): readonly string[] {
  const looked = session.backups.looked(lookId);
  if (!looked) return [];
  const { lock, restore } = messagesFor(language());
  return [
    lock.approval.restoreBackup(clean(looked.name)),
    restore.holds(looked.sales, looked.newestAtMs),
    restore.lost(looked.lost?.count ?? null),
  ];
}
