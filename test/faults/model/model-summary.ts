// Sums up an exploration in lines for a person.
import { faultKinds } from './judge.ts';
import type { Tally } from './explore.ts';

const words = {
  sent_twice: 'sent twice by the till, the first document being there to be seen',
  too_many_unnoticed: 'documents too many that nobody was told of',
  lost: 'lost',
  untrue: 'states that were not so',
  untold_difference: 'confirmed with a difference that nobody was told of',
  waiting_unseen: 'waiting beyond their bound, and nobody told',
  held_up: 'held up by the trouble of others',
  stuck: 'never settled',
  bug: 'steps that cannot be',
} as const;

export function modelSummary(tally: Tally, tookMs: number): string {
  const { schedules, sales, creations, doubled, doubledNoticed, excused } = tally;
  const perSecond = Math.round((1000 * schedules) / tookMs);
  const longestS = Math.round(tally.longestHeldUpMs / 1000);
  return [
    `${schedules} schedules (${perSecond} a second), ${sales} sales, ${creations} requests to create`,
    ...faultKinds.map((kind) => `  ${tally.faults[kind]} ${words[kind]}`),
    `  ${doubled} sales with documents too many, ${doubledNoticed} of them noticed`,
    `  the longest wait of a healthy sale among sick ones: ${longestS} s`,
    ...Object.entries(excused).map(
      ([excuse, times]) =>
        `  sent twice, as nobody can prevent: ${times} ${excuse.replaceAll('_', ' ')}`,
    ),
  ].join('\n');
}
