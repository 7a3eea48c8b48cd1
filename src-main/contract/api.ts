// Every request from the renderer to main, and every event back, declared once: the argument's
// schema and the answer's type.
import * as v from 'valibot';
import { cartSchema, type Cart } from './cart.ts';
import {
  barcodeSchema,
  browseSchema,
  filePartSchema,
  importOptionsSchema,
  productIdSchema,
  productSaveSchema,
  productSchema,
  readingSchema,
  undoSchema,
  type CatalogueChange,
  type CatalogueSummary,
  type ImportProgress,
  type ImportReport,
  type ListedProduct,
  type ListedProducts,
  type Preview,
  type Product,
  type ProductGroup,
} from './catalogue.ts';
import {
  documentFilterSchema,
  documentViewSchema,
  type DocumentChoices,
  type ExportProgress,
  type ListedDocuments,
} from './documents.ts';
import { draftsSchema, type Draft } from './drafts.ts';
import {
  closingSchema,
  countPurposes,
  countSchema,
  daySettingsSchema,
  floatSchema,
  newMovementSchema,
  typedCountSchema,
  type CashMovement,
  type CommittedCount,
} from './day.ts';
import type { DayComparison } from './day-comparison.ts';
import { askedPaperSchema, type DayState, type ToClose, type ZReport } from './day-report.ts';
import type { Result } from './errors.ts';
import { exceptionsExportSchema, exceptionsQuerySchema, type TillException } from './exceptions.ts';
import { figuresExportSchema, figuresQuerySchema, type Figures } from './figures.ts';
import type { InvoiceKind } from './invoice-kind.ts';
import {
  takenProductsSchema,
  type LearningState,
  type LearntChoices,
  type LearntMethod,
  type LearntOffer,
} from './learning.ts';
import { cashierSchema, changedCashierSchema, lockRulesSchema, newCashierSchema } from './lock.ts';
import { newDocumentSchema } from './new-document.ts';
import type { PaymentMethod } from './payment.ts';
import { drawerSchema, openingReasonSchema, type DrawerOpening } from './drawer.ts';
import type { PrintJob } from './print-jobs.ts';
import {
  printerSchema,
  printingChangeSchema,
  receiptSettingsSchema,
  type ReceiptSettings,
  type SystemPrinter,
} from './printing.ts';
import {
  changeProfileSchema,
  openProfileSchema,
  removeProfileSchema,
  type Profile,
} from './profiles.ts';
import { receiptSourceSchema } from './receipt-source.ts';
import { recoveryUserIdSchema, type RecoveryUser } from './recovery.ts';
import { rehearsalSchema } from './rehearsals.ts';
import {
  backupChoiceSchema,
  lookIdSchema,
  type BackupVerdict,
  type KeptBackup,
} from './restore.ts';
import {
  cancellationSchema,
  correctionSchema,
  decisionSchema,
  finishSchema,
  commonDecisionSchema,
  outboxQuerySchema,
  referenceSchema,
  salePartiesSchema,
  settlementSchema,
  type FinishedSale,
  type OpenedDocument,
  type OpenedSale,
  type OutboxPage,
  type SaleParty,
  type SaleSummary,
} from './sales.ts';
import { counterSchema, type CounterScreen } from './counter.ts';
import { displayChangeSchema, displayPictureSchema, type DisplayState } from './display.ts';
import { checkNameSchema, scanTrialSchema, type Finding } from './computer.ts';
import type { OutboxReport } from './outbox-report.ts';
import {
  heldNameSchema,
  quickKeyPagesSchema,
  type Customer,
  type QuickKeyPage,
  type Scanned,
} from './selling.ts';
import { settingsChangeSchema } from './settings.ts';
import { useSetupSchema, type SetupVerdict } from './setup-file.ts';
import { credentialsSchema, signInSchema, type CompanyChoice, type DemoPlan } from './sign-in.ts';
import type { TillState } from './till-state.ts';
import { updateAddressSchema } from './update.ts';

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const shortText = v.pipe(v.string(), v.maxLength(200));

/** When a request is not answered for the time being. */
type Gate =
  /** Always: the locked page needs it, to show itself and to be unlocked. */
  | 'open'
  /** Refused while nobody is at the till: a screen shows it, or it keeps the sale under way. */
  | 'shown'
  /** It acts: refused also while somebody is asked for a PIN, so that nothing changes meanwhile. */
  | 'act';

const request =
  <Answer>(gate: Gate) =>
  <Schema extends v.GenericSchema>(argument: Schema) =>
    ({ gate, argument }) as RequestOf<Schema, Answer>;
