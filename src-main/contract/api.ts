// Every request from the renderer to main, and every event back, declared once: the argument's schema and the answer's type.
import * as v from 'valibot';
import { cartSchema, type Cart } from './cart.ts';
import {
  barcodeSchema,
  productSchema,
  readingSchema,
  type CatalogueSummary,
  type ImportProgress,
  type ImportReport,
  type Preview,
  type Product,
} from './catalogue.ts';
import {
  documentColumnsSchema,
  documentFilterSchema,
  documentQuerySchema,
  type DocumentChoices,
  type DocumentColumn,
  type DocumentDetail,
  type ExportProgress,
  type ListedDocuments,
} from './documents.ts';
import type { AppError, Result } from './errors.ts';
import type { QuantityThousandths, UnitPriceMicros } from './money.ts';
import {
  cashierSchema,
  lockRulesSchema,
  managerActions,
  pinEntrySchema,
  pinSchema,
  type LockState,
} from './lock.ts';
import { newDocumentSchema } from './new-document.ts';
import { paymentMethodSchema, paymentSchema, type PaymentMethod } from './payment.ts';
import { openingReasonSchema, type DrawerOpening, type PrintJob } from './print-jobs.ts';
import {
  drawerSchema,
  papers,
  printerSchema,
  printingSchema,
  receiptSettingsSchema,
  type Printing,
  type ReceiptSettings,
} from './printing.ts';
import {
  changeProfileSchema,
  openProfileSchema,
  removeProfileSchema,
  type ProfileColour,
} from './profiles.ts';
import { recoverySchema } from './recovery.ts';
import { rehearsals, type Rehearsal } from './rehearsals.ts';
import {
  correctionSchema,
  decisionSchema,
  referenceSchema,
  type SaleDetail,
  type SaleSummary,
} from './sales.ts';
import {
  credentialsSchema,
  signInSchema,
  type CompanyChoice,
  type DemoPlan,
  type SignInWay,
} from './sign-in.ts';
import {
  heldNameSchema,
  quickKeyPagesSchema,
  sellingSettingsSchema,
  type Customer,
  type HeldSale,
  type QuickKeyPage,
  type SellingSettings,
} from './selling.ts';

export const languages = ['en', 'pt-PT'] as const;
export type Language = (typeof languages)[number];

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Online: the last exchange got an answer. Paused: the service turns the till away (403, 404, 405). */
export type Connection = 'online' | 'offline' | 'sign_in_needed' | 'paused';

/** Which service, company and till; what `/auth/info/` said of them. Nothing secret. */
export interface Profile {
  /** Sandbox: a demonstration company of the real service. */
  readonly kind: 'practice' | 'sandbox' | 'service';
  /** How it was signed in to: signing in anew goes the same way. */
  readonly way: SignInWay;
  readonly serviceAddress: string;
  /** Of the earlier interface, where that is the way. */
  readonly earlierAddress: string | null;
  /** Of the demonstration plan, where one was chosen. */
  readonly planId: number | null;
  readonly companyCode: string;
  readonly companyName: string;
  readonly tillCode: string;
  readonly tillName: string;
  readonly userName: string;
  /** Empty for a token that was made in the back office. */
  readonly username: string;
  /** Null where the service does not say. */
  readonly locationName: string | null;
  readonly terminalName: string | null;
  readonly interfaceVersion: string | null;
}

/** A company and till that was signed in to on this computer. */
export interface KnownProfile {
  readonly id: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** Opening it begins with signing in. */
  readonly isSignedOut: boolean;
  /** Sales that the service may not have, when it was left. */
  readonly waiting: number;
  readonly profile: Profile;
}

/** Everything that the frame of the window shows, in one value that is pushed whole whenever any of it changes. */
export interface TillState {
  readonly language: Language;
  readonly theme: Theme;
  readonly profile: Profile | null;
  /** In the order in which they came. */
  readonly profiles: readonly KnownProfile[];
  /** The one that is open or, while no till is, the one that is to be signed in to. */
  readonly profileId: string | null;
  readonly connection: Connection;
  /** Why the connection is not online, where there is more to say. */
  readonly connectionError: AppError | null;
  /** Sales not yet confirmed that the outbox will settle itself. */
  readonly waiting: number;
  /** Sales that only a person can settle. */
  readonly needPerson: number;
  /** What is rehearsed in practice at this moment. */
  readonly rehearsals: readonly Rehearsal[];
  /** Somebody has begun the tour of practice, so that it is offered no more. */
  readonly tourTaken: boolean;
  readonly paymentMethods: readonly PaymentMethod[];
  readonly selling: SellingSettings;
  readonly printing: Printing;
  /** Print jobs that only a person can end, newest first; at most 20. */
  readonly troubledJobs: readonly PrintJob[];
  /** Of the list of documents, beside the key. */
  readonly documentColumns: readonly DocumentColumn[];
  /** Oldest first. */
  readonly held: readonly HeldSale[];
  /** What went wrong at start-up and was survived: told once, dismissed by the person. */
  readonly notices: readonly AppError[];
  /** Weak: this system has no real key store, so that the token is kept in memory unless the owner accepts that. */
  readonly keyStore: 'real' | 'weak';
  readonly keepTokenWeakly: boolean;
  /** Null where the till has no cashiers: then it is never locked. */
  readonly lock: LockState | null;
  readonly version: string;
}

