// The words for what a manager is asked to approve about settings of the shop, of this computer and
// of its paper.
import type { Argument } from '../../contract/api.ts';
import type { InStoreRule } from '../../contract/barcodes.ts';
import type { SetupPart } from '../../contract/setup-file.ts';
import type { SetupHead } from '../../setup-file/head.ts';
import { readDaySettings } from '../../store/day-settings.ts';
import type { Store } from '../../store/open.ts';
import { printerName, type Printer } from '../../contract/printing.ts';
import { readDayPaperTitle } from '../../store/print-jobs.ts';
import { dayWords } from './day.ts';
import { clean, cleaned, type Known, type WordsOf } from './known.ts';
import { peopleWords } from './people.ts';

const printerIn = (printer: Printer | null, { says }: Known): string =>
  printer === null ? says.systemPrinter : printerName(printer);

const labelText = ({ prefix, itemDigits, value }: InStoreRule): string =>
  `${prefix}: ${itemDigits}, ${value}`;

function changeWords(
  {
    paymentMethods,
    invoiceKind,
    selling,
    keepTokenWeakly,
    proxyScript,
  }: Argument<'settings.update'>,
  { says, format, context }: Known,
): readonly string[] {
  const names = (all: readonly string[]) => (all.length > 0 ? all.join(', ') : says.nothing);
  const now = context.settings.value.selling;
  const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  return [
    ...(paymentMethods
      ? [says.paymentMethods(names(paymentMethods.map(({ id, label }) => `${label} (${id})`)))]
      : []),
    ...(invoiceKind === undefined ? [] : [says.invoiceKind(invoiceKind?.name ?? says.nothing)]),
    ...(selling && isOther(selling.limits, now.limits)
      ? [
          says.limits(
            format.money(selling.limits.privateCents),
            format.money(selling.limits.otherCents),
          ),
        ]
      : []),
    ...(selling && isOther(selling.scanner, now.scanner) ? [says.scanner] : []),
    ...(selling && isOther(selling.inStoreRules, now.inStoreRules)
      ? [says.labels(names(selling.inStoreRules.map(labelText)))]
      : []),
    ...(selling && isOther(selling.cashiersAddProducts, now.cashiersAddProducts)
      ? [selling.cashiersAddProducts ? says.cashiersAdd : says.managersAdd]
      : []),
    ...(proxyScript === undefined ? [] : [says.proxyScript(proxyScript ?? says.nothing)]),
    ...(keepTokenWeakly === undefined ? [] : [keepTokenWeakly ? says.keepToken : says.forgetToken]),
  ];
}

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
    ...(has('paymentMethods') ? changeWords({ paymentMethods: methods }, known) : []),
    ...(has('sellingRules')
      ? changeWords({ selling: { ...now, ...head.sellingRules } }, known)
      : []),
    ...(has('day') || has('paymentMethods') ? dayWords['day.changeSettings'](day, known) : []),
    ...(has('lockRules') ? peopleWords['cashiers.setRules'](head.lockRules, known) : []),
  ];
}

export const settingsWords: WordsOf<
  'settings' | 'counter' | 'update' | 'display' | 'setup' | 'receipt' | 'printing'
> = {
  'settings.update': changeWords,
  'settings.backUp': (_, { says }) => [says.backUp],
  'settings.makeRecoveryKey': (_, { says }) => [says.makeRecoveryKey],
  'counter.update': ({ windowKind, startsWithComputer, staysAwake }, { says, texts }) => [
    says.counter(texts.counter.windowKinds[windowKind]),
    ...(startsWithComputer ? [says.startsWithComputer] : []),
    ...(staysAwake ? [says.staysAwake] : []),
  ],
  'counter.leaveKiosk': (_, { says }) => [says.leaveKiosk],
  'update.setAddress': ({ address }, { says }) => [
    address === null ? says.noUpdates : says.updatesFrom(address),
  ],
  'update.install': ({ version }, { says }) => [says.installUpdate(version)],
  'display.update': ({ screenId, greeting, notice }, { says }) => [
    screenId === null ? says.noDisplay : says.display,
    ...[greeting, notice].filter((text) => text !== '').map((text) => says.displaySays(text)),
  ],
  'display.addPicture': (_, { says }) => [says.addPicture],
  'display.removePicture': ({ file }, { says, context }) => {
    const { pictures } = context.settings.value.display;
    return [says.removePicture(pictures.find((picture) => picture.file === file)?.name ?? file)];
  },
  'receipt.showFolder': (_, { says }) => [says.showFolder],
  'setup.save': (_, { says }) => [says.saveSetup],
  'setup.look': (_, { says }) => [says.chooseSetup],
  'setup.use': ({ lookId, parts }, known) => {
    const { says, texts, context } = known;
    const { till } = context.session;
    const found = context.setupFiles.looked(lookId, till?.db);
    if (!till || !found) return [texts.setupFile.use];
    const { verdict, setup } = found;
    const chosen = verdict.parts.filter(({ part }) => parts.includes(part));
    return [
      says.useSetup(clean(verdict.name), clean(verdict.companyName), clean(verdict.tillName)),
      ...chosen.map(({ part, count }) => texts.setupFile.parts[part](count ?? 0)),
      ...setupWords(setup.head, parts, till.db, known),
    ];
  },
  'receipt.changeSettings': (_, { says }) => [says.receiptTexts],
  'printing.update': ({ printer, drawer, automatic }, known) => [
    ...(printer === undefined ? [] : [known.says.printer(printerIn(printer, known))]),
    ...(drawer === undefined ? [] : [known.says.drawer]),
    ...(automatic === undefined ? [] : [known.says.automatic]),
  ],
  'printing.testPage': ({ printer }, known) => [known.says.testPage(printerIn(printer, known))],
  'printing.testDrawer': (_, known) => [
    known.says.testDrawer(printerIn(known.context.settings.value.printing.printer, known)),
  ],
  'printing.openDrawer': ({ reason }, { says }) => [says.openDrawer(reason)],
  'printing.again': ({ jobId }, { says, context }) => {
    const { till } = context.session;
    return [says.seeReport((till && readDayPaperTitle(till.db, jobId)) ?? String(jobId))];
  },
};
