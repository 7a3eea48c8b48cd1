// Many histories, two at a time, and what they come to together.
import { statesForAPerson } from '../../src-main/contract/outbox-states.ts';
import type { Excuse } from './checker.ts';
import type { History } from './run-history.ts';

const atATime = 2;

/** The results in the order of the items. */
export async function runEach<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

export const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** What went wrong, a line for each thing, headed by the command that plays it again; empty when nothing did. */
export function complaint({ kind, seed, badTill, problems, failures }: History): string {
  if (problems.length + failures.length === 0) return '';
  const till = badTill === null ? '' : ` --till ${badTill}`;
  return [
    `npm run faults -- --histories 1 --seed ${seed} --kind ${kind}${till}`,
    ...problems.map((problem) => `  ${problem.kind}: ${problem.reference}: ${problem.what}`),
    ...failures.map((failure) => `  the till failed: ${failure}`),
  ].join('\n');
}

export function summary(histories: readonly History[]): string {
  const sum = (of: (history: History) => number) =>
    histories.reduce((total, history) => total + of(history), 0);
  const problems = (...kinds: readonly string[]) =>
    sum((history) => history.problems.filter((problem) => kinds.includes(problem.kind)).length);
  const duplicated = (excuse: Excuse) =>
    sum((history) => history.duplicated.filter((known) => known === excuse).length);
  const doubted = histories.flatMap((history) => history.doubted);
  const settledMs = doubted
    .map(({ sinceMs, endedAtMs }) => (endedAtMs ?? Infinity) - sinceMs)
    .sort((a, b) => a - b);
  const needAPerson: readonly string[] = statesForAPerson;
  const alone = doubted.filter(
    ({ state, endedAtMs }) => endedAtMs !== undefined && !needAPerson.includes(state),
  );
  const states = histories.flatMap((history) => history.sales).map((sale) => sale.state);
  const faults = histories.flatMap((history) => history.faults);
  const rows: readonly (readonly [string, string | number])[] = [
    ['histories', histories.length],
    ['steps', sum((history) => history.steps)],
    ['sales promised', sum((history) => history.promised)],
    ['kills', sum((history) => history.kills)],
    ['ends with a sale on its way', sum((history) => history.caughtSending)],
    ['lost', problems('lost', 'forgotten')],
    ['duplicated by the till', problems('duplicated')],
    ['duplicated by the network', duplicated('delivered_twice')],
    ['duplicated by a late service', duplicated('too_late')],
    ['said what is not true', problems('untrue', 'wrong_amount', 'never_sold')],
    ['never settled', problems('never_settled')],
    ['failures of the till', sum((history) => history.failures.length)],
    ['states at the end', counted(states)],
    ['sales that came into doubt', doubted.length],
    ['median time of a doubt', `${Math.round(settledMs[settledMs.length >> 1] ?? 0)} ms`],
    ['doubts settled without a person', percent(alone.length, doubted.length)],
    ['faults', faults.length],
    ['faults by kind', counted(faults)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(32)} ${value}`).join('\n');
}

function counted(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, same]) => ({ name, count: same.length }))
    .sort((a, b) => b.count - a.count)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ');
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
