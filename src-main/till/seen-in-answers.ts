// The one place where customers and ways to pay are noted as the service's answers name them.
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { readSeen } from '../service/seen-in-answers.ts';
import { noteCustomers, notePaymentMethods } from '../store/seen-in-answers.ts';
import type { Store } from '../store/open.ts';

interface NoteOptions {
  readonly db: Store;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** The client, with each answer noted once what it was asked for is done: that nothing could be noted disturbs nothing. */
export function noteSeen(client: ServiceClient, options: NoteOptions): ServiceClient {
  return {
    ...client,
    exchange: async (request) => {
      const exchange = await client.exchange(request);
      if (exchange.kind === 'answer') {
        setImmediate(() => {
          note(exchange.body, options);
        });
      }
      return exchange;
    },
  };
}

function note(body: unknown, { db, nowMs, log }: NoteOptions): void {
  if (!db.open) return;
  try {
    const { customers, paymentMethods } = readSeen(body);
    if (customers.length > 0) noteCustomers(db, customers, nowMs());
    if (paymentMethods.length > 0) notePaymentMethods(db, paymentMethods);
  } catch (error) {
    log.error('customers and ways to pay could not be noted', error);
  }
}
