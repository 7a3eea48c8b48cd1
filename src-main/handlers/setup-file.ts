// One till's set-up as a file for the shop's next till: made, looked at, and used in part or whole.
import { err, ok } from '../contract/errors.ts';
import { choosing } from '../page/choosing.ts';
import { saveSetup } from '../setup-file/save.ts';
import { changeRules } from '../staff/people.ts';
import { actingNow, type Context, besideKiosk } from './context.ts';
import type { Requests } from './request.ts';
import type { ManagerAction } from '../contract/lock.ts';
import type { SetupPart } from '../contract/setup-file.ts';
import type { SetupHead } from '../setup-file/head.ts';
import { readDaySettings } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { told } from '../till/in-catalogue.ts';
import { clean, cleaned, type Known } from './approval.ts';
import { daySettingsWords } from './day.ts';
import { rulesWords } from './cashiers.ts';
import { settingsWords } from './settings.ts';

export function setupFileRequests(context: Context): Requests<'setup'> {
  const { setupFiles, settings, lock } = context;
  return {
    'setup.save': {
      actions: 'export',
      words: (_, { says }) => [says.saveSetup],
      run: (_, till) =>
        saveSetup(till, {
          folder: context.receiptFolder(),
          selling: () => settings.value.selling,
        }),
    },
    'setup.look': {
      changesNothing: true,
      actions: () => besideKiosk(context),
      words: (_, { says }) => [says.chooseSetup],
      run: async (_, till) => {
        const chosen = await choosing(context, context.dialogs.chooseSetupFile);
        if (!chosen.ok) return chosen;
        const file = chosen.value;
        if (!till.db.open) return err({ code: 'not_signed_in' });
        return file === undefined ? ok(null) : setupFiles.look(file, till);
      },
    },
    'setup.use': {
      actions: ({ parts }) => [...new Set(parts.map((part) => actionOfPart[part]))],
      isShared: ({ parts }) => parts.includes('sellingRules'),
      words: ({ lookId, parts }, known) => {
        const { says, texts, context } = known;
        const { till } = context.session;
        const setupFile = context.setupFiles.looked(lookId, till?.db);
        if (!till || !setupFile) return [texts.setupFile.use];
        const { verdict, setup } = setupFile;
        const chosen = verdict.parts.filter(({ part }) => parts.includes(part));
        return [
          says.useSetup(clean(verdict.name), clean(verdict.companyName), clean(verdict.tillName)),
          ...chosen.map(({ part, count }) => texts.setupFile.parts[part](count ?? 0)),
          ...setupWords(setup.head, parts, till.db, known),
        ];
      },
      run: async (asked, till) => {
        const used = await setupFiles.use(asked, till, {
          onProgress: context.catalogueProgress,
          doer: actingNow(context, null),
          changeRules: (rules) => {
            const changed = changeRules({ db: till.db, keys: context.staffKeys() }, rules);
            if (changed.ok) lock.watchIdle();
            return changed;
          },
          changeSelling: (rules) =>
            settings.update({ selling: { ...settings.value.selling, ...rules } }),
        });
        if (used.ok) context.stateChanged();
        return told(till, context.log, used);
      },
    },
  };
}

/** Each part needs the same as if somebody set it without a file. */
const actionOfPart: Readonly<Record<SetupPart, ManagerAction>> = {
  paymentMethods: 'change_settings',
  catalogue: 'change_catalogue',
  quickKeys: 'change_settings',
  receiptTexts: 'change_settings',
  sellingRules: 'change_settings',
  day: 'change_settings',
  lockRules: 'manage_cashiers',
};

/** Returns what would be said of each part if somebody set it without a file. */
function setupWords(
  given: SetupHead,
  parts: readonly SetupPart[],
  db: Store,
  known: Known,
): readonly string[] {
  const head = cleaned(given) as SetupHead;
  const has = (part: SetupPart) => parts.includes(part);
  const now = known.context.settings.value.selling;
  const { methods, cashMethods } = head.paymentMethods;
  const day = {
    ...readDaySettings(db),
    ...(has('day') && head.day),
    ...(has('paymentMethods') && { cashMethods }),
  };
  return [
    ...(has('paymentMethods') ? settingsWords({ paymentMethods: methods }, known) : []),
    ...(has('sellingRules')
      ? settingsWords({ selling: { ...now, ...head.sellingRules } }, known)
      : []),
    ...(has('day') || has('paymentMethods') ? daySettingsWords(day, known) : []),
    ...(has('lockRules') ? rulesWords(head.lockRules, known) : []),
  ];
}
