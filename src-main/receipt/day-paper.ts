// What an X and a Z report say, in the blocks that receipts are made of: three sums under headings
// of their own, each open sale by its reference, and that none of it is a fiscal document.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { ComparisonNote } from '../contract/day-comparison.ts';
import { differenceOf, floatDifference, type Sum } from '../contract/day.ts';
import {
  openStatesOf,
  zName,
  type Addendum,
  type DaySnapshot,
  type ZReport,
} from '../contract/day-report.ts';
import { addCents, cents, subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import { dayPaperMoney, dayPaperNotes } from './day-paper-notes.ts';
import { counted, countedSum, moment, person, section, type Pen } from './day-paper-pen.ts';
import {
  foreign,
  head,
  note,
  pairs,
  printedBy,
  secondCopy,
  type Block,
  type Pair,
} from './content.ts';
import { paperFormatFor } from './format.ts';
import type { PaperHead } from './model.ts';

export interface DayPaperModel extends PaperHead {
  /** Null for an X. */
  readonly report: ZReport | null;
  readonly copy: boolean;
  readonly snapshot: DaySnapshot;
}

export function dayPaperContent(model: DayPaperModel): readonly Block[] {
  const { language, report, copy, snapshot } = model;
  const messages = messagesFor(language);
  const { receipt, dayPaper: texts } = messages;
  const pen: Pen = { texts, messages, format: paperFormatFor(language) };
  return [
    ...head(model, { texts: receipt }),
    { kind: 'not_fiscal', portuguese: texts.notFiscal, translation: texts.notFiscalTranslation },
    {
      kind: 'title',
      name: report ? texts.z : texts.x,
      key: report ? zName(report) : pen.format.date(snapshot.date),
    },
    ...(copy ? [secondCopy(receipt)] : []),
    ...pairs('facts', facts(model, pen)),
    ...section(texts.sales, sales(snapshot, pen)),
    ...section(texts.returned, returned(snapshot, pen)),
    ...section(texts.drawer, drawer(snapshot, pen)),
    ...section(texts.counted, denominationsOf(snapshot, pen)),
    ...section(texts.counts, counts(snapshot, pen)),
    ...section(texts.movements, movements(snapshot, pen)),
    ...dayPaperMoney(snapshot, pen),
    ...section(texts.service, [...service(snapshot, pen), ...differing(snapshot, pen)]),
    ...section(texts.open, open(snapshot, pen)),
    ...(snapshot.open.length > 0 ? [note(texts.openNote)] : []),
    ...section(texts.besides, besides(snapshot, pen)),
    ...dayPaperNotes(snapshot, pen),
    note(audited(snapshot, pen)),
    ...section(texts.since, report ? report.addenda.flatMap((one) => addendum(one, pen)) : []),
    ...(report?.comparison ? compared(report.comparison, pen) : []),
    ...(report ? proof(report, pen) : []),
    printedBy(model.shop, receipt),
  ];
}

/** Returns the comparison as a dated note, which is no part of the Z. */
function compared(comparison: ComparisonNote, pen: Pen): readonly Block[] {
  const { comparison: texts } = pen.messages;
  const { atMs, verdict, why, confirmed, notListed, open: openNow, differences } = comparison;
  const differing = verdict === 'agrees' ? confirmed - notListed : differences.length;
  const sentences = [
    ...[texts.verdicts[verdict](differing), texts.at(moment(atMs, pen))],
    ...(why === null ? [] : [texts.why[why]]),
    ...(notListed > 0 ? [texts.notListed(notListed)] : []),
    ...(openNow > 0 ? [texts.open(openNow)] : []),
  ];
  const named = differences.slice(0, mostDifferences).map(({ reference, docKey, problem }) => ({
    name: docKey === null ? reference : `${reference} · ${foreign(docKey)}`,
    value: texts.problems[problem],
  }));
  return [note(`${texts.title}: ${sentences.join(' ')}`), ...section(texts.title, named)];
}

/** How many differences are printed; the screen shows all. */
const mostDifferences = 30;

function facts({ snapshot, report, shop }: DayPaperModel, pen: Pen): readonly Pair[] {
  const { texts, format } = pen;
  const { date, openedAtMs, openedBy, atMs, by, approvedBy } = snapshot;
  return [
    { name: texts.till, value: foreign(shop.tillName) },
    { name: texts.day, value: format.date(date) },
    { name: texts.opened, value: moment(openedAtMs, pen) + person(openedBy) },
    { name: report ? texts.closed : texts.made, value: moment(atMs, pen) + person(by) },
    ...(approvedBy === null ? [] : [{ name: texts.approvedBy, value: foreign(approvedBy) }]),
  ];
}

function sales(
  { sales: all, methods, cashiers, firstReference, lastReference }: DaySnapshot,
  pen: Pen,
): readonly Pair[] {
  const { texts, format } = pen;
  return [
    ...methods.map((sum) => countedSum(foreign(sum.name), sum, pen)),
    {
      ...{ name: counted(texts.total, all.count), value: format.money(all.totalCents) },
      emphasis: 'owed',
    },
    ...cashiers.flatMap(({ name, ...sum }) =>
      name === null ? [] : [countedSum(texts.takingsOf(foreign(name)), sum, pen)],
    ),
    ...(firstReference === null || lastReference === null
      ? []
      : [
          { name: texts.firstSale, value: firstReference },
          { name: texts.lastSale, value: lastReference },
        ]),
  ];
}

/** Returns what was sold, what came back and the difference beside each other, if any came back. */
function returned({ sales: sold, returned: back }: DaySnapshot, pen: Pen): readonly Pair[] {
  const { texts, format } = pen;
  if (back.count === 0) return [];
  return [
    ...back.methods.map((sum) => countedSum(foreign(sum.name), sum, pen)),
    ...back.kinds.map(({ name, ...sum }) =>
      countedSum(texts.confirmedAs(name === '' ? texts.unnamed : foreign(name)), sum, pen),
    ),
    countedSum(texts.sold, sold, pen),
    countedSum(texts.cameBack, back, pen),
    {
      ...{ name: texts.soldLess, emphasis: 'owed' },
      value: format.money(subtractCents(sold.totalCents, back.totalCents)),
    },
  ];
}

function drawer({ cash, openingApprovedBy }: DaySnapshot, pen: Pen): readonly Pair[] {
  const { texts, format } = pen;
  const { floatCents, leftBeforeCents, sales: sold, in: came, out, count, leftCents } = cash;
  const amount = (name: string, value: Cents): Pair => ({ name, value: format.amount(value) });
  const taken = (name: string, { count: times, totalCents }: Sum): Pair => ({
    name: counted(name, times),
    value: format.signed(subtractCents(zeroCents, totalCents)),
  });
  const list: Pair[] = [amount(texts.float, floatCents)];
  const differs = floatDifference(floatCents, leftBeforeCents);
  if (leftBeforeCents !== null && differs !== null && differs !== 0) {
    list.push(amount(texts.leftBefore, leftBeforeCents), {
      name: texts.floatDifference,
      value: format.signed(differs),
    });
  }
  if (openingApprovedBy !== null) {
    list.push({ name: texts.openingApprovedBy, value: foreign(openingApprovedBy) });
  }
  list.push(
    countedSum(texts.cashSales, sold, pen),
    ...(cash.returned.count === 0 ? [] : [taken(texts.cashReturned, cash.returned)]),
    countedSum(texts.cashIn, came, pen),
    taken(texts.cashOut, out),
    amount(texts.expected, cash.expectedCents),
  );
  if (count) {
    list.push(amount(texts.countedCash, count.countedCents), {
      ...{ name: texts.difference, value: format.signed(differenceOf(count)) },
      emphasis: 'owed',
    });
  }
  if (count && leftCents !== null) {
    list.push(
      amount(texts.left, leftCents),
      amount(texts.toSafe, subtractCents(count.countedCents, leftCents)),
    );
  }
  if (cash.note !== '') list.push({ name: texts.note, value: foreign(cash.note) });
  return list;
}

function denominationsOf(
  { cash: { count } }: DaySnapshot,
  { texts, format }: Pen,
): readonly Pair[] {
  if (!count) return [];
  const { pieces, otherCents } = count.count;
  const list = pieces.map((one) => ({
    name: `${String(one.pieces)} × ${format.money(cents(one.denomination))}`,
    value: format.amount(cents(one.pieces * one.denomination)),
  }));
  if (otherCents === 0) return list;
  return [...list, { name: texts.other, value: format.amount(otherCents) }];
}

/** Returns all counts if the day was not closed with the only one. */
const counts = ({ cash }: DaySnapshot, { texts, format }: Pen): readonly Pair[] =>
  cash.counts.length < 2
    ? []
    : cash.counts.map((one) => ({
        name: [
          format.instant(one.atMs).time,
          texts.purposes[one.purpose],
          ...(one.by === null ? [] : [foreign(one.by)]),
        ].join(' · '),
        value: `${format.amount(one.countedCents)} (${format.signed(differenceOf(one))})`,
      }));

const movements = ({ cash }: DaySnapshot, { texts, format }: Pen): readonly Pair[] =>
  cash.movements.map(
    ({ atMs, direction, amountCents, reason, note: noteText, by, approvedBy, reference }) => ({
      name: [
        format.instant(atMs).time,
        texts.reasons[direction][reason],
        ...(noteText === '' ? [] : [foreign(noteText)]),
        ...(reference === null ? [] : [reference]),
        ...(by === null ? [] : [foreign(by)]),
        ...(approvedBy === null ? [] : [`${texts.approvedBy} ${foreign(approvedBy)}`]),
      ].join(' · '),
      value: format.signed(
        direction === 'in' ? amountCents : subtractCents(zeroCents, amountCents),
      ),
    }),
  );

function service({ fiscal }: DaySnapshot, pen: Pen): readonly Pair[] {
  const { texts, format } = pen;
  const { sold, answered, roundingCents, taxed, natures, firstKey, lastKey } = fiscal;
  const documents = (from: string, to: string): readonly Pair[] => [
    { name: texts.firstDocument, value: foreign(from) },
    { name: texts.lastDocument, value: foreign(to) },
  ];
  if (sold.count === 0) return [];
  const list: Pair[] = natures.flatMap(({ name, firstKey: from, lastKey: to, ...sum }) => [
    countedSum(name === '' ? texts.unnamed : foreign(name), sum, pen),
    ...(from !== undefined && to !== undefined ? documents(from, to) : []),
  ]);
  list.push({
    name: texts.answered(answered.count, sold.count),
    value: format.money(answered.totalCents),
    emphasis: 'owed',
  });
  if (roundingCents !== 0) list.push({ name: texts.rounding, value: format.amount(roundingCents) });
  if (taxed.count > 0) {
    list.push(
      { name: texts.net(taxed.count, sold.count), value: format.amount(taxed.netCents) },
      { name: texts.taxes(taxed.count, sold.count), value: format.amount(taxed.taxesCents) },
    );
  }
  const isByNature = natures.some((nature) => nature.firstKey !== undefined);
  if (!isByNature && firstKey !== null && lastKey !== null)
    list.push(...documents(firstKey, lastKey));
  return list;
}

/** Returns each document that is not what was sold, with what it shows instead. */
const differing = ({ differing: all }: DaySnapshot, { messages, format }: Pen): readonly Pair[] =>
  all.flatMap(({ reference, differences }) =>
    differences.map(({ field, sold, shown }) => ({
      name: messages.differences.inReport(reference, messages.differences.fields[field]),
      value:
        field === 'total'
          ? format.signed(cents(Number(shown) - Number(sold)))
          : foreign(shown === '' ? messages.differences.none : shown),
    })),
  );

const open = ({ open: all }: DaySnapshot, { texts, messages, format }: Pen): readonly Pair[] =>
  openStatesOf(all).flatMap(({ state, sales: inState }) => [
    {
      name: counted(messages.states[state], inState.length),
      value: format.amount(addCents(zeroCents, ...inState.map((one) => one.totalCents))),
      emphasis: 'owed' as const,
    },
    ...inState.map((one) => ({
      name: one.method === '' ? `${one.reference} ${texts.document}` : one.reference,
      value: format.amount(one.totalCents),
    })),
  ]);

function besides(snapshot: DaySnapshot, pen: Pen): readonly Pair[] {
  const { texts } = pen;
  const { cancelled, discounts, drawerOpenings, otherDocuments } = snapshot;
  const list: Pair[] = [
    countedSum(texts.cancelled, cancelled, pen),
    countedSum(texts.discounts, discounts, pen),
    { name: texts.drawerOpenings, value: String(drawerOpenings) },
  ];
  if (otherDocuments > 0) list.push({ name: texts.otherDocuments, value: String(otherDocuments) });
  return list;
}

const audited = ({ auditedAtMs }: DaySnapshot, pen: Pen): string =>
  auditedAtMs === null ? pen.texts.notAudited : pen.texts.audited(moment(auditedAtMs, pen));

function addendum(
  { atMs, reference, state, docKey, totalCents, serviceTotalCents }: Addendum,
  pen: Pen,
): readonly Pair[] {
  const { messages, format } = pen;
  const became =
    docKey === null ? messages.states[state] : `${messages.states[state]} ${foreign(docKey)}`;
  const value = format.amount(serviceTotalCents ?? totalCents);
  return [{ name: `${moment(atMs, pen)} · ${reference} · ${became}`, value }];
}

/** Returns what a manager signs, and the hashes that identify the report. */
function proof({ number, hash, previousHash, isWhole }: ZReport, { texts }: Pen): readonly Block[] {
  return [
    { kind: 'heading', text: texts.signature },
    { kind: 'text', lines: ['', '________________________'] },
    { kind: 'text', lines: [texts.hash(hash), texts.previous(number, previousHash)] },
    ...(isWhole ? [] : [note(texts.notWhole)]),
  ];
}
