// A till at a practice service whose shop takes goods back, and short ways to sell and to return.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { Argument } from '../../../src-main/contract/api.ts';
import { expectedCents } from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { defaultPrinting, type Printing } from '../../../src-main/contract/printing.ts';
import { cashOf, snapshotOf } from '../../../src-main/day/day-sums.ts';
import { openDay } from '../../../src-main/day/open-day.ts';
import { seedReturnSetup } from '../../../src-main/documents/return-setup.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { returnRequests } from '../../../src-main/handlers/returns.ts';
import { sellRequests } from '../../../src-main/handlers/sell.ts';
import { writeDaySettings } from '../../../src-main/store/day-settings.ts';
import { readSaleDetail, readSaleDocument } from '../../../src-main/store/sales.ts';
import { endShift, readOpenShift } from '../../../src-main/store/shifts.ts';
import { startPrintingTill } from '../../printing-till.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { asking } from '../../asking.ts';
import { quickTiming } from '../handlers/till-at-practice.ts';
import { startRig } from '../practice-service/rig.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

export const creditNote = { kind: { by: 'natureId', id: 304 }, name: 'Nota de crédito' } as const;
export const cash = { id: 1, label: 'Numerário' };

type Rig = Awaited<ReturnType<typeof startRig>>;

interface OpenOptions {
  readonly printing?: Printing;
  readonly isSetUp?: boolean;
  readonly folder?: string;
  readonly installation?: string;
}

export function openAt(
  practice: Rig,
  {
    printing = defaultPrinting,
    isSetUp = true,
    folder = temporaryFolder(),
    installation = 'TEST',
  }: OpenOptions = {},
) {
  const { till, context, lock, notices, idle } = startPrintingTill({
    ...{ folder, installation },
    service: { baseUrl: practice.service.baseUrl, token: practice.token },
    printing,
    timing: quickTiming,
  });
  onTestFinished(async () => {
    if (till.db.open) await till.close();
  });
  if (isSetUp) seedReturnSetup(till.db, creditNote);
  writeDaySettings(till.db, {
    ...{ mode: 'reminded', cashMethods: [1], differenceLimitCents: cents(0), printsZ: false },
  });
  openDay(
    till.db,
    { by: 'typed', cents: cents(10_000) },
    { by: 'Ana', approvedBy: null, atMs: Date.now() },
  );
  const requests = {
    ...outboxRequests(context),
    ...sellRequests(context),
    ...returnRequests(context),
  };
  return { till, lock, notices, idle, requests, ask: asking(requests, () => till) };
}
export type Opened = ReturnType<typeof openAt>;

export async function startPractice() {
  const practice = await startRig();
  onTestFinished(() => practice.close());
  return practice;
}

/** One line of one, and another of two, at 85 cents each. */
export async function sell(
  { till, ask }: Pick<Opened, 'till' | 'ask'>,
  taxNumber: string | null = null,
) {
  const cart = { ...sampleCart(2), taxNumber };
  const sold = await ask['sell.finish']({
    ...{ cart, payment: samplePayment(cart), isAnotherSale: true },
  });
  if (!sold.ok) throw new Error(sold.error.code);
  const { reference } = sold.value.sale;
  await expect.poll(() => readSaleDetail(till.db, reference)?.state).toBe('confirmed');
  const document = readSaleDocument(till.db, reference);
  if (!document) throw new Error('no document');
  return { reference, document };
}

export type Finish = Argument<'returns.finish'>;
type Lines = readonly (readonly [position: number, quantity: number])[];
export const back = (
  reference: string,
  docKey: string,
  lines: Lines,
  totalCents: number,
): Finish => ({
  returnId: randomUUID(),
  source: { kind: 'sale', reference },
  docKey,
  lines: lines.map(([position, quantity]) => ({ position, quantity })) as Finish['lines'],
  reason: 'defective',
  note: 'Torn',
  method: cash,
  totalCents: cents(totalCents),
  withoutAsking: false,
});

/** A till that has sold at a practice service of its own, and what is wanted back of the sale. */
export async function sold(options: OpenOptions = {}, taxNumber: string | null = null) {
  const practice = await startPractice();
  const opened = openAt(practice, options);
  const { reference, document } = await sell(opened, taxNumber);
  const source = { kind: 'sale', reference } as const;
  const wants = (lines: Lines, totalCents: number) =>
    back(reference, document.docKey, lines, totalCents);
  return { ...opened, practice, reference, document, source, wants };
}

/** Two tills of a shop, of which the first has sold: the second knows the document alone. */
export async function soldAtFirst() {
  const { practice, reference, document, wants, ...first } = await sold();
  const source = { kind: 'document', id: document.id } as const;
  return { practice, first, second: openAt(practice), reference, document, source, wants };
}

export const expectedNow = ({ till }: Pick<Opened, 'till'>) => {
  const shift = readOpenShift(till.db);
  return shift && expectedCents(cashOf(till.db, shift));
};

/** What an X of the open day says. */
export function xOf({ till }: Pick<Opened, 'till'>) {
  const shift = readOpenShift(till.db);
  if (!shift) throw new Error('no day');
  return snapshotOf(till.db, shift, {
    ...{ atMs: 0, by: 'Ana', approvedBy: null, auditedAtMs: null, count: null, leftCents: null },
    note: '',
  });
}

export const endDay = ({ till }: Pick<Opened, 'till'>) => {
  const shift = readOpenShift(till.db);
  if (shift) endShift(till.db, shift.shiftId, Date.now());
};

export async function confirmed({ till, ask }: Pick<Opened, 'till' | 'ask'>, wanted: Finish) {
  const done = await ask['returns.finish'](wanted);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  const { reference } = done.value;
  await expect.poll(() => readSaleDetail(till.db, reference)?.state).toBe('confirmed');
  return reference;
}

export const codeOf = (answer: { ok: true } | { ok: false; error: { code: string } }) =>
  answer.ok ? 'done' : answer.error.code;
