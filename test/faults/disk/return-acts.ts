// What a till does with its file when goods come back.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { DocumentDetail } from '../../../src-main/contract/documents.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { quantitySchema } from '../../../src-main/contract/money.ts';
import { backCents, linesBack } from '../../../src-main/contract/return-ledger.ts';
import { changeReturnSetup, seedReturnSetup } from '../../../src-main/documents/return-setup.ts';
import { openReturn } from '../../../src-main/returns/open-return.ts';
import { takeBack } from '../../../src-main/returns/take-back.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { requireSale, readSaleDocument } from '../../../src-main/store/sales.ts';
import { returningTill, type ReturningTillOptions } from '../../returning-till.ts';
import { noLimits } from '../../sample-sale.ts';
import { seeded, type Seeded } from '../seeded.ts';
import { nextMs } from './acts.ts';
import type { Say } from './words.ts';
import * as v from 'valibot';

const cash = { id: 1, label: 'Cash' };
const kind = { kind: { by: 'natureId', id: 304 }, name: 'Nota de crédito' } as const;

/** `needsTrial`: the first return is the one that shows what the service makes of returns. */
export function takesReturns(db: Store, needsTrial: boolean): void {
  replacePaymentMethods(db, [cash]);
  if (!needsTrial) seedReturnSetup(db, kind);
  changeReturnSetup(db, { kind, sendsPayment: true, namesOrigin: true, unaskedLimitCents: null });
}

export interface WantedBack {
  /** The sale's. */
  readonly reference: string;
  readonly returnId: string;
  /** In thousandths. */
  readonly wanted: number;
}

interface HowToGiveBack extends Pick<ReturningTillOptions, 'prints'> {
  /** Null if the return is said otherwise. */
  readonly say: Say | null;
  /** Called where the operation begins. */
  readonly begin?: () => void;
}

/**
 * Gives so many thousandths of the sale's first line back for cash. The service shows the original
 * alone, at once. Returns the reference; undefined if it is refused.
 */
export async function giveBack(
  db: Store,
  { reference, returnId, wanted }: WantedBack,
  { say, begin, ...more }: HowToGiveBack,
): Promise<string | undefined> {
  const { till, close } = returningTill({
    ...{ db, ...more, by: () => 'Rui', saleChanged: nothing, notify: nothing },
    inBackground: nothing,
    outbox: {
      ...{ connection: 'online', wake: nothing, suspect: nothing, follow: nothing },
      report: notHere,
    },
    clock: { nowMs: nextMs, monotonicMs: nextMs, sleep: notHere },
    list: () => Promise.resolve(pageOf(readSaleDocument(db, reference))),
    get: () => Promise.resolve(err({ code: 'not_found' })),
  });
  begin?.();
  try {
    const source = { kind: 'sale', reference } as const;
    const opened = await openReturn(till, source);
    if (!opened.ok) return undefined;
    const { origin, lines, discount, leftCents } = opened.value;
    const [first] = lines ?? [];
    const quantity = Math.min(wanted, first?.left ?? 0);
    if (!first || quantity === 0) return undefined;
    const back = linesBack(
      { lines: [{ ...first, quantity: first.sold }], discount },
      { left: [first.left], leftCents, unread: [] },
      [{ position: 0, quantity: v.parse(quantitySchema, quantity) }],
    );
    if (!back.ok) throw new Error(back.error.code);
    const done = await takeBack(
      till,
      {
        ...{ returnId, source, docKey: origin.docKey, reason: 'defective', note: '' },
        ...{ method: cash, withoutAsking: false, totalCents: backCents(back.value, discount) },
        lines: back.value.map(({ position, line }) => ({ position, quantity: line.quantity })),
      },
      {
        ...{ doneBy: null, now: new Date(nextMs()) },
        settings: { limits: noLimits, asksSameSale: false },
      },
    );
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    if (say) sayReturned(db, done.value.reference, say);
    return done.value.reference;
  } finally {
    close();
  }
}

export function sayReturned(db: Store, reference: string, say: Say): void {
  const body = db.prepare('SELECT body FROM sale WHERE reference = ?').pluck().get(reference);
  say(reference, requireSale(db, reference).state, v.parse(v.instance(Buffer), body));
}

const nothing = () => undefined;
const notHere = (): never => {
  throw new Error('nothing asks for this');
};

const pageOf = (document: DocumentDetail | undefined) =>
  ok({ results: document ? [document] : [], count: 1, offset: 0, hasNext: false });

export const returnIdOf = (random: Seeded): string => {
  const digits = Array.from({ length: 12 }, () => random.between(0, 9)).join('');
  return `00000000-0000-4000-8000-${digits}`;
};

/**
 * Makes the references of this process follow from the seed: an operation that is run again must
 * make the same return.
 */
export function fixReferences(seed: number): void {
  const random = seeded(seed);
  crypto.randomInt = (below: number) => random.between(0, below - 1);
  syncBuiltinESMExports();
}
