import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { inBackgroundWith } from '../../../src-main/page/in-background.ts';

function background() {
  const notices: AppError[] = [];
  const failed: string[] = [];
  const log = {
    failure: (what: string) => {
      failed.push(what);
      return 'AB12';
    },
  };
  const add = (notice: AppError) => notices.push(notice);
  return { inBackground: inBackgroundWith({ add }, log, '/till'), notices, failed };
}

test('work in the background begins once the caller has ended', async () => {
  const { inBackground, notices } = background();
  const done: string[] = [];
  inBackground('nothing', () => {
    done.push('in background');
    return Promise.resolve();
  });
  done.push('the sale');
  await turn();
  expect(done).toEqual(['the sale', 'in background']);
  expect(notices).toEqual([]);
});

test('what fails, also at once, is a notice: a bug by its number in the log, a full disk as one', async () => {
  const { inBackground, notices, failed } = background();
  inBackground('the drawer did not open', () => {
    throw new Error('a bug');
  });
  inBackground('it was not printed', () =>
    Promise.reject(new Database.SqliteError('full', 'SQLITE_FULL')),
  );
  await expect.poll(() => notices).toHaveLength(2);
  expect(failed).toEqual(['the drawer did not open', 'it was not printed']);
  expect(notices[0]).toEqual({ code: 'unexpected', id: 'AB12' });
  expect(notices[1]?.code).not.toBe('unexpected');
});
