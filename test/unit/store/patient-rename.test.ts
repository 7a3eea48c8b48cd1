import { expect, test } from 'vitest';
import { renamePatiently, type Renaming } from '../../../src-main/store/patient-rename.ts';

const heldBy = (code: string) => Object.assign(new Error(`${code}: rename`), { code });

/** Renames a file that is held for so long, and returns what it took. */
function rename(platform: NodeJS.Platform, code: string, heldMs: number) {
  const counts = { attempts: 0, waitedMs: 0 };
  const by: Renaming = {
    platform,
    rename: () => {
      counts.attempts += 1;
      if (counts.waitedMs < heldMs) throw heldBy(code);
    },
    wait: (ms) => (counts.waitedMs += ms),
  };
  try {
    renamePatiently('a', 'b', by);
    return { ...counts, said: 'done' };
  } catch (error) {
    return { ...counts, said: (error as { code?: string }).code };
  }
}

test.each(['EPERM', 'EBUSY', 'EACCES'])('%s passes on Windows, and is waited for', (code) => {
  expect(rename('win32', code, 200)).toMatchObject({ attempts: 5, said: 'done' });
});

test('the wait for a held file ends after three seconds', () => {
  const { said, waitedMs } = rename('win32', 'EPERM', Infinity);
  expect(said).toBe('EPERM');
  expect(waitedMs).toBe(3_000);
});

test('an error that does not pass is thrown at once', () => {
  expect(rename('win32', 'ENOENT', Infinity)).toEqual({ attempts: 1, waitedMs: 0, said: 'ENOENT' });
  expect(rename('linux', 'EPERM', Infinity)).toEqual({ attempts: 1, waitedMs: 0, said: 'EPERM' });
});
