// The document browser.
import { join } from 'node:path';
import type { Answer, Argument } from '../contract/api.ts';
import { localDay } from '../contract/calendar.ts';
import { ok, type Result } from '../contract/errors.ts';
import { fileNameOf, writeNewFile } from '../receipt/new-file.ts';
import { makeDocument } from '../till/sell.ts';
import type { Till } from '../till/till.ts';
import { sellingNow, type Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function documentHandlers(context: Context): HandlersOf<'documents'> {
  return {
    'documents.list': (query, till) => till.documents.list(query),
    'documents.choices': (_, till) => ok(till.documents.choices()),
    'documents.get': ({ id }, till) => till.documents.get(id),
    'documents.create': (document, till) => makeDocument(till, document, sellingNow(context)),
    'documents.export': (filter, till) => exportDocuments(context, till, filter),
    'documents.stopExport': async (_, till) => {
      await till.documentExport.stop();
      return ok(null);
    },
  };
}

async function exportDocuments(
  context: Context,
  till: Till,
  filter: Argument<'documents.export'>,
): Promise<Result<Answer<'documents.export'>>> {
  const { documentExport, profile } = till;
  const today = localDay(context.now().getTime());
  const name = fileNameOf([profile.companyCode, 'documents', filter.list, today], 'csv');
  const file = join(context.receiptFolder(), name);
  return documentExport.run(filter, {
    language: context.language(),
    write: (parts) => writeNewFile(file, parts),
    onProgress: context.exportProgress,
  });
}
