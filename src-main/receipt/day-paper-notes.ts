// What a day's report says besides its sums: what a manager signs, what belongs to no day, and what
// is not as it should be.
import type { DaySnapshot } from '../contract/day-report.ts';
import { foreign, note, type Block, type Pair } from './content.ts';
import { counted, countedSum, notedList, section, type Pen } from './day-paper-pen.ts';

/** Returns the notes in the order in which they are printed. */
export const dayPaperNotes = (snapshot: DaySnapshot, pen: Pen): readonly Block[] => {
  const { texts } = pen;
  return [
    ...section(texts.exceptions, exceptions(snapshot.exceptions, pen)),
    ...section(texts.sinceLast(snapshot.sinceLast?.report ?? ''), sinceLast(snapshot, pen)),
    ...notedList(
      texts.unreadable,
      snapshot.unreadable.map((name) => ({ name, value: '' })),
      texts.unreadableNote,
    ),
    ...restored(snapshot, pen),
  ];
};

/** Returns the money that the drawer's own sum does not contain. */
export const dayPaperMoney = (snapshot: DaySnapshot, pen: Pen): readonly Block[] => {
  const { texts } = pen;
  return [
    ...notedList(texts.cashDocuments, cashDocuments(snapshot, pen), texts.cashDocumentsNote),
    ...notedList(texts.moneyOfFound, moneyOfFound(snapshot, pen), texts.moneyOfFoundNote),
  ];
};

const cashDocuments = ({ cashDocuments: all }: DaySnapshot, { format }: Pen): readonly Pair[] =>
  all.map(({ reference, kind, method, totalCents }) => ({
    name: [reference, foreign(kind), foreign(method)].join(' · '),
    value: format.amount(totalCents),
  }));

const moneyOfFound = ({ moneyOfFound: all }: DaySnapshot, { format }: Pen): readonly Pair[] =>
  all.map(({ reference, movedCents }) => ({ name: reference, value: format.signed(movedCents) }));

const exceptions = (all: DaySnapshot['exceptions'], { messages, format }: Pen): readonly Pair[] =>
  all.map(({ by, kind, count, amountCents }) => ({
    name: `${by === null ? messages.exceptions.nobody : foreign(by)}: ${counted(messages.exceptions.kinds[kind], count)}`,
    value: amountCents === null ? '' : format.amount(amountCents),
  }));

/** Returns lines about what happened since the last day and belongs to none; perhaps none. */
function sinceLast({ sinceLast: since }: DaySnapshot, pen: Pen): readonly Pair[] {
  if (!since) return [];
  const { texts } = pen;
  const { sales: sold, drawerOpenings } = since;
  return [
    ...(sold.count > 0 ? [countedSum(texts.withoutDay, sold, pen)] : []),
    ...(drawerOpenings > 0 ? [{ name: texts.drawerOpenings, value: String(drawerOpenings) }] : []),
    ...exceptions(since.exceptions, pen),
  ];
}

/** Returns the last Z that is known, later ones that are lost, and lost rows. */
const restored = ({ restored: all }: DaySnapshot, { texts, messages }: Pen): readonly Block[] =>
  all.flatMap(({ last, later, isLaterKnown, lost }) => [
    ...section(texts.restored, [
      { name: texts.lastKnown, value: last?.name ?? texts.none },
      ...later.map(({ name }) => ({ name: texts.laterKnown, value: name })),
      ...(lost.length > 0
        ? [{ name: texts.lostRows, value: messages.exceptions.lostRows(lost) }]
        : []),
    ]),
    ...(last ? [{ kind: 'text' as const, lines: [texts.hash(last.hash)] }] : []),
    ...later.map(({ hash }) => ({ kind: 'text' as const, lines: [texts.hash(hash)] })),
    ...(isLaterKnown ? [] : [note(texts.laterUnknown)]),
  ]);
