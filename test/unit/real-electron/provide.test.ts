import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { putInPlace } from '../../real-electron/provide.ts';

test('of two runs that fill the cache at once, one takes what the other has put there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provide-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const cache = join(folder, 'cache');
  for (const run of ['first', 'second']) {
    mkdirSync(join(folder, run));
    writeFileSync(join(folder, run, run), '');
    putInPlace(join(folder, run), cache);
  }
  expect(readdirSync(cache)).toEqual(['first']);
  expect(() => putInPlace(join(folder, 'absent'), join(folder, 'elsewhere'))).toThrow('ENOENT');
});
