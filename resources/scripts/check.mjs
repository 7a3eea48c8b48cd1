// npm run check: everything that can be said of the sources without running them. Each finding is an error.
import { spawnSync } from 'node:child_process';
import { root } from './programs.mjs';
import { setUp } from './setup.mjs';

setUp();
const checks = ['format', 'lint', 'types', 'svelte', 'imports', 'unused'];
const failed = checks.filter((name) => {
  process.stderr.write(`check:${name}\n`);
  const { status, error } = spawnSync('npm', ['run', '--silent', `check:${name}`], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  return status !== 0;
});
if (failed.length > 0) {
  process.stderr.write(`Not clean: ${failed.join(', ')}\n`);
  process.exit(1);
}
