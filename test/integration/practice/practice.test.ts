// The rehearsals of practice, as the till experiences them, and beginning practice anew.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { withdrawnCode } from '../../../src-main/practice-service/reference.ts';
import { listPaths } from '../../../src-main/service/endpoints.ts';
import { keepPendingDecision } from '../../../src-main/store/corrections.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { listSales, readSaleDetail } from '../../../src-main/store/sales.ts';
import { countDocuments } from '../../e2e/practice-database.ts';
import { writeFreshPractice } from '../../faults/practice-file.ts';
import { newFolder, sessionIn, times } from './practice-session.ts';

const usualSlowMs = times.slowMs;

async function practising(folder = newFolder()) {
  const practiceFolder = join(folder, 'practice');
  if (!existsSync(practiceFolder)) {
    mkdirSync(practiceFolder);
    await writeFreshPractice(join(practiceFolder, 'practice-service.db'));
  }
  const opened = sessionIn(folder);
  expect(await opened.session.practise()).toMatchObject({ ok: true });
  await opened.becomes(opened.sell(), 'confirmed');
  return { ...opened, folder };
}

describe('rehearsed at one till', () => {
  let at: Awaited<ReturnType<typeof practising>>;
  beforeAll(async () => {
    at = await practising(mkdtempSync(join(tmpdir(), 'counterfoil-practice-')));
  });
  afterAll(async () => {
    await at.close();
    rmSync(at.folder, { recursive: true });
  });
  afterEach(() => {
    expect(at.practice.rehearsals.underWay).toEqual([]);
    times.slowMs = usualSlowMs;
  });

  test('on a slow line every answer comes late, and a sale is only confirmed later', async () => {
    const { session, sell, becomes } = at;
    await session.rehearse('slow_line', true);
    const begunAtMs = performance.now();
    const reference = sell();
    await becomes(reference, 'sending');
    await becomes(reference, 'confirmed');
    expect(performance.now() - begunAtMs).toBeGreaterThanOrEqual(times.slowMs);
    await session.rehearse('slow_line', false);
  });

  test('sales that wait on a slow line arrive at once when the rehearsal ends', async () => {
    const { session, practice, sell, becomes } = at;
    times.slowMs = 600_000;
    await session.rehearse('slow_line', true);
    const reference = sell();
    await becomes(reference, 'sending');
    expect(practice.rehearsals.underWay).toEqual(['slow_line']);
    await session.rehearse('slow_line', false);
    await becomes(reference, 'confirmed');
    expect(practice.rehearsals.underWay).toEqual([]);
  });

  test('a service that fails has issued the invoice: the sale is in doubt, and found', async () => {
    const { folder, session, practice, till, sell, becomes } = at;
    let changes = 0;
    practice.rehearsals.onChanged = () => (changes += 1);
    await session.rehearse('service_error', true);
    const reference = sell();
    await becomes(reference, 'in_doubt');
    expect(countDocuments(folder, reference)).toBe(1);
    expect(practice.rehearsals.underWay).toEqual(['service_error']);
    await becomes(reference, 'confirmed');
    const steps = readSaleDetail(till().db, reference)?.steps ?? [];
    // A look-up may come while the service still fails.
    const events = steps.map(({ event }) => event).filter((event) => event !== 'looked_up');
    expect(events).toEqual(['committed', 'claimed', 'no_clear_answer', 'found']);
    expect(countDocuments(folder, reference)).toBe(1);
    expect(practice.rehearsals.underWay).toEqual([]);
    expect(changes).toBe(1);
    await becomes(sell(), 'confirmed');
  });

  test('a service error that is called off harms no sale', async () => {
    const { session, till, sell, becomes } = at;
    await session.rehearse('service_error', true);
    await session.rehearse('service_error', false);
    const reference = sell();
    await becomes(reference, 'confirmed');
    expect(readSaleDetail(till().db, reference)?.steps).toHaveLength(3);
  });

  test('an expired sign-in is noticed at once, and signing in again sends what waited', async () => {
    const { session, practice, till, sell, stateOf, becomes } = at;
    await session.rehearse('expired_token', true);
    await eventually(() => {
      expect(till().outbox.connection).toBe('sign_in_needed');
    });
    const reference = sell();
    expect(stateOf(reference)).toBe('queued');
    expect(await session.practise()).toMatchObject({ ok: true });
    await becomes(reference, 'confirmed');
    expect(practice.rehearsals.underWay).toEqual([]);
  });

  test('a sale of a product that the service does not know is refused, and judged once others were accepted', async () => {
    const { session, practice, till, sell, stateOf, becomes } = at;
    await session.rehearse('rejected_product', true);
    await becomes(sell(), 'confirmed');
    const reference = sell(withdrawnCode);
    await becomes(reference, 'in_doubt');
    await eventually(async () => {
      await becomes(sell(), 'confirmed');
      expect(stateOf(reference)).toBe('rejected');
    });
    expect(practice.rehearsals.underWay).toEqual(['rejected_product']);
    const evidence = { kind: 'decided', by: 'Inês', note: 'x' } as const;
    const step = { reference, event: 'cancelled', evidence, atMs: Date.now() } as const;
    const cancelled = takeStep(till().db, step);
    if (cancelled.ok) practice.rehearsals.saleChanged(cancelled.value);
    expect(practice.rehearsals.underWay).toEqual([]);
  });

  test('a refused product is also dealt with if its sale is cancelled before it is judged', async () => {
    const { session, practice, till, sell, becomes } = at;
    await session.rehearse('rejected_product', true);
    const reference = sell(withdrawnCode);
    await eventually(() => {
      const request = { decision: 'cancel', by: 'Inês', note: 'x' } as const;
      expect(keepPendingDecision(till().db, reference, request, Date.now())).toMatchObject({
        ok: true,
      });
    });
    await becomes(reference, 'cancelled');
    expect(practice.rehearsals.underWay).toEqual([]);
  });

  test('a service that refuses everything pauses the outbox, and all is sent when it has ended', async () => {
    const { folder, session, practice, till, sell, becomes } = at;
    await session.rehearse('refuses_all', true);
    const references = [sell(), sell(), sell(), sell()];
    await eventually(() => {
      expect(till().outbox.report().pause).toMatchObject({ code: 'service_refused' });
    });
    expect(till().outbox.connection).toBe('paused');
    await eventually(() => {
      expect(practice.rehearsals.underWay).toEqual([]);
    });
    till().outbox.tryNow();
    for (const reference of references) {
      await becomes(reference, 'confirmed');
      expect(countDocuments(folder, reference)).toBe(1);
    }
    expect(till().outbox.report().pause).toBeNull();
  });

  test('an outage lasts until it is ended, and signing in to practice ends all rehearsals', async () => {
    const { session, settings, practice, till, sell, becomes } = at;
    await session.rehearse('outage', true);
    const reference = sell();
    await eventually(() => {
      expect(till().outbox.connection).toBe('offline');
    });
    expect(settings.value.practicePlugged).toBe(false);
    await session.rehearse('slow_line', true);
    await session.practise();
    expect([settings.value.practicePlugged, practice.rehearsals.underWay]).toEqual([true, []]);
    await becomes(reference, 'confirmed');
  });
});

