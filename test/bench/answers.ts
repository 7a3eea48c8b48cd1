// How long an expensive answer holds up the program, compared with a usual page of a list: whatever
// the client accepts is read in one turn, in which nobody can sell.
import { defaultMaxAnswerBytes } from '../../src-main/service/client.ts';
import {
  parseCompanies,
  parseDemoPlans,
  parseEarlierLogin,
  parseEarlierTokenInfo,
  parseLogin,
  parseTokenInfo,
} from '../../src-main/service/account-responses.ts';
import { readShown } from '../../src-main/documents/shown.ts';
import type { Exchange } from '../../src-main/service/exchange.ts';
import { findFiscalMarks } from '../../src-main/service/lenient-document.ts';
import { readSeen } from '../../src-main/service/seen-in-answers.ts';
import {
  parseCreatedDocument,
  parseDocumentDetail,
  parseDocumentPage,
  parseErrorBody,
  parseLookUpPage,
} from '../../src-main/service/responses.ts';
import type { BenchEntry } from './harness.ts';

const document = {
  ...{ id: 1, doc_key: 'FS 2026A/1', our_reference: 'CF-0000-0000-0000', total_amount: 1.5 },
  ...{ document_date: '2026-01-01', document_time: '10:00:00', document_id: 1 },
  document: { document_name: 'Simplified invoice' },
  ...{ document_nature_id: 302, document_nature: { code: 'FS', description: 'Simplified' } },
  ...{ document_status_id: 1202, document_status: { code: 'F', description: 'Finalized' } },
  party: { name: 'Consumidor final', fiscal_number: '999999990' },
};
const opening = JSON.stringify(document).slice(0, -1);
const page = (rows: string): string => `{"count":1,"offset":0,"next":null,"results":[${rows}]}`;

/** Repeats the unit until the text is as long as the client accepts. */
function filled(unit: (index: number) => string): string {
  const units: string[] = [];
  for (let bytes = 1_000; bytes < defaultMaxAnswerBytes; bytes += (units.at(-1)?.length ?? 0) + 1)
    units.push(unit(units.length));
  return units.join();
}

const dear: Readonly<Record<string, () => string>> = {
  rows: () => page(filled(() => '{}')),
  lines: () => `${opening},"details":[${filled(() => '{}')}]}`,
  lists: () => `${opening},${filled((index) => `"list${index}":[{},{}]`)}}`,
  fields: () => `${opening},${filled((index) => `"field${index}":{}`)}}`,
  errors: () => `{"errors":[${filled(() => '{}')}]}`,
  companies: () => `[${filled(() => '{"code":"1"}')}]`,
  nested: () => {
    const depth = defaultMaxAnswerBytes / 2 - 1_000;
    return `${opening},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  },
};
const exchangeOf = (body: unknown): Exchange => ({
  ...{ kind: 'answer', status: 200, body, retryAfterMs: null },
});
/** Everything that reads an answer; each reading is one turn with the answer's decoding. */
const readers: Readonly<Record<string, (body: unknown) => unknown>> = {
  parseDocumentPage,
  parseLookUpPage,
  parseCreatedDocument,
  parseDocumentDetail: (body) => parseDocumentDetail(body, 1),
  parseErrorBody,
  parseLogin,
  parseEarlierLogin,
  parseTokenInfo,
  parseEarlierTokenInfo,
  parseCompanies,
  parseDemoPlans,
  findFiscalMarks,
  readSeen,
  shownDocument: (body) => readShown({ method: 'GET', path: '/documents/1/' }, exchangeOf(body)),
  shownList: (body) => readShown({ method: 'GET', path: '/documents/' }, exchangeOf(body)),
};

/** Null for text that JSON.parse itself refuses, which reaches no reader. */
function decoded(bytes: Buffer): { readonly body: unknown } | null {
  try {
    return { body: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
  } catch {
    return null;
  }
}

/**
 * Returns the time of the slowest reader of one answer.
 * @throws what a reader throws.
 */
function longestMs(bytes: Buffer): number {
  const times = Object.values(readers).map((read) => {
    const startedAt = performance.now();
    const answer = decoded(bytes);
    if (answer) read(answer.body);
    return performance.now() - startedAt;
  });
  return Math.max(...times);
}

const usual = page(Array.from({ length: 200 }, () => JSON.stringify(document)).join());

function sideOf(text: string) {
  const bytes = Buffer.from(text);
  return { run: () => longestMs(bytes) };
}

export const answerEntries: readonly BenchEntry[] = Object.entries(dear).map(
  ([name, make]): BenchEntry => ({
    name: `answers.${name}`,
    size: 'as many as the client lets through',
    warmUps: 2,
    samples: 20,
    baselineName: 'a page of 200 documents',
    prepare: () => ({ ours: sideOf(make()), baseline: sideOf(usual) }),
  }),
);