interface RequestOf<Schema extends v.GenericSchema, Answer> {
  readonly gate: Gate;
  readonly argument: Schema;
  /** Carries the type only. */
  readonly answer?: Answer;
}

export const requests = {
  'app.state': request<TillState>('open')(v.undefined()),
  'app.dismissNotices': request<null>('act')(v.undefined()),
  /** What a person sends to whoever helps them: a text file beside the receipts. */
  'app.saveReport': request<{ readonly file: string }>('act')(v.undefined()),
  /** Tries again to open the till that could not be opened. */
  'session.tryAgain': request<null>('act')(v.undefined()),
  'session.practise': request<Profile>('act')(v.undefined()),
  /** The companies of the user, in the service's order. */
  'session.findTills': request<readonly CompanyChoice[]>('act')(credentialsSchema),
  'session.demoPlans': request<readonly DemoPlan[]>('act')(
    v.strictObject({ serviceAddress: credentialsSchema.entries.serviceAddress }),
  ),
  'session.signIn': request<Profile>('act')(signInSchema),
  'session.signOut': request<null>('act')(v.undefined()),
  /** Somebody says who they are: once they have typed their PIN, the till is theirs. */
  'lock.unlock': request<null>('open')(v.pick(cashierSchema, ['cashierId'])),
  /** A manager's forgotten PIN is set anew, and they are at the till. */
  'lock.recover': request<null>('open')(v.undefined()),
  'lock.lock': request<null>('open')(v.undefined()),
  /** Once for each locking: what was half-typed by then. */
  'lock.keepDrafts': request<null>('open')(v.strictObject({ drafts: draftsSchema })),
  /** What was kept for whoever has unlocked the till. */
  'lock.takeDrafts': request<readonly Draft[]>('shown')(v.undefined()),
  /** Somebody is busy at the till. */
  'lock.touch': request<null>('open')(v.undefined()),
  /** The first one must be a manager, and is at the till from then on. */
  'cashiers.add': request<null>('act')(newCashierSchema),
  'cashiers.change': request<null>('act')(changedCashierSchema),
  'cashiers.remove': request<null>('act')(v.pick(cashierSchema, ['cashierId'])),
  'cashiers.setRules': request<null>('act')(lockRulesSchema),
  /** Who may give a manager a new PIN. */
  'cashiers.recoveryUsers': request<readonly RecoveryUser[]>('shown')(v.undefined()),
  /** A user of the service, who signs in here for that and for nothing else. */
  'cashiers.addRecoveryUser': request<null>('act')(v.undefined()),
  'cashiers.removeRecoveryUser': request<null>('act')(
    v.strictObject({ recoveryUserId: recoveryUserIdSchema }),
  ),
  /** One that is signed out is chosen, not opened: signing in opens it. */
  'profiles.open': request<null>('act')(openProfileSchema),
  'profiles.change': request<null>('act')(changeProfileSchema),
  /** Its sales stay on this computer, and are there again after signing in to it. */
  'profiles.remove': request<null>('act')(removeProfileSchema),
  'settings.update': request<null>('act')(settingsChangeSchema),
  /** Payment methods that documents of the service have named. */
  'settings.seenPaymentMethods': request<readonly PaymentMethod[]>('shown')(v.undefined()),
  /**
   * The kinds of sales documents that the service has shown; with `lookUp`, its newest ones are
   * looked through first.
   */
  'settings.invoiceKinds': request<readonly InvoiceKind[]>('shown')(
    v.strictObject({ lookUp: v.boolean() }),
  ),
  'counter.screens': request<readonly CounterScreen[]>('shown')(v.undefined()),
  'counter.update': request<null>('act')(counterSchema),
  /** Until the next start. */
  'counter.leaveKiosk': request<null>('act')(v.undefined()),
  /** Null: nothing is looked for any more. */
  'update.setAddress': request<null>('act')(v.strictObject({ address: updateAddressSchema })),
  'update.look': request<null>('act')(v.undefined()),
  /** The version that was found. */
  'update.fetch': request<null>('act')(v.undefined()),
  /** The version that was fetched: the program ends, and starts again. */
  'update.install': request<null>('act')(
    v.strictObject({ version: v.pipe(v.string(), v.maxLength(20)) }),
  ),
  /** Of the customer display: what is set, and what there is to choose from. */
  'display.state': request<DisplayState>('shown')(v.undefined()),
  'display.update': request<null>('act')(displayChangeSchema),
  /** Main asks for a file, which the page never names. False where nobody has chosen one. */
  'display.addPicture': request<boolean>('act')(v.undefined()),
  'display.removePicture': request<null>('act')(v.pick(displayPictureSchema, ['file'])),
  /** Whether this computer is fit for a till: one check, which changes and prints nothing. */
  'computer.check': request<readonly Finding[]>('shown')(
    v.strictObject({ check: checkNameSchema }),
  ),
  /** What was found last, for a person to read; with `scan`, how a scan came. */
  'computer.report': request<{ readonly text: string }>('shown')(
    v.strictObject({ scan: v.nullable(scanTrialSchema) }),
  ),
  /** The report that was read last, as a text file beside the receipts. */
  'computer.saveReport': request<{ readonly file: string }>('act')(v.undefined()),
  /** Of the till that is open, or that could not be opened; newest first. */
  'restore.list': request<readonly KeptBackup[]>('shown')(v.undefined()),
  /**
   * What a backup holds, and what would be lost; null where nobody has chosen a file. An encrypted
   * one has main ask for its recovery key: the page never has it.
   */
  'restore.look': request<BackupVerdict | null>('act')(backupChoiceSchema),
  /**
   * What was looked at takes the place of the till's file, which is set aside. Returns whether a
   * person has agreed.
   */
  'restore.use': request<boolean>('act')(v.strictObject({ lookId: lookIdSchema })),
  /** How this till is set up, as a file beside the receipts for the shop's next till. */
  'setup.save': request<{ readonly file: string }>('act')(v.undefined()),
  /** Of a file that main asks for, which the page never names; null where nobody chooses one. */
  'setup.look': request<SetupVerdict | null>('act')(v.undefined()),
  /** What was looked at, as much of it as is ticked. */
  'setup.use': request<null>('act')(useSetupSchema),
  'practice.rehearse': request<null>('act')(rehearsalSchema),
  /** Deletes everything that practice holds, at its till and at its service, and begins anew. */
  'practice.reset': request<null>('act')(v.undefined()),
  /** Best first, at most 20. */
  'sell.findProducts': request<readonly Product[]>('shown')(v.strictObject({ text: shortText })),
  'sell.scan': request<Scanned>('shown')(v.strictObject({ text: barcodeSchema })),
  'sell.openCart': request<Cart>('shown')(v.undefined()),
  'sell.saveCart': request<null>('shown')(v.strictObject({ cart: cartSchema })),
  /** Whether what the sale is to have below its own price is approved; the sale is not changed. */
  'sell.lower': request<null>('act')(v.strictObject({ cart: cartSchema })),
  /** By which method the sale is being paid, for the customer to see; null where it is not. */
  'sell.paying': request<null>('shown')(v.strictObject({ methodId: v.nullable(identifier) })),
  'sell.finish': request<FinishedSale>('act')(finishSchema),
  /** Puts the sale under way aside and answers an empty one. */
  'sell.hold': request<Cart>('act')(v.strictObject({ cart: cartSchema, name: heldNameSchema })),
  /** Makes a sale that was put aside the one under way; the one under way must be empty. */
  'sell.resume': request<Cart>('act')(v.strictObject({ cartId: v.pipe(v.string(), v.uuid()) })),
  /** The cart of the latest finished sale; null before the first. */
  'sell.latestCart': request<Cart | null>('shown')(v.undefined()),
  /** Customers seen in documents whose name or tax number holds every word, at most 20. */
  'sell.findCustomers': request<readonly Customer[]>('shown')(v.strictObject({ text: shortText })),
  'sell.quickKeys': request<readonly QuickKeyPage[]>('shown')(v.undefined()),
  'sell.arrangeQuickKeys': request<readonly QuickKeyPage[]>('act')(
    v.strictObject({ pages: quickKeyPagesSchema }),
  ),
  'catalogue.summary': request<CatalogueSummary>('shown')(v.undefined()),
  /** A part of the products, in the order of their names or as they are found. */
  'catalogue.list': request<ListedProducts>('shown')(browseSchema),
  'catalogue.groups': request<readonly ProductGroup[]>('shown')(v.undefined()),
  'catalogue.receive': request<null>('act')(filePartSchema),
  /** The beginning of the received file, read as guessed (null) or as given. */
  'catalogue.preview': request<Preview>('shown')(
    v.strictObject({ reading: v.nullable(readingSchema) }),
  ),
  /**
   * Reads the whole received file into a new catalogue, which is not used before `catalogue.use`.
   */
  'catalogue.read': request<ImportReport>('act')(importOptionsSchema),
  /** Ends a reading that is under way, and discards what was read and received. */
  'catalogue.discard': request<null>('act')(v.undefined()),
  /** The new catalogue takes the place of the old one, whole. */
  'catalogue.use': request<CatalogueSummary>('act')(v.undefined()),
  /** The catalogue as a file beside the receipts, as `catalogue.read` reads it. */
  'catalogue.export': request<{ readonly file: string }>('act')(v.undefined()),
  /** Adds a product, or replaces the one with its code. */
  'catalogue.keep': request<null>('act')(v.strictObject({ product: productSchema })),
  'learning.state': request<LearningState>('shown')(v.undefined()),
  /** Begins, or goes on where it was stopped. */
  'learning.start': request<LearningState>('act')(v.undefined()),
  'learning.stop': request<LearningState>('act')(v.undefined()),
  /** Ways to pay, those used most first. */
  'learning.methods': request<readonly LearntMethod[]>('shown')(v.undefined()),
  /** The same, read from the newest documents at once where none is known yet. */
  'learning.findMethods': request<readonly LearntMethod[]>('shown')(v.undefined()),
  'learning.products': request<LearntOffer>('shown')(v.undefined()),
  'learning.choices': request<LearntChoices>('shown')(v.undefined()),
  /** Into the catalogue; what is there already stays as it is. Returns how many were added. */
  'learning.takeProducts': request<{ readonly added: number }>('act')(
    v.strictObject({ products: takenProductsSchema }),
  ),
  /** By hand: adds a product, or changes the one with that number. */
  'catalogue.save': request<{ readonly changeId: number; readonly listed: ListedProduct }>('act')(
    productSaveSchema,
  ),
  'catalogue.remove': request<CatalogueChange>('act')(productIdSchema),
  /** As it was before the change by hand that was the last one. */
  'catalogue.undo': request<null>('act')(undoSchema),
  'documents.list': request<ListedDocuments>('shown')(documentViewSchema),
  'documents.choices': request<DocumentChoices>('shown')(v.undefined()),
  'documents.get': request<OpenedDocument>('shown')(v.strictObject({ id: identifier })),
  /** A document of any nature, by the way that sales go: saved at once, sent by the outbox. */
  'documents.create': request<SaleSummary>('act')(newDocumentSchema),
  /** Everything that the filter selects, as a CSV file beside the receipts. */
  'documents.export': request<{ readonly file: string; readonly documents: number }>('act')(
    documentFilterSchema,
  ),
  /** Ends an export that is under way; nothing of it is left. */
  'documents.stopExport': request<null>('act')(v.undefined()),
  'outbox.list': request<OutboxPage>('shown')(outboxQuerySchema),
  'outbox.parties': request<readonly SaleParty[]>('shown')(salePartiesSchema),
  'outbox.get': request<OpenedSale>('shown')(v.strictObject({ reference: referenceSchema })),
  /** What stands beside the sales: the audit, a pause, and what a person must know. */
  'outbox.report': request<OutboxReport>('shown')(v.undefined()),
  'outbox.tryNow': request<null>('act')(v.undefined()),
  /**
   * Lets sales go that were never attempted, though what the service holds could not be looked
   * through.
   */
  'outbox.release': request<null>('act')(commonDecisionSchema),
  'outbox.cancel': request<SaleSummary>('act')(cancellationSchema),
  /** A refused sale as it is, after what was wrong has been put right at the service. */
  'outbox.sendAgain': request<SaleSummary>('act')(decisionSchema),
  /** All that the service does not take, as they are. */
  'outbox.sendAllAgain': request<{ readonly count: number }>('act')(commonDecisionSchema),
  'outbox.correct': request<SaleSummary>('act')(correctionSchema),
  /** Ends what only a person can end. */
  'outbox.settle': request<SaleSummary>('act')(settlementSchema),
  /** The sale's whole life as a text file beside the receipts. */
  'outbox.saveEvidence': request<{ readonly file: string }>('act')(
    v.strictObject({ reference: referenceSchema }),
  ),
  /** The open day, and those that are closed. Nothing that a count would be helped by. */
  'day.state': request<DayState>('shown')(v.undefined()),
  'day.changeSettings': request<null>('act')(daySettingsSchema),
  'day.open': request<null>('act')(v.strictObject({ float: floatSchema })),
  'day.moveCash': request<CashMovement>('act')(newMovementSchema),
  /** By another movement: none is ever deleted. */
  'day.takeBack': request<CashMovement>('act')(v.strictObject({ movementId: identifier })),
  /** The count that is under way, as it is typed; null ends it. */
  'day.saveDraft': request<null>('shown')(v.strictObject({ typed: v.nullable(typedCountSchema) })),
  /** From now on it is known what was expected. */
  'day.count': request<CommittedCount>('act')(
    v.strictObject({ count: countSchema, purpose: v.picklist(countPurposes) }),
  ),
  /** What is to be closed, once it is counted. */
  'day.toClose': request<ToClose>('shown')(v.undefined()),
  'day.close': request<ZReport>('act')(closingSchema),
  'day.report': request<ZReport>('act')(v.strictObject({ zId: identifier })),
  /** The day beside the service's lists, as they are now. It may take a while. */
  'day.compare': request<DayComparison>('act')(v.strictObject({ zId: identifier })),
  /** Returns the job at once, as for a receipt. */
  'day.print': request<PrintJob>('act')(askedPaperSchema),
  /** A Z report as a CSV file beside the receipts, or the list of all that there are. */
  'day.export': request<{ readonly file: string }>('act')(
    v.strictObject({ zId: v.nullable(identifier) }),
  ),
  'day.savePdf': request<{ readonly file: string }>('act')(askedPaperSchema),
  /** Everything of the day that a manager wants to see, newest first. */
  'exceptions.list': request<readonly TillException[]>('act')(exceptionsQuerySchema),
  /** The same as a CSV file beside the receipts. */
  'exceptions.export': request<{ readonly file: string }>('act')(exceptionsExportSchema),
  /** How it went, as far as this till can know. */
  'figures.read': request<Figures>('act')(figuresQuerySchema),
  /** One of its tables as a CSV file beside the receipts: of products all. */
  'figures.export': request<{ readonly file: string }>('act')(figuresExportSchema),
  /**
   * A copy of the till's database, made while selling goes on: encrypted, among the receipts, where
   * there is a recovery key.
   */
  'settings.backUp': request<{ readonly file: string }>('act')(v.undefined()),
  /**
   * A new one, which main prints or shows by itself: the page never has it. It is in use once that
   * is done.
   */
  'settings.makeRecoveryKey': request<null>('act')(
    v.strictObject({ way: v.picklist(['printer', 'screen']) }),
  ),
  /** What the company has every receipt say. */
  'receipt.settings': request<ReceiptSettings>('shown')(v.undefined()),
  'receipt.changeSettings': request<null>('act')(receiptSettingsSchema),
  'receipt.savePdf': request<{ readonly file: string }>('act')(receiptSourceSchema),
  /** Returns the job at once; what becomes of it is told by events. */
  'receipt.print': request<PrintJob>('act')(receiptSourceSchema),
  /** Opens the folder where receipts are saved. */
  'receipt.showFolder': request<null>('act')(v.undefined()),
  'printing.update': request<null>('act')(printingChangeSchema),
  /** Those that the system knows. */
  'printing.findPrinters': request<readonly SystemPrinter[]>('shown')(v.undefined()),
  /** Returns once the page is on paper, or why it is not. */
  'printing.testPage': request<null>('act')(v.strictObject({ printer: v.nullable(printerSchema) })),
  'printing.testDrawer': request<null>('act')(
    v.strictObject({ printer: printerSchema, drawer: drawerSchema }),
  ),
  'printing.openDrawer': request<null>('act')(v.strictObject({ reason: openingReasonSchema })),
  /** Newest first, at most 50. */
  'printing.jobs': request<readonly PrintJob[]>('shown')(v.undefined()),
  /** Newest first, at most 100. */
  'printing.openings': request<readonly DrawerOpening[]>('shown')(v.undefined()),
  /** A failed job as it is; an uncertain one as a copy. */
  'printing.again': request<PrintJob>('act')(v.strictObject({ jobId: identifier })),
  'printing.giveUp': request<PrintJob>('act')(v.strictObject({ jobId: identifier })),
} as const;

export type RequestName = keyof typeof requests;
export type Argument<Name extends RequestName> = v.InferOutput<(typeof requests)[Name]['argument']>;
export type Answer<Name extends RequestName> = Exclude<
  (typeof requests)[Name]['answer'],
  undefined
>;

export interface Events {
  readonly 'app.stateChanged': TillState;
  readonly 'outbox.saleChanged': SaleSummary;
  readonly 'catalogue.progress': ImportProgress;
  readonly 'documents.exportProgress': ExportProgress;
  readonly 'printing.jobChanged': PrintJob;
}
export type EventName = keyof Events;
export const eventNames = [
  'app.stateChanged',
  'outbox.saleChanged',
  'catalogue.progress',
  'documents.exportProgress',
  'printing.jobChanged',
] as const satisfies EventName[];

/** What the preload script puts on `window.till`. */
export interface TillBridge {
  request<Name extends RequestName>(
    name: Name,
    argument: Argument<Name>,
  ): Promise<Result<Answer<Name>>>;
  /** Returns the function that stops listening. */
  on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void;
}
