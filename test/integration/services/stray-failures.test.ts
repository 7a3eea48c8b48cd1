// After one failure without meaning the till goes on by itself.
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src-main/store/open.ts';
import { honestly } from '../../odd-service.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
afterEach(() => rig.close());

const minuteMs = 60_000;

describe('one stray answer', () => {
  it.each([401, 403])('of %i to a list is asked for again', async (status) => {
    rig = await startOddRig();
    await rig.untilState(rig.sell(), 'confirmed');
    rig.service.behaviour.list = () => {
      rig.service.behaviour.list = () => undefined;
      return { status };
    };
    await rig.until(() => rig.replay.connection === 'sign_in_needed', 2 * minuteMs);
    await rig.untilState(rig.sell(), 'confirmed', 10 * minuteMs);
  });
});

/** The till's database, whose next read outside a transaction fails once, as by a faulty disk. */
function failingOnce(db: Store, isDue: () => boolean): Store {
  const fail = () => {
    if (db.inTransaction || !isDue()) return;
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
  };
  const reads = new Set<PropertyKey>(['get', 'all']);
  const watched = (statement: object): object =>
    new Proxy(statement, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (reads.has(name)) fail();
          const returned: unknown = Reflect.apply(value, target, args);
          return returned === target ? watched(statement) : returned;
        };
      },
    });
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const returned: unknown = Reflect.apply(value, target, args);
        return name === 'prepare' ? watched(returned as object) : returned;
      };
    },
  });
}

describe('one read of the database that fails', () => {
  it('is reported, and everything goes on by itself', async () => {
    let due = 0;
    rig = await startOddRig((db) => failingOnce(db, () => due > 0 && due-- > 0));
    await rig.untilState(rig.sell(), 'confirmed');
    due = 1;
    const sales = rig.sellMany(3);
    for (const sale of sales) await rig.untilState(sale, 'confirmed', minuteMs);
    expect(rig.failures.filter(Boolean)).toHaveLength(1);
    expect(rig.replay.connection).toBe('online');
    for (const { reference } of sales) expect(rig.service.countOf(reference)).toBe(1);
  });
});

it('a disk that turns read-only while a sale is on its way loses no answer', async () => {
  rig = await startOddRig();
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.behaviour.create = (creation) => {
    rig.db.pragma('query_only = ON');
    return honestly(creation);
  };
  const sale = rig.sell();
  await rig.until(() => rig.service.attemptsOf(sale.reference) === 1);
  await rig.pass(10 * 60_000, 1_000);
  expect(rig.saleOf(sale.reference).state).toBe('sending');
  expect(rig.replay.error).toMatchObject({ code: 'store_failed' });
  rig.service.behaviour.create = honestly;
  rig.db.pragma('query_only = OFF');
  await rig.untilState(sale, 'confirmed');
  expect(rig.statesOf(sale.reference)).toEqual(['queued', 'sending', 'confirmed']);
  expect(rig.service.attemptsOf(sale.reference)).toBe(1);
});
