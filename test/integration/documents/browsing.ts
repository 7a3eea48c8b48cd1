// The document browser at the practice service, with a memory in a folder of its own.
import { join } from 'node:path';
import { setImmediate as afterNotes } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../src-main/clock.ts';
import type { DocumentQuery, ListedDocuments } from '../../../src-main/contract/documents.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import { DocumentBrowser } from '../../../src-main/documents/browser.ts';
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
  const memory = DocumentMemory.open(folder, db, (what) => problems.push(what), clock);
  onTestFinished(() => {
    memory.close();
  });
  return { folder, db, file: join(folder, 'documents.db'), memory, problems };
}

export async function startBrowsing() {
  const practice = await startRig();
  const opened = openMemory();
  const { db, memory, problems } = opened;
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
  const browser = new DocumentBrowser({
    db,
    memory,
    service: {
      list: (query, signal) => listDocuments(heard, practice.token, query, signal),
      get: (id, signal) => getDocument(heard, practice.token, id, signal),
      isAway: () => false,
    },
    follow: () => undefined,
    productOf: () => undefined,
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

export function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
