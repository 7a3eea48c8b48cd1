// Plays one history: real tills on real files, really killed, against the practice service behind
// the fault proxy.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SaleEvent, SaleState } from '../../src-main/contract/outbox-states.ts';
import { startPracticeService } from '../../src-main/practice-service/server.ts';
import type { BadTill } from './bad-tills.ts';
import { check, type Attempted, type Verdict } from './checker.ts';
import { checkDays } from './day-checker.ts';
import { readDays, readTotals, type DaysOfFile } from './days-of-file.ts';
import { isToldLost, readDocuments, readSales } from './ending.ts';
import { startFaultProxy, type Delivery } from './fault-proxy.ts';
import {
  latenessOf,
  planHistory,
  tillsOf,
  type HistoryKind,
  type HistoryPlan,
} from './history-plan.ts';
import { writeFreshPractice } from './practice-file.ts';
import type { ShownPage } from './proxied-lists.ts';
import { judgeResends } from './resends.ts';
import { checkReturns, type ReturnFigures } from './return-checker.ts';
import { readHeld, readReturns } from './returns-of-file.ts';
import type { BadSourceName } from './bad-sources.ts';
import { TillDriver, type Doubted } from './till-driver.ts';
import { ours } from './times.ts';
import { World } from './world.ts';

/** What is to be played. */
export interface Play {
  readonly kind: HistoryKind;
  readonly seed: number;
  /** Null for the till as it is. */
  readonly badTill: BadTill | null;
  readonly badSource?: BadSourceName | null;
  /** Played instead of what the seed would have happen. */
  readonly plan?: HistoryPlan;
}

export interface History extends Play, Verdict {
  readonly steps: number;
  readonly kills: number;
  /** How many sales were sending when the program ended. */
  readonly caughtSending: number;
  readonly promised: number;
  readonly decisions: readonly SaleEvent[];
  /** The state of every sale before a person settled what was left to people. */
  readonly states: readonly SaleState[];
  readonly doubted: readonly Doubted[];
  readonly days: DayFigures;
  readonly returns: ReturnFigures;
  /** One name for each time that something was done to a till. */
  readonly faults: readonly string[];
  /** Errors of the till itself; none is expected, whatever happens around it. */
  readonly failures: readonly string[];
}

/** If the number of a till's open sales does not fall for so long, it never will. */
const standstillMs = ours(30_000);
const leftToPeople: readonly SaleState[] = ['conflict', 'incomplete'];

/**
 * The same seed gives the same steps and the same order of faults; the speed of the machine still
 * differs.
 */
export async function runHistory(play: Play): Promise<History> {
  const { kind, seed, badTill } = play;
  const badSource = play.badSource ?? null;
  const { auditDelaysMs } = latenessOf[kind];
  const originMs = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-history-'));
  const practiceFile = join(folder, 'practice.db');
  await writeFreshPractice(practiceFile);
  const practice = await startPracticeService({ databaseFile: practiceFile });
  const proxy = await startFaultProxy(practice.baseUrl);
  const world = new World(kind, seed, proxy, practice.baseUrl, practiceFile, originMs);
  const tills = Array.from({ length: tillsOf(kind) }, (_, index) => {
    const tillCode = String(index + 1);
    return new TillDriver({
      file: join(folder, `till-${tillCode}`, 'till.db'),
      tillCode,
      baseUrl: proxy.baseUrl,
      token: '',
      originMs,
      clockOffsetMs: 0,
      auditDelaysMs,
      badTill,
      badSource,
    });
  });
  try {
    await world.begin(tills);
    const { steps, aftermath, puttingRight } = play.plan ?? planHistory(kind, seed);
    for (const step of steps) await world.take(step);
    await world.calm();
    for (const step of aftermath) await world.take(step);
    world.heal();
    await untilDone(world);
    for (const step of puttingRight) await world.take(step);
    await untilDone(world);
    await proxy.idle();
    await proxy.allShown();
    await untilAudited(world);
    await untilDone(world);

    const sales = world.tills.flatMap((till) => readSales(till.file));
    const draftMs = new Map(
      proxy.deliveries.flatMap(({ reference, documents }) =>
        documents.map(({ draftUntilMs, createdAtMs }) => [reference, draftUntilMs - createdAtMs]),
      ),
    );
    const resends = judgeResends({
      deliveries: proxy.deliveries,
      pages: proxy.pages.filter(isLookUp),
      interruptedAtMs: world.everyTill.flatMap((till) => till.interruptedAtMs),
      heard: world.everyTill.flatMap((till) => till.heard),
      putBackAtMs: world.putBackAtMs,
    });
    const givenUp = new Set(world.everyTill.flatMap((till) => [...till.givenUp]));
    const verdict = check({
      promised: world.everyTill.flatMap((till) => till.promised),
      decided: world.everyTill.flatMap((till) => till.decided),
      sales,
      documents: readDocuments(practiceFile),
      resends,
      draftMs,
      givenUp,
      dropped: world.dropped,
      auditLost: new Set(sales.filter(isToldLost).map(({ reference }) => reference)),
      late: world.late,
      neverTold: world.everyTill.flatMap((till) => till.waiting.neverTold),
      attempts: attemptsOf(proxy.deliveries),
    });
    const returns = checkReturns({
      words: world.everyTill.flatMap((till) => till.returnWords),
      kept: world.tills.flatMap((till) => readReturns(till.file)),
      documents: readHeld(practiceFile),
      pages: proxy.pages,
      excused: new Set(
        [...resends.excused.keys()].filter((reference) =>
          resends.hasty.every((one) => one.reference !== reference),
        ),
      ),
      givenUp,
      dropped: world.dropped,
      told: new Set(
        world.everyTill
          .flatMap((till) => till.notices)
          .filter((notice) => notice.startsWith(toldOfReturn))
          .map((notice) => notice.slice(toldOfReturn.length)),
      ),
    });
    const days = world.tills.map((till) => ({ till, file: readDays(till.file) }));
    const totals = readTotals(practiceFile);
    const dayProblems = days.flatMap(({ till: { tillCode }, file }) => {
      const same = world.everyTill.filter((till) => till.tillCode === tillCode);
      return checkDays({ words: same.flatMap(({ dayWords }) => dayWords), file, totals });
    });
    const failures = [
      ...world.everyTill.flatMap((till) => till.failures),
      ...(await leaveNothing(world)),
    ];
    return {
      ...play,
      ...verdict,
      problems: [...verdict.problems, ...dayProblems, ...returns.problems],
      returns: returns.figures,
      days: dayFigures(days.map(({ file }) => file)),
      steps: steps.length + aftermath.length + puttingRight.length,
      kills: world.kills,
      caughtSending: sales
        .flatMap((sale) => sale.steps)
        .filter(({ event }) => event === 'program_started').length,
      promised: world.everyTill.reduce((sum, till) => sum + till.promised.length, 0),
      decisions: world.everyTill.flatMap((till) => till.decided).map(({ event }) => event),
      states: sales.map(({ state }) => state),
      doubted: world.everyTill.flatMap((till) => [...till.doubted.values()]),
      faults: world.faults,
      failures,
    };
  } finally {
    for (const till of world.everyTill) await till.kill();
    await proxy.close();
    await practice.close();
    rmSync(folder, { recursive: true });
  }
}

