// The document browser.
import { join } from 'node:path';
import type { Answer, Argument } from '../contract/api.ts';
import { ok, type Result } from '../contract/errors.ts';
import { loweredPrices } from '../contract/lowered-prices.ts';
import { isSimplifiedInvoice } from '../contract/new-document.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { exceptionsOfSale } from '../exceptions/of-sale.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { newReference } from '../store/references.ts';
import { forFileName, writeNewFile } from '../receipt/new-file.ts';
import { commitSale } from '../store/sales.ts';
import { installationOf } from '../store/till.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';
import { freeze, signed } from './freezing.ts';

export function documentHandlers(context: Context): HandlersOf<'documents'> {
  return {
    'documents.list': (query, till) => till.documents.list(query),
    'documents.choices': (_, till) => ok(till.documents.choices()),
    'documents.get': ({ id }, till) => till.documents.get(id),
    'documents.create': (document, till) => create(context, till, document),
    'documents.export': (filter, till) => exportDocuments(context, till, filter),
    'documents.stopExport': async (_, till) => {
      await till.documentExport.stop();
      return ok(null);
    },
  };
}

/** Makes a document as every sale is made: it is durable first, then sent. */
function create(
  context: Context,
  till: Till,
  document: Argument<'documents.create'>,
): Result<SaleSummary> {
  const { db, replay } = till;
  const reference = newReference(installationOf(db));
  const frozen = freeze(context, db, document, { reference, now: context.now() });
  if (!frozen.ok) return frozen;
  const exceptions = exceptionsOfSale(document.cart, loweredPrices(document.cart), undefined);
  const isCash = isPaidIntoDrawer(document, readDaySettings(db).cashMethods);
  const sale = commitSale(db, signed(context, { ...frozen.value, exceptions, isCash }));
  till.saleChanged(sale);
  replay.wake();
  return ok(sale);
}

/**
 * Tells whether the money goes into the drawer. Which way money goes is known of simplified
 * invoices only.
 */
const isPaidIntoDrawer = (
  { particulars }: Argument<'documents.create'>,
  cashMethods: readonly number[],
): boolean => {
  const { kind, finalize, paymentMethod } = particulars;
  const isPaid = paymentMethod !== null && cashMethods.includes(paymentMethod.id);
  return isPaid && finalize && isSimplifiedInvoice(kind);
};

async function exportDocuments(
  context: Context,
  till: Till,
  filter: Argument<'documents.export'>,
): Promise<Result<Answer<'documents.export'>>> {
  const { documentExport, profile } = till;
  const company = forFileName(profile.companyCode);
  // Swedish dates are written yyyy-mm-dd.
  const today = context.now().toLocaleDateString('sv-SE');
  const file = join(context.receiptFolder(), `${company}-documents-${filter.list}-${today}.csv`);
  return documentExport.run(filter, {
    language: context.language(),
    write: (parts) => writeNewFile(file, parts),
    onProgress: context.exportProgress,
  });
}
