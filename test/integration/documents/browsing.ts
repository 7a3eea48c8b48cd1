// The document browser at the practice service, with a memory in a folder of its own.
import { join } from 'node:path';
import { setImmediate as afterNotes } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../src-main/clock.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import type { DocumentQuery, ListedDocuments } from '../../../src-main/contract/documents.ts';
import type { AppError, Result } from '../../../src-main/contract/errors.ts';
import { DocumentBrowser, type DocumentService } from '../../../src-main/documents/browser.ts';
import { DocumentMemory } from '../../../src-main/documents/memory.ts';
import { remember } from '../../../src-main/documents/shown.ts';
import { observed } from '../../../src-main/service/observed.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { getDocument, listDocuments } from '../../../src-main/service/endpoints.ts';
import { startRig } from '../practice-service/rig.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';

export const everything: DocumentQuery = {
  list: 'all',
  search: '',
  natureId: null,
  statusId: null,
  orderBy: 'id',
  descending: false,
  offset: 0,
  limit: 200,
};

export function openMemory(
  folder = temporaryFolder(),
  db = openTill(join(folder, 'till.db')),
  clock: Pick<Clock, 'sleep'> = systemClock,
) {
  const problems: string[] = [];
  const memory = new DocumentMemory(folder, db, (what) => problems.push(what), clock);
  onTestFinished(() => {
    memory.close();
  });
  return { folder, db, file: join(folder, 'documents.db'), memory, problems };
}

/** A browser at a service that is there, of a till without a catalogue. */
export const browserOf = (
  { db, memory }: Pick<ReturnType<typeof openMemory>, 'db' | 'memory'>,
  service: Pick<DocumentService, 'list' | 'get'>,
  productOf: (code: string) => Product | undefined = () => undefined,
): DocumentBrowser =>
  new DocumentBrowser({
    ...{ db, memory, productOf, service: { ...service, isAway: () => false } },
    follow: () => undefined,
  });

/** The same where the service always answers so. */
export const browserAnswered = (
  opened: Parameters<typeof browserOf>[0],
  answer: { readonly ok: false; readonly error: AppError },
): DocumentBrowser =>
  browserOf(opened, { list: () => Promise.resolve(answer), get: () => Promise.resolve(answer) });

export async function startBrowsing() {
  const practice = await startRig();
  const opened = openMemory();
  const { memory, problems } = opened;
  let nowMs = Date.UTC(2026, 2, 16, 10, 30);
  const client = createServiceClient({ baseUrl: practice.service.baseUrl });
  const note = remember(
    (inAnswer, atMs) => {
      memory.note(inAnswer, atMs);
    },
    () => nowMs,
  );
  const heard = observed(client, [note], (what) => problems.push(what));
  onTestFinished(async () => {
    await client.close();
    await practice.close();
  });
  const browser = browserOf(opened, {
    list: (query, signal) => listDocuments(heard, practice.token, query, signal),
    get: (id, signal) => getDocument(heard, practice.token, id, signal),
  });
  let view = 0;
  return {
    ...opened,
    practice,
    client,
    browser,
    /** Lists under a new view each time. */
    list: (query: Partial<DocumentQuery> = {}): Promise<Result<ListedDocuments>> =>
      browser.list({ ...everything, ...query, view: ++view }),
    unplug: async () => {
      await afterNotes();
      await practice.service.unplug();
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    nowMs: () => nowMs,
  };
}
