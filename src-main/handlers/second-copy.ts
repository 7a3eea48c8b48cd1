// The second copy: where it is written, and starting again from one.
import { err, ok } from '../contract/errors.ts';
import { choosing } from '../page/choosing.ts';
import type { FolderChoice } from '../page/dialogs.ts';
import { RestoreQuestions } from '../page/restoring.ts';
import { readRecoveryKey } from '../store/encryption.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { sharedFormat } from '../contract/format.ts';
import type { CopyChange } from '../contract/second-copy.ts';
import { noteDecision } from '../store/decisions.ts';
import type { Store } from '../store/open.ts';
import { clean } from './approval.ts';
import { actingNow, besideKiosk, type Context } from './context.ts';
import { type Requests, withoutTill } from './request.ts';

export function secondCopyRequests(context: Context): Requests<'secondCopy'> {
  const { lock, secondCopies, session, pinWindow } = context;
  const questions = new RestoreQuestions(context);
  /** Where somebody practises, a folder stands for a stick. */
  const chosenFolder = (why: FolderChoice) => {
    const isPractice = session.till?.profile.kind === 'practice';
    const folder = isPractice ? context.practiceStick() : undefined;
    return choosing(context, () => context.dialogs.chooseFolder(why, folder));
  };
  const note = ({ db }: { readonly db: Store }, change: CopyChange) => {
    const what = { kind: 'second_copy_changed', change } as const;
    noteDecision(db, { ...actingNow(context, null), what });
  };
  return {
    'secondCopy.choose': {
      actions: 'set_second_copy',
      words: (_, { texts }) => [texts.secondCopy.chooseFolder],
      run: async (_, till) => {
        const chosen = await chosenFolder('second_copy');
        if (!chosen.ok) return chosen;
        if (chosen.value === undefined) return ok(false);
        const used = await secondCopies.use(till, chosen.value);
        if (!used.ok) return used;
        note(till, { act: 'chosen', folder: chosen.value });
        return ok(true);
      },
    },
    'secondCopy.change': {
      actions: 'set_second_copy',
      words: ({ encrypts }, { texts }) => [texts.secondCopy.encrypts(encrypts)],
      run: ({ encrypts }, till) => {
        const copy = secondCopies.of(till);
        if (!copy?.folder || copy.status.encrypts === encrypts) return ok(null);
        note(till, { act: encrypts ? 'encrypted' : 'not_encrypted' });
        copy.encrypt(encrypts);
        return ok(null);
      },
    },
    'secondCopy.stop': {
      actions: 'set_second_copy',
      words: (_, { texts }) => [texts.secondCopy.stop],
      run: (_, till) => {
        const copy = secondCopies.of(till);
        if (!copy?.folder || copy.status.takenOver) return ok(null);
        note(till, { act: 'stopped' });
        copy.stop();
        return ok(null);
      },
    },
    'secondCopy.find': {
      changesNothing: true,
      till: false,
      actions: () => besideKiosk(context),
      words: (_, { texts }) => [texts.secondCopy.find],
      run: async () => {
        const chosen = await chosenFolder('find_copy');
        if (!chosen.ok) return chosen;
        return chosen.value === undefined ? ok(null) : secondCopies.find(chosen.value);
      },
    },
    'secondCopy.look': withoutTill(async ({ copyId }) => {
      const foundCopy = secondCopies.found(copyId);
      if (!foundCopy.ok) return foundCopy;
      if (!foundCopy.value.isEncrypted) return secondCopies.look(copyId);
      const name = `${foundCopy.value.companyName} · ${foundCopy.value.tillName}`;
      return pinWindow.ask({ kind: 'recovery_key', name: clean(name) }, async (answer) => {
        const key = await readRecoveryKey(answer.key);
        if (!key) return err({ code: 'recovery_key_wrong', isKey: false });
        return secondCopies.look(copyId, key);
      });
    }),
    'secondCopy.use': {
      // A till that could not be opened has its place all the same.
      till: false,
      actions: 'restore_backup',
      words: ({ lookId }, { texts }) => {
        const asks = copyWords(lookId, context);
        return asks.length > 0 ? asks : [texts.lock.actions.restore_backup];
      },
      run: async ({ lookId }) => {
        const looked = secondCopies.looked(lookId);
        if (!looked) return err({ code: 'backup_not_looked_at' });
        const made = await session.backups.lookBy('second copy', (file, profile) =>
          secondCopies.build(looked, file, profile),
        );
        if (!made.ok) return made;
        if (made.value === 'wrong_key') return err({ code: 'recovery_key_wrong', isKey: true });
        if (made.value.outcome !== 'whole')
          return err({ code: 'second_copy_unusable', problem: 'unreadable' });
        // The medium may hold something else by now than what a manager was asked about.
        const isAsLooked = secondCopies.looked(lookId)?.digest === looked.digest;
        if (!isAsLooked && lock.doneBy?.approvedBy !== undefined)
          return err({ code: 'backup_not_looked_at' });
        const { lookId: madeId, lost } = made.value;
        const { restore } = messagesFor(context.language());
        const asks = () => {
          const heldWords = copyWords(lookId, context);
          return heldWords.length === 0 ? [] : [...heldWords, restore.lost(lost?.count ?? null)];
        };
        // What is lost is known only now, after a manager has approved the rest.
        const used = await questions.restore(madeId, asks, lost?.count === 0);
        if (!used.ok || !used.value) return used;
        secondCopies.forget();
        if (session.till) note(session.till, { act: 'started_again' });
        return used;
      },
    },
    'secondCopy.resume': {
      actions: 'set_second_copy',
      words: (_, { texts }) => [texts.secondCopy.resume],
      run: (_, till) => {
        const copy = secondCopies.of(till);
        if (!copy?.status.takenOver) return ok(null);
        note(till, { act: 'gone_on' });
        copy.resume();
        return ok(null);
      },
    },
  };
}

/** Returns the words for the copy that was looked at; nothing if that is another copy by now. */
function copyWords(
  lookId: number,
  { secondCopies, language }: Pick<Context, 'secondCopies' | 'language'>,
): readonly string[] {
  const looked = secondCopies.looked(lookId);
  if (!looked) return [];
  const { companyName, tillName } = looked.copy.owner.till;
  const { sales, newestAtMs, unsettled, unsettledCents } = looked.held;
  const { secondCopy } = messagesFor(language());
  return [
    secondCopy.use(clean(`${companyName} · ${tillName}`)),
    secondCopy.holds(sales, newestAtMs),
    secondCopy.unsettled(unsettled, sharedFormat(language()).money(unsettledCents)),
  ];
}
