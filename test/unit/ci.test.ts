// Every long test is played sooner or later by CI, in one of its turns.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('no long test is left out of every turn of CI', () => {
  const named = new Set(readFileSync(join(root, '.ci/run'), 'utf8').match(/[\w-]+/g));
  const vitest = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly'];
  const listed = execFileSync(process.execPath, [...vitest, '--config', 'test/vitest.config.ts'], {
    ...{ cwd: root, encoding: 'utf8' },
    env: { ...process.env, TESTS: 'long' },
  });
  const files = listed.match(/test\/\S+\.test\.ts$/gm) ?? [];
  expect(files.length).toBeGreaterThan(60);
  const leftOut = files.filter(
    (file) => !named.has(basename(file, '.test.ts')) && !named.has(basename(dirname(file))),
  );
  expect(leftOut).toEqual([]);
});
