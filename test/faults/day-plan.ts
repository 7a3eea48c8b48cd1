// Draws what happens to the working day in a history, apart from everything else: the same seed
// still sells, fails and decides as it would without days.
import type { DayStep, HistoryStep } from './history-steps.ts';
import type { Seeded } from './seeded.ts';

const dayShare = 0.14;

/** Puts what people do at the drawers of so many tills between the steps. */
export function withDays(
  steps: readonly HistoryStep[],
  tills: number,
  random: Seeded,
): readonly HistoryStep[] {
  const till = () => random.between(0, tills - 1);
  return steps.flatMap((step): readonly HistoryStep[] => {
    const own = withMoney(step, random);
    if (!random.chance(dayShare)) return [own];
    return [{ ...randomDayStep(random), till: till() }, own];
  });
}

/** Draws how a sale is paid, and whether a decision about it gives its money back. */
function withMoney(step: HistoryStep, random: Seeded): HistoryStep {
  if (step.do === 'sell') return { ...step, isCash: random.chance(0.6) };
  const isOfMoney = step.do === 'cancel' || step.do === 'correct';
  return isOfMoney ? { ...step, moneyMoved: random.chance(0.7) } : step;
}

function randomDayStep(random: Seeded): DayStep {
  const draw = random.between(1, 100);
  if (draw <= 30) return { do: 'open_day', floatCents: random.between(0, 20_000) };
  if (draw <= 58) {
    const direction = random.pick(['in', 'out'] as const);
    return { do: 'move_cash', direction, amountCents: random.between(1, 5_000) };
  }
  if (draw <= 66) return { do: 'take_back' };
  if (draw <= 84) {
    const purpose = random.pick(['close', 'close', 'handover'] as const);
    return { do: 'count_drawer', purpose, offCents: random.pick([0, 0, 100, -35]) };
  }
  return { do: 'close_day', leftCents: random.between(0, 10_000) };
}
