// One run for all tests: modules and components side by side, since each waits where the other
// computes, then those that start the whole till.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { findChromium } from '../resources/scripts/programs.mjs';
import { wantedPictures } from './screen-sizes.ts';
import { isLong } from './tier.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const workers = Math.max(2, availableParallelism());
const startsPrograms = ['integration/runtime', 'attacks/running'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);
/** With a whole till: the stand-in's own contracts, and every request of a page taken over. */
const longPrograms = ['integration/runtime/*', 'attacks/running/page'].map(
  (name) => `test/${name}.test.ts`,
);
/** With a whole till; `npm test` plays a share of them. */
const longAttacks = ['test/attacks/running/process.test.ts'];
/** Tills and helpers that are killed, faulted and spoilt on purpose, packages, and paper. */
const alwaysLong = [
  ...['bad-tills', 'histories', 'bad-sources'].map((name) => `test/faults/${name}.test.ts`),
  ...['kill-points', 'power-copy', 'power-cuts', 'power-replace'].map(
    (name) => `test/faults/disk/${name}.test.ts`,
  ),
  'test/month/month.test.ts',
  'test/attacks/catalogue-files.test.ts',
  'test/integration/packaging/package.test.ts',
  'test/integration/receipt/paper.test.ts',
  'test/integration/catalogue/many-killed.test.ts',
  'test/integration/account/left-while-sending.test.ts',
  'test/integration/services/refuses-everything.test.ts',
  'test/unit/real-electron/ending.test.ts',
  'test/unit/scripts/fetch-electron.test.ts',
];
/** Screens in each of many states: what one of them must do is in the others. */
const longComponents = [
  'commands',
  'early-presses',
  'first-week',
  'focus',
  'letters',
  'notices',
  'scans',
].map((name) => `test/components/${name}.test.ts`);
/** What every working day needs and what keeps strangers out: runs with each change. */
const journeys = ['main-job', 'first-day', 'sign-in', 'security', 'ipc', 'windows'].map(
  (name) => `test/e2e/${name}.test.ts`,
);
/** `npm test` plays a share of them: they ask which tests run. */
const furtherLong = globSync('test/{unit,integration,faults}/**/*.test.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      !alwaysLong.includes(file) &&
      /^import \{ isLong \}/m.test(readFileSync(join(root, file), 'utf8')),
  )
  .toSorted();
/** Journeys that the long tests drive further, and in the other language. */
const journeysAtLength = ['first-day', 'ipc', 'sign-in'].map((name) => `test/e2e/${name}.test.ts`);

/** Tests of the till's files that the long tests run once more as on Windows. */
const filesAsOnWindows = [
  ...['clean-close', 'lost-file', 'backups'].map(
    (name) => `test/integration/store/${name}.test.ts`,
  ),
  'test/integration/{practice,account}/*.test.ts',
  'test/integration/catalogue/{export,import}.test.ts',
  'test/integration/handlers/{restore,recovery-key}.test.ts',
  'test/integration/failed-start.test.ts',
  'test/unit/settings.test.ts',
];

const executablePath = findChromium();
/**
 * The installed Chromium, started as the stand-in for Electron starts it. Root cannot have a
 * sandbox.
 */
const chromium = {
  ...(executablePath !== undefined && { executablePath }),
  // Pages have scroll bars, as in a real window.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ],
};

/** Ends the output with one line that counts the tests. */
const counter: Reporter = {
  // Pictures left by failed tests of an earlier run would be taken for this one's.
  onTestRunStart: () => {
    rmSync(new URL('../out/failed', import.meta.url), { recursive: true, force: true });
  },
  onTestRunEnd: (modules, unhandledErrors) => {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const failedBefore = count.failed;
      for (const test of module.children.allTests()) count[test.result().state]++;
      // If a file does not load or a hook fails, there is no failed test to count.
      if (!module.ok() && count.failed === failedBefore) count.failed++;
    }
    if (!isLong) {
      process.stdout.write(
        `Left to npm run test:long: ` +
          `${[...alwaysLong, ...longPrograms, ...longComponents].join(', ')}; a greater part of ` +
          `${[...furtherLong, ...longAttacks, ...journeysAtLength].join(', ')}, test/components; ` +
          `test/smoke; ` +
          `of test/e2e all but ${journeys.join(', ')}\n`,
      );
    }
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const { note } = test.result() as { readonly note?: string };
        if (note !== undefined) process.stdout.write(`Skipped: ${test.fullName}: ${note}\n`);
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
  // The stores of the screens are written with runes.
  plugins: [svelte({ configFile: false })],
  test: {
    pool: 'forks',
    // A worker keeps the modules that it loaded: a process for each file would take longer than
    // most files do.
    isolate: false,
    reporters: ['default', counter],
    // What a test waits for comes, however busy the machine is. Vitest's own wait of one second is
    // too short for that.
    expect: { poll: { timeout: 60_000 } },
    root,
    // Programs that tests start compile what they load once, and not at each of hundreds of starts.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(
        new URL('../node_modules/.cache/compiled', import.meta.url),
      ),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'modules',
          include: isLong
            ? [...alwaysLong, ...furtherLong]
            : ['test/{unit,integration,faults,attacks,month}/**/*.test.ts'],
          exclude: [...startsPrograms, ...(isLong ? [] : alwaysLong)],
          setupFiles: ['test/cheap-pins.ts', 'test/short-stacks.ts'],
          maxWorkers: workers,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'as on Windows',
          // Only Linux tells which files are open.
          include: isLong && process.platform === 'linux' ? filesAsOnWindows : [],
          setupFiles: ['test/files-as-on-windows.ts'],
          // No other test may find its file calls replaced.
          isolate: true,
          maxWorkers: workers,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['test/components/**/*.test.ts'],
          exclude: isLong ? [] : longComponents,
          setupFiles: ['own-typeface', 'no-warnings'].map((name) => `test/components/${name}.ts`),
          provide: { pictures: wantedPictures(process.env.PICTURES), isLong },
          maxWorkers: workers,
          // The page asks itself, so asking often costs nothing.
          expect: { poll: { timeout: 60_000, interval: 15 } },
          testTimeout: 90_000,
          sequence: { groupOrder: 0 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // As small as a window may be.
            viewport: { width: 1024, height: 768 },
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'till',
          include: isLong
            ? ['test/{e2e,smoke}/**/*.test.ts', ...longAttacks, ...longPrograms]
            : [...journeys, ...startsPrograms],
          exclude: isLong
            ? journeys.filter((name) => !journeysAtLength.includes(name))
            : longPrograms,
          setupFiles: ['test/e2e/traces.ts'],
          // A till spends much of its time waiting: for answers, for typing, for look-ups that are
          // due.
          maxWorkers: Math.ceil(workers * 1.5),
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
