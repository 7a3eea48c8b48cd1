// A right argument of every request from the page.
import type { RequestName } from '../../src-main/contract/api.ts';
import { defaultReceiptSettings } from '../../src-main/contract/printing.ts';
import { defaultSelling } from '../../src-main/contract/selling.ts';

const uuid = '00000000-0000-4000-8000-000000000000';
const profileId = '0123456789abcdef';
const reference = 'CF-0000-0000-0000';
const line = {
  lineId: uuid,
  code: 'A',
  description: 'A',
  quantity: 1000,
  unitPrice: 1_000_000,
  listPrice: 2_000_000,
  unit: 'kg',
};
const customer = { partyId: 1, name: 'A', fiscalNumber: '' };
const cart = { cartId: uuid, lines: [line], discount: 0, taxNumber: '501964843', customer };
const payment = { method: { id: 1, label: 'A' }, tenderedCents: 100 };
const particulars = {
  kind: { by: 'documentId', id: 1 },
  name: 'A',
  finalize: true,
  serieId: 1,
  date: '2026-01-01',
  time: '10:00:00',
  isTaxIncluded: true,
  partyClass: 1,
  warehouseId: 1,
  priceLineId: 1,
  salesmanId: 1,
  paymentTermId: 1,
  documentReference: 'A',
  roundCents: 0,
  paymentMethod: payment.method,
  isTransport: true,
  forceCommunication: false,
  generateMbReference: false,
  headerText: '',
  footerText: '',
  print: false,
  email: false,
};
const product = {
  code: 'A',
  description: 'A',
  barcodes: ['1'],
  unitPrice: 1_000_000,
  unit: '',
  soldBy: 'piece',
  vatLabel: '',
  group: '',
  quickKey: 1,
  colour: 'red',
};
const filter = {
  list: 'all',
  search: '',
  natureId: 1,
  statusId: 1,
  orderBy: 'id',
  descending: true,
};
const reading = {
  delimiter: ',',
  encoding: 'utf-8',
  decimalMark: '.',
  hasHeader: true,
  columns: ['code'],
};
const credentials = { serviceAddress: 'A', username: 'A', password: 'A' };
const everybody = { by: 'A', note: 'A' };
const decision = { reference, ...everybody };
const printer = {
  kind: 'tcp',
  host: 'A',
  port: 9100,
  thermal: { language: 'esc-pos', width: 80, columns: 42, codePage: 'cp858', cuts: true },
};
const drawer = { pin: 2, onMs: 100, offMs: 200, opensFor: [1] };
const inStoreRules = [{ prefix: '27', itemDigits: 5, value: 'weight', decimals: 3 }];

const pinEntry = { cashierId: uuid, pin: '1234' };
const managerPin = '123456';
const proof = { way: 'password', username: 'A', password: 'A' };

/** With all that it may hold; undefined where there is none. */
export const rightArguments: Readonly<Record<RequestName, unknown>> = {
  'app.state': undefined,
  'app.dismissNotices': undefined,
  'session.practise': undefined,
  'session.findTills': credentials,
  'session.demoPlans': { serviceAddress: 'A' },
  'session.signIn': {
    way: 'earlier',
    ...credentials,
    earlierAddress: 'A',
    companyCode: 'A',
    tillCode: 'A',
  },
  'session.signOut': undefined,
  'lock.unlock': pinEntry,
  'lock.recover': { cashierId: uuid, name: 'A', pin: managerPin, proof },
  'lock.lock': undefined,
  'lock.touch': undefined,
  'lock.approve': { ...pinEntry, action: 'export' },
  'cashiers.add': { name: 'A', role: 'manager', pin: managerPin },
  'cashiers.change': { cashierId: uuid, name: 'A', role: 'manager', pin: managerPin },
  'cashiers.remove': { cashierId: uuid },
  'cashiers.setRules': { idleSeconds: 60, managerActions: ['export'] },
  'cashiers.recoveryUsers': undefined,
  'cashiers.addRecoveryUser': { proof },
  'cashiers.removeRecoveryUser': { recoveryUserId: 1 },
  'profiles.open': { id: profileId, leaveWaiting: true },
  'profiles.change': { id: profileId, name: 'A', colour: 'blue' },
  'profiles.remove': { id: profileId },
  'settings.update': {
    language: 'en',
    theme: 'dark',
    paymentMethods: [payment.method],
    selling: { ...defaultSelling, inStoreRules },
    documentColumns: ['date'],
    keepTokenWeakly: false,
    tourTaken: true,
  },
  'settings.seenPaymentMethods': undefined,
  'settings.invoiceKinds': { lookUp: false },
  'settings.backUp': undefined,
  'settings.makeRecoveryKey': { way: 'screen' },
  'practice.rehearse': { rehearsal: 'outage', isUnderWay: false },
  'practice.reset': undefined,
  'sell.findProducts': { text: 'A' },
  'sell.scan': { text: 'A' },
  'sell.openCart': undefined,
  'sell.saveCart': { cart },
  'sell.lower': { cart },
  'sell.finish': { cart, payment, isAnotherSale: false },
  'sell.hold': { cart, name: 'A' },
  'sell.resume': { cartId: uuid },
  'sell.latestCart': undefined,
  'sell.findCustomers': { text: 'A' },
  'sell.quickKeys': undefined,
  'sell.arrangeQuickKeys': { pages: [{ name: 'A', keys: [{ code: 'A', colour: 'red' }] }] },
  'catalogue.summary': undefined,
  'catalogue.receive': { isFirst: true, bytes: Uint8Array.of(1) },
  'catalogue.preview': { reading },
  'catalogue.read': { reading },
  'catalogue.discard': undefined,
  'catalogue.use': undefined,
  'catalogue.export': undefined,
  'catalogue.keep': { product },
  'documents.list': { ...filter, offset: 0, limit: 1, view: 0 },
  'documents.choices': undefined,
  'documents.get': { id: 1 },
  'documents.create': { cart, particulars },
  'documents.export': filter,
  'documents.stopExport': undefined,
  'outbox.list': { before: null, limit: 1, openOnly: false },
  'outbox.parties': { references: [reference] },
  'outbox.get': { reference },
  'outbox.report': undefined,
  'outbox.tryNow': undefined,
  'outbox.release': everybody,
  'outbox.cancel': decision,
  'outbox.sendAgain': decision,
  'outbox.sendAllAgain': everybody,
  'outbox.correct': { ...decision, cart, payment },
  'outbox.settle': { ...decision, as: 'cancelled' },
  'outbox.saveEvidence': { reference },
  'exceptions.list': { date: '2026-01-01' },
  'exceptions.export': { date: '2026-01-01', by: 'A' },
  'receipt.settings': undefined,
  'receipt.changeSettings': defaultReceiptSettings,
  'receipt.savePdf': { kind: 'document', id: 1, paper: '58' },
  'receipt.print': { kind: 'sale', reference, language: 'en' },
  'receipt.showFolder': undefined,
  'printing.update': { printer, drawer, automatic: 'after_sale' },
  'printing.findPrinters': undefined,
  'printing.testPage': { printer },
  'printing.testDrawer': { printer, drawer },
  'printing.openDrawer': { reason: 'A' },
  'printing.jobs': undefined,
  'printing.openings': undefined,
  'printing.again': { jobId: 1 },
  'printing.giveUp': { jobId: 1 },
};
