// Waits in real time until the outbox waits for its clock, which a test moves by hand.
import type { HandClock } from './hand-clock.ts';

/**
 * The prober, the sender, the lookUps and the auditor. Once each of them sleeps, or waits for an
 * answer that does not come, nothing happens until the clock moves.
 */
const lanes = 4;
const longestRealMs = 60_000;

/** Lets real sockets answer in real time. `hanging`: how many requests are never answered. */
export async function atRest(clock: HandClock, hanging: () => number = () => 0): Promise<void> {
  const deadline = Date.now() + longestRealMs;
  for (let turns = 0; clock.sleeping() + hanging() < lanes; turns += 1) {
    if (Date.now() > deadline) throw new Error('the outbox does not come to rest');
    await new Promise((resolve) => (turns < 20 ? setImmediate(resolve) : setTimeout(resolve, 1)));
  }
}
