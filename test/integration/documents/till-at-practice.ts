// A whole till signed in to the practice service, for the document browser's requests.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import type { Language } from '../../../src-main/contract/languages.ts';
import type { DocumentFilter, ExportProgress } from '../../../src-main/contract/documents.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { documentRequests } from '../../../src-main/handlers/documents.ts';
import { createLog } from '../../../src-main/log.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { Till } from '../../../src-main/till/till.ts';
import { HandClock } from '../../hand-clock.ts';
import { startRig } from '../practice-service/rig.ts';
import { openMemory } from './browsing.ts';
import { asking } from '../../asking.ts';
import { quietEnvironment } from '../../quiet-environment.ts';

export const allDocuments: DocumentFilter = {
  list: 'all',
  search: '',
  natureId: null,
  statusId: null,
  orderBy: 'id',
  descending: true,
};

export async function startTill(isSignedIn = true) {
  const practice = await startRig();
  const { folder, db, memory } = openMemory();
  const { catalogue } = Catalogue.open(folder);
  const connections: string[] = [];
  const till = new Till(
    {
      kind: 'practice',
      way: 'password',
      earlierAddress: null,
      planId: null,
      serviceAddress: practice.service.baseUrl,
      companyCode: 'Loja / 1',
      companyName: 'Loja',
      tillCode: '1',
      tillName: 'Caixa 1',
      userName: 'Ana',
      username: 'ana',
      locationName: null,
      terminalName: null,
      interfaceVersion: null,
    },
    db,
    catalogue,
    memory,
    createServiceClient({ baseUrl: practice.service.baseUrl }),
    isSignedIn ? practice.token : undefined,
    {
      log: createLog(join(folder, 'till.log')),
      clock: new HandClock(),
      timing: defaultTiming,
      environment: quietEnvironment(),
      notify: () => undefined,
      // The end of an audit is told in the same way, without a change of the connection.
      onConnectionChanged: (connection) => {
        if (connections.at(-1) !== connection) connections.push(connection);
      },
      onFailure: () => ({ code: 'unexpected', id: 'test' }),
    },
  );
  onTestFinished(async () => {
    if (till.db.open) await till.close();
    await practice.close();
  });
  const receipts = join(folder, 'receipts');
  let language: Language = 'en';
  let onProgress: (progress: ExportProgress) => void = () => undefined;
  const context = {
    session: { till },
    lock: { doneBy: null },
    language: () => language,
    now: () => new Date(2026, 2, 6, 0, 30),
    receiptFolder: () => receipts,
    exportProgress: (progress: ExportProgress) => {
      onProgress(progress);
    },
  } as unknown as Context;
  return {
    practice,
    till,
    memory,
    receipts,
    connections,
    ask: asking(documentRequests(context), () => till),
    speak: (next: Language) => {
      language = next;
    },
    listenToProgress: (listener: (progress: ExportProgress) => void) => {
      onProgress = listener;
    },
  };
}
