// Every journey is played sooner or later: by `npm test`, or by CI in one of its turns.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const wordsOf = (file: string) => new Set(read(file).match(/[\w-]+/g));

test('no journey is left out of npm test and of every turn of CI', () => {
  const inTurns = wordsOf('.ci/run');
  const inTests = wordsOf('test/vitest.config.ts');
  const journeys = globSync('test/e2e/*.test.ts', { cwd: root });
  expect(journeys.length).toBeGreaterThan(30);
  const leftOut = journeys.filter((file) => {
    const name = basename(file, '.test.ts');
    // Where the long tests go further, npm test plays only a part.
    const isPart = /\b(?:isLong|driven)\b/.test(read(file));
    return !inTurns.has(name) && (isPart || !inTests.has(name));
  });
  expect(leftOut).toEqual([]);
});
