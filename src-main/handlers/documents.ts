// The document browser.
import { join } from 'node:path';
import { kindByNumber } from '../../resources/messages/particulars.ts';
import type { Answer, Argument } from '../contract/api.ts';
import { localDay } from '../contract/calendar.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { Particulars } from '../contract/new-document.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import { makeDocument } from '../till/sell.ts';
import type { Till } from '../till/till.ts';
import { sellingNow, type Context } from './context.ts';
import { forEverybody, type Requests } from './request.ts';
import { saleWords, totalOf, loweredBy, loweringActions, type Known } from './approval.ts';

export function documentRequests(context: Context): Requests<'documents'> {
  return {
    'documents.list': forEverybody((query, till) => till.documents.list(query)),
    'documents.choices': forEverybody((_, till) => ok(till.documents.choices())),
    'documents.get': forEverybody(({ id }, till) => till.documents.get(id)),
    'documents.create': {
      actions: ({ cart }) => ['create_document', ...loweringActions(cart, context)],
      cart: 'approved',
      words: ({ cart, particulars }, known) => [
        known.says.createDocument(kindWords(particulars, known), totalOf(cart, known)),
        ...saleWords(loweredBy(cart, known.context), known),
      ],
      run: (document, till) =>
        makeDocument(till, document, loweredBy(document.cart, context), sellingNow(context)),
    },
    'documents.export': {
      actions: 'export',
      words: (_, { says }) => [says.exportDocuments],
      run: (filter, till) => exportDocuments(context, till, filter),
    },
    'documents.stopExport': forEverybody(async (_, till) => {
      await till.documentExport.stop();
      return ok(null);
    }),
  };
}

/** The name that the page gives stands beside what is asked for. */
function kindWords({ kind, finalize, name }: Particulars, { texts, says }: Known): string {
  const { documents, outbox } = texts;
  const wantedKind = kindByNumber(kind, documents.particulars);
  const draft = finalize ? '' : `, ${outbox.comparison.notFinalizedMark}`;
  return `${wantedKind}${draft}${name === '' ? '' : ` (${says.quoted(name)})`}`;
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
