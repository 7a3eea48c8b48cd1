// The second copy in a session that is built as in the program, with a helper process of its own.
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { err, ok, type AppError } from '../../../src-main/contract/errors.ts';
import type { HeldCopy } from '../../../src-main/contract/second-copy.ts';
import { createLog } from '../../../src-main/log.ts';
import { systemClock, type Clock } from '../../../src-main/clock.ts';
import { SecondCopies } from '../../../src-main/second-copy/second-copies.ts';
import { commitSale, countSales } from '../../../src-main/store/sales.ts';
import { installationOf } from '../../../src-main/store/till.ts';
import { eventually } from '../../eventually.ts';
import { startHelper } from '../../helper-process.ts';
import { sampleSale } from '../../sample-sale.ts';
import { direct } from '../service/networks.ts';
import { newFolder, sayingService, startSession } from '../session-rig.ts';

/** A clock that goes on as time does, until a test has it go faster. */
function hastyClock(): Clock & { hurry(times: number): void } {
  let [rate, fromMs, atMs] = [1, performance.now(), 0];
  const monotonicMs = () => atMs + (performance.now() - fromMs) * rate;
  return {
    nowMs: () => systemClock.nowMs(),
    monotonicMs,
    sleep: (ms, signal) => systemClock.sleep(ms / rate, signal),
    hurry: (times) => {
      [atMs, fromMs, rate] = [monotonicMs(), performance.now(), times];
    },
  };
}

/** A computer with the program, and its own folder. */
function computer(folder = newFolder()) {
  const clock = hastyClock();
  const helpers: ReturnType<typeof startHelper>[] = [];
  const notices: AppError[] = [];
  const copies = new SecondCopies({
    startHelper: () => {
      const helper = startHelper();
      helpers.push(helper);
      return helper;
    },
    ...{ clock, log: createLog(join(folder, 'copy.log')), pollMs: 50 },
    onChanged: () => undefined,
    notify: (notice) => notices.push(notice),
    withdraw: () => undefined,
  });
  const started = startSession(folder, direct, new Map(), {
    clock,
    environment: { openCompanion: copies.open },
  });
  onTestFinished(() => {
    for (const { pid } of helpers) if (pid !== undefined) signal(pid, 'SIGKILL');
  });
  const opened = () => {
    const { till } = started.session;
    if (!till) throw new Error('no till is open');
    return till;
  };
  return {
    ...{ ...started, clock, copies, helpers, notices, folder, opened },
    signIn: (serviceAddress: string) =>
      started.session.signIn({
        ...{ way: 'password', serviceAddress, username: 'ana', password: 'x' },
        ...{ companyCode: 'LOJA', tillCode: '1' },
      }),
    status: () => {
      const status = copies.of(opened())?.status;
      if (!status) throw new Error('nothing goes along with the till');
      return status;
    },
    sell: () => commitSale(opened().db, sampleSale({ installation: installationOf(opened().db) })),
  };
}
type Computer = ReturnType<typeof computer>;

function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

const upToDate = (one: Computer) =>
  eventually(() => {
    expect(one.status()).toMatchObject({ state: 'up_to_date', behind: 0, problem: null });
  });

/** A till with a medium of its own, and one sale that is on it. */
async function copiedTill() {
  const service = await sayingService();
  const { serviceAddress } = service;
  const medium = newFolder();
  const first = computer();
  await first.signIn(serviceAddress);
  expect(first.status()).toMatchObject({ state: 'off', folder: null });
  expect(await first.copies.use(first.opened(), medium)).toEqual(ok(null));
  first.sell();
  await upToDate(first);
  return { service, serviceAddress, medium, first };
}

/** Starts again on another computer from what is on the medium. */
async function startAgain(
  medium: string,
  serviceAddress: string,
  key?: Parameters<SecondCopies['look']>[1],
) {
  const next = computer();
  const found = await next.copies.find(medium);
  if (!found.ok) throw new Error(JSON.stringify(found));
  const [copy] = found.value;
  const looked = await next.copies.look(copy?.copyId ?? 0, key);
  if (!looked.ok) throw new Error(JSON.stringify(looked));
  await next.signIn(serviceAddress);
  return { next, copy, held: looked.value, ...(await putInPlace(next, looked.value)) };
}

const firstOf = (found: Awaited<ReturnType<SecondCopies['find']>>): number =>
  found.ok ? (found.value[0]?.copyId ?? 0) : 0;

async function putInPlace(next: Computer, { lookId }: HeldCopy) {
  const looked = next.copies.looked(lookId);
  if (!looked) throw new Error('it was not looked at');
  const made = await next.session.backups.lookBy('second copy', (file, profile) =>
    next.copies.build(looked, file, profile),
  );
  if (!made.ok || made.value === 'wrong_key' || made.value.outcome !== 'whole')
    throw new Error(JSON.stringify(made));
  const restored = await next.session.restore(made.value.lookId, next.opened());
  return { made: made.value, restored };
}

test('the status says what is on the medium, what is behind, and since when it is missing', async () => {
  const { medium, first } = await copiedTill();
  expect(first.status()).toMatchObject({ folder: medium, isOnSameDisk: true, isEncrypted: false });
  renameSync(join(medium, 'Counterfoil second copy'), join(medium, 'pulled'));
  first.sell();
  first.sell();
  await eventually(() => {
    expect(first.status()).toMatchObject({ state: 'missing', problem: 'not_there', behind: 2 });
  });
  expect(first.status().sinceMs).toBeGreaterThan(Date.now() - 20_000);
  renameSync(join(medium, 'pulled'), join(medium, 'Counterfoil second copy'));
  await upToDate(first);
});