test('nothing is rehearsed or deleted if no practice till is open', async () => {
  const { session, settings, close } = await practising();
  onTestFinished(close);
  await session.signOut();
  const refused = { ok: false, error: { code: 'not_practice' } };
  expect(await session.rehearse('outage', true)).toEqual(refused);
  expect(await session.rehearse('slow_line', true)).toEqual(refused);
  expect(await session.resetPractice()).toEqual(refused);
  expect(settings.value.practicePlugged).toBe(true);
});

test('a real till’s data are not deleted in place of practice’s', async () => {
  const { folder, session, practice, close } = await practising();
  onTestFinished(close);
  const { baseUrl } = await practice.start();
  const user = { username: 'formacao@mercearia-aurora.example', password: 'formacao' };
  const codes = { companyCode: 'AURORA', tillCode: '2' };
  const signedIn = { way: 'password', serviceAddress: baseUrl, ...user, ...codes } as const;
  expect(await session.signIn(signedIn)).toMatchObject({ ok: true, value: { kind: 'service' } });
  const before = readdirSync(folder, { recursive: true }).toSorted();
  expect(await session.resetPractice()).toMatchObject({ error: { code: 'not_practice' } });
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before);
});

test('practice begins anew without its sales and documents, and nothing else is touched', async () => {
  const { folder, session, practice, till, sell, becomes, close } = await practising();
  onTestFinished(close);
  const realTill = join(folder, 'tills', 'a-real-one');
  mkdirSync(realTill);
  writeFileSync(join(realTill, 'till.db'), 'sales');
  const confirmed = sell();
  await becomes(confirmed, 'confirmed');
  await session.rehearse('outage', true);
  sell();
  const others = () => readdirSync(folder).filter((name) => !/^(tills|practice)$/.test(name));
  const before = others();

  expect(await session.resetPractice()).toEqual({ ok: true, value: null });
  const { sales } = listSales(till().db, { before: null, limit: 100, openOnly: false });
  expect(sales.map(({ reference }) => reference)).not.toContain(confirmed);
  expect(sales.every(({ state }) => state === 'confirmed')).toBe(true);
  expect(till().catalogue.summary().products).toBeGreaterThan(0);
  expect(countDocuments(folder, confirmed)).toBe(0);
  expect(practice.rehearsals.underWay).toEqual([]);
  await becomes(sell(), 'confirmed');
  expect(readFileSync(join(realTill, 'till.db'), 'utf8')).toBe('sales');
  expect(others()).toEqual(before);
  expect(readdirSync(join(folder, 'tills'))).toHaveLength(2);
});