/** What a scanned text stands for. */
export type Scanned =
  | {
      readonly kind: 'product';
      readonly product: Product;
      /** One of it, or the weight that the code carries. */
      readonly quantity: QuantityThousandths;
      /** The catalogue's, or the price that the code carries. */
      readonly unitPrice: UnitPriceMicros;
    }
  /** The check digit is wrong: the scanner misread it. */
  | { readonly kind: 'misread' }
  | { readonly kind: 'unknown' };

export interface SystemPrinter {
  readonly name: string;
  /** For people. */
  readonly label: string;
}

export interface OutboxPage {
  readonly count: number;
  readonly sales: readonly SaleSummary[];
}

/** A sale on a page of its own. */
export interface OpenedSale extends SaleDetail {
  /** From when on a person may settle a sale in doubt: until then the till looks by itself. Null in any other state. */
  readonly decidableAtMs: number | null;
}

/** A document on a page of its own. */
export interface OpenedDocument {
  readonly detail: DocumentDetail;
  /** Null where the service has just answered; otherwise why it could not be asked, and when this was seen. */
  readonly remembered: { readonly error: AppError; readonly seenAtMs: number } | null;
  /** The sale of this till that became this document. */
  readonly sale: SaleDetail | null;
}

const identifier = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const shortText = v.pipe(v.string(), v.maxLength(200));

/** What may be chosen at each print. */
const receiptChoices = {
  /** The customer's; the till's unless told otherwise. */
  language: v.exactOptional(v.picklist(languages)),
  /** 80 mm unless told otherwise. */
  paper: v.exactOptional(v.picklist(papers)),
};

/** What a receipt is printed of: one of our sales, or any document of the service. */
export const receiptSourceSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('sale'), reference: referenceSchema, ...receiptChoices }),
  v.strictObject({ kind: v.literal('document'), id: identifier, ...receiptChoices }),
]);
export type ReceiptSource = v.InferOutput<typeof receiptSourceSchema>;

/** Where the screen and the printer find a receipt's page, relative to the application's own address. */
export function receiptPath({ language, paper, ...source }: ReceiptSource): string {
  const path = source.kind === 'sale' ? `sale/${source.reference}` : `document/${source.id}`;
  const choices = new URLSearchParams({ ...(language && { language }), ...(paper && { paper }) });
  return `/receipt/${path}${choices.size === 0 ? '' : `?${choices.toString()}`}`;
}

const request =
  <Answer>() =>
  <Schema extends v.GenericSchema>(argument: Schema) =>
    ({ argument }) as RequestOf<Schema, Answer>;
interface RequestOf<Schema extends v.GenericSchema, Answer> {
  readonly argument: Schema;
  /** Carries the type only. */
  readonly answer?: Answer;
}