test('a stick that hangs keeps nobody from selling, is told, and holds up no closing', async () => {
  const { first } = await copiedTill();
  const copying = first.helpers.at(-1)?.pid ?? 0;
  signal(copying, 'SIGSTOP');
  for (let count = 0; count < 200; count += 1) first.sell();
  expect(first.status()).toMatchObject({ state: 'behind', behind: 200 });
  expect(first.status().copiedAtMs).not.toBeNull();
  first.clock.hurry(10);
  await eventually(() => {
    expect(first.status()).toMatchObject({ state: 'missing', problem: 'silent', behind: 200 });
  });
  const beganMs = performance.now();
  await first.stop();
  expect(performance.now() - beganMs).toBeLessThan(10_000);
  signal(copying, 'SIGCONT');
});

test('closing waits for the last sale to be on the medium', async () => {
  const { serviceAddress, medium, first } = await copiedTill();
  for (let count = 0; count < 20; count += 1) first.sell();
  await first.stop();
  const { held } = await startAgain(medium, serviceAddress);
  expect(held.sales).toBe(21);
});

describe('a medium that is away', () => {
  const away = (medium: string) => {
    renameSync(join(medium, 'Counterfoil second copy'), join(medium, 'pulled'));
  };

  test('while the service is away has what was copied looked for first, and not what came later', async () => {
    const { medium, first, service } = await copiedTill();
    service.said.isSilent = true;
    service.hangUp();
    first.opened().outbox.suspect();
    await eventually(() => {
      expect(first.opened().outbox.connection).toBe('offline');
    });
    // The stick is there: nobody else can have what is on it.
    expect(countSales(first.opened().db)).toMatchObject({ queued: 1, in_doubt: 0 });
    away(medium);
    await eventually(() => {
      expect(countSales(first.opened().db)).toMatchObject({ queued: 0, in_doubt: 1 });
    });
    first.sell();
    // The helper looks again and again meanwhile.
    await delay(1_000);
    expect(countSales(first.opened().db)).toMatchObject({ queued: 1, in_doubt: 1 });
  });

  test('at the start has nothing sent until that is known, and then looked for', async () => {
    const { medium, first } = await copiedTill();
    await first.stop();
    away(medium);
    const again = computer(first.folder);
    await again.session.resume();
    expect(again.opened().outbox.report().pause).toEqual({ code: 'second_copy_asked' });
    await eventually(() => {
      expect(again.opened().outbox.report().pause).toBeNull();
    });
    expect(countSales(again.opened().db)).toMatchObject({ queued: 0, in_doubt: 1 });
  });

  test('that is there at the start holds nothing up', async () => {
    const { first } = await copiedTill();
    await first.stop();
    const again = computer(first.folder);
    await again.session.resume();
    await upToDate(again);
    expect(again.opened().outbox.report().pause).toBeNull();
    expect(countSales(again.opened().db)).toMatchObject({ queued: 1, in_doubt: 0 });
  });
});

describe('starting again on another computer', () => {
  test('says what there is, puts it in place, and has the first computer send nothing more', async () => {
    const { serviceAddress, medium, first } = await copiedTill();
    const again = await startAgain(medium, serviceAddress);
    expect(again.copy).toMatchObject({
      ...{ companyCode: 'LOJA', tillCode: '1', serviceAddress, isEncrypted: false },
    });
    expect(again.held).toMatchObject({ sales: 1, unsettled: 1, isCutOff: false });
    expect(again.made).toMatchObject({ sales: 1, lost: { count: 0 } });
    expect(again.restored).toEqual(ok(null));
    expect(countSales(again.next.opened().db)).toMatchObject({ in_doubt: 1 });
    await upToDate(again.next);
    expect(again.next.status()).toMatchObject({ folder: medium });
    await eventually(() => {
      expect(first.status()).toMatchObject({ state: 'taken_over', takenOver: {} });
    });
    expect(first.notices).toContainEqual(expect.objectContaining({ code: 'till_replaced' }));
    expect(first.opened().outbox.report().pause).toMatchObject({ code: 'till_replaced' });
    // It stays so after a start.
    await first.stop();
    const restarted = computer(first.folder);
    await restarted.session.resume();
    expect(restarted.status()).toMatchObject({ state: 'taken_over' });
    expect(restarted.opened().outbox.report().pause).toMatchObject({ code: 'till_replaced' });
    // A manager has it go on: then it is the other one that stops.
    restarted.copies.of(restarted.opened())?.resume();
    expect(restarted.opened().outbox.report().pause).toBeNull();
    await upToDate(restarted);
    expect(countSales(restarted.opened().db)).toMatchObject({ in_doubt: 1 });
    await eventually(() => {
      expect(again.next.status()).toMatchObject({ state: 'taken_over' });
    });
  });

  test('finds nothing in a folder without a copy, and nothing at another till', async () => {
    const { medium, first } = await copiedTill();
    await first.stop();
    const next = computer();
    mkdirSync(join(medium, 'empty'));
    const missing = (problem: string) => err({ code: 'second_copy_unusable', problem } as AppError);
    expect(await next.copies.find(join(medium, 'empty'))).toEqual(missing('no_copy'));
    const found = await next.copies.find(medium);
    const looked = await next.copies.look(firstOf(found));
    const other = await sayingService();
    await next.signIn(other.serviceAddress);
    const copy = next.copies.looked(looked.ok ? looked.value.lookId : 0);
    if (!copy) throw new Error('it was not looked at');
    const made = await next.session.backups.lookBy('second copy', (file, profile) =>
      next.copies.build(copy, file, profile),
    );
    expect(made).toEqual(missing('other_till'));
  });
});
