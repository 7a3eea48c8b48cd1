// The document browser.
import { join } from 'node:path';
import type { Answer, Argument } from '../contract/api.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Handlers } from '../ipc.ts';
import { newReference } from '../store/references.ts';
import { writeNewFile } from '../receipt/new-file.ts';
import { commitSale } from '../store/sales.ts';
import { installationOf } from '../store/till.ts';
import { openTill, type Context } from './context.ts';
import { freeze, signed } from './freezing.ts';

export function documentHandlers(
  context: Context,
): Pick<
  Handlers,
  | 'documents.list'
  | 'documents.choices'
  | 'documents.get'
  | 'documents.create'
  | 'documents.export'
  | 'documents.stopExport'
> {
  return {
    'documents.list': (query) => {
      const till = openTill(context);
      return till.ok ? till.value.documents.list(query) : till;
    },
    'documents.choices': () => {
      const till = openTill(context);
      return till.ok ? ok(till.value.documents.choices()) : till;
    },
    'documents.get': ({ id }) => {
      const till = openTill(context);
      return till.ok ? till.value.documents.get(id) : till;
    },
    'documents.create': (document) => create(context, document),
    'documents.export': (filter) => exportDocuments(context, filter),
    'documents.stopExport': async () => {
      const till = openTill(context);
      if (!till.ok) return till;
      await till.value.documentExport.stop();
      return ok(null);
    },
  };
}

/** By the way that every sale goes: durable first, then sent. */
function create(context: Context, document: Argument<'documents.create'>): Result<SaleSummary> {
  const till = openTill(context);
  if (!till.ok) return till;
  const { db, replay } = till.value;
  const reference = newReference(installationOf(db));
  const frozen = freeze(context, db, document, { reference, now: context.now() });
  if (!frozen.ok) return frozen;
  const sale = commitSale(db, signed(context, frozen.value));
  context.saleChanged(sale);
  replay.wake();
  return ok(sale);
}

async function exportDocuments(
  context: Context,
  filter: Argument<'documents.export'>,
): Promise<Result<Answer<'documents.export'>>> {
  const till = openTill(context);
  if (!till.ok) return till;
  const { documentExport, profile } = till.value;
  const company = profile.companyCode.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  // Swedish dates are written yyyy-mm-dd.
  const today = context.now().toLocaleDateString('sv-SE');
  const file = join(context.receiptFolder(), `${company}-documents-${filter.list}-${today}.csv`);
  return documentExport.run(filter, {
    language: context.language(),
    write: (parts) => writeNewFile(file, parts),
    onProgress: context.exportProgress,
  });
}
