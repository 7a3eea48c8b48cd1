// Every request from the renderer to main, and every event back, declared once: the argument's
// schema and the answer's type.
import * as v from 'valibot';
import { cartSchema, type Cart } from './cart.ts';
import {
  barcodeSchema,
  filePartSchema,
  productSchema,
  readingSchema,
  type CatalogueSummary,
  type ImportProgress,
  type ImportReport,
  type Preview,
  type Product,
} from './catalogue.ts';
import {
  documentFilterSchema,
  documentViewSchema,
  type DocumentChoices,
  type ExportProgress,
  type ListedDocuments,
} from './documents.ts';
import type { Result } from './errors.ts';
import { exceptionsExportSchema, exceptionsQuerySchema, type TillException } from './exceptions.ts';
import type { InvoiceKind } from './invoice-kind.ts';
import {
  approvalSchema,
  cashierSchema,
  changedCashierSchema,
  lockRulesSchema,
  newCashierSchema,
  pinEntrySchema,
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
import {
  proofSchema,
  recoverySchema,
  recoveryUserIdSchema,
  type RecoveryUser,
} from './recovery.ts';
import { rehearsalSchema } from './rehearsals.ts';
import {
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
import type { OutboxReport } from './outbox-report.ts';
import {
  heldNameSchema,
  quickKeyPagesSchema,
  type Customer,
  type QuickKeyPage,
  type Scanned,
} from './selling.ts';
import { settingsChangeSchema } from './settings.ts';
import { credentialsSchema, signInSchema, type CompanyChoice, type DemoPlan } from './sign-in.ts';
import type { TillState } from './till-state.ts';

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const shortText = v.pipe(v.string(), v.maxLength(200));

/** What becomes of a request while nobody is at the till. */
type WhileLocked =
  /** The locked page needs it: to show itself, and to be unlocked. */
  | 'answered'
  /** A screen shows it, or it is of the sale under way: whoever unlocks the till has it go on. */
  | 'waits'
  /** It goes on if whoever asked for it unlocks the till, and is refused to anybody else. */
  | 'waits_for_asker';

const request =
  <Answer>(whileLocked: WhileLocked) =>
  <Schema extends v.GenericSchema>(argument: Schema) =>
    ({ whileLocked, argument }) as RequestOf<Schema, Answer>;
interface RequestOf<Schema extends v.GenericSchema, Answer> {
  readonly whileLocked: WhileLocked;
  readonly argument: Schema;
  /** Carries the type only. */
  readonly answer?: Answer;
}

export const requests = {
  'app.state': request<TillState>('answered')(v.undefined()),
  'app.dismissNotices': request<null>('waits_for_asker')(v.undefined()),
  'session.practise': request<Profile>('waits_for_asker')(v.undefined()),
  /** The companies of the user, in the service's order. */
  'session.findTills': request<readonly CompanyChoice[]>('waits_for_asker')(credentialsSchema),
  'session.demoPlans': request<readonly DemoPlan[]>('waits_for_asker')(
    v.strictObject({ serviceAddress: credentialsSchema.entries.serviceAddress }),
  ),
  'session.signIn': request<Profile>('waits_for_asker')(signInSchema),
  'session.signOut': request<null>('waits_for_asker')(v.undefined()),
  /** Somebody says who they are: the till is theirs. */
  'lock.unlock': request<null>('answered')(pinEntrySchema),
  /** A manager's forgotten PIN is set anew, and they are at the till. */
  'lock.recover': request<null>('answered')(recoverySchema),
  'lock.lock': request<null>('answered')(v.undefined()),
  /** Somebody is busy at the till. */
  'lock.touch': request<null>('answered')(v.undefined()),
  /** A manager allows once what the cashier at the till has last asked for and needs the action. */
  'lock.approve': request<null>('waits_for_asker')(approvalSchema),
  /** The first one must be a manager, and is at the till from then on. */
  'cashiers.add': request<null>('waits_for_asker')(newCashierSchema),
  'cashiers.change': request<null>('waits_for_asker')(changedCashierSchema),
  'cashiers.remove': request<null>('waits_for_asker')(v.pick(cashierSchema, ['cashierId'])),
  'cashiers.setRules': request<null>('waits_for_asker')(lockRulesSchema),
  /** Who may give a manager a new PIN. */
  'cashiers.recoveryUsers': request<readonly RecoveryUser[]>('waits')(v.undefined()),
  /** A user of the service, who signs in here for that and for nothing else. */
  'cashiers.addRecoveryUser': request<null>('waits_for_asker')(
    v.strictObject({ proof: proofSchema }),
  ),
  'cashiers.removeRecoveryUser': request<null>('waits_for_asker')(
    v.strictObject({ recoveryUserId: recoveryUserIdSchema }),
  ),
  /** One that is signed out is chosen, not opened: signing in opens it. */
  'profiles.open': request<null>('waits_for_asker')(openProfileSchema),
  'profiles.change': request<null>('waits_for_asker')(changeProfileSchema),
  /** Its sales stay on this computer, and are there again after signing in to it. */
  'profiles.remove': request<null>('waits_for_asker')(removeProfileSchema),
  'settings.update': request<null>('waits_for_asker')(settingsChangeSchema),
  /** Payment methods that documents of the service have named. */
  'settings.seenPaymentMethods': request<readonly PaymentMethod[]>('waits')(v.undefined()),
  /**
   * The kinds of sales documents that the service has shown; with `lookUp`, its newest ones are
   * looked through first.
   */
  'settings.invoiceKinds': request<readonly InvoiceKind[]>('waits')(
    v.strictObject({ lookUp: v.boolean() }),
  ),
  'practice.rehearse': request<null>('waits_for_asker')(rehearsalSchema),
  /** Deletes everything that practice holds, at its till and at its service, and begins anew. */
  'practice.reset': request<null>('waits_for_asker')(v.undefined()),
  /** Best first, at most 20. */
  'sell.findProducts': request<readonly Product[]>('waits')(v.strictObject({ text: shortText })),
  'sell.scan': request<Scanned>('waits')(v.strictObject({ text: barcodeSchema })),
  'sell.openCart': request<Cart>('waits')(v.undefined()),
  'sell.saveCart': request<null>('waits')(v.strictObject({ cart: cartSchema })),
  /** Whether what the sale is to have below its own price is approved; the sale is not changed. */
  'sell.lower': request<null>('waits_for_asker')(v.strictObject({ cart: cartSchema })),
  'sell.finish': request<FinishedSale>('waits_for_asker')(finishSchema),
  /** Puts the sale under way aside and answers an empty one. */
  'sell.hold': request<Cart>('waits_for_asker')(
    v.strictObject({ cart: cartSchema, name: heldNameSchema }),
  ),
  /** Makes a sale that was put aside the one under way; the one under way must be empty. */
  'sell.resume': request<Cart>('waits_for_asker')(
    v.strictObject({ cartId: v.pipe(v.string(), v.uuid()) }),
  ),
  /** The cart of the latest finished sale; null before the first. */
  'sell.latestCart': request<Cart | null>('waits')(v.undefined()),
  /** Customers seen in documents whose name or tax number holds every word, at most 20. */
  'sell.findCustomers': request<readonly Customer[]>('waits')(v.strictObject({ text: shortText })),
  'sell.quickKeys': request<readonly QuickKeyPage[]>('waits')(v.undefined()),
  'sell.arrangeQuickKeys': request<readonly QuickKeyPage[]>('waits_for_asker')(
    v.strictObject({ pages: quickKeyPagesSchema }),
  ),
  'catalogue.summary': request<CatalogueSummary>('waits')(v.undefined()),
  'catalogue.receive': request<null>('waits_for_asker')(filePartSchema),
  /** The beginning of the received file, read as guessed (null) or as given. */
  'catalogue.preview': request<Preview>('waits')(
    v.strictObject({ reading: v.nullable(readingSchema) }),
  ),
  /**
   * Reads the whole received file into a new catalogue, which is not used before `catalogue.use`.
   */
  'catalogue.read': request<ImportReport>('waits_for_asker')(
    v.strictObject({ reading: readingSchema }),
  ),
  /** Ends a reading that is under way, and discards what was read and received. */
  'catalogue.discard': request<null>('waits_for_asker')(v.undefined()),
  /** The new catalogue takes the place of the old one, whole. */
  'catalogue.use': request<CatalogueSummary>('waits_for_asker')(v.undefined()),
  /** The catalogue as a file beside the receipts, as `catalogue.read` reads it. */
  'catalogue.export': request<{ readonly file: string }>('waits_for_asker')(v.undefined()),
  /** Adds a product, or replaces the one with its code. */
  'catalogue.keep': request<null>('waits_for_asker')(v.strictObject({ product: productSchema })),
  'documents.list': request<ListedDocuments>('waits')(documentViewSchema),
  'documents.choices': request<DocumentChoices>('waits')(v.undefined()),
  'documents.get': request<OpenedDocument>('waits')(v.strictObject({ id: identifier })),
  /** A document of any nature, by the way that sales go: saved at once, sent by the outbox. */
  'documents.create': request<SaleSummary>('waits_for_asker')(newDocumentSchema),
  /** Everything that the filter selects, as a CSV file beside the receipts. */
  'documents.export': request<{ readonly file: string; readonly documents: number }>(
    'waits_for_asker',
  )(documentFilterSchema),
  /** Ends an export that is under way; nothing of it is left. */
  'documents.stopExport': request<null>('waits_for_asker')(v.undefined()),
  'outbox.list': request<OutboxPage>('waits')(outboxQuerySchema),
  'outbox.parties': request<readonly SaleParty[]>('waits')(salePartiesSchema),
  'outbox.get': request<OpenedSale>('waits')(v.strictObject({ reference: referenceSchema })),
  /** What stands beside the sales: the audit, a pause, and what a person must know. */
  'outbox.report': request<OutboxReport>('waits')(v.undefined()),
  'outbox.tryNow': request<null>('waits_for_asker')(v.undefined()),
  /**
   * Lets sales go that were never attempted, though what the service holds could not be looked
   * through.
   */
  'outbox.release': request<null>('waits_for_asker')(commonDecisionSchema),
  'outbox.cancel': request<SaleSummary>('waits_for_asker')(decisionSchema),
  /** A refused sale as it is, after what was wrong has been put right at the service. */
  'outbox.sendAgain': request<SaleSummary>('waits_for_asker')(decisionSchema),
  /** All that the service does not take, as they are. */
  'outbox.sendAllAgain': request<{ readonly count: number }>('waits_for_asker')(
    commonDecisionSchema,
  ),
  'outbox.correct': request<SaleSummary>('waits_for_asker')(correctionSchema),
  /** Ends what only a person can end. */
  'outbox.settle': request<SaleSummary>('waits_for_asker')(settlementSchema),
  /** The sale's whole life as a text file beside the receipts. */
  'outbox.saveEvidence': request<{ readonly file: string }>('waits_for_asker')(
    v.strictObject({ reference: referenceSchema }),
  ),
  /** Everything of the day that a manager wants to see, newest first. */
  'exceptions.list': request<readonly TillException[]>('waits_for_asker')(exceptionsQuerySchema),
  /** The same as a CSV file beside the receipts. */
  'exceptions.export': request<{ readonly file: string }>('waits_for_asker')(
    exceptionsExportSchema,
  ),
  /**
   * A copy of the till's database, made while selling goes on: encrypted, among the receipts, where
   * there is a recovery key.
   */
  'settings.backUp': request<{ readonly file: string }>('waits_for_asker')(v.undefined()),
  /**
   * A new one, which main prints or shows by itself: the page never has it. It is in use once that
   * is done.
   */
  'settings.makeRecoveryKey': request<null>('waits_for_asker')(
    v.strictObject({ way: v.picklist(['printer', 'screen']) }),
  ),
  /** What the company has every receipt say. */
  'receipt.settings': request<ReceiptSettings>('waits')(v.undefined()),
  'receipt.changeSettings': request<null>('waits_for_asker')(receiptSettingsSchema),
  'receipt.savePdf': request<{ readonly file: string }>('waits_for_asker')(receiptSourceSchema),
  /** Returns the job at once; what becomes of it is told by events. */
  'receipt.print': request<PrintJob>('waits_for_asker')(receiptSourceSchema),
  /** Opens the folder where receipts are saved. */
  'receipt.showFolder': request<null>('waits_for_asker')(v.undefined()),
  'printing.update': request<null>('waits_for_asker')(printingChangeSchema),
  /** Those that the system knows. */
  'printing.findPrinters': request<readonly SystemPrinter[]>('waits')(v.undefined()),
  /** Returns once the page is on paper, or why it is not. */
  'printing.testPage': request<null>('waits_for_asker')(
    v.strictObject({ printer: v.nullable(printerSchema) }),
  ),
  'printing.testDrawer': request<null>('waits_for_asker')(
    v.strictObject({ printer: printerSchema, drawer: drawerSchema }),
  ),
  'printing.openDrawer': request<null>('waits_for_asker')(
    v.strictObject({ reason: openingReasonSchema }),
  ),
  /** Newest first, at most 50. */
  'printing.jobs': request<readonly PrintJob[]>('waits')(v.undefined()),
  /** Newest first, at most 100. */
  'printing.openings': request<readonly DrawerOpening[]>('waits')(v.undefined()),
  /** A failed job as it is; an uncertain one as a copy. */
  'printing.again': request<PrintJob>('waits_for_asker')(v.strictObject({ jobId: identifier })),
  'printing.giveUp': request<PrintJob>('waits_for_asker')(v.strictObject({ jobId: identifier })),
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
