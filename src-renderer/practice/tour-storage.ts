// Keeps the tour under way where a page that is loaded anew finds it. It is gone when the program
// ends.
import * as v from 'valibot';
import { saleStateSchema } from '../../src-main/contract/outbox-states.ts';
import type { Tour } from './tour.ts';

const name = 'tour';

const keptTourSchema = v.strictObject({
  beganAtMs: v.pipe(v.number(), v.safeInteger()),
  sales: v.array(
    v.strictObject({
      reference: v.string(),
      state: saleStateSchema,
      documentId: v.nullable(v.pipe(v.number(), v.safeInteger())),
      soldOffline: v.boolean(),
    }),
  ),
  hasFound: v.boolean(),
});

/** The tour as it is kept, without what the screens tell anew. */
export type KeptTour = Pick<Tour, 'beganAtMs' | 'sales' | 'hasFound'>;

/** Null removes the tour. */
export function keepTour(storage: Storage, tour: Tour | null): void {
  if (!tour) {
    storage.removeItem(name);
    return;
  }
  const { beganAtMs, sales, hasFound } = tour;
  const content: KeptTour = { beganAtMs, sales, hasFound };
  storage.setItem(name, JSON.stringify(content));
}

/** Returns null if there is none that can be read: a tour is soon taken again. */
export function keptTour(storage: Storage): KeptTour | null {
  const content = v.safeParse(
    v.pipe(v.string(), v.parseJson(), keptTourSchema),
    storage.getItem(name),
  );
  return content.success ? content.output : null;
}
