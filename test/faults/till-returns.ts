// What a till of a history does when goods come back, as the page and the handlers do it, and what
// it says of it.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { err, ok, type Result } from '../../src-main/contract/errors.ts';
import { cents, quantitySchema, type QuantityThousandths } from '../../src-main/contract/money.ts';
import {
  backCents,
  linesBack,
  type BackLine,
  type WantedLine,
} from '../../src-main/contract/return-ledger.ts';
import type { OpenedReturn, ReturnFinish, ReturnSource } from '../../src-main/contract/returns.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import { changeReturnSetup, seedReturnSetup } from '../../src-main/documents/return-setup.ts';
import { openReturn } from '../../src-main/returns/open-return.ts';
import { takeBack } from '../../src-main/returns/take-back.ts';
import type { Store } from '../../src-main/store/open.ts';
import { readSaleOfCart } from '../../src-main/store/sales.ts';
import { readOpenShift } from '../../src-main/store/shifts.ts';
import type { Till } from '../../src-main/till/till.ts';
import { noLimits } from '../sample-sale.ts';
import type { ReturnStep, ToGiveBack } from './history-steps.ts';
import type { ReturnWord } from './return-words.ts';
import { seeded, type Seeded } from './seeded.ts';

/** A return that is made, or the last one once more. */
export interface GivenBack {
  readonly source: ReturnSource;
  readonly how: ToGiveBack;
  /** What was asked for last; null if it was nothing. */
  readonly last: ReturnFinish | null;
}

export interface HowMade {
  readonly isCash: boolean;
  /** Whether it was made just now. */
  readonly isNew: boolean;
}

export interface GivingBack {
  readonly till: Till;
  readonly takeBack: typeof takeBack;
  readonly now: () => Date;
  readonly say: (word: ReturnWord) => void;
  /** Called at once when a return was committed, or had been before. */
  readonly made: (sale: SaleSummary, how: HowMade) => void;
}

export const paymentMethods = [
  { id: 1, label: 'Numerário' },
  { id: 2, label: 'Multibanco' },
] as const;
const [cash, card] = paymentMethods;
const creditNote = { kind: { by: 'natureId', id: 304 }, name: 'Nota de crédito' } as const;
/** Some returns are of less. */
const unaskedLimitCents = cents(1_500);

export function setUpReturns(
  db: Store,
  { needsTrial, sendsPayment }: Extract<ReturnStep, { do: 'set_up_returns' }>,
): void {
  if (!needsTrial) seedReturnSetup(db, creditNote);
  changeReturnSetup(db, {
    ...{ kind: creditNote, sendsPayment, namesOrigin: true, unaskedLimitCents },
  });
}

export async function giveBack(giving: GivingBack, { how, ...given }: GivenBack): Promise<void> {
  const { till, say } = giving;
  if (how.asks === 'again') {
    if (given.last) await finish(giving, given.last);
    return;
  }
  const opened = await openReturn(till, given.source);
  const random = seeded(how.seed);
  // Without a day people mostly know that no cash goes back.
  const isCash = how.isCash && (readOpenShift(till.db) !== undefined || random.chance(0.2));
  const wanted = opened.ok ? wish(opened.value, given.source, { ...how, isCash }, random) : opened;
  if (!wanted.ok) {
    say({ did: 'refused', code: codeOf(wanted.error) });
    return;
  }
  const first = wanted.value;
  const second = how.asks === 'as_two' ? { ...first, returnId: randomUUID() } : first;
  const isAskedTwice = how.asks !== 'once';
  await Promise.all([first, ...(isAskedTwice ? [second] : [])].map((one) => finish(giving, one)));
}

/** Those that this run of the till has said. */
const madeReturns = new Set<string>();

async function finish(giving: GivingBack, wanted: ReturnFinish): Promise<void> {
  const { till, say, made } = giving;
  say({ did: 'asked', wanted });
  const isUnknown = readSaleOfCart(till.db, wanted.returnId) === undefined;
  const done = await giving.takeBack(till, wanted, {
    ...{ doneBy: { name: 'Inês' }, now: giving.now() },
    settings: { limits: noLimits, asksSameSale: false },
  });
  if (!done.ok) {
    say({ did: 'refused', code: codeOf(done.error) });
    return;
  }
  const { reference } = done.value;
  const isNew = isUnknown && !madeReturns.has(reference);
  madeReturns.add(reference);
  made(done.value, { isCash: wanted.method.id === cash.id, isNew });
  say({ did: 'returned', returnId: wanted.returnId, reference, docKey: wanted.docKey });
}

const codeOf = (error: Parameters<typeof err>[0]): string =>
  error.code === 'not_returnable' ? `${error.code} ${error.why}` : error.code;

/** Chooses among what is left, as a person does on the screen. Error: `not_found` for nothing. */
function wish(
  { origin, lines, discount, leftCents }: OpenedReturn,
  source: ReturnSource,
  { wish: wanted, isCash, withoutAsking }: ToGiveBack,
  random: Seeded,
): Result<ReturnFinish> {
  // The practice service shows the lines of every document.
  if (lines === null) return err({ code: 'not_found' });
  const chosen = chooseLines(lines, wanted, random);
  if (chosen.length === 0) return err({ code: 'not_found' });
  const sold = lines.map(({ code, description, unit, unitPrice, sold: quantity }) => ({
    ...{ code, description, unit, unitPrice, quantity },
  }));
  const left = lines.map((line) => line.left);
  const fitting = linesBack({ lines: sold, discount }, { left, leftCents, unread: [] }, chosen);
  const back = fitting.ok ? fitting.value : tooMuch(sold, chosen);
  return ok({
    ...{ returnId: randomUUID(), source, docKey: origin.docKey, lines: [...chosen] },
    ...{ reason: 'defective', note: 'Torn', method: isCash ? cash : card },
    ...{ totalCents: backCents(back, discount), withoutAsking },
  });
}

function chooseLines(
  lines: NonNullable<OpenedReturn['lines']>,
  wanted: ToGiveBack['wish'],
  random: Seeded,
): readonly WantedLine[] {
  const chosen = random.between(0, lines.length - 1);
  return lines.flatMap(({ left }, position) => {
    const isChosen = position === chosen;
    if (wanted === 'too_much' && isChosen)
      return [{ position, quantity: thousandths(left + random.pick([1, 1000])) }];
    if (left === 0 || (wanted !== 'all' && !isChosen && random.chance(0.5))) return [];
    const isAll = wanted === 'all' || random.chance(0.4);
    return [
      { position, quantity: isAll ? thousandths(left) : thousandths(random.between(1, left)) },
    ];
  });
}

const thousandths = (quantity: number): QuantityThousandths => v.parse(quantitySchema, quantity);

const tooMuch = (
  sold: readonly BackLine['line'][],
  chosen: readonly WantedLine[],
): readonly BackLine[] =>
  chosen.flatMap(({ position, quantity }) => {
    const line = sold[position];
    return line ? [{ position, line: { ...line, quantity } }] : [];
  });
