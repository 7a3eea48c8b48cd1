// One till's set-up as a file for the shop's next till: made, looked at, and used in part or whole.
import { err, ok } from '../contract/errors.ts';
import { choosing } from '../page/choosing.ts';
import { saveSetup } from '../setup-file/save.ts';
import { changeRules } from '../staff/people.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function setupFileHandlers(context: Context): HandlersOf<'setup'> {
  const { setupFiles, settings, lock } = context;
  return {
    'setup.save': (_, till) =>
      saveSetup(till, {
        folder: context.receiptFolder(),
        selling: () => settings.value.selling,
      }),
    'setup.look': async (_, till) => {
      const chosen = await choosing(context, context.chooseSetupFile);
      if (!chosen.ok) return chosen;
      const file = chosen.value;
      if (!till.db.open) return err({ code: 'not_signed_in' });
      return file === undefined ? ok(null) : setupFiles.look(file, till);
    },
    'setup.use': async (asked, till) => {
      const used = await setupFiles.use(asked, till, {
        onProgress: context.catalogueProgress,
        changeRules: (rules) => {
          const changed = changeRules({ db: till.db, keys: context.staffKeys() }, rules);
          if (changed.ok) lock.watchIdle();
          return changed;
        },
        changeSelling: (rules) => {
          settings.update({ selling: { ...settings.value.selling, ...rules } });
        },
      });
      if (used.ok) context.stateChanged();
      return used;
    },
  };
}
