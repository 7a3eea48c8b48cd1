// npm test runs every test but the long ones, or those that the arguments choose; npm run test:long
// runs the long ones. The last line counts them.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root } from './programs.mjs';
import { runToTheEnd, setUp } from './setup.mjs';
import { argumentsOf } from './usage.mjs';

// Any other option is vitest's own.
if (process.argv.some((arg) => arg === '--help' || arg === '-h'))
  argumentsOf(`Usage: npm test [-- PART_OF_A_PATH …], npm run test:long [-- PART_OF_A_PATH …]
The last line counts the tests; options are vitest's.`);
const [first, ...others] = process.argv.slice(2);
const isLong = first === '--long';
if (isLong) process.env.TESTS = 'long';

/** More than all files of all tests take together. */
const mostBytes = 6 * 1024 ** 3;
const memory = '/dev/shm';

/**
 * Keeps the tests' files in memory if the machine has room: they write many small ones and wait for
 * each to be on the disk. A folder that the environment names stays.
 */
function keepFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < mostBytes) return;
  const folder = mkdtempSync(join(memory, 'counterfoil-tests-'));
  process.env.TMPDIR = folder;
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
}

await setUp({ alwaysWithChromium: true });
keepFilesInMemory();
process.env.BUILT_HELPER = join(root, 'out/main/helper.js');
await runToTheEnd(
  projectNode,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'test/vitest.config.ts'),
    ...(isLong ? others : process.argv.slice(2)),
  ],
  { showsTill: true },
);
