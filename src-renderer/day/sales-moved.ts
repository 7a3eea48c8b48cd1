// What is asked for anew whenever a sale moves on.
import { Timer } from '../bridge/timer.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** How long to wait for quiet, as a busy outbox moves many sales at once. */
const quietMs = 300;

/** Returns the function that stops listening. */
export function onSalesMoved(till: Till, load: () => Promise<void>): () => void {
  const timer = new Timer();
  const stop = till.on('outbox.saleChanged', () => timer.start(quietMs, () => void load()));
  return () => {
    timer.stop();
    stop();
  };
}
