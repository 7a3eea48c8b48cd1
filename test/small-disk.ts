// A disk with little room, for tests that fill it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/** Mounts a file system of the given size. Skips the test if this user may not mount one. */
export function smallDisk(size: string, context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-disk-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  if (mounted.status !== 0) context.skip('this user may not mount a file system');
  onTestFinished(() => {
    const { status, stderr } = spawnSync('umount', [disk]);
    if (status !== 0) throw new Error(`umount: ${stderr.toString()}`);
  });
  return disk;
}
