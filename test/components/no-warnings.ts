// A warning of Svelte is a mistake of ours, so it fails the test of its component.
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
