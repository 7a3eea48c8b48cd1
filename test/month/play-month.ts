// A month of a shop, day by day.
import { localDay } from '../../src-main/contract/calendar.ts';
import { defaultDaySettings } from '../../src-main/contract/day.ts';
import { writeDaySettings } from '../../src-main/store/day-settings.ts';
import { readOpenShift } from '../../src-main/store/shifts.ts';
import { seeded } from '../faults/seeded.ts';
import { inDrawer, newLedger, type Ledger } from './ledger.ts';
import { atHour, beginningOf, planMonth, type PlannedDay } from './month-plan.ts';
import { filesIn, startMonthTill, type MonthFiles } from './month-till.ts';
import * as at from './play-day.ts';
import { setUpReturns, takeReturn } from './take-return.ts';

interface MonthOptions {
  readonly folder: string;
  readonly seed: number;
  readonly days: number;
  /** The average number of sales. */
  readonly perDay: number;
}

export interface PlayedMonth {
  readonly files: MonthFiles;
  readonly ledger: Ledger;
}

const hourMs = 3_600_000;
const cashiers = ['Inês', 'Rui', 'Maria'] as const;

/** Uses the process's time zone: Lisbon's has a summer time. */
export async function playMonth({
  folder,
  seed,
  days,
  perDay,
}: MonthOptions): Promise<PlayedMonth> {
  const chance = seeded(seed);
  const plan = planMonth(days, perDay, chance);
  const till = await startMonthTill(folder, beginningOf(plan));
  const ledger = newLedger();
  const shop: at.Shop = { till, ledger, chance, by: cashiers[0] };
  try {
    const settings = { mode: 'reminded', cashMethods: [at.cash.id] } as const;
    writeDaySettings(till.db, {
      ...{ ...defaultDaySettings, ...settings, cashMethods: [...settings.cashMethods] },
      ...{ differenceLimitCents: at.limitCents, printsZ: false },
    });
    setUpReturns(till);
    for (const day of plan) await playDay(shop, day);
    await endMonth(shop);
  } finally {
    await till.close();
  }
  return { files: filesIn(folder), ledger };
}

interface Act {
  readonly atMs: number;
  readonly act: () => Promise<void> | void;
}

async function playDay(shop: at.Shop, day: PlannedDay): Promise<void> {
  const { till, ledger, chance } = shop;
  const has = (incident: Parameters<typeof day.incidents.has>[0]) => day.incidents.has(incident);
  const note = (text: string) => {
    ledger.incidents.push(`${localDay(till.clock.nowMs())}: ${text}`);
  };
  await till.passTo(atHour(day, 8, 20));
  if (chance.chance(0.5)) await till.restart();
  shop.by = chance.pick(cashiers);
  await closeForgotten(shop, day);
  await till.passTo(atHour(day, 10, 25));
  if (has('notOpened')) note('nobody opened the day');
  else at.openTheDay(shop);

  const between = (from: number, to: number) =>
    atHour(day, from) + chance.between(0, (to - from) * hourMs);
  const acts: Act[] = Array.from({ length: day.sales }, () => ({
    atMs: between(11, 19),
    act: () => void at.sell(shop),
  }));
  const add = (atMs: number, act: Act['act']) => acts.push({ atMs, act });
  add(between(11, 19), () => {
    at.move(shop, 'in', chance.between(5, 40) * 100, 'Trocos');
  });
  add(between(11, 19), () => {
    at.move(shop, 'out', chance.between(300, 2_500), 'Padaria');
  });
  for (let comeBack = chance.between(2, 4); comeBack > 0; comeBack -= 1) {
    add(between(11, 19), () => takeReturn(shop));
  }
  if (has('handover')) {
    add(atHour(day, 14), () => {
      at.handOver(shop, cashiers.find((name) => name !== shop.by) ?? shop.by);
    });
  }
  if (has('powerLoss')) add(between(12, 18), () => at.losePowerInSale(shop));
  if (has('wrongClock')) {
    const setBy = (ms: number, text: string) => () => {
      till.clock.setWallClock(ms);
      note(text);
    };
    add(atHour(day, 12), setBy(hourMs, 'the computer’s clock was put an hour ahead'));
    add(atHour(day, 16), setBy(-hourMs, 'the computer’s clock was put right'));
  }
  const unplug = async () => {
    await till.unplug();
    note('the network went');
  };
  if (has('outage') || has('powerLossInOutage')) {
    add(atHour(day, 13), unplug);
    for (const minute of [20, 40]) add(atHour(day, 13, minute), () => void at.sell(shop));
    if (has('powerLossInOutage')) add(atHour(day, 13, 50), () => at.losePowerInSale(shop));
    add(atHour(day, 14), () => {
      at.cancelQueued(shop);
    });
    add(atHour(day, 14, 30), () => takeReturn(shop));
    add(atHour(day, 15), () => till.plugIn());
  }
  if (has('outageOverClosing')) {
    add(atHour(day, 18), unplug);
    for (const minute of [15, 30]) add(atHour(day, 18, minute), () => void at.sell(shop));
  }
  for (const { atMs, act } of acts.toSorted((one, other) => one.atMs - other.atMs)) {
    await till.passTo(atMs);
    await act();
  }
  await till.passTo(atHour(day, 19, 15));
  if (has('powerLossWhileCounting')) await losePowerWhileCounting(shop);
  if (has('forgotten')) note('nobody closed the day');
  else at.closeTheDay(shop);
}

/** After midnight the till still sells into the open day. */
async function closeForgotten(shop: at.Shop, day: PlannedDay): Promise<void> {
  const { till, ledger } = shop;
  if (!till.isPlugged) {
    await till.plugIn();
    ledger.incidents.push(`${localDay(till.clock.nowMs())}: the network was back`);
  }
  if (!at.openDayOf(shop)) return;
  for (const minute of [0, 10, 40]) {
    await till.passTo(atHour(day, 9, minute));
    at.sell(shop);
  }
  await till.passTo(atHour(day, 10, 5));
  at.closeTheDay(shop);
}

async function losePowerWhileCounting(shop: at.Shop): Promise<void> {
  const { till, ledger } = shop;
  const day = at.openDayOf(shop);
  if (!day) return;
  at.typeCount(shop, inDrawer(day));
  await till.losePower();
  ledger.incidents.push(`${day.date}: the power went in the middle of a count`);
}

/** Leaves the last day open, so that its sales are in no Z yet. */
async function endMonth(shop: at.Shop): Promise<void> {
  const { till } = shop;
  if (!till.isPlugged) await till.plugIn();
  await till.passTo(till.trueMs() + 14 * hourMs);
  if (!readOpenShift(till.db)) at.openTheDay(shop);
  for (let sales = 0; sales < 2; sales += 1) {
    await till.passTo(till.trueMs() + 600_000);
    at.sell(shop);
  }
  await till.passTo(till.trueMs() + 2 * hourMs);
}
