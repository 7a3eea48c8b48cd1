// X and Z reports as a page and as a printer's bytes, in both languages.
import { describe, expect, test } from 'vitest';
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { findPaper, makePaperJob } from '../../../src-main/day/papers.ts';
import type { ComparisonNote } from '../../../src-main/contract/day-comparison.ts';
import type { DaySnapshot } from '../../../src-main/contract/day-report.ts';
import { languages } from '../../../src-main/contract/languages.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { defaultReceiptSettings, type Thermal } from '../../../src-main/contract/printing.ts';
import { encodeDayPaper } from '../../../src-main/printing/thermal/encode.ts';
import type { DayPaperModel } from '../../../src-main/receipt/day-paper.ts';
import { dayPageOf } from '../../../src-main/receipt/page.ts';
import {
  askAgain,
  claimPrintJob,
  readDayPaper,
  stepPrintJob,
} from '../../../src-main/store/print-jobs.ts';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { decode } from '../../printer/decode.ts';
import { reference } from '../store/samples.ts';
import { at, close, confirm, dayTill, count, open, sell } from './day-till.ts';
import { must } from '../../must.ts';

const thermal: Thermal = {
  ...{ language: 'esc-pos', width: 80, columns: 42, codePage: 'cp858', cuts: true },
};

function closedDay() {
  const db = dayTill();
  open(db, 5_000, 1);
  sell(db, 1);
  confirm(db, 1, 2);
  sell(db, 2, { isCash: false });
  const zId = must(close(db, count(db, 5_000, 5).countId, 4_000, 6, 'Trocos mal dados'));
  confirm(db, 2, 9);
  return { db, zId };
}

function modelOf(change: Partial<DayPaperModel> = {}): DayPaperModel {
  const { db, zId } = closedDay();
  const report = readZReport(db, zId);
  if (!report) throw new Error('no Z');
  return {
    ...{ language: 'en', practice: false, copy: false, settings: defaultReceiptSettings },
    shop: { companyName: 'Mercearia Aurora', tillName: 'Caixa 1', userName: 'Inês' },
    ...{ report, snapshot: report.snapshot },
    ...change,
  };
}

const printedOf = (model: DayPaperModel): string => {
  const { printed, problems } = decode('esc-pos', encodeDayPaper(model, thermal));
  expect(problems).toEqual([]);
  return JSON.stringify(printed);
};

