// A till's outbox at a service over real HTTP, and what hands over its requests.
import { Outbox, type OutboxOptions, type OutboxService } from '../src-main/outbox/outbox.ts';
import { defaultTiming } from '../src-main/outbox/timing.ts';
import type { ServiceClient } from '../src-main/service/client.ts';
import { createDocument, getDocument, lookUpDocuments } from '../src-main/service/endpoints.ts';

export const serviceOf = (client: ServiceClient, token = 'token'): OutboxService => ({
  hasToken: () => true,
  create: (body) => createDocument(client, token, body),
  lookUp: (query) => lookUpDocuments(client, token, query),
  getDocument: (id) => getDocument(client, token, id),
});

/** Begins an outbox that tells nobody anything, unless a test listens. A bug in it is thrown. */
export function beginOutbox(
  options: Pick<OutboxOptions, 'db' | 'clock' | 'service'> & Partial<OutboxOptions>,
): Outbox {
  const outbox = new Outbox({
    timing: defaultTiming,
    onSaleChanged: () => undefined,
    onConnectionChanged: () => undefined,
    notify: () => undefined,
    onFailure: (error) => {
      throw error;
    },
    ...options,
  });
  outbox.start();
  return outbox;
}

/** Keeps a bug of the outbox for the test to look at. */
export const keptIn =
  (failures: unknown[]): OutboxOptions['onFailure'] =>
  (error) => {
    failures.push(error);
    return { code: 'unexpected', id: 'test' };
  };
