// Every request from the renderer to main, and every event back, declared once: the argument's
// schema and the answer's type.
import * as v from 'valibot';
import { cartSchema, type Cart } from './cart.ts';
import {
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
import {
  manyPreviewSchema,
  previewIdSchema,
  previewPageSchema,
  rangeSchema,
  type ManyPreview,
  type ManyProgress,
  type PreviewedProduct,
} from './many-products.ts';
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
import {
  cashierSchema,
  cashiersSalesmanSchema,
  changedCashierSchema,
  lockRulesSchema,
  newCashierSchema,
  type Salesman,
} from './lock.ts';
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
  sendAllAgainSchema,
  settlementSchema,
  type FinishedSale,
  type OpenedDocument,
  type OpenedSale,
  type OutboxPage,
  type SaleParty,
  type SaleSummary,
  type SentAgain,
} from './sales.ts';
import { counterSchema, type CounterScreen } from './counter.ts';
import { displayChangeSchema, displayPictureSchema, type DisplayState } from './display.ts';
import type { OutboxReport } from './outbox-report.ts';
import {
  returnFinishSchema,
  returnSetupSchema,
  returnSourceSchema,
  type OpenedReturn,
  type ReturnSetupState,
} from './returns.ts';
import {
  copyIdSchema,
  secondCopySettingsSchema,
  type FoundCopy,
  type HeldCopy,
} from './second-copy.ts';
import {
  heldNameSchema,
  quickKeyPagesSchema,
  scannedTextSchema,
  type Customer,
  type QuickKeyPage,
  type Scanned,
} from './selling.ts';
import { settingsChangeSchema } from './settings.ts';
import { useSetupSchema, type SetupVerdict } from './setup-file.ts';
import { labelOrderSchema, type LabelChoice, type LabelLook } from './shelf-labels.ts';
import { credentialsSchema, signInSchema, type CompanyChoice, type DemoPlan } from './sign-in.ts';
import type { TillState } from './till-state.ts';
import { updateAddressSchema } from './update.ts';

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const shortText = v.pipe(v.string(), v.maxLength(200));

/** A file that was saved among the receipts, by its path. */
interface SavedFile {
  readonly file: string;
}