describe.each(languages)('in %s', (language) => {
  const { dayPaper, receipt } = messagesFor(language);

  test('says that it is no fiscal document, its number, three sums, open sales and what became of them', async () => {
    const model = modelOf({ language });
    const page = await dayPageOf(model, '80');
    const bytes = printedOf(model);
    const said = [
      ...['Não é documento fiscal', 'TEST-1', dayPaper.drawer, dayPaper.service, dayPaper.open],
      ...[dayPaper.since, dayPaper.signature, reference(2), 'FS A/1001'],
    ];
    for (const text of said) {
      expect(page).toContain(text);
      expect(bytes).toContain(text);
    }
    for (const text of [page, bytes]) {
      expect(text).not.toContain(receipt.secondCopy);
      expect(text).not.toContain(receipt.training);
    }
    expect(page.includes('Not a fiscal document')).toBe(language === 'en');
  });

  test('marks a copy, practice, and a report that was changed', async () => {
    const whole = modelOf({ language, copy: true, practice: true });
    if (!whole.report) throw new Error('no Z');
    const model = { ...whole, report: { ...whole.report, isWhole: false } };
    for (const text of [await dayPageOf(model, 'A4'), printedOf(model)]) {
      for (const mark of [receipt.secondCopy, receipt.training]) expect(text).toContain(mark);
    }
    expect(await dayPageOf(model, 'A4')).toContain(dayPaper.notWhole);
  });

  test('says what no sum shows: floats, counts, sales of no day, and changed records', async () => {
    const model = modelOf({ language });
    const { cash } = model.snapshot;
    const [one] = cash.counts;
    if (!one) throw new Error('no count');
    const handover = { ...one, purpose: 'handover', by: 'Ana' } as const;
    const snapshot: DaySnapshot = {
      ...model.snapshot,
      openingApprovedBy: 'Zélia',
      cash: { ...cash, leftBeforeCents: cents(4_000), counts: [handover, one] },
      cashDocuments: [
        { reference: reference(7), kind: 'FR', method: 'Cash', totalCents: cents(700) },
      ],
      moneyOfFound: [{ reference: reference(8), movedCents: cents(-800) }],
      unreadable: [reference(9)],
      sinceLast: {
        ...{ report: 'TEST-0', closedAtMs: 1, sales: { count: 1, totalCents: cents(65) } },
        drawerOpenings: 3,
        exceptions: [{ by: 'Olga', kind: 'drawer_opened', count: 3, amountCents: null }],
      },
      restored: [
        {
          last: { name: 'OLD1-4', hash: 'aa11' },
          later: [{ name: 'OLD1-5', hash: 'bb22' }],
          isLaterKnown: false,
          lost: [{ what: 'count', number: 77 }],
        },
      ],
    };
    const said = [
      ...[dayPaper.floatDifference, 'Zélia', dayPaper.counts, 'Ana', dayPaper.cashDocuments],
      ...[reference(7), dayPaper.moneyOfFound, reference(8), dayPaper.unreadable, reference(9)],
      ...[dayPaper.sinceLast('TEST-0'), dayPaper.withoutDay, 'Olga', dayPaper.restored],
      ...['OLD1-4', 'aa11', 'OLD1-5', 'bb22', '77', dayPaper.laterUnknown],
    ];
    const page = await dayPageOf({ ...model, snapshot }, '80');
    // Lines as wide as the printer’s paper break after any word.
    const bytes = printedOf({ ...model, snapshot });
    for (const text of said) expect(page).toContain(text);
    for (const text of ['Zélia', 'Ana', reference(7), reference(8), 'OLD1-5', 'bb22'])
      expect(bytes).toContain(text);
    const plain = await dayPageOf(model, '80');
    for (const text of [dayPaper.counts, dayPaper.restored, dayPaper.unreadable])
      expect(plain).not.toContain(text);
  });

  test('says how the day compared with the service, if it was compared', async () => {
    const whole = modelOf({ language });
    if (!whole.report) throw new Error('no Z');
    const { comparison: texts } = messagesFor(language);
    expect(await dayPageOf(whole, '80')).not.toContain(texts.title);
    const comparison: ComparisonNote = {
      ...{ atMs: 1, verdict: 'differs', why: 'too_far', confirmed: 1, notListed: 0, open: 2 },
      differences: [{ problem: 'twice', reference: reference(1), docKey: 'FS A/7' }],
    };
    const model = { ...whole, report: { ...whole.report, comparison } };
    const page = await dayPageOf(model, '80');
    const said = [texts.title, texts.verdicts.differs(1), texts.why.too_far, texts.open(2)];
    for (const text of [...said, texts.problems.twice, 'FS A/7']) expect(page).toContain(text);
    expect(printedOf(model)).toContain('FS A/7');
    const hash = whole.report.hash;
    expect(page.replaceAll(/\s/g, '')).toContain(hash.slice(0, 12));
  });

  test('an X has no number', async () => {
    const page = await dayPageOf(modelOf({ language, report: null }), '58');
    expect(page).toContain(dayPaper.x);
    expect(page).not.toContain('TEST-1');
    expect(page).not.toContain(dayPaper.signature);
  });
});

test('the first print of a Z is the original, and every later one a copy', () => {
  const { db, zId } = closedDay();
  const asking = { language: 'en', askedBy: 'Rui', atMs: 10 } as const;
  const first = makePaperJob(db, { kind: 'z', zId }, asking);
  expect(first).toMatchObject({ isCopy: false, isDayPaper: true, title: 'Z TEST-1' });
  expect(makePaperJob(db, { kind: 'z', zId }, asking)).toMatchObject({ isCopy: true });
  // It is no receipt.
  expect(readExceptions(db, { fromMs: 0, untilMs: 1e15 })).toEqual([]);
  const { jobId = 0 } = claimPrintJob(db) ?? {};
  expect(jobId).toBe(first?.jobId);
  expect(readDayPaper(db, jobId)).toEqual({ kind: 'z', zId });
  stepPrintJob(db, jobId, 'unclear', { code: 'print_unanswered' });
  expect(askAgain(db, jobId, asking)).toMatchObject({ isCopy: true, isDayPaper: true });
});

test('an X prints the sums of when it was asked for, whatever is sold meanwhile', () => {
  const db = dayTill();
  expect(findPaper(db, { kind: 'x' }, at(1))).toMatchObject({ error: { code: 'day_not_open' } });
  open(db, 0, 1);
  const paper = must(findPaper(db, { kind: 'x' }, at(2)));
  const job = makePaperJob(db, paper, { language: 'en', askedBy: 'Rui', atMs: 3 });
  sell(db, 1);
  expect(readDayPaper(db, job?.jobId ?? 0)).toMatchObject({ snapshot: { sales: { count: 0 } } });
});
