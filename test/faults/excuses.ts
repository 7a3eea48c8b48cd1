// What no till could prevent, since service-api has no create that may be repeated: told from what the network really did.
import type { Delivery } from './fault-proxy.ts';
import { isBeyondLooks, isTooLate } from './times.ts';

/**
 * `delivered_twice`: the network delivered one request two times.
 * `too_late`: the service showed its document only after the settling time.
 * `refused_unseen`: it created the document and said that it refused, while its lists did not show it.
 * `beyond_looks`: it showed the document only after the last of the later looks, so that no till can even notice.
 */
export type Excuse = 'delivered_twice' | 'too_late' | 'refused_unseen' | 'beyond_looks';

/** The strongest of each reference. `laterLooksMs`: as the tills have them. */
export function excusesOf(
  deliveries: readonly Delivery[],
  laterLooksMs: readonly number[],
): ReadonlyMap<string, Excuse> {
  const excuses = new Map<string, Excuse>();
  for (const [reference, ofSale] of Map.groupBy(deliveries, (delivery) => delivery.reference)) {
    const excuse = excuseOf(ofSale, laterLooksMs);
    if (excuse) excuses.set(reference, excuse);
  }
  return excuses;
}

function excuseOf(
  deliveries: readonly Delivery[],
  laterLooksMs: readonly number[],
): Excuse | undefined {
  const isShown = (how: (arrivedAtMs: number, shownAtMs: number) => boolean): boolean =>
    deliveries.some(({ arrivedAtMs, shownAtMs }) =>
      shownAtMs.some((atMs) => how(arrivedAtMs, atMs)),
    );
  if (isShown((arrivedAtMs, shownAtMs) => isBeyondLooks(laterLooksMs, arrivedAtMs, shownAtMs))) {
    return 'beyond_looks';
  }
  if (isShown(isTooLate)) return 'too_late';
  if (deliveries.some(({ refusedUnseen }) => refusedUnseen)) return 'refused_unseen';
  return deliveries.some(({ shownAtMs }) => shownAtMs.length > 1) ? 'delivered_twice' : undefined;
}
