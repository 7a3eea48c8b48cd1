import { existsSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { listBundledPackages } from './resources/packaging/bundled-packages.ts';

/** Of whoever makes releases; without one the till takes no updates. */
function readUpdateKey(): string {
  const file = 'resources/packaging/update-key.pem';
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * `--mode smoke-test` alone makes a build that takes a debugger, in a folder of its own: no
 * variable of the environment does, and a release is packaged from nowhere but `out/`.
 */
// eslint-disable-next-line no-restricted-exports -- electron-vite reads the default export
export default defineConfig(({ mode }) => {
  const isForSmokeTest = mode === 'smoke-test';
  const out = isForSmokeTest ? 'out/smoke-test' : 'out';
  const bundled = (name: string) => listBundledPackages(`${out}/shipped/bundled/${name}.json`);
  return {
    main: {
      define: {
        buildTakesDebugger: JSON.stringify(isForSmokeTest),
        updateKey: JSON.stringify(readUpdateKey()),
      },
      plugins: [bundled('main')],
      build: {
        outDir: `${out}/main`,
        rolldownOptions: {
          // A helper process is a program of its own, and so is its second thread.
          input: {
            index: 'src-main/index.ts',
            helper: 'src-main/helper-process/helper.ts',
            'rows-ahead': 'src-main/helper-process/rows-ahead.ts',
          },
        },
      },
    },
    preload: {
      plugins: [bundled('preload')],
      build: {
        outDir: `${out}/preload`,
        // A sandboxed renderer can run a CommonJS preload only, and it can require nothing of ours:
        // everything that it imports is bundled into it. They share no module, which would be
        // a file of its own.
        externalizeDeps: false,
        rolldownOptions: {
          input: {
            preload: 'src-main/preload.ts',
            'pin-preload': 'src-main/staff/pin-preload.ts',
            'display-preload': 'src-main/display/display-preload.ts',
          },
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      root: 'src-renderer',
      plugins: [svelte(), bundled('renderer')],
      build: {
        outDir: `${out}/renderer`,
        // The page's content security policy allows no data: scripts or styles.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            index: 'src-renderer/index.html',
            'pin-window': 'src-renderer/pin-window.html',
            'customer-display': 'src-renderer/customer-display.html',
          },
        },
      },
    },
  };
});
