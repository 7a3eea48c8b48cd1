// What somebody who steals, a page that was taken over and a service that is not as it should be
// try with returns.
import { expect, test, vi } from 'vitest';
import { cents, subtractCents, zeroCents } from '../../../src-main/contract/money.ts';
import { isReadable } from '../../../src-main/contract/documents.ts';
import { ok } from '../../../src-main/contract/errors.ts';
import { defaultPrinting, type Printing } from '../../../src-main/contract/printing.ts';
import { settleMoney } from '../../../src-main/day/cash.ts';
import { settleSale } from '../../../src-main/day/decide-sale.ts';
import { readHeldSales, readOpenCart } from '../../../src-main/store/carts.ts';
import { noteMoneyOfFound } from '../../../src-main/store/cash-movements.ts';
import { writeDaySettings } from '../../../src-main/store/day-settings.ts';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import { followDocument } from '../../../src-main/store/follow-document.ts';
import { readPrintJobs } from '../../../src-main/store/print-jobs.ts';
import { readMadeFrom } from '../../../src-main/store/returns.ts';
import { namedDocument } from '../../../src-main/store/migrations.ts';
import { claimNext, mustStep, takeStep } from '../../../src-main/store/sale-steps.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import type { Particulars } from '../../../src-main/contract/new-document.ts';
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { sharedFormat } from '../../../src-main/contract/format.ts';
import type { Known } from '../../../src-main/handlers/approval.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { returnRequests } from '../../../src-main/handlers/returns.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { makeDocument } from '../../../src-main/till/sell.ts';
import { sampleCart, sampleParticulars } from '../../sample-sale.ts';
import {
  cash,
  codeOf,
  confirmed,
  creditNote,
  endDay,
  expectedNow,
  openAt,
  sold,
  soldAtFirst,
  startPractice,
  type Opened,
} from './opened.ts';

const whyOf = (answer: { ok: true } | { ok: false; error: { code: string; why?: unknown } }) =>
  answer.ok ? 'done' : (answer.error.why ?? answer.error.code);

const countReturns = ({ till }: Opened) =>
  till.db.prepare('SELECT count(*) FROM sale WHERE cash_cents < 0').pluck().get();

test('a return that is asked for twice at once is one return with one paper', async () => {
  const printing: Printing = { ...defaultPrinting, automatic: 'after_sale' };
  const opened = await sold({ printing });
  const { till, ask, reference, wants } = opened;
  const jobs = () => readPrintJobs(till.db, 10).filter((job) => job.reference !== reference);
  for (const [line, total] of [
    [[1, 1000], 85],
    [[0, 1000], 85],
  ] as const) {
    const before = jobs().length;
    const wanted = wants([line], total);
    const both = await Promise.all([ask['returns.finish'](wanted), ask['returns.finish'](wanted)]);
    expect(both.map(codeOf)).toEqual(['done', 'done']);
    expect(jobs().length - before).toBe(1);
  }
  expect(countReturns(opened)).toBe(2);
});

test('a return cannot bear the number of a sale, nor make one under way or put aside vanish', async () => {
  const { till, ask, reference, wants } = await sold();
  const cartOf = till.db.prepare('SELECT cart_id FROM sale WHERE reference = ?').pluck();
  const wanted = wants([[0, 1000]], 85);
  const asSale = { ...wanted, returnId: String(cartOf.get(reference)) };
  expect(await ask['returns.finish'](asSale)).toMatchObject({
    error: { code: 'invalid_value', field: 'returnId' },
  });
  const [held, underWay] = [sampleCart(1), sampleCart(2)];
  await ask['sell.hold']({ cart: held, name: 'Rui' });
  await ask['sell.saveCart']({ cart: underWay });
  for (const { cartId } of [held, underWay]) {
    expect(await ask['returns.finish']({ ...wanted, returnId: cartId })).toMatchObject({
      error: { code: 'invalid_value', field: 'returnId' },
    });
  }
  expect(readOpenCart(till.db)?.cartId).toBe(underWay.cartId);
  expect(readHeldSales(till.db).map(({ cartId }) => cartId)).toEqual([held.cartId]);
});

