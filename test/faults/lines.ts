// Summaries as lines of text.
export type Row = readonly [name: string, value: string | number];

const nameWidth = 48;

export const aligned = (rows: readonly Row[]): string =>
  rows.map(([name, value]) => `${name.padEnd(nameWidth)} ${value}`).join('\n');

/** Returns each name with its count, the most frequent first. */
export function counted(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, same]) => ({ name, count: same.length }))
    .sort((a, b) => b.count - a.count)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ');
}