const toldOfReturn = 'returned_beyond ';

/** The outbox learns nothing from searches for what came back of a document. */
const isLookUp = ({ search }: ShownPage): boolean => search === '' || search.startsWith('CF-');

/** How much was tried with days. */
export interface DayFigures {
  readonly opened: number;
  readonly closed: number;
  /** Closings while sales of the day had no document yet. */
  readonly closedWithOpen: number;
  readonly counts: number;
  readonly movements: number;
  readonly addenda: number;
  /** Sales that were made while no day was open. */
  readonly ofNoDay: number;
}

function dayFigures(files: readonly DaysOfFile[]): DayFigures {
  const sum = (of: (file: DaysOfFile) => readonly unknown[]) =>
    files.reduce((all, file) => all + of(file).length, 0);
  return {
    opened: sum(({ shifts }) => shifts),
    closed: sum(({ reports }) => reports),
    closedWithOpen: sum(({ reports }) => reports.filter(({ says }) => says.open.length > 0)),
    counts: sum(({ counts }) => counts),
    movements: sum(({ movements }) => movements),
    addenda: sum(({ addenda }) => addenda),
    ofNoDay: sum(({ sales }) => sales.filter(({ shiftId }) => shiftId === null)),
  };
}

/**
 * Returns every attempt of each sale in order: whether it failed (nothing was created, or the till
 * was not told of a 201), and whether another sale's document was created since the sale's attempt
 * before it, or for the first attempt since the beginning.
 */
function attemptsOf(deliveries: readonly Delivery[]): ReadonlyMap<string, readonly Attempted[]> {
  const attempts = new Map<string, readonly Attempted[]>();
  const lastOf = new Map<string, number>();
  for (const [index, { reference, documents, told }] of deliveries.entries()) {
    const since = lastOf.get(reference) ?? 0;
    const afterAnother = deliveries
      .slice(since, index)
      .some((other) => other.reference !== reference && other.documents.length > 0);
    const failed = told?.what !== 'created' || documents.length === 0;
    attempts.set(reference, [...(attempts.get(reference) ?? []), { failed, afterAnother }]);
    lastOf.set(reference, index);
  }
  return attempts;
}

/**
 * Waits until nothing is left to send or to look up, or nothing has changed for so long that
 * nothing will.
 */
async function untilDone(world: World): Promise<void> {
  for (const till of world.tills) {
    let left = Number.POSITIVE_INFINITY;
    let deadlineMs = 0;
    for (let round = 0; ; round += 1) {
      const open = await till.countOpen();
      if (open === 'ended' || open.sales === 0) break;
      if (open.sales < left) {
        left = open.sales;
        deadlineMs = performance.now() + standstillMs;
      }
      if (performance.now() > deadlineMs) break;
      if (round % 20 === 19) {
        world.sellOn();
        world.settleReturns();
      }
      await delay(100);
    }
  }
}

/**
 * The first one may have begun before, and a missing document is reported only when two audits miss
 * it that are a settling time apart, between which there may be another.
 */
const auditsNeeded = 4;

async function untilAudited(world: World): Promise<void> {
  for (const till of world.tills) {
    const before = await till.countOpen();
    if (before === 'ended') continue;
    const deadlineMs = performance.now() + standstillMs;
    for (;;) {
      const now = await till.countOpen();
      if (now === 'ended' || now.audits >= before.audits + auditsNeeded) break;
      if (performance.now() > deadlineMs) {
        world.late.push({ reference: 'the audit', what: `not made ${auditsNeeded} times` });
        break;
      }
      await delay(50);
    }
  }
}

/** A person settles what is left to people. Returns the sales that cannot be settled. */
async function leaveNothing(world: World): Promise<readonly string[]> {
  for (const till of world.tills) {
    world.settle(till, leftToPeople);
    await till.stop();
  }
  return world.tills
    .flatMap((till) => readSales(till.file))
    .filter(({ state }) => leftToPeople.includes(state))
    .map(({ reference, state }) => `${reference} cannot be settled: ${state}`);
}
