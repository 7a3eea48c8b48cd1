// Tests the stand-in's lock of a user data folder where its holder ends without a word.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseSingleInstanceLock, takeSingleInstanceLock } from '../runtime/single-instance.ts';

const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');

test('a start while the first one ends takes its lock, and waits for nobody', async () => {
  const userData = mkdtempSync(join(tmpdir(), 'counterfoil-lock-'));
  const folder = join(userData, 'stand-in');
  mkdirSync(folder);
  // No process has this number.
  writeFileSync(join(folder, 'holder'), '0');
  const holder = spawn(process.execPath, [
    '-e',
    `const lock = new (require(process.argv[1]))(process.argv[2]);
    lock.exec('BEGIN EXCLUSIVE');
    console.log('held');
    setTimeout(() => process.exit(), 500);`,
    ...[sqlite, join(folder, 'lock')],
  ]);
  await once(holder.stdout, 'data');
  const second = { argv: [], workingDirectory: userData, additionalData: null };
  expect(takeSingleInstanceLock(userData, second, () => undefined)).toBe(true);
  releaseSingleInstanceLock();
});
