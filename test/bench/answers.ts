// How long an answer made to be dear holds up the program, beside a usual page of a list: whatever
// the client lets through is read in one turn, in which nobody sells.
import { defaultMaxAnswerBytes } from '../../src-main/service/client.ts';
import { parseCompanies } from '../../src-main/service/account-responses.ts';
import {
  parseCreatedDocument,
  parseDocumentPage,
  parseErrorBody,
  parseLookUpPage,
} from '../../src-main/service/responses.ts';
import type { Result } from '../../src-main/contract/errors.ts';
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

/** As many as the client lets through. */
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
  nested: () => `${opening},"x":${'['.repeat(900_000)}${']'.repeat(900_000)}}`,
};
const readers: readonly ((body: unknown) => Result<unknown> | readonly unknown[])[] = [
  parseDocumentPage,
  parseLookUpPage,
  parseCreatedDocument,
  parseErrorBody,
  parseCompanies,
];

/** The dearest of all readings of one answer. */
function longestMs(bytes: Buffer): number {
  const times = readers.map((read) => {
    const startedAt = performance.now();
    read(JSON.parse(new TextDecoder().decode(bytes)));
    return performance.now() - startedAt;
  });
  return Math.max(...times);
}

const usual = page(Array.from({ length: 200 }, () => JSON.stringify(document)).join());

export const answerEntries: readonly BenchEntry[] = Object.entries(dear).map(([name, make]) => ({
  name: `answers.${name}`,
  size: 'as many as the client lets through',
  warmUps: 2,
  samples: 20,
  baselineName: 'a page of 200 documents',
  prepare: () => {
    const side = (text: string) => {
      const bytes = Buffer.from(text);
      let tookMs = 0;
      return {
        before: () => undefined,
        run: () => {
          tookMs = longestMs(bytes);
        },
        tookMs: () => tookMs,
      };
    };
    return Promise.resolve({
      ours: side(make()),
      baseline: side(usual),
      cleanUp: () => undefined,
    });
  },
}));