/** When main refuses a request for the time being. */
type Gate =
  /** Always: the locked page needs it, to show itself and to be unlocked. */
  | 'open'
  /** Refused while nobody is at the till: a screen shows it, or it keeps the sale under way. */
  | 'shown'
  /** Refused also while somebody is asked for a PIN, so that nothing changes meanwhile: it acts. */
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
  /** Saves a text file beside the receipts, for a person to send to whoever helps them. */
  'app.saveReport': request<SavedFile>('act')(v.undefined()),
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
  /** Asks for a cashier's PIN; once they have typed it, the till is theirs. */
  'lock.unlock': request<null>('open')(v.pick(cashierSchema, ['cashierId'])),
  /** Sets a manager's forgotten PIN anew, and puts them at the till. */
  'lock.recover': request<null>('open')(v.undefined()),
  'lock.lock': request<null>('open')(v.undefined()),
  /** Hands over, once for each locking, what was half-typed by then. */
  'lock.keepDrafts': request<null>('open')(v.strictObject({ drafts: draftsSchema })),
  /** Returns what was kept for whoever has unlocked the till. */
  'lock.takeDrafts': request<readonly Draft[]>('shown')(v.undefined()),
  /** Tells that somebody is busy at the till, or has left something there half-typed. */
  'lock.touch': request<null>('open')(
    v.strictObject({ what: v.picklist(['person', 'half_typed']) }),
  ),
  /** Adds a cashier. The first one must be a manager, and is at the till from then on. */
  'cashiers.add': request<null>('act')(newCashierSchema),
  'cashiers.change': request<null>('act')(changedCashierSchema),
  'cashiers.remove': request<null>('act')(v.pick(cashierSchema, ['cashierId'])),
  'cashiers.setRules': request<null>('act')(lockRulesSchema),
  /** Returns which of the service's salesmen each cashier is, by the cashiers' identifiers. */
  'cashiers.salesmen': request<Readonly<Record<string, Salesman>>>('shown')(v.undefined()),
  'cashiers.setSalesman': request<null>('act')(cashiersSalesmanSchema),
  /** Returns the users who may give a manager a new PIN. */
  'cashiers.recoveryUsers': request<readonly RecoveryUser[]>('shown')(v.undefined()),
  /** Adds a user of the service, who signs in here for that and for nothing else. */
  'cashiers.addRecoveryUser': request<null>('act')(v.undefined()),
  'cashiers.removeRecoveryUser': request<null>('act')(
    v.strictObject({ recoveryUserId: recoveryUserIdSchema }),
  ),
  /** Opens a profile. One that is signed out is only chosen: signing in opens it. */
  'profiles.open': request<null>('act')(openProfileSchema),
  'profiles.change': request<null>('act')(changeProfileSchema),
  /** Removes a profile. Its sales stay on this computer, and are back after signing in. */
  'profiles.remove': request<null>('act')(removeProfileSchema),
  'settings.update': request<null>('act')(settingsChangeSchema),
  /** Returns the payment methods that documents of the service have named. */
  'settings.seenPaymentMethods': request<readonly PaymentMethod[]>('shown')(v.undefined()),
  /** Returns the kinds of sales documents seen; with `lookUp`, after looking through the newest. */
  'settings.invoiceKinds': request<readonly InvoiceKind[]>('shown')(
    v.strictObject({ lookUp: v.boolean() }),
  ),
  'counter.screens': request<readonly CounterScreen[]>('shown')(v.undefined()),
  'counter.update': request<null>('act')(counterSchema),
  /** Leaves the kiosk until the next start. */
  'counter.leaveKiosk': request<null>('act')(v.undefined()),
  /** Sets where updates are looked for; null ends the looking. */
  'update.setAddress': request<null>('act')(v.strictObject({ address: updateAddressSchema })),
  'update.look': request<null>('act')(v.undefined()),
  'update.fetch': request<null>('act')(v.undefined()),
  /** Installs the version that was fetched: the program ends, and starts again. */
  'update.install': request<null>('act')(
    v.strictObject({ version: v.pipe(v.string(), v.maxLength(20)) }),
  ),
  /** Returns the settings of the customer display, and what there is to choose from. */
  'display.state': request<DisplayState>('shown')(v.undefined()),
  'display.update': request<null>('act')(displayChangeSchema),
  /** Adds a picture, whose file main asks for; the page never names it. False if none is chosen. */
  'display.addPicture': request<boolean>('act')(v.undefined()),
  'display.removePicture': request<null>('act')(v.pick(displayPictureSchema, ['file'])),
  /** Returns the backups of the till that is open, or that could not be opened; newest first. */
  'restore.list': request<readonly KeptBackup[]>('shown')(v.undefined()),
  /**
   * Returns what a backup holds and what would be lost; null if nobody has chosen a file. For an
   * encrypted one main asks for its recovery key: the page never has it.
   */
  'restore.look': request<BackupVerdict | null>('act')(backupChoiceSchema),
  /** Puts the backup that was looked at in the till's place. Returns whether a person agreed. */
  'restore.use': request<boolean>('act')(v.strictObject({ lookId: lookIdSchema })),
  /** Writes a second copy into a folder that main asks for. Returns whether one is chosen. */
  'secondCopy.choose': request<boolean>('act')(v.undefined()),
  'secondCopy.change': request<null>('act')(secondCopySettingsSchema),
  /** Writes no second copy any more. What is on the medium stays there. */
  'secondCopy.stop': request<null>('act')(v.undefined()),
  /** Returns the copies in a folder that main asks for; null for none. Needs no till. */
  'secondCopy.find': request<readonly FoundCopy[] | null>('act')(v.undefined()),
  /** Returns what a copy holds. Main asks for the key of an encrypted one: never the page. */
  'secondCopy.look': request<HeldCopy>('act')(v.strictObject({ copyId: copyIdSchema })),
  /**
   * Puts what was looked at in the place of the open till's file, which is set aside, and opens the
   * till from it. It must be signed in to before. Returns whether a person has agreed.
   */
  'secondCopy.use': request<boolean>('act')(v.strictObject({ lookId: copyIdSchema })),
  /**
   * Has a till that another computer has taken over go on here all the same, as a copy: everything
   * unsettled is looked for before it is sent, and the other computer stops sending.
   */
  'secondCopy.resume': request<null>('act')(v.undefined()),
  /** Saves how this till is set up beside the receipts, as a file for the shop's next till. */
  'setup.save': request<SavedFile>('act')(v.undefined()),
  /** Reads a set-up file that main asks for; the page never names it. Null if none is chosen. */
  'setup.look': request<SetupVerdict | null>('act')(v.undefined()),
  /** Takes over as much of the file that was looked at as is ticked. */
  'setup.use': request<null>('act')(useSetupSchema),
  /** Returns the code of the product that the practice service refuses. */
  'practice.rehearse': request<{ readonly withdrawnCode: string }>('act')(rehearsalSchema),
  /**
   * Loses all that the practice till has, as a computer does that dies, and opens the till as on a
   * new one. What the practice service has stays.
   */
  'practice.loseComputer': request<null>('act')(v.undefined()),
  /** Deletes everything that practice holds, at its till and at its service, and begins anew. */
  'practice.reset': request<null>('act')(v.undefined()),
  /** Returns the products that match best, the best first, at most 20. */
  'sell.findProducts': request<readonly Product[]>('shown')(v.strictObject({ text: shortText })),
  'sell.scan': request<Scanned>('shown')(v.strictObject({ text: scannedTextSchema })),
  'sell.openCart': request<Cart>('shown')(v.undefined()),
  'sell.saveCart': request<null>('shown')(v.strictObject({ cart: cartSchema })),
  /** Asks for approval of prices below the products' own; the sale is not changed. */
  'sell.lower': request<null>('act')(v.strictObject({ cart: cartSchema })),
  /** Tells how the sale is being paid, for the customer to see; null if it is not. */
  'sell.paying': request<null>('shown')(v.strictObject({ methodId: v.nullable(identifier) })),
  'sell.finish': request<FinishedSale>('act')(finishSchema),
  /** Puts the sale under way aside and returns an empty one. */
  'sell.hold': request<Cart>('act')(v.strictObject({ cart: cartSchema, name: heldNameSchema })),
  /** Makes a sale that was put aside the one under way; the one under way must be empty. */
  'sell.resume': request<Cart>('act')(v.strictObject({ cartId: v.pipe(v.string(), v.uuid()) })),
  /** Returns the cart of the latest finished sale; null before the first. */
  'sell.latestCart': request<Cart | null>('shown')(v.undefined()),
  /** Returns customers seen in documents whose name or tax number holds every word, at most 20. */
  'sell.findCustomers': request<readonly Customer[]>('shown')(v.strictObject({ text: shortText })),
  'sell.quickKeys': request<readonly QuickKeyPage[]>('shown')(v.undefined()),
  'sell.arrangeQuickKeys': request<readonly QuickKeyPage[]>('act')(
    v.strictObject({ pages: quickKeyPagesSchema }),
  ),
  /** Saves the barcodes that work the sell screen as a PDF among the receipts. */
  'sell.saveCommandSheet': request<SavedFile>('act')(v.undefined()),
  'catalogue.summary': request<CatalogueSummary>('shown')(v.undefined()),
  /** Returns a part of the products, by name or as the search ranks them. */
  'catalogue.list': request<ListedProducts>('shown')(browseSchema),
  'catalogue.groups': request<readonly ProductGroup[]>('shown')(v.undefined()),
  /** Returns the numbers of a part of the products, in the order of `catalogue.list`. */
  'catalogue.range': request<readonly number[]>('shown')(rangeSchema),
  'catalogue.receive': request<null>('act')(filePartSchema),
  /** Returns the beginning of the received file, read as guessed (null) or as given. */
  'catalogue.preview': request<Preview>('shown')(
    v.strictObject({ reading: v.nullable(readingSchema) }),
  ),
  /** Reads the whole received file into a new catalogue, not used before `catalogue.use`. */
  'catalogue.read': request<ImportReport>('act')(importOptionsSchema),
  /** Ends a reading that is under way, and discards what was read and received. */
  'catalogue.discard': request<null>('act')(v.undefined()),
  /** Puts the whole new catalogue in the place of the old one. */
  'catalogue.use': request<CatalogueSummary>('act')(
    v.strictObject({ reportId: v.pipe(v.number(), v.safeInteger()) }),
  ),
  /** Saves the catalogue beside the receipts, as a file that `catalogue.read` can read. */
  'catalogue.export': request<SavedFile>('act')(v.undefined()),
  /** Adds a product, or replaces the one with its code. */
  'catalogue.keep': request<null>('act')(v.strictObject({ product: productSchema })),
  /** Returns how labels were printed last; null before the first. */
  'labels.choice': request<LabelChoice | null>('shown')(v.undefined()),
  /** Returns what an order comes to, and how its first page looks. */
  'labels.look': request<LabelLook>('shown')(labelOrderSchema),
  /** Prints labels. Returns the job at once, as for a receipt. */
  'labels.print': request<PrintJob>('act')(labelOrderSchema),
  /** Saves sheets of A4 as a PDF beside the receipts. */
  'labels.savePdf': request<SavedFile>('act')(labelOrderSchema),
  'learning.state': request<LearningState>('shown')(v.undefined()),
  /** Starts learning, or goes on where it was stopped. */
  'learning.start': request<LearningState>('act')(v.undefined()),
  'learning.stop': request<LearningState>('act')(v.undefined()),
  /** Returns the known ways to pay, the most used first. */
  'learning.methods': request<readonly LearntMethod[]>('shown')(v.undefined()),
  /** Returns the same; if none is known yet, it reads the newest documents first. */
  'learning.findMethods': request<readonly LearntMethod[]>('shown')(v.undefined()),
  'learning.products': request<LearntOffer>('shown')(v.undefined()),
  'learning.choices': request<LearntChoices>('shown')(v.undefined()),
  /** Adds products that the catalogue lacks. Returns how many. */
  'learning.takeProducts': request<{ readonly added: number }>('act')(
    v.strictObject({ products: takenProductsSchema }),
  ),
  /** Saves an edit by hand: adds a product, or changes the one with that number. */
  'catalogue.save': request<{ readonly changeId: number; readonly listed: ListedProduct }>('act')(
    productSaveSchema,
  ),
  'catalogue.remove': request<CatalogueChange>('act')(productIdSchema),
  /** Shows what would become of many products; nothing is changed. */
  'catalogue.previewMany': request<ManyPreview>('shown')(manyPreviewSchema),
  'catalogue.previewedProducts': request<readonly PreviewedProduct[]>('shown')(previewPageSchema),
  /** Does what a preview shows, to all its products or to none. */
  'catalogue.changeMany': request<CatalogueChange>('act')(previewIdSchema),
  /** Ends a change of many that is under way; the catalogue stays as it was. */
  'catalogue.stopChange': request<null>('act')(v.undefined()),
  /** Returns the change that can be undone; null if there is none. */
  'catalogue.lastChange': request<CatalogueChange | null>('shown')(v.undefined()),
  /** Undoes the last change by hand. */
  'catalogue.undo': request<null>('act')(undoSchema),
  'documents.list': request<ListedDocuments>('shown')(documentViewSchema),
  'documents.choices': request<DocumentChoices>('shown')(v.undefined()),
  'documents.get': request<OpenedDocument>('shown')(v.strictObject({ id: identifier })),
  /** Creates a document of any nature in the way of a sale: saved at once, sent by the outbox. */
  'documents.create': request<SaleSummary>('act')(newDocumentSchema),
  /** Saves everything that the filter selects as a CSV file beside the receipts. */
  'documents.export': request<SavedFile & { readonly documents: number }>('act')(
    documentFilterSchema,
  ),
  /** Ends an export that is under way and leaves nothing of it. */
  'documents.stopExport': request<null>('act')(v.undefined()),
  /** Returns what can still come back of a document. */
  'returns.open': request<OpenedReturn>('shown')(v.strictObject({ source: returnSourceSchema })),
  /** Takes goods back: the document is saved at once, and sent by the outbox. */
  'returns.finish': request<SaleSummary>('act')(returnFinishSchema),
  /** The customer takes the money of an exchange after all, which is then no longer to be spent. */
  'returns.payOut': request<null>('act')(
    v.strictObject({ reference: v.pipe(v.string(), v.maxLength(100)) }),
  ),
  'returns.setup': request<ReturnSetupState>('shown')(v.undefined()),
  /** Does as `settings.invoiceKinds` for the kinds that may take goods back. */
  'returns.kinds': request<readonly InvoiceKind[]>('shown')(
    v.strictObject({ lookUp: v.boolean() }),
  ),
  'returns.changeSetup': request<null>('act')(returnSetupSchema),
  'outbox.list': request<OutboxPage>('shown')(outboxQuerySchema),
  'outbox.parties': request<readonly SaleParty[]>('shown')(salePartiesSchema),
  'outbox.get': request<OpenedSale>('shown')(v.strictObject({ reference: referenceSchema })),
  /** Returns what stands beside the sales: the audit, a pause, what a person must know. */
  'outbox.report': request<OutboxReport>('shown')(v.undefined()),
  'outbox.tryNow': request<null>('act')(v.undefined()),
  /** Lets sales go that were never attempted, before the documents were looked through. */
  'outbox.release': request<null>('act')(commonDecisionSchema),
  'outbox.cancel': request<SaleSummary>('act')(cancellationSchema),
  /** Sends a refused sale again as it is, once its fault is put right at the service. */
  'outbox.sendAgain': request<SaleSummary>('act')(decisionSchema),
  /** Sends all sales that the service does not take again, as they are or dated today. */
  'outbox.sendAllAgain': request<SentAgain>('act')(sendAllAgainSchema),
  /** Ticks off what had to be seen of a sale. */
  'outbox.tickOff': request<null>('act')(v.strictObject({ reference: referenceSchema })),
  'outbox.correct': request<SaleSummary>('act')(correctionSchema),
  /** Ends what only a person can end. */
  'outbox.settle': request<SaleSummary>('act')(settlementSchema),
  /** Saves the sale's whole life as a text file beside the receipts. */
  'outbox.saveEvidence': request<SavedFile>('act')(v.strictObject({ reference: referenceSchema })),
  /** Returns the open day and the closed ones, without anything that would help a count. */
  'day.state': request<DayState>('shown')(v.undefined()),
  'day.changeSettings': request<null>('act')(daySettingsSchema),
  'day.open': request<null>('act')(v.strictObject({ float: floatSchema })),
  'day.moveCash': request<CashMovement>('act')(newMovementSchema),
  /** Takes a movement back by another one: none is ever deleted. */
  'day.takeBack': request<CashMovement>('act')(v.strictObject({ movementId: identifier })),
  /** Saves the count under way as it is typed; null ends it. */
  'day.saveDraft': request<null>('shown')(v.strictObject({ typed: v.nullable(typedCountSchema) })),
  /** Commits a count; from now on the expected amount is known. */
  'day.count': request<CommittedCount>('act')(
    v.strictObject({ count: countSchema, purpose: v.picklist(countPurposes) }),
  ),
  /** Returns what is to be closed, once the drawer is counted. */
  'day.toClose': request<ToClose>('shown')(v.undefined()),
  'day.close': request<ZReport>('act')(closingSchema),
  'day.report': request<ZReport>('act')(v.strictObject({ zId: identifier })),
  /** Compares the day with the service's lists as they are now. It may take a while. */
  'day.compare': request<DayComparison>('act')(v.strictObject({ zId: identifier })),
  /** Returns the path of the report's page as it would be printed now. */
  'day.preview': request<{ readonly preview: string }>('act')(askedPaperSchema),
  /** Prints a report. Returns the job at once, as for a receipt. */
  'day.print': request<PrintJob>('act')(askedPaperSchema),
  /** Saves a Z report, or the list of all (null), as a CSV file beside the receipts. */
  'day.export': request<SavedFile>('act')(v.strictObject({ zId: v.nullable(identifier) })),
  'day.savePdf': request<SavedFile>('act')(askedPaperSchema),
  /** Returns everything of the day that a manager wants to see, newest first. */
  'exceptions.list': request<readonly TillException[]>('act')(exceptionsQuerySchema),
  /** Saves the same as a CSV file beside the receipts. */
  'exceptions.export': request<SavedFile>('act')(exceptionsExportSchema),
  /** Returns how sales went, as far as this till can know. */
  'figures.read': request<Figures>('act')(figuresQuerySchema),
  /** Saves a table as a CSV file beside the receipts; that of products has all of them. */
  'figures.export': request<SavedFile>('act')(figuresExportSchema),
  /**
   * Copies the till's database while selling goes on. If there is a recovery key, the copy is
   * encrypted and stands among the receipts.
   */
  'settings.backUp': request<SavedFile>('act')(v.undefined()),
  /** Makes a recovery key. Main prints or shows it, never the page; then it is in use. */
  'settings.makeRecoveryKey': request<null>('act')(
    v.strictObject({ way: v.picklist(['printer', 'screen']) }),
  ),
  /** Returns what the company prints on every receipt. */
  'receipt.settings': request<ReceiptSettings>('shown')(v.undefined()),
  'receipt.changeSettings': request<null>('act')(receiptSettingsSchema),
  'receipt.savePdf': request<SavedFile>('act')(receiptSourceSchema),
  /** Prints a receipt. Returns the job at once; events tell what becomes of it. */
  'receipt.print': request<PrintJob>('act')(receiptSourceSchema),
  /** Prints a receipt without prices, for goods that are given away. */
  'receipt.printGift': request<PrintJob>('act')(receiptSourceSchema),
  /** Opens the folder where receipts are saved. */
  'receipt.showFolder': request<null>('act')(v.undefined()),
  'printing.update': request<null>('act')(printingChangeSchema),
  'printing.findPrinters': request<readonly SystemPrinter[]>('shown')(v.undefined()),
  /** Prints a test page. Returns once it is on paper, or why it is not. */
  'printing.testPage': request<null>('act')(v.strictObject({ printer: v.nullable(printerSchema) })),
  /** Opens the drawer as it would be set up, at the printer that is: a page names no other. */
  'printing.testDrawer': request<null>('act')(v.strictObject({ drawer: drawerSchema })),
  'printing.openDrawer': request<null>('act')(v.strictObject({ reason: openingReasonSchema })),
  /** Returns the print jobs, newest first, at most 50. */
  'printing.jobs': request<readonly PrintJob[]>('shown')(v.undefined()),
  /** Returns the openings of the drawer, newest first, at most 100. */
  'printing.openings': request<readonly DrawerOpening[]>('shown')(v.undefined()),
  /** Prints a failed job again as it is, and an uncertain one as a copy. */
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
  readonly 'catalogue.changeProgress': ManyProgress;
  readonly 'documents.exportProgress': ExportProgress;
  readonly 'printing.jobChanged': PrintJob;
}
export type EventName = keyof Events;
export const eventNames = [
  'app.stateChanged',
  'outbox.saleChanged',
  'catalogue.progress',
  'catalogue.changeProgress',
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
