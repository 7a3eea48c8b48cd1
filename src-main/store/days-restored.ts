// What is known of a till's days after its file was rebuilt, copied or replaced by a backup: its
// last Z report, later ones that somebody may hold on paper, and rows that are gone.
import type { DaysRestored } from '../contract/exceptions.ts';
import type { Marks } from '../contract/day-report.ts';
import { readMoneyOfFoundSale } from './cash-movements.ts';
import { noMarks } from './day-marks.ts';
import { noteDecision, readDecisions } from './decisions.ts';
import type { Store } from './open.ts';
import { hasShifts } from './shifts.ts';
import { readLastZ } from './z-reports.ts';

export type NamedZ = DaysRestored['later'][number];

/** Notes it, unless the till has never kept days and has lost nothing. */
export function noteDaysRestored(
  db: Store,
  { later, isLaterKnown, lost }: Omit<DaysRestored, 'last'>,
  atMs: number,
): void {
  if (!hasShifts(db) && later.length === 0 && lost.length === 0) return;
  const z = readLastZ(db);
  const last = z ? { name: z.name, hash: z.hash } : null;
  const what = { kind: 'days_restored', last, later, isLaterKnown, lost } as const;
  noteDecision(db, { atMs, by: null, approvedBy: null, what });
}

/** Returns the notes since the last Z that says how far it goes, up to a mark. Oldest first. */
export const readDaysRestored = (db: Store, upTo: Marks): DaysRestored[] =>
  sinceLastZ(db, upTo).flatMap(({ what }) => {
    if (what.kind !== 'days_restored') return [];
    const { kind: _, ...restored } = what;
    return [restored];
  });

/**
 * Returns the money of sales that were found since the last Z report, in their order: each sale
 * once, with what is still wrong.
 */
export function readMoneyOfFound(db: Store, upTo: Marks) {
  const notedIds = sinceLastZ(db, upTo).flatMap(({ what }) =>
    what.kind === 'money_given_back' ? [what.sale] : [],
  );
  return [...new Set(notedIds)].flatMap((reference) => {
    const movedCents = readMoneyOfFoundSale(db, reference);
    return movedCents === null ? [] : [{ reference, movedCents }];
  });
}

/** How many of the latest decisions are read if no Z report says how far it went. */
const lookedThrough = 2_000;

function sinceLastZ(db: Store, upTo: Marks) {
  const decisionId = Math.max(0, upTo.decisionId - lookedThrough);
  return readDecisions(db, { after: readLastZ(db)?.marks ?? { ...noMarks, decisionId }, upTo });
}
