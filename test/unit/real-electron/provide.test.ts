import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putInPlace } from '../../real-electron/provide.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

test('of two runs that fill the cache at once, one takes what the other has put there', () => {
  const folder = temporaryFolder();
  const cache = join(folder, 'cache');
  for (const run of ['first', 'second']) {
    mkdirSync(join(folder, run));
    writeFileSync(join(folder, run, run), '');
    putInPlace(join(folder, run), cache);
  }
  expect(readdirSync(cache)).toEqual(['first']);
  expect(() => putInPlace(join(folder, 'absent'), join(folder, 'elsewhere'))).toThrow('ENOENT');
});