export const requests = {
  'app.state': request<TillState>()(v.undefined()),
  'app.dismissNotices': request<null>()(v.undefined()),
  'session.practise': request<Profile>()(v.undefined()),
  /** The companies of the user, in the service's order. */
  'session.findTills': request<readonly CompanyChoice[]>()(credentialsSchema),
  'session.demoPlans': request<readonly DemoPlan[]>()(
    v.strictObject({ serviceAddress: credentialsSchema.entries.serviceAddress }),
  ),
  'session.signIn': request<Profile>()(signInSchema),
  'session.signOut': request<null>()(v.undefined()),
  /** Somebody says who they are: the till is theirs. */
  'lock.unlock': request<null>()(pinEntrySchema),
  /** A manager's forgotten PIN is set anew, and they are at the till. */
  'lock.recover': request<null>()(recoverySchema),
  'lock.lock': request<null>()(v.undefined()),
  /** Somebody is busy at the till. */
  'lock.touch': request<null>()(v.undefined()),
  /** A manager allows once what the cashier at the till has last asked for and needs the action. */
  'lock.approve': request<null>()(
    v.strictObject({
      ...pinEntrySchema.entries,
      action: v.picklist([...managerActions, 'manage_cashiers']),
    }),
  ),
  /** The first one must be a manager, and is at the till from then on. */
  'cashiers.add': request<null>()(
    v.strictObject({ ...v.omit(cashierSchema, ['cashierId']).entries, pin: pinSchema }),
  ),
  /** Without a PIN the former one stays. */
  'cashiers.change': request<null>()(
    v.strictObject({ ...cashierSchema.entries, pin: v.nullable(pinSchema) }),
  ),
  'cashiers.remove': request<null>()(v.pick(cashierSchema, ['cashierId'])),
  'cashiers.setRules': request<null>()(lockRulesSchema),
  /** One that is signed out is chosen, not opened: signing in opens it. */
  'profiles.open': request<null>()(openProfileSchema),
  'profiles.change': request<null>()(changeProfileSchema),
  /** Its sales stay on this computer, and are there again after signing in to it. */
  'profiles.remove': request<null>()(removeProfileSchema),
  'settings.update': request<null>()(
    v.strictObject({
      language: v.exactOptional(v.picklist(languages)),
      theme: v.exactOptional(v.picklist(themes)),
      paymentMethods: v.exactOptional(v.pipe(v.array(paymentMethodSchema), v.maxLength(20))),
      selling: v.exactOptional(sellingSettingsSchema),
      documentColumns: v.exactOptional(documentColumnsSchema),
      keepTokenWeakly: v.exactOptional(v.boolean()),
      tourTaken: v.exactOptional(v.literal(true)),
    }),
  ),
  /** Payment methods that documents of the service have named. */
  'settings.metPaymentMethods': request<readonly PaymentMethod[]>()(v.undefined()),
  'practice.rehearse': request<null>()(
    v.strictObject({ rehearsal: v.picklist(rehearsals), isUnderWay: v.boolean() }),
  ),
  /** Deletes everything that practice holds, at its till and at its service, and begins anew. */
  'practice.reset': request<null>()(v.undefined()),
  /** Best first, at most 20. */
  'sell.findProducts': request<readonly Product[]>()(v.strictObject({ text: shortText })),
  'sell.scan': request<Scanned>()(v.strictObject({ text: barcodeSchema })),
  'sell.openCart': request<Cart>()(v.undefined()),
  'sell.saveCart': request<null>()(v.strictObject({ cart: cartSchema })),
  'sell.finish': request<SaleSummary>()(
    v.strictObject({
      cart: cartSchema,
      payment: paymentSchema,
      /** A person has said that the same basket is sold once more. */
      isAnotherSale: v.boolean(),
    }),
  ),
  /** Puts the sale under way aside and answers an empty one. */
  'sell.hold': request<Cart>()(v.strictObject({ cart: cartSchema, name: heldNameSchema })),
  /** Makes a sale that was put aside the one under way; the one under way must be empty. */
  'sell.resume': request<Cart>()(v.strictObject({ cartId: v.pipe(v.string(), v.uuid()) })),
  /** The cart of the latest finished sale; null before the first. */
  'sell.latestCart': request<Cart | null>()(v.undefined()),
  /** Customers met in documents whose name or tax number holds every word, at most 20. */
  'sell.findCustomers': request<readonly Customer[]>()(v.strictObject({ text: shortText })),
  'sell.quickKeys': request<readonly QuickKeyPage[]>()(v.undefined()),
  'sell.arrangeQuickKeys': request<readonly QuickKeyPage[]>()(
    v.strictObject({ pages: quickKeyPagesSchema }),
  ),
  'catalogue.summary': request<CatalogueSummary>()(v.undefined()),
  /** A part of the file that a person chose. The page hands over bytes, so that main opens no path that a page names. */
  'catalogue.receive': request<null>()(
    v.strictObject({
      isFirst: v.boolean(),
      bytes: v.pipe(v.instance(Uint8Array), v.maxLength(4 * 1024 * 1024)),
    }),
  ),
  /** The beginning of the received file, read as guessed (null) or as given. */
  'catalogue.preview': request<Preview>()(v.strictObject({ reading: v.nullable(readingSchema) })),
  /** Reads the whole received file into a new catalogue, which is not used before `catalogue.use`. */
  'catalogue.read': request<ImportReport>()(v.strictObject({ reading: readingSchema })),
  /** Ends a reading that is under way, and discards what was read and received. */
  'catalogue.discard': request<null>()(v.undefined()),
  /** The new catalogue takes the place of the old one, whole. */
  'catalogue.use': request<CatalogueSummary>()(v.undefined()),
  /** The catalogue as a file beside the receipts, as `catalogue.read` reads it. */
  'catalogue.export': request<{ readonly file: string }>()(v.undefined()),
  /** Adds a product, or replaces the one with its code. */
  'catalogue.keep': request<null>()(v.strictObject({ product: productSchema })),
  /** `view` rises with each change of what is looked for: what an older view still asks for is abandoned. */
  'documents.list': request<ListedDocuments>()(
    v.strictObject({
      ...documentQuerySchema.entries,
      view: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    }),
  ),
  'documents.choices': request<DocumentChoices>()(v.undefined()),
  'documents.get': request<OpenedDocument>()(v.strictObject({ id: identifier })),
  /** A document of any nature, by the way that sales go: saved at once, sent by the outbox. */
  'documents.create': request<SaleSummary>()(newDocumentSchema),
  /** Everything that the filter selects, as a CSV file beside the receipts. */
  'documents.export': request<{ readonly file: string; readonly documents: number }>()(
    documentFilterSchema,
  ),
  /** Ends an export that is under way; nothing of it is left. */
  'documents.stopExport': request<null>()(v.undefined()),
  'outbox.list': request<OutboxPage>()(
    v.strictObject({
      offset: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(200)),
      /** Only those whose life has not ended. */
      openOnly: v.boolean(),
    }),
  ),
  'outbox.get': request<OpenedSale>()(v.strictObject({ reference: referenceSchema })),
  'outbox.tryNow': request<null>()(v.undefined()),
  'outbox.cancel': request<SaleSummary>()(decisionSchema),
  /** A refused sale as it is, after what was wrong has been put right at the service. */
  'outbox.sendAgain': request<SaleSummary>()(decisionSchema),
  'outbox.correct': request<SaleSummary>()(correctionSchema),
  /** Ends what only a person can end; a sale in doubt only once the till has looked for its settling time. */
  'outbox.settle': request<SaleSummary>()(
    v.strictObject({ ...decisionSchema.entries, as: v.picklist(['confirmed', 'cancelled']) }),
  ),
  /** The sale's whole life as a text file beside the receipts. */
  'outbox.saveEvidence': request<{ readonly file: string }>()(
    v.strictObject({ reference: referenceSchema }),
  ),
  /** A copy of the till's database, made while selling goes on. */
  'settings.backUp': request<{ readonly file: string }>()(v.undefined()),
  /** What the company has every receipt say. */
  'receipt.settings': request<ReceiptSettings>()(v.undefined()),
  'receipt.changeSettings': request<null>()(receiptSettingsSchema),
  'receipt.savePdf': request<{ readonly file: string }>()(receiptSourceSchema),
  /** Answers the job at once; what becomes of it is told by events. */
  'receipt.print': request<PrintJob>()(receiptSourceSchema),
  /** Opens the folder where receipts are saved. */
  'receipt.showFolder': request<null>()(v.undefined()),
  /** What is not given stays as it is. */
  'printing.update': request<null>()(
    v.strictObject({
      printer: v.exactOptional(printingSchema.entries.printer),
      drawer: v.exactOptional(printingSchema.entries.drawer),
      automatic: v.exactOptional(printingSchema.entries.automatic),
    }),
  ),
  /** Those that the system knows. */
  'printing.findPrinters': request<readonly SystemPrinter[]>()(v.undefined()),
  /** Answers once the page is on paper, or why it is not. */
  'printing.testPage': request<null>()(v.strictObject({ printer: v.nullable(printerSchema) })),
  'printing.testDrawer': request<null>()(
    v.strictObject({ printer: printerSchema, drawer: drawerSchema }),
  ),
  'printing.openDrawer': request<null>()(v.strictObject({ reason: openingReasonSchema })),
  /** Newest first, at most 50. */
  'printing.jobs': request<readonly PrintJob[]>()(v.undefined()),
  /** Newest first, at most 100. */
  'printing.openings': request<readonly DrawerOpening[]>()(v.undefined()),
  /** A failed job as it is; an uncertain one as a copy. */
  'printing.again': request<PrintJob>()(v.strictObject({ jobId: identifier })),
  'printing.giveUp': request<PrintJob>()(v.strictObject({ jobId: identifier })),
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
  /** Answers the function that stops listening. */
  on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void;
}
