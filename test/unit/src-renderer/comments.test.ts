// Checks the width of comments in markup, which the linter does not see.
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../src-renderer/', import.meta.url));
const files = globSync(`${root}**/*.svelte`);

test('no comment of a component is wider than 100 columns', () => {
  expect(files.length).toBeGreaterThan(100);
  const tooWide = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<!--.*?-->/gs)]
      .filter(([comment]) => comment.split('\n').some((line) => line.length > 100))
      .map(([comment]) => `${relative(root, file)}: ${comment.slice(0, 40)}`),
  );
  expect(tooWide).toEqual([]);
});
