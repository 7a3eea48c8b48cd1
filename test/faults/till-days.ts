// What a till of a history does about its working day, as the handlers do it, and what it says of
// it.
import { expectedCents, type CountPurpose } from '../../src-main/contract/day.ts';
import { zName } from '../../src-main/contract/day-report.ts';
import { err, ok, type Result } from '../../src-main/contract/errors.ts';
import { cents } from '../../src-main/contract/money.ts';
import { moveCash, takeBack } from '../../src-main/day/cash.ts';
import { closeDay, commitCount, saveDraft } from '../../src-main/day/close.ts';
import { cashOf } from '../../src-main/day/day-sums.ts';
import { openDay, type ReportOptions } from '../../src-main/day/open-day.ts';
import { readMovements } from '../../src-main/store/cash-movements.ts';
import { readLastCount } from '../../src-main/store/drawer-counts.ts';
import type { Store } from '../../src-main/store/open.ts';
import { readOpenShift, type Shift } from '../../src-main/store/shifts.ts';
import { readZReport } from '../../src-main/store/z-reports.ts';
import type { DayStep } from './history-steps.ts';
import type { DayWord } from './day-words.ts';

/** Returns what the till says; undefined if there was nothing to do. */
export function actOnDay(db: Store, step: DayStep, atMs: number): DayWord | undefined {
  const shift = readOpenShift(db);
  if (step.do === 'open_day') return shift ? undefined : open(db, step.floatCents, atMs);
  if (!shift) return undefined;
  const done = (): Result<DayWord> => {
    switch (step.do) {
      case 'move_cash':
        return move(db, shift, step, atMs);
      case 'take_back':
        return takeLastBack(db, shift, atMs);
      case 'count_drawer':
        return count(db, shift, step, atMs);
      case 'close_day':
        return close(db, shift, step.leftCents, atMs);
    }
  };
  return said(step.do, done());
}

const doing = (atMs: number): ReportOptions => ({
  ...{ by: 'Inês', approvedBy: null, atMs, auditedAtMs: null },
});

/** With no movement to take back there is nothing to say. */
const said = (what: string, result: Result<DayWord>): DayWord | undefined => {
  if (result.ok) return result.value;
  const { code } = result.error;
  return code === 'not_found' ? undefined : { did: 'refused', what, code };
};

function open(db: Store, floatCents: number, atMs: number): DayWord | undefined {
  const opened = openDay(db, { by: 'typed', cents: cents(floatCents) }, doing(atMs));
  return said(
    'open_day',
    opened.ok ? ok({ did: 'opened', shiftId: opened.value.shiftId, floatCents }) : opened,
  );
}

function move(
  db: Store,
  { shiftId }: Shift,
  { direction, amountCents }: Extract<DayStep, { do: 'move_cash' }>,
  atMs: number,
): Result<DayWord> {
  const movement = {
    direction,
    amountCents: cents(amountCents),
    reason: 'change',
    note: '',
  } as const;
  const moved = moveCash(db, movement, doing(atMs));
  if (!moved.ok) return moved;
  const movedCents = direction === 'in' ? amountCents : -amountCents;
  return ok({ did: 'moved', movementId: moved.value.movementId, shiftId, movedCents });
}

function takeLastBack(db: Store, { shiftId }: Shift, atMs: number): Result<DayWord> {
  const movements = readMovements(db, shiftId);
  const taken = new Set(movements.map(({ reverses }) => reverses));
  const last = movements.findLast(
    ({ movementId, reverses, reference }) =>
      reverses === null && reference === null && !taken.has(movementId),
  );
  if (!last) return err({ code: 'not_found' });
  const back = takeBack(db, last.movementId, doing(atMs));
  if (!back.ok) return back;
  const { movementId, direction, amountCents } = back.value;
  const movedCents = direction === 'in' ? Number(amountCents) : -Number(amountCents);
  return ok({ did: 'moved', movementId, shiftId, movedCents });
}

function count(
  db: Store,
  shift: Shift,
  { purpose, offCents }: { readonly purpose: CountPurpose; readonly offCents: number },
  atMs: number,
): Result<Extract<DayWord, { did: 'counted' }>> {
  const inIt = Math.max(0, expectedCents(cashOf(db, shift)) + offCents);
  // A count that was begun before cash moved is void.
  saveDraft(db, null);
  saveDraft(db, { pieces: [], other: (inIt / 100).toFixed(2) });
  const counted = commitCount(
    db,
    { count: { pieces: [], otherCents: cents(inIt) }, purpose },
    doing(atMs),
  );
  if (!counted.ok) return counted;
  const { countId, expectedCents: expected } = counted.value;
  return ok({ did: 'counted', countId, expectedCents: expected });
}

/** Closes the day, whatever the network and the outbox are doing. */
function close(db: Store, shift: Shift, leftCents: number, atMs: number): Result<DayWord> {
  const beganMs = performance.now();
  const last = readLastCount(db, shift.shiftId);
  const holds = last && !last.isVoid && last.counted.purpose === 'close';
  if (!holds) {
    const counted = count(db, shift, { purpose: 'close', offCents: 0 }, atMs);
    if (!counted.ok) return counted;
  }
  const toClose = readLastCount(db, shift.shiftId)?.counted;
  if (!toClose) return err({ code: 'count_void' });
  const { countId, countedCents } = toClose;
  const left = cents(Math.min(leftCents, countedCents));
  const closed = closeDay(
    db,
    { countId, leftCents: left, note: '' },
    { ...doing(atMs), prints: 'en' },
  );
  if (!closed.ok) return closed;
  const report = readZReport(db, closed.value);
  if (!report) throw new Error(`no Z ${closed.value}`);
  const { zId, hash } = report;
  const tookMs = performance.now() - beganMs;
  return ok({ did: 'closed', zId, name: zName(report), hash, tookMs });
}