test('a credit note that somebody types counts if it names the document', async () => {
  const { till, ask, document, source, wants } = await sold();
  const selling = { doneBy: null, now: new Date(), settings: defaultSelling };
  const type = (change: Partial<Particulars>, lines = 1) => {
    const particulars = {
      ...{ ...sampleParticulars, kind: creditNote.kind, name: creditNote.name },
      ...{ isTaxIncluded: true, documentReference: document.docKey, ...change },
    };
    const made = makeDocument(till, { cart: sampleCart(lines), particulars }, [], selling);
    if (!made.ok) throw new Error(made.error.code);
    return made.value.reference;
  };
  await till.outbox.stop();
  const left = async () => {
    const answer = await ask['returns.open']({ source });
    return answer.ok ? answer.value.lines?.map((line) => line.left) : answer.error.code;
  };
  // One of another document, a draft, and what is no credit note count for nothing.
  type({ documentReference: 'FS X/1' });
  type({ finalize: false });
  type({ kind: { by: 'natureCode', code: 'GR' }, name: 'Guia de remessa' });
  expect(await left()).toEqual([1000, 2000]);
  const made = type({ kind: { by: 'natureCode', code: 'NC' }, name: '' });
  expect(await left()).toEqual([0, 2000]);
  const more = wants([[0, 1000]], 85);
  expect(codeOf(await ask['returns.finish'](more))).toBe('returned_too_much');
  expect(readMadeFrom(till.db, document.docKey)).toBe(made);
  await ask['outbox.cancel']({ reference: made, by: 'Ana', note: 'Wrong', moneyMoved: false });
  expect(await left()).toEqual([1000, 2000]);
  expect(readMadeFrom(till.db, document.docKey)).not.toBe(made);
  expect(readMadeFrom(till.db, 'FS X/2')).toBe(null);
  const plan = till.db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT 1 FROM sale WHERE ${namedDocument} IS NOT NULL
      AND ${namedDocument} = 'x'`,
    )
    .all();
  expect(JSON.stringify(plan)).toContain('sale_named');
});

test('nor can any other document take the number of a sale', async () => {
  const { till, ask } = openAt(await startPractice());
  const underWay = sampleCart(2);
  await ask['sell.saveCart']({ cart: underWay });
  const document = { cart: underWay, particulars: sampleParticulars };
  const selling = { doneBy: null, now: new Date(), settings: defaultSelling };
  expect(makeDocument(till, document, [], selling)).toMatchObject({
    error: { code: 'invalid_value', field: 'cartId' },
  });
  expect(readOpenCart(till.db)?.cartId).toBe(underWay.cartId);
});

test('cash goes back on an open day only, also if it is closed while the service is asked', async () => {
  const opened = await sold();
  const { till, ask, wants } = opened;
  const wanted = () => wants([[0, 1000]], 85);
  const asked = vi.spyOn(till, 'listDocuments').mockImplementationOnce((...of) => {
    endDay(opened);
    asked.mockRestore();
    return till.listDocuments(...of);
  });
  expect(codeOf(await ask['returns.finish'](wanted()))).toBe('day_not_open');
  expect(codeOf(await ask['returns.finish'](wanted()))).toBe('day_not_open');
  expect(countReturns(opened)).toBe(0);
});

test('the money goes back by one of the shop’s own methods, under the name that the shop gave it', async () => {
  const opened = await sold();
  const { till, ask, requests, wants } = opened;
  const wanted = {
    ...wants([[0, 1000]], 85),
    method: { id: 1, label: 'Multibanco' },
  };
  const known = {
    says: messagesFor('en').lock.approval,
    format: sharedFormat('en'),
    context: { session: { till } },
  } as unknown as Known;
  expect(requests['returns.finish'].words?.(wanted, known).join()).toContain('Numerário');
  expect(requests['returns.finish'].words?.(wanted, known).join()).not.toContain('Multibanco');
  const unknown = { ...wanted, method: { id: 9, label: 'Numerário' } };
  await ask['returns.kinds']({ lookUp: true });
  const { setup } = await state(opened);
  await ask['returns.changeSetup']({ ...setup, sendsPayment: false });
  expect(codeOf(await ask['returns.finish'](unknown))).toBe('payment_method_unknown');
  const made = await confirmed(opened, wanted);
  expect(readSaleDetail(till.db, made)?.returned?.method).toEqual({ id: 1, label: 'Numerário' });
  expect(countReturns(opened)).toBe(1);
});

test('a manager who is asked for the setting reads the limit of returns without asking', () => {
  const known = {
    says: messagesFor('en').lock.approval,
    format: sharedFormat('en'),
  } as unknown as Known;
  const { words } = returnRequests({} as Context)['returns.changeSetup'];
  const setup = { kind: creditNote, sendsPayment: true, namesOrigin: true };
  const limit = words?.({ ...setup, unaskedLimitCents: cents(500_000) }, known);
  expect(limit?.join()).toContain('5,000.00');
  expect(words?.({ ...setup, unaskedLimitCents: null }, known)).toHaveLength(1);
});

async function state({ ask }: Opened) {
  const answer = await ask['returns.setup'](undefined);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

test('a return of which only some lines are shown leaves nobody to say what is left', async () => {
  const { first, second, document, source, wants } = await soldAtFirst();
  const both = wants(
    [
      [0, 1000],
      [1, 1000],
    ],
    170,
  );
  await confirmed(first, both);
  const { documents } = second.till;
  const ask = documents.getAnswered.bind(documents);
  vi.spyOn(documents, 'getAnswered').mockImplementation(async (id) => {
    const answer = await ask(id);
    if (!answer.ok || id === document.id) return answer;
    const { detail } = answer.value;
    const shown = { ...detail, lineCount: 2, lines: detail.lines.slice(0, 1) };
    return ok({ ...answer.value, detail: shown });
  });
  expect(whyOf(await second.ask['returns.open']({ source }))).toBe('return_unread');
});

test('a return shown below zero, its reference in another case, is still seen', async () => {
  const { first, second, document, source, wants } = await soldAtFirst();
  await confirmed(first, wants([[1, 1000]], 85));
  const { documents } = second.till;
  const list = second.till.listDocuments.bind(second.till);
  vi.spyOn(second.till, 'listDocuments').mockImplementation(async (...of) => {
    const page = await list(...of);
    if (!page.ok) return page;
    const results = page.value.results.filter(isReadable).map((row) => ({
      ...row,
      ...(row.returnOf !== undefined && { returnOf: row.returnOf.toLowerCase() }),
    }));
    return ok({ ...page.value, results });
  });
  const get = documents.getAnswered.bind(documents);
  vi.spyOn(documents, 'getAnswered').mockImplementation(async (id) => {
    const answer = await get(id);
    if (!answer.ok || id === document.id) return answer;
    const { detail } = answer.value;
    const lines = detail.lines.map(({ quantity, ...line }) => ({
      ...{ ...line, quantity: null },
      ...(quantity !== null && { backQuantity: quantity }),
    }));
    const totalCents = subtractCents(zeroCents, detail.totalCents);
    return ok({ ...answer.value, detail: { ...detail, lines, totalCents } });
  });
  expect(await second.ask['returns.open']({ source })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 1000 }], leftCents: 170 },
  });
});

test('a search that does not find the original itself has not been answered', async () => {
  const { first, second, source, wants } = await soldAtFirst();
  await confirmed(first, wants([[1, 1000]], 85));
  for (const { till } of [first, second])
    vi.spyOn(till, 'listDocuments').mockResolvedValue(
      ok({ count: 0, offset: 0, results: [], hasNext: false }),
    );
  expect(whyOf(await second.ask['returns.open']({ source }))).toBe('not_searchable');
  expect(await first.ask['returns.open']({ source })).toMatchObject({
    value: { notAsked: 'not_searchable' },
  });
  const more = wants([[1, 1000]], 85);
  expect(codeOf(await first.ask['returns.finish'](more))).toBe('return_not_asked');
});

const doing = { by: 'Ana', approvedBy: null, atMs: 0 };

test('nothing comes back of a sale whose money was given back already', async () => {
  const opened = await sold();
  const { till, ask, reference, wants } = opened;
  // As after a cancellation that was asked for while the sale was in doubt, and came too late.
  settleMoney(till.db, { reference, heldCents: zeroCents, note: 'Cancelled' }, doing);
  noteMoneyOfFound(till.db, reference, 0);
  const wanted = wants([[0, 1000]], 85);
  expect(whyOf(await ask['returns.finish'](wanted))).toBe('money_moved');
  expect(expectedNow(opened)).toBe(10_000);
});

test('money goes out once for a return that is cancelled and made again, whatever the page says', async () => {
  const opened = await sold();
  const { till, ask, requests, wants } = opened;
  await till.outbox.stop();
  const { db } = till;
  const known = {
    says: messagesFor('en').lock.approval,
    format: sharedFormat('en'),
    context: { session: { till } },
  } as unknown as Known;
  const says = '€1.70 of the sale comes into the drawer';
  const doubted = { event: 'program_started', evidence: { kind: 'program_started' } } as const;
  const missing = { event: 'missing', evidence: { kind: 'missing', documentId: 1 } } as const;
  for (const steps of [[], [doubted], [doubted, missing]]) {
    const done = await ask['returns.finish'](wants([[1, 2000]], 170));
    const reference = done.ok ? done.value.reference : '';
    if (steps.length > 0) claimNext(db, Date.now());
    for (const step of steps) mustStep(db, { reference, ...step, atMs: Date.now() });
    expect(expectedNow(opened)).toBe(10_085);
    const decided = { reference, by: 'Ana', note: 'Refused', moneyMoved: false };
    const [kept, settled] = [
      { ...decided, as: 'confirmed' },
      { ...decided, as: 'cancelled' },
    ] as const;
    expect(requests['outbox.cancel'].words?.(decided, known)).toContain(says);
    expect(requests['outbox.settle'].words?.(settled, known)).toContain(says);
    expect(requests['outbox.settle'].words?.(kept, known)).not.toContain(says);
    const ended =
      steps.length === 2 ? ask['outbox.settle'](settled) : ask['outbox.cancel'](decided);
    expect(codeOf(await ended)).toBe('done');
    expect(expectedNow(opened)).toBe(10_255);
    // One in doubt is cancelled once the service is proven not to hold it.
    if (steps.length === 1)
      mustStep(db, { reference, event: 'cancelled', evidence: doubted.evidence, atMs: Date.now() });
  }
});

test('what came back of a sale is not given back again when the sale is settled as cancelled', async () => {
  const opened = await sold();
  const { till, ask, reference, document, wants } = opened;
  await confirmed(opened, wants([[1, 2000]], 170));
  expect(expectedNow(opened)).toBe(10_085);
  const evidence = { kind: 'missing', documentId: document.id } as const;
  takeStep(till.db, { reference, event: 'missing', evidence, atMs: Date.now() });
  expect(await ask['outbox.get']({ reference })).toMatchObject({
    value: { held: { heldCents: 85 }, movedCents: null },
  });
  const settled = {
    reference,
    by: 'Ana',
    note: 'Lost',
    as: 'cancelled',
    moneyMoved: true,
  } as const;
  expect(settleSale(till, settled, Date.now())).toMatchObject({ value: { state: 'cancelled' } });
  expect(expectedNow(opened)).toBe(10_000);
});

test('what came back for another way to pay is not given back in cash either', async () => {
  const opened = await sold();
  const { till, ask, reference, document, wants } = opened;
  // From now on that way to pay goes past the drawer.
  const bare = { mode: 'reminded', differenceLimitCents: zeroCents, printsZ: false } as const;
  writeDaySettings(till.db, { ...bare, cashMethods: [] });
  await confirmed(opened, wants([[1, 2000]], 170));
  const evidence = { kind: 'missing', documentId: document.id } as const;
  takeStep(till.db, { reference, event: 'missing', evidence, atMs: Date.now() });
  expect(await ask['outbox.get']({ reference })).toMatchObject({
    value: { held: { heldCents: 85 } },
  });
});

test('a document that cannot be read may be a return: nothing comes back beside it', async () => {
  const opened = await sold();
  const { till, ask, wants } = opened;
  const list = till.listDocuments.bind(till);
  vi.spyOn(till, 'listDocuments').mockImplementation(async (...of) => {
    const page = await list(...of);
    if (!page.ok) return page;
    const unread = { unreadable: 'total_amount', id: 7, docKey: '', date: '', ourReference: '' };
    return ok({ ...page.value, results: [...page.value.results, unread] });
  });
  const wanted = wants([[0, 1000]], 85);
  expect(codeOf(await ask['returns.finish'](wanted))).toBe('answer_invalid');
  expect(countReturns(opened)).toBe(0);
});

test('no money goes back for what was sold on account', async () => {
  const { till, ask, reference, wants } = await sold();
  till.db
    .prepare(
      `UPDATE sale SET cash_cents = NULL,
         content = json_set(content, '$.payment', json('{"method":{"id":0,"label":"30 days"}}'))
       WHERE reference = ?`,
    )
    .run(reference);
  const wanted = wants([[0, 1000]], 85);
  expect(whyOf(await ask['returns.finish'](wanted))).toBe('on_account');
});

test('no money goes back for an invoice that was made without a payment', async () => {
  const { till, ask, reference, wants } = await sold();
  const made = (paymentMethod: Particulars['paymentMethod']) =>
    till.db
      .prepare(
        `UPDATE sale SET content = json_set(json_remove(content, '$.payment'), '$.particulars', json(?))
         WHERE reference = ?`,
      )
      .run(JSON.stringify({ ...sampleParticulars, isTaxIncluded: true, paymentMethod }), reference);
  const wanted = wants([[0, 1000]], 85);
  made(null);
  expect(whyOf(await ask['returns.finish'](wanted))).toBe('on_account');
  made(cash);
  expect(whyOf(await ask['returns.finish'](wanted))).toBe('done');
});

test('nothing comes back of an invoice that the service shows as voided since', async () => {
  const { till, ask, wants } = await sold();
  const list = till.listDocuments.bind(till);
  vi.spyOn(till, 'listDocuments').mockImplementation(async (...of) => {
    const answer = await list(...of);
    if (!answer.ok) return answer;
    const results = answer.value.results.filter(isReadable).map((one) => ({
      ...one,
      status: { ...one.status, code: 'ANUL' },
    }));
    return ok({ ...answer.value, results });
  });
  const wanted = wants([[0, 1000]], 85);
  expect(whyOf(await ask['returns.finish'](wanted))).toBe('not_finalized');
});

test('what each person took back is among the exceptions of the day', async () => {
  const opened = await sold();
  const { till, lock, document, wants } = opened;
  lock.doneBy = { name: 'Rui', approvedBy: 'Ana' };
  const made = await confirmed(opened, wants([[1, 2000]], 170));
  const said = { by: 'Rui', approvedBy: 'Ana', amountCents: 170, reference: made };
  expect(readExceptions(till.db, { fromMs: 0, untilMs: Date.now() + 1 })).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'goods_returned', docKey: document.docKey, wasAsked: true },
      ...said,
    }),
  );
});

test('a document whose key changes is still the one that goods came back of', async () => {
  const opened = await sold();
  const { till, ask, reference, source, wants, document } = opened;
  await confirmed(opened, wants([[1, 2000]], 170));
  followDocument(till.db, { ...document, docKey: 'FS NEW/1' }, Date.now());
  expect(readSaleDetail(till.db, reference)?.docKey).toBe('FS NEW/1');
  expect(await ask['returns.open']({ source })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 0 }], leftCents: 85 },
  });
});
