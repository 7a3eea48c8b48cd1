// Draws what comes back in a history, apart from everything else: the same seed still sells, fails
// and decides as it would without returns.
import type { HistoryStep, ReturnStep } from './history-steps.ts';
import type { Seeded } from './seeded.ts';

const returnShare = 0.2;

/** Sets the tills up, and puts returns at them between the steps. */
export function withReturns(
  steps: readonly HistoryStep[],
  tills: number,
  random: Seeded,
): readonly HistoryStep[] {
  const setUp = Array.from({ length: tills }, (_, till): HistoryStep => ({
    ...{ do: 'set_up_returns', till },
    ...{ needsTrial: random.chance(0.25), sendsPayment: random.chance(0.5) },
  }));
  return [...setUp, ...withMoreReturns(steps, tills, random)];
}

/** Does so at tills that are set up. */
export const withMoreReturns = (
  steps: readonly HistoryStep[],
  tills: number,
  random: Seeded,
): readonly HistoryStep[] =>
  steps.flatMap((step): readonly HistoryStep[] => {
    if (!random.chance(returnShare)) return [step];
    const till = random.between(0, tills - 1);
    const first: HistoryStep = { ...randomReturn(random, tills), till };
    // At once, while the first may be unsent.
    const second: HistoryStep = { ...first, of: 'the_same' };
    return [first, ...(random.chance(0.2) ? [second] : []), step];
  });

function randomReturn(random: Seeded, tills: number): Extract<ReturnStep, { do: 'give_back' }> {
  return {
    do: 'give_back',
    of: random.pick(
      tills > 1 ? ['own', 'the_same', 'another_till'] : (['own', 'own', 'the_same'] as const),
    ),
    wish: random.pick(['all', 'part', 'part', 'part', 'too_much'] as const),
    asks: random.pick(['once', 'once', 'once', 'once', 'twice', 'as_two', 'again'] as const),
    isCash: random.chance(0.6),
    withoutAsking: random.chance(0.25),
    seed: random.between(0, 1_000_000),
  };
}
