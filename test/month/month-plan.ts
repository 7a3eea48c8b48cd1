// Plans the days of a month, and what happens on which; the same seed gives the same plan.
import type { Seeded } from '../faults/seeded.ts';

/** What a day may have besides sales. */
export const incidents = [
  'outage',
  'outageOverClosing',
  'powerLoss',
  'powerLossWhileCounting',
  'notOpened',
  'handover',
  'forgotten',
  'wrongClock',
  'powerLossInOutage',
] as const;
type Incident = (typeof incidents)[number];

/** For thirty working days. */
const dayOf: Readonly<Record<Incident, number>> = {
  outage: 4,
  outageOverClosing: 7,
  powerLoss: 9,
  powerLossWhileCounting: 11,
  notOpened: 13,
  handover: 15,
  forgotten: 17,
  wrongClock: 20,
  powerLossInOutage: 24,
};

export interface PlannedDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly incidents: ReadonlySet<Incident>;
  readonly sales: number;
}

/** On the evening of the Saturday before summer time begins somebody forgets to close the day. */
const forgotten = { year: 2026, month: 2, day: 28 };

/** From Mondays to Saturdays. `perDay`: the average number of sales. */
export function planMonth(days: number, perDay: number, chance: Seeded): readonly PlannedDay[] {
  const at = (incident: Incident) => Math.floor((dayOf[incident] * days) / 30);
  const before = daysFrom(at('forgotten'), -1).toReversed();
  const after = daysFrom(days - at('forgotten') - 1, 1);
  const dates = [...before, new Date(forgotten.year, forgotten.month, forgotten.day), ...after];
  return dates.map((date, index) => ({
    ...{ year: date.getFullYear(), month: date.getMonth(), day: date.getDate() },
    incidents: new Set(incidents.filter((incident) => at(incident) === index)),
    sales: chance.between(Math.ceil(perDay / 2), perDay + Math.floor(perDay / 2)),
  }));
}

function daysFrom(count: number, step: 1 | -1): Date[] {
  const dates: Date[] = [];
  for (let away = step; dates.length < count; away += step) {
    const date = new Date(forgotten.year, forgotten.month, forgotten.day + away);
    if (date.getDay() !== 0) dates.push(date);
  }
  return dates;
}

/** When the first day begins. */
export const beginningOf = (days: readonly PlannedDay[]): number => {
  const [first] = days;
  if (!first) throw new Error('a month has days');
  return atHour(first, 7);
};

export const atHour = ({ year, month, day }: PlannedDay, hour: number, minute = 0): number =>
  new Date(year, month, day, hour, minute).getTime();
