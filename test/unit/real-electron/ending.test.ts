import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../resources/scripts/programs.mjs';

const started = (child: ChildProcess) => once(child.stdout as NodeJS.EventEmitter, 'data');

describe.runIf(process.platform === 'linux')('a run on real Electron', () => {
  /** What it starts has a process group of its own, and takes a signal or does not. */
  const inner = `
    process.on('SIGTERM', () => process.argv[1] === 'does not hear' || process.exit());
    setInterval(() => {}, 1000);
    console.log(process.pid);`;

  test.each([
    ['SIGTERM', 'ends when asked'],
    ['SIGINT', 'ends when asked'],
    ['SIGHUP', 'does not hear'],
  ] as const)('ends on %s what it has started, which %s', async (signal, ears) => {
    const folder = mkdtempSync(join(tmpdir(), 'ending-'));
    const module = JSON.stringify(join(root, 'test/real-electron/ending.ts'));
    const code = `
      const { leaveNothing } = await import(${module});
      leaveNothing(${JSON.stringify(`XDG_RUNTIME_DIR=${folder}`)}, [${JSON.stringify(folder)}]);
      const { spawn } = await import('node:child_process');
      spawn(process.execPath, ['-e', ${JSON.stringify(inner)}, '${ears}'], {
        detached: true, stdio: ['ignore', 'inherit', 'ignore'],
        env: { XDG_RUNTIME_DIR: ${JSON.stringify(folder)} },
      });
      setInterval(() => {}, 1000);`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', code]);
    const [output] = (await started(run)) as [Buffer];
    const innerPid = Number(output.toString());
    const isThere = () => existsSync(`/proc/${String(innerPid)}`);
    onTestFinished(() => {
      if (isThere()) process.kill(innerPid, 'SIGKILL');
    });
    expect(isThere()).toBe(true);
    run.kill(signal);
    const [status] = (await once(run, 'close')) as [number];
    expect(status).toBeGreaterThan(128);
    await expect.poll(isThere).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });
});
