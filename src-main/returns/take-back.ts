// Taking goods back: a return is committed as every sale is, and waits in the same outbox.
import { randomUUID } from 'node:crypto';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { totals, type Cart } from '../contract/cart.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { zeroCents } from '../contract/money.ts';
import type { Particulars } from '../contract/new-document.ts';
import type { PaymentMethod } from '../contract/payment.ts';
import { linesBack, typedBack, type BackLine } from '../contract/return-ledger.ts';
import type { Returned, ReturnFinish } from '../contract/returns.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { noteReturnTrial } from '../documents/return-setup.ts';
import { readKeptCart } from '../store/carts.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { makeCountsVoid } from '../store/drawer-counts.ts';
import { beginExchange, endExchanges } from '../store/exchanges.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { makePrintJob } from '../store/print-jobs.ts';
import { newReference } from '../store/references.ts';
import { commitSale, readSaleDetail, readSaleOfCart } from '../store/sales.ts';
import { readOpenShift } from '../store/shifts.ts';
import { installationOf } from '../store/till.ts';
import { openForSale } from '../till/drawer.ts';
import { freezeContent } from '../till/freeze-content.ts';
import type { Selling } from '../till/sell.ts';
import type { Till } from '../till/till.ts';
import {
  checkSetup,
  know,
  ownReturns,
  readLedger,
  unaskedLimit,
  type Known,
} from './open-return.ts';
import type { Original } from './original.ts';

/**
 * Takes goods back: the credit note in the outbox, the money out of the drawer and the print job in
 * one commit. Doing it twice takes back once.
 * Errors: those of `openReturn`; `return_not_asked`, `returned_too_much`, `invalid_value` if what
 * the customer was told is not what it comes to; `payment_method_unknown`, `day_not_open`, and
 * those of freezing.
 */
export async function takeBack(
  till: Till,
  wanted: ReturnFinish,
  selling: Selling,
): Promise<Result<SaleSummary>> {
  const { db } = till;
  const done = doneBefore(db, wanted.returnId);
  if (done) return done;
  const mayBePaid = howItGoesBack(db, wanted);
  if (!mayBePaid.ok) return mayBePaid;
  const mayReturn = checkSetup(db);
  if (!mayReturn.ok) return mayReturn;
  const known = await know(till, wanted.source);
  if (!known.ok) return known;
  // The till may have been closed meanwhile.
  if (!db.open) return err({ code: 'not_signed_in' });
  if (known.value.original.origin.docKey !== wanted.docKey)
    return err({ code: 'invalid_value', field: 'docKey' });
  const mayBeUnasked = checkAsked(db, known.value, wanted);
  if (!mayBeUnasked.ok) return mayBeUnasked;
  const { before, committed } = inTransaction(db, () => {
    // The same return may have been asked for twice at once.
    const before = doneBefore(db, wanted.returnId);
    return { before, committed: before ?? commitReturn(till, known.value, wanted, selling) };
  });
  if (before || !committed.ok) return committed;
  const sale = committed.value;
  till.saleChanged(sale);
  till.outbox.wake();
  if (wanted.isExchange !== true) openForSale(till, sale, { method: wanted.method });
  till.automatic.finished(sale);
  return ok(sale);
}

/** Ends an exchange, and opens the drawer for its money. Error: `not_found` if it was spent. */
export function payOut(till: Till, reference: string): Result<null> {
  const { db } = till;
  const sale = readSaleDetail(db, reference);
  const { returned } = sale ?? {};
  if (!sale || !returned) return err({ code: 'not_found' });
  const isPaidOut = inTransaction(db, () => {
    if (!endExchanges(db, [reference])) return false;
    makeCountsVoid(db);
    return true;
  });
  if (!isPaidOut) return err({ code: 'not_found' });
  openForSale(till, sale, { method: returned.method });
  return ok(null);
}

/** Returns what the return became; undefined if it was not made. Error: `invalid_value`. */
function doneBefore(db: Store, returnId: string): Result<SaleSummary> | undefined {
  const sale = readSaleOfCart(db, returnId);
  if (!sale) return undefined;
  const isReturn = readSaleDetail(db, sale.reference)?.returned !== undefined;
  return isReturn ? ok(sale) : err({ code: 'invalid_value', field: 'returnId' });
}

/**
 * Returns the shop's own method, and whether it takes the money out of the drawer. Where days are
 * kept, that is done on an open one, as an exchange always is. Errors: `payment_method_unknown`,
 * `invalid_value` for an exchange by another way than cash, `day_not_open`.
 */
