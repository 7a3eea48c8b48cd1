// The sections of the settings, in the order in which they are listed. Another one is one entry
// here.
import CatalogueScreen from './catalogue/CatalogueScreen.svelte';
import ExceptionsScreen from './exceptions/ExceptionsScreen.svelte';
import CashiersScreen from './lock/CashiersScreen.svelte';
import PrinterScreen from './printing/PrinterScreen.svelte';
import ProfileRemovals from './profiles/ProfileRemovals.svelte';
import ProfilesCard from './profiles/ProfilesCard.svelte';
import RestoreBackup from './restore/RestoreBackup.svelte';
import AboutCard from './settings/AboutCard.svelte';
import AppearanceCard from './settings/AppearanceCard.svelte';
import BackupsCard from './settings/BackupsCard.svelte';
import ConnectionCard from './settings/ConnectionCard.svelte';
import CounterCard from './settings/CounterCard.svelte';
import CustomerDisplayCard from './settings/CustomerDisplayCard.svelte';
import DayCard from './settings/DayCard.svelte';
import InvoiceKinds from './settings/InvoiceKinds.svelte';
import PaymentMethods from './settings/PaymentMethods.svelte';
import ReceiptFolder from './settings/ReceiptFolder.svelte';
import ReceiptTexts from './settings/ReceiptTexts.svelte';
import ReturnSetup from './settings/ReturnSetup.svelte';
import ScannerCard from './settings/ScannerCard.svelte';
import SecondCopy from './second-copy/SecondCopy.svelte';
import StartAgain from './second-copy/StartAgain.svelte';
import type { Sections } from './settings/section.ts';
import SetupFileCard from './settings/SetupFileCard.svelte';
import SimplifiedLimits from './settings/SimplifiedLimits.svelte';
import ToGetReady from './settings/ToGetReady.svelte';
import UpdatesCard from './settings/UpdatesCard.svelte';

