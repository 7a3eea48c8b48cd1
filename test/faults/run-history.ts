// Plays one history: a real till on a real file, killed for real, against the practice service behind the fault proxy.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPracticeService } from '../../src-main/practice-service/server.ts';
import type { BadTill } from './bad-tills.ts';
import { check, type Excuse, type TillSale, type Verdict } from './checker.ts';
import { countCaughtSending, readDocuments, readSales } from './ending.ts';
import { startFaultProxy, type Delivery } from './fault-proxy.ts';
import { isTooLate, planHistory, type HistoryKind } from './history-plan.ts';
import { TillDriver, type Doubted } from './till-driver.ts';
import { World } from './world.ts';

export interface History extends Verdict {
  readonly kind: HistoryKind;
  readonly seed: number;
  readonly badTill: BadTill | null;
  readonly steps: number;
  readonly kills: number;
  readonly caughtSending: number;
  readonly promised: number;
  readonly sales: readonly TillSale[];
  readonly doubted: readonly Doubted[];
  /** One name for each time that something was done to the till. */
  readonly faults: readonly string[];
  /** Errors of the till itself: none is expected, whatever happens around it. */
  readonly failures: readonly string[];
}

const healingLimitMs = 20_000;

/** The same seed gives the same steps, and faults in the same order; how fast the machine is remains its own. */
export async function runHistory(
  kind: HistoryKind,
  seed: number,
  badTill: BadTill | null = null,
): Promise<History> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-history-'));
  const practiceFile = join(folder, 'practice.db');
  const tillFile = join(folder, 'till.db');
  const practice = await startPracticeService({ databaseFile: practiceFile });
  const proxy = await startFaultProxy(practice.baseUrl);
  const world = new World(kind, seed, proxy, practice.baseUrl, practiceFile);
  const till = new TillDriver({
    file: tillFile,
    baseUrl: proxy.baseUrl,
    token: await world.signIn(),
    clockOffsetMs: 0,
    badTill,
  });
  try {
    await till.start();
    const steps = planHistory(seed);
    for (const step of steps) await world.take(step, till);
    await world.heal(till);
    await untilSettled(till);
    await till.stop();
    await proxy.idle();
    const sales = readSales(tillFile);
    const verdict = check({
      promised: till.promised,
      sales,
      documents: readDocuments(practiceFile),
      excused: excusedBy(proxy.deliveries),
    });
    return {
      ...verdict,
      kind,
      seed,
      badTill,
      steps: steps.length,
      kills: world.kills,
      caughtSending: countCaughtSending(tillFile),
      promised: till.promised.length,
      sales,
      doubted: [...till.doubted.values()],
      faults: world.faults,
      failures: till.failures,
    };
  } finally {
    await till.kill();
    await proxy.close();
    await practice.close();
    rmSync(folder, { recursive: true });
  }
}

async function untilSettled(till: TillDriver): Promise<void> {
  const deadlineMs = performance.now() + healingLimitMs;
  while ((await till.countOpen()) > 0 && performance.now() < deadlineMs) await delay(50);
}

function excusedBy(deliveries: readonly Delivery[]): ReadonlyMap<string, Excuse> {
  const excused = new Map<string, Excuse>();
  for (const { reference, arrivedAtMs, shownAtMs } of deliveries) {
    if (shownAtMs.length > 1) excused.set(reference, 'delivered_twice');
    else if (shownAtMs.some((atMs) => isTooLate(arrivedAtMs, atMs))) {
      excused.set(reference, 'too_late');
    }
  }
  return excused;
}
