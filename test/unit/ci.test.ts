// Every journey is played sooner or later: by `npm test`, or by CI in one of its turns.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('no journey is left out of npm test and of every turn of CI', () => {
  const played = new Set(
    [read('.ci/run'), read('test/vitest.config.ts')].flatMap((text) => text.match(/[\w-]+/g) ?? []),
  );
  const journeys = globSync('test/e2e/*.test.ts', { cwd: root }).map((file) =>
    basename(file, '.test.ts'),
  );
  expect(journeys.length).toBeGreaterThan(30);
  expect(journeys.filter((name) => !played.has(name))).toEqual([]);
});