test('if practice begun anew does not open, the page says so and the till tries again', async () => {
  const { session, practice, till, close } = await practising();
  onTestFinished(close);
  const discard = practice.discard.bind(practice);
  let inItsPlace = '';
  practice.discard = async (folder) => {
    await discard(folder);
    inItsPlace = join(folder, 'till.db');
    mkdirSync(inItsPlace, { recursive: true });
  };
  expect(await session.resetPractice()).toMatchObject({ error: { code: 'store_failed' } });
  expect(session.failedStart).toMatchObject({ error: { code: 'store_failed' } });
  expect(session.isSwitching).toBe(false);
  rmSync(inItsPlace, { recursive: true });
  expect(await session.tryAgain()).toEqual({ ok: true, value: null });
  expect(till().profile.kind).toBe('practice');
});

describe('a new beginning that was cut short', () => {
  const sold = mkdtempSync(join(tmpdir(), 'counterfoil-practice-'));
  let reference: string;
  beforeAll(async () => {
    const { sell, becomes, close } = await practising(sold);
    reference = sell();
    await becomes(reference, 'confirmed');
    await close();
  });
  afterAll(() => {
    rmSync(sold, { recursive: true });
  });

  test.each([
    ['before the service’s data were moved', ['till']],
    ['before anything was deleted', ['till', 'service']],
    ['while it deleted', ['service']],
    ['at its very beginning', []],
  ] as const)('is finished by the next start: %s', async (_, moved) => {
    const folder = newFolder();
    cpSync(sold, folder, { recursive: true });
    const [key = ''] = readdirSync(join(folder, 'tills'));
    const from = { till: join(folder, 'tills', key), service: join(folder, 'practice') };
    const discarded = join(folder, 'practice-discarded');
    mkdirSync(discarded);
    for (const part of moved) renameSync(from[part], join(discarded, part));
    // The part that was moved first is deleted first.
    if (!moved.some((part) => part === 'till') && moved.length > 0) {
      rmSync(from.till, { recursive: true });
    }

    const { session, sell, stateOf, becomes, close } = sessionIn(folder);
    onTestFinished(close);
    await session.resume();
    const isNew = moved.length > 0;
    expect(stateOf(reference)).toBe(isNew ? undefined : 'confirmed');
    expect(countDocuments(folder, reference)).toBe(isNew ? 0 : 1);
    await becomes(sell(), 'confirmed');
    expect(existsSync(discarded)).toBe(false);
  });
});

/** Without a sign-in. */
const statusAt = async (serviceAddress: string | null) =>
  (await fetch(`${serviceAddress ?? ''}${listPaths.all}`)).status;

test('practice’s service is reached where it listens, which no address of the till says', async () => {
  const { session, close, folder } = await practising();
  const { serviceAddress } = session;
  expect(session.shownProfile?.serviceAddress).toBe('practice');
  expect(serviceAddress).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await statusAt(serviceAddress)).toBe(401);
  await close();

  const later = await practising(folder);
  expect(later.session.serviceAddress).not.toBeNull();
  await later.session.resetPractice();
  expect(await statusAt(later.session.serviceAddress)).toBe(401);
  await later.close();
});
