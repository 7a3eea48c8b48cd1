// What Svelte warns of is a mistake of ours: a component that says it fails its test.
import { afterEach, expect } from 'vitest';

const warnings: string[] = [];
const { warn } = console;
console.warn = (...said: readonly unknown[]) => {
  warnings.push(said.join(' '));
  warn(...said);
};

afterEach(() => {
  expect(warnings.splice(0)).toEqual([]);
});
