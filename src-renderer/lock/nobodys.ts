// What is done in nobody's name: whoever unlocks the till may go on with what somebody else has asked for.
import type { RequestName } from '../../src-main/contract/api.ts';

/** What a screen shows, and the sale under way, which is whoever's who finishes it. */
const nobodys: ReadonlySet<RequestName> = new Set([
  'app.state',
  'lock.touch',
  'settings.seenPaymentMethods',
  'settings.invoiceKinds',
  'sell.findProducts',
  'sell.scan',
  'sell.openCart',
  'sell.saveCart',
  'sell.latestCart',
  'sell.findCustomers',
  'sell.quickKeys',
  'catalogue.summary',
  'catalogue.preview',
  'documents.list',
  'documents.choices',
  'documents.get',
  'outbox.list',
  'outbox.parties',
  'outbox.get',
  'outbox.report',
  'receipt.settings',
  'printing.findPrinters',
  'printing.jobs',
  'printing.openings',
]);

export const isNobodys = (name: RequestName): boolean => nobodys.has(name);
