import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSchema, openDatabase } from '../../../src-main/practice-service/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-service-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('every open of the file, not only the first, is durable and keeps foreign keys', () => {
  const file = join(folder, 'practice.db');
  for (const expectedNew of [true, false, false]) {
    const { db, isNew } = openDatabase(file);
    expect(isNew).toBe(expectedNew);
    if (isNew) createSchema(db);
    const pragma = (name: string) => db.pragma(name, { simple: true });
    // 2 is FULL.
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual([
      'wal',
      2,
      1,
    ]);
    db.close();
  }
});
