// Sums up many histories, a line for each figure.
import { dayProblemKinds, type DayProblemKind } from './day-checker.ts';
import type { Excuse } from './resends.ts';
import { returnProblemKinds, type ReturnProblemKind } from './return-checker.ts';
import type { History } from './run-history.ts';
import { aligned, counted, type Row } from './lines.ts';

export function summary(histories: readonly History[]): string {
  const sum = (of: (history: History) => number) =>
    histories.reduce((total, history) => total + of(history), 0);
  const problems = (...kinds: readonly string[]) =>
    sum((history) => history.problems.filter((problem) => kinds.includes(problem.kind)).length);
  const doubted = histories.flatMap((history) => history.doubted);
  const settledMs = doubted
    .map(({ sinceMs, endedAtMs }) => (endedAtMs ?? Infinity) - sinceMs)
    .sort((a, b) => a - b);
  const alone = doubted.filter(
    ({ neededAPerson, endedAtMs }) => endedAtMs !== undefined && !neededAPerson,
  );
  const faults = histories.flatMap((history) => history.faults);
  const rows: readonly Row[] = [
    ['histories', histories.length],
    ['histories by kind', counted(histories.map(({ kind }) => kind))],
    ['steps', sum((history) => history.steps)],
    ['sales promised', sum((history) => history.promised)],
    ['decisions of people', counted(histories.flatMap((history) => history.decisions))],
    ['kills', sum((history) => history.kills)],
    ['ends with a sale on its way', sum((history) => history.caughtSending)],
    ['lost', problems('lost', 'forgotten')],
    ['sent twice by the till', problems('duplicated')],
    ['sent again without the looks that it takes', problems('hasty')],
    ['never told', problems('never_told')],
    ['duplicated by the network', duplicates(histories, 'delivered_twice')],
    ['duplicated by a late service', duplicates(histories, 'too_late')],
    ['duplicated by a wrong refusal', duplicates(histories, 'refused_unseen')],
    ['duplicated under another reference', duplicates(histories, 'mangled')],
    ['not detected where it must be', problems('undetected')],
    ['said what is not true', problems('untrue', 'wrong_amount', 'never_sold')],
    ['histories of a sale with a gap', problems('broken_history')],
    ['confirmed with an untold difference', problems('untold_difference')],
    ['never settled', problems('never_settled')],
    ...dayProblemKinds.map((kind): Row => [dayProblemNames[kind], problems(kind)]),
    ...returnProblemKinds.map((kind): Row => [returnProblemNames[kind], problems(kind)]),
    ['failures of the till', sum((history) => history.failures.length)],
    ['states at the end', counted(histories.flatMap((history) => history.states))],
    ['days opened', sum(({ days }) => days.opened)],
    ['days closed', sum(({ days }) => days.closed)],
    ['days closed with sales still open', sum(({ days }) => days.closedWithOpen)],
    ['counts of the drawer', sum(({ days }) => days.counts)],
    ['movements of cash', sum(({ days }) => days.movements)],
    ['addenda', sum(({ days }) => days.addenda)],
    ['sales of no day', sum(({ days }) => days.ofNoDay)],
    ['returns made', sum(({ returns }) => returns.made)],
    ['returns refused', counted(histories.flatMap(({ returns }) => returns.refused)) || '0'],
    ['beyond the sale, which no till could know', sum(({ returns }) => returns.unknowable)],
    ['sales that came into doubt', doubted.length],
    ['median time of a doubt', `${Math.round(settledMs[settledMs.length >> 1] ?? 0)} ms`],
    ['doubts settled without a person', percent(alone.length, doubted.length)],
    ['faults', faults.length],
    ['faults by kind', counted(faults)],
  ];
  return aligned(rows);
}

const dayProblemNames: Readonly<Record<DayProblemKind, string>> = {
  day_forgotten: 'said of a day and not kept',
  day_misplaced: 'sales in a wrong day',
  drawer_wrong: 'drawers that are not what they should be',
  refund_wrong: 'refunds that are not in drawer and Z',
  z_wrong: 'Z reports that are not true',
  z_missing: 'days without their Z',
  z_chain: 'Z numbers and hashes that do not follow',
  addendum_wrong: 'outcomes that are not beside their Z',
  closing_held_up: 'closings that were held up',
};

const returnProblemNames: Readonly<Record<ReturnProblemKind, string>> = {
  return_twice: 'returns made or sent twice',
  returned_beyond: 'returns beyond what was sold',
  beyond_untold: 'returns beyond it that nobody was told of',
  return_lost: 'returns that did not arrive',
  return_half_made: 'returns made by half',
};

function duplicates(histories: readonly History[], excuse: Excuse): string {
  const found = histories
    .flatMap((history) => history.duplicates)
    .filter((duplicate) => duplicate.excuse === excuse);
  const detected = found.filter(({ isDetected }) => isDetected).length;
  return found.length === 0 ? '0' : `${found.length}, of which the till shows ${detected}`;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
