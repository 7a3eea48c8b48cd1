// One run for all tests: what is quick first, then the tests that start the whole till.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { isLong } from './tier.ts';

const pool = 'forks';
const startsPrograms = 'test/integration/runtime/**/*.test.ts';
/** Real tills that are killed and faulted. */
const alwaysLong = ['histories', 'bad-tills'].map((name) => `test/faults/${name}.test.ts`);
/** Those of which `npm test` plays a share. */
const furtherLong = ['model/model', 'disk/kill-points', 'disk/power-cuts'].map(
  (name) => `test/faults/${name}.test.ts`,
);
/** Journeys that are driven in the other language as well. */
const driven = ['outbox', 'scan-everywhere', 'doubt', 'document-page', 'practice'].map(
  (name) => `test/e2e/${name}.test.ts`,
);

/** Ends the output with one line that counts the tests. */
const counter: Reporter = {
  onTestRunEnd: (modules, unhandledErrors) => {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const failedBefore = count.failed;
      for (const test of module.children.allTests()) count[test.result().state]++;
      // A file that does not load, or a hook that fails, has no failed test of its own.
      if (!module.ok() && count.failed === failedBefore) count.failed++;
    }
    if (!isLong) {
      process.stdout.write(
        `Left to npm run test:long: ${alwaysLong.join(', ')}; a greater part of `,
      );
      process.stdout.write(`${furtherLong.join(', ')}; in Portuguese: ${driven.join(', ')}\n`);
    }
    const skipped = count.skipped + count.pending;
    process.stdout.write(
      `${String(count.passed)} passed, ${String(count.failed)} failed` +
        `${skipped === 0 ? '' : `, ${String(skipped)} skipped`}\n`,
    );
  },
};

// eslint-disable-next-line no-restricted-exports -- vitest reads the default export
export default defineConfig({
  // For the stores of the screens, which are written with runes.
  plugins: [svelte({ configFile: false })],
  test: {
    reporters: ['default', counter],
    // What is waited for comes, however busy the machine is; the second that vitest waits by itself is too short for that.
    expect: { poll: { timeout: 20_000 } },
    root: fileURLToPath(new URL('..', import.meta.url)),
    projects: [
      {
        extends: true,
        test: {
          name: 'modules',
          include: isLong
            ? [...alwaysLong, ...furtherLong]
            : ['test/{unit,integration,faults}/**/*.test.ts'],
          exclude: [startsPrograms, ...(isLong ? [] : alwaysLong)],
          pool,
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'till',
          include: isLong ? driven : ['test/e2e/**/*.test.ts', startsPrograms],
          pool,
          // A till waits for half of its time: for answers, for what is typed, for looks that are due.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