export const sections = [
  {
    id: 'payment-methods',
    group: 'selling',
    icon: 'card',
    title: ({ settings }) => settings.paymentMethods,
    labels: ({ settings, payment }) => [
      ...Object.values(payment.more.names),
      settings.methodId,
      settings.methodLabel,
      settings.addMethod,
      settings.extraButtons,
    ],
    Part: PaymentMethods,
  },
  {
    id: 'start',
    group: 'selling',
    icon: 'check',
    title: ({ start }) => start.title,
    labels: ({ start }) => [start.open],
    Part: ToGetReady,
  },
  {
    id: 'day',
    group: 'selling',
    icon: 'day',
    title: ({ day }) => day.settingsTitle,
    labels: ({ day }) => [
      ...[day.modeLegend, ...Object.values(day.modes), day.cashMethods, day.differenceLimit],
      day.printsZ,
    ],
    Part: DayCard,
  },
  {
    id: 'catalogue',
    group: 'selling',
    icon: 'products',
    title: ({ catalogue }) => catalogue.title,
    labels: ({ catalogue, products }) => [
      ...[products.title, catalogue.products, catalogue.import, catalogue.export],
      catalogue.choose,
    ],
    isPage: true,
    isFresh: true,
    Part: CatalogueScreen,
  },
  {
    id: 'simplified-invoices',
    group: 'selling',
    icon: 'receipt',
    title: ({ settings }) => settings.limits,
    labels: ({ settings }) => [settings.limitPrivate, settings.limitOther],
    Part: SimplifiedLimits,
  },
  {
    id: 'full-invoices',
    group: 'selling',
    icon: 'invoice',
    title: ({ settings }) => settings.invoices,
    labels: ({ settings }) => [settings.invoiceKind],
    Part: InvoiceKinds,
  },
  {
    id: 'returns',
    group: 'selling',
    icon: 'undo',
    title: ({ returns }) => returns.setting.title,
    labels: ({ returns: { setting } }) => [
      ...[setting.kind, setting.sendsPayment, setting.namesOrigin, setting.unasked],
      setting.trial,
    ],
    // What the first return showed may be new by the next time.
    isFresh: true,
    Part: ReturnSetup,
  },
  {
    id: 'scanner',
    group: 'selling',
    icon: 'scanner',
    title: ({ scanning }) => scanning.title,
    labels: ({ scanning }) => [
      ...[scanning.prefix, scanning.suffix, scanning.gap, scanning.sounds, scanning.test],
      ...[scanning.cashiersAdd, scanning.asksSameSale],
      ...[scanning.rules, scanning.rulePrefix, scanning.itemDigits, scanning.ruleValue],
      ...[scanning.decimals, scanning.commandSheet],
    ],
    Part: ScannerCard,
  },
  {
    id: 'receipt-texts',
    group: 'paper',
    icon: 'texts',
    title: ({ receiptTexts }) => receiptTexts.title,
    labels: ({ receiptTexts }) => [
      ...[receiptTexts.addressLines, receiptTexts.companyTaxNumber, receiptTexts.headerText],
      ...[receiptTexts.footerText, receiptTexts.logo, receiptTexts.withoutMarks],
      ...[receiptTexts.printWithoutMarks, receiptTexts.refuseWithoutMarks],
      receiptTexts.withoutMarksText,
    ],
    Part: ReceiptTexts,
  },
  {
    id: 'printer',
    group: 'paper',
    icon: 'printer',
    title: ({ printing }) => printing.title,
    labels: ({ printing }) => [
      ...[printing.kind, ...Object.values(printing.kinds), printing.paper, printing.host],
      ...[printing.port, printing.file, printing.language, printing.width, printing.columns],
      ...[printing.codePage, printing.cuts, printing.testPage, printing.automatic],
      ...Object.values(printing.automatics),
      ...[printing.drawer, printing.hasDrawer, printing.pin, printing.onMs, printing.offMs],
      ...[printing.opensFor, printing.jobs, printing.openings],
    ],
    isPage: true,
    Part: PrinterScreen,
  },
  {
    id: 'receipts',
    group: 'paper',
    icon: 'folder',
    title: ({ settings }) => settings.receipts,
    labels: ({ settings }) => [settings.showFolder],
    Part: ReceiptFolder,
  },
  {
    id: 'cashiers',
    group: 'people',
    icon: 'people',
    title: ({ lock }) => lock.manage.title,
    labels: ({ lock: { manage } }) => [
      ...[manage.list, manage.pin, manage.rules, manage.idle, manage.managers],
      ...[manage.users.title, manage.salesmen.title, manage.addTitle],
    ],
    isPage: true,
    Part: CashiersScreen,
  },
  {
    id: 'exceptions',
    group: 'people',
    icon: 'exceptions',
    title: ({ exceptions }) => exceptions.title,
    labels: ({ exceptions }) => [exceptions.day, exceptions.cashier, exceptions.export],
    isPage: true,
    // Opening it asks for a manager.
    isFresh: true,
    Part: ExceptionsScreen,
  },
  {
    id: 'connection',
    group: 'people',
    icon: 'connection',
    title: ({ connection }) => connection.title,
    labels: ({ connection }) => [
      ...[connection.service, connection.company, connection.till, connection.user],
      ...[connection.location, connection.terminal, connection.way, connection.interfaceVersion],
      ...[connection.keepWeakly, connection.proxyScript, connection.signOut],
    ],
    Part: ConnectionCard,
  },
  {
    id: 'profiles',
    group: 'people',
    icon: 'shop',
    title: ({ profiles }) => profiles.title,
    labels: ({ profiles }) => [profiles.changeTitle, profiles.name, profiles.colour],
    Part: ProfilesCard,
  },
  {
    id: 'display',
    group: 'computer',
    icon: 'appearance',
    title: ({ settings }) => settings.display,
    labels: ({ settings }) => [
      ...[settings.language, settings.appearance, ...Object.values(settings.themes)],
      settings.keyHints,
    ],
    Part: AppearanceCard,
  },
  {
    id: 'counter',
    group: 'computer',
    icon: 'counter',
    title: ({ counter }) => counter.title,
    labels: ({ counter }) => [
      ...[counter.windowKind, ...Object.values(counter.windowKinds), counter.screen],
      ...[counter.startsWithComputer, counter.staysAwake, counter.leaveKiosk],
    ],
    Part: CounterCard,
  },
  {
    id: 'customer-display',
    group: 'computer',
    icon: 'customerDisplay',
    title: ({ display }) => display.title,
    labels: ({ display }) => [
      ...[display.screen, display.language, display.greeting, display.notice, display.pictures],
      display.addPicture,
    ],
    Part: CustomerDisplayCard,
  },
  {
    id: 'backups',
    group: 'computer',
    icon: 'backup',
    title: ({ settings }) => settings.backups,
    labels: ({ settings }) => [
      ...[settings.backUp, settings.backUpEncrypted, settings.printRecoveryKey],
      ...[settings.showRecoveryKey, settings.renewRecoveryKey],
    ],
    Part: BackupsCard,
  },
  {
    id: 'second-copy',
    group: 'computer',
    icon: 'secondCopy',
    title: ({ secondCopyScreen }) => secondCopyScreen.title,
    labels: ({ secondCopyScreen }) => [
      ...[secondCopyScreen.choose, secondCopyScreen.encrypts, secondCopyScreen.stop],
    ],
    Part: SecondCopy,
  },
  {
    id: 'setup-file',
    group: 'computer',
    icon: 'setupFile',
    title: ({ setupFile }) => setupFile.title,
    labels: ({ setupFile }) => [setupFile.save, setupFile.choose],
    // What was looked at may be old by the next time.
    isFresh: true,
    Part: SetupFileCard,
  },
  {
    id: 'updates',
    group: 'computer',
    icon: 'updates',
    title: ({ updates }) => updates.title,
    labels: ({ updates }) => [updates.address, updates.look, updates.notes],
    Part: UpdatesCard,
  },
  {
    id: 'about',
    group: 'computer',
    icon: 'info',
    title: ({ settings }) => settings.about,
    labels: ({ failedStart }) => [failedStart.saveReport],
    Part: AboutCard,
  },
  {
    id: 'restore',
    group: 'danger',
    icon: 'restore',
    title: ({ restore }) => restore.title,
    labels: ({ restore }) => [restore.kept, restore.elsewhere],
    isPage: true,
    isFresh: true,
    Part: RestoreBackup,
  },
  {
    id: 'start-again',
    group: 'danger',
    icon: 'startAgain',
    title: ({ startAgain }) => startAgain.title,
    labels: ({ startAgain }) => [startAgain.choose],
    isPage: true,
    isFresh: true,
    Part: StartAgain,
  },
  {
    id: 'remove-profiles',
    group: 'danger',
    icon: 'trash',
    title: ({ profiles }) => profiles.removals,
    labels: ({ profiles }) => [profiles.removeIt],
    Part: ProfileRemovals,
  },
] as const satisfies Sections;