function howItGoesBack(
  db: Store,
  { method: chosen, isExchange = false }: Pick<ReturnFinish, 'method' | 'isExchange'>,
): Result<{ readonly method: PaymentMethod; readonly isCash: boolean }> {
  const method = readPaymentMethods(db).find(({ id }) => id === chosen.id);
  if (!method) return err({ code: 'payment_method_unknown' });
  const { cashMethods, mode } = readDaySettings(db);
  const isCash = cashMethods.includes(method.id);
  if (isExchange && !isCash) return err({ code: 'invalid_value', field: 'isExchange' });
  const needsDay = isExchange || (isCash && mode !== 'off');
  return needsDay && !readOpenShift(db) ? err({ code: 'day_not_open' }) : ok({ method, isCash });
}

/** Asks once more, within the commit, what other returns of this till have left. */
function commitReturn(
  till: Till,
  { original, others, notAsked }: Known,
  wanted: ReturnFinish,
  { doneBy, now, settings }: Selling,
): Result<SaleSummary> {
  const { db } = till;
  // A sale under way ends with the number that it has, and nobody would know of it.
  if (readKeptCart(db, wanted.returnId)) return err({ code: 'invalid_value', field: 'returnId' });
  const mayReturn = checkSetup(db);
  if (!mayReturn.ok) return mayReturn;
  const { isTrial, namesOrigin, sendsPayment, kind } = mayReturn.value;
  // The day may have been closed while the service was asked.
  const mayBePaid = howItGoesBack(db, wanted);
  if (!mayBePaid.ok) return mayBePaid;
  const { method, isCash } = mayBePaid.value;
  const own = ownReturns(db, original.origin);
  const ledger = readLedger(original, own, others);
  if (ledger.unread.length > 0) return err({ code: 'not_returnable', why: 'return_unread' });
  const { lines } = original;
  const back = lines
    ? linesBack({ ...original, lines }, ledger, wanted.lines)
    : typedBack(ledger, wanted.typedLines ?? [], original.origin.docKey);
  if (!back.ok) return back;
  const cart = cartOf(original, back.value, wanted.returnId);
  if (totals(cart).totalCents !== wanted.totalCents)
    return err({ code: 'invalid_value', field: 'totalCents' });
  const { origin } = original;
  const { reason, note } = wanted;
  const returned: Returned = {
    ...{ origin, reason, note, method, isTrial, namesOrigin },
    positions: back.value.flatMap(({ position }) => position ?? []),
    wasAsked: notAsked === null,
  };
  const texts = messagesFor('pt-PT').returns;
  const particulars: Particulars = {
    ...{ kind: kind.kind, name: kind.name, finalize: true, isTaxIncluded: true },
    documentReference: origin.docKey,
    roundCents: zeroCents,
    paymentMethod: sendsPayment ? method : null,
    ...{ forceCommunication: false, generateMbReference: false, print: false, email: false },
    headerText: texts.headerText(origin.docKey, texts.reasons[reason], note),
    footerText: '',
  };
  const reference = newReference(installationOf(db));
  const frozen = freezeContent(
    db,
    { cart, particulars, returned },
    { reference, now, limits: settings.limits },
  );
  if (!frozen.ok) return frozen;
  const content = { ...frozen.value.content, ...(doneBy && { by: doneBy }) };
  const { totalCents: backCents } = frozen.value;
  const { wasAsked } = returned;
  const exceptions = [
    { kind: 'goods_returned', docKey: origin.docKey, backCents, wasAsked },
  ] as const;
  const sale = commitSale(db, { ...frozen.value, content, isCash, exceptions });
  if (isTrial) noteReturnTrial(db, sale.reference);
  if (wanted.isExchange === true) beginExchange(db, sale.reference);
  printWithCommit(till, sale, now.getTime());
  return ok(sale);
}

/** A job that is durable with the return: a crash may delay the paper, and loses none. */
function printWithCommit({ db, environment, whoIsAtIt }: Till, sale: SaleSummary, atMs: number) {
  if (environment.printing().automatic !== 'after_sale') return;
  makePrintJob(db, {
    ...{ atMs, documentId: null, reference: sale.reference, title: sale.reference },
    ...{ language: environment.language(), askedBy: whoIsAtIt, isAutomatic: true },
  });
}

const cartOf = (
  { discount, taxNumber, customer }: Original,
  back: readonly Pick<BackLine, 'line'>[],
  cartId: string,
): Cart => ({
  ...{ cartId, discount, taxNumber },
  ...(customer && { customer }),
  lines: back.map(({ line }) => ({ ...line, lineId: randomUUID() })),
});

/** Errors: `return_not_asked`. */
function checkAsked(db: Store, { original, notAsked }: Known, wanted: ReturnFinish): Result<null> {
  if (notAsked === null) return ok(null);
  const limit = unaskedLimit(db, original);
  const isAllowed = wanted.withoutAsking && limit !== null && wanted.totalCents <= limit;
  return isAllowed ? ok(null) : err({ code: 'return_not_asked', why: notAsked, limitCents: limit });
}
