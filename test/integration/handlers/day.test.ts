// The requests of the day: which need a manager, what the manager is asked, and what is hidden from
// everybody else.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Argument, RequestName } from '../../../src-main/contract/api.ts';
import { nothingTyped } from '../../../src-main/contract/day.ts';
import type { DocumentPage } from '../../../src-main/contract/documents.ts';
import { ok, type AppError, type Result } from '../../../src-main/contract/errors.ts';
import { heldOfCorrection } from '../../../src-main/day/held-of-correction.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { wordsOf, managerActionsOf } from '../../declared-requests.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { dayRequests } from '../../../src-main/handlers/day.ts';
import { documentRequests } from '../../../src-main/handlers/documents.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { countUnseenNotices, noteDifferences } from '../../../src-main/store/sale-notices.ts';
import { noteDecision } from '../../../src-main/store/decisions.ts';
import { noteOpening } from '../../../src-main/store/drawer-openings.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { makePrintJob } from '../../../src-main/store/print-jobs.ts';
import { readSale } from '../../../src-main/store/sales.ts';
import { keepComparison } from '../../../src-main/store/z-comparisons.ts';
import type { ComparisonNote } from '../../../src-main/contract/day-comparison.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { asking } from '../../asking.ts';
import { quietEnvironment } from '../../quiet-environment.ts';
import { sampleCart, sampleParticulars, samplePayment } from '../../sample-sale.ts';
import { dayTill, confirm, heap, keepDays, sell, settings, typedHeap } from '../day/day-till.ts';
import { reference } from '../store/samples.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { must } from '../../must.ts';

const unspaced = (said: readonly string[]) => said.map((text) => text.replaceAll('\u00a0', ' '));

function atTill(role: 'cashier' | 'manager' = 'cashier') {
  const db = dayTill();
  replacePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  const folder = temporaryFolder();
  const notices: AppError[] = [];
  const environment = {
    ...quietEnvironment(),
    notify: (notice: AppError) => {
      notices.push(notice);
    },
  };
  const till = {
    db,
    environment,
    whoIsAtIt: 'Rui',
    auditedAtMs: null,
    profile: {
      ...{ companyCode: 'LOJA', companyName: 'Loja', tillCode: '1', tillName: '1' },
      ...{ kind: 'service', userName: 'Ana', username: 'ana', serviceAddress: 'https://a.example' },
    },
    outbox: { wake: () => undefined, doubt: () => undefined, ended: () => undefined },
    printQueue: { wake: () => undefined },
    saleChanged: () => undefined,
    clock: { nowMs: () => 7_000 },
    listDocuments: () =>
      Promise.resolve(ok({ results: [], count: 0, hasNext: false }) as Result<DocumentPage>),
  };
  const rules = { managerActions: ['see_drawer', 'see_exceptions'] };
  const context = {
    session: { till },
    lock: { doneBy: { name: 'Rui' }, state: { atTill: { role }, rules } },
    settings: { value: { selling: defaultSelling, printing: defaultPrinting } },
    language: () => 'en',
    now: () => new Date(2026, 10, 23),
    receiptFolder: () => folder,
    stateChanged: () => undefined,
    dayClosed: () => undefined,
    lookForUpdates: () => undefined,
  } as unknown as Context;
  const requests = {
    ...dayRequests(context),
    ...documentRequests(context),
    ...outboxRequests(context),
  };
  const ask = asking(requests, () => context.session.till);
  return {
    db,
    ask,
    notices,
    needs: <Name extends RequestName>(name: Name, argument: Argument<Name>) =>
      managerActionsOf(name, argument, context),
    /** The words of the question to a manager, without who asks. */
    words: <Name extends RequestName>(name: Name, argument: Argument<Name>) =>
      unspaced(wordsOf({ name, argument, by: 'Rui', prices: [] }, context).slice(1)),
    open: async (amount = 100) =>
      must(await ask['day.open']({ float: { by: 'typed', cents: cents(amount) } })),
    close: async (amount: number) => {
      must(await ask['day.saveDraft']({ typed: typedHeap(amount) }));
      const counted = { count: heap(amount), purpose: 'close' } as const;
      const { countId } = must(await ask['day.count'](counted));
      const closing = { countId, leftCents: cents(amount), note: '' };
      return must(await ask['day.close'](closing));
    },
  };
}

test('a float far from what was left needs a manager, who is shown both amounts', async () => {
  const { needs, words, open, close } = atTill();
  const float = { by: 'typed', cents: cents(100) } as const;
  expect(needs('day.open', { float })).toEqual([]);
  await open(5_000);
  await close(5_000);
  expect(needs('day.open', { float })).toEqual(['close_with_difference']);
  expect(words('day.open', { float })).toEqual([
    'Open the day with a float of €1.00; €50.00 was left at the last closing: difference -€49.00',
  ]);
});

test('those who may see a day’s report may reprint it, and everybody may reprint a receipt', () => {
  const { db, needs, words } = atTill();
  const common = { title: 'X 2026-11-23', language: 'en', askedBy: 'Inês', atMs: 1 } as const;
  const nothing = { documentId: null, reference: null, isAutomatic: false };
  const otherPaper = { kind: 'z', zId: 1 } as const;
  db.pragma('foreign_keys = OFF');
  const { jobId = 0 } = makePrintJob(db, { ...common, ...nothing, otherPaper }) ?? {};
  expect(needs('printing.again', { jobId })).toEqual(['see_drawer']);
  expect(words('printing.again', { jobId })).toEqual([
    'See or print the report of a day: X 2026-11-23',
  ]);
  const slip = makePrintJob(db, { ...common, ...nothing, reference: reference(1) });
  expect(needs('printing.again', { jobId: slip?.jobId ?? 0 })).toEqual([]);
  expect(needs('printing.again', { jobId: 99 })).toEqual([]);
});

describe('closed days go to files for a spreadsheet', () => {
  const textOf = async (saved: ReturnType<ReturnType<typeof atTill>['ask']['day.export']>) => {
    const { file } = must(await saved);
    return { name: basename(file), text: readFileSync(file, 'utf8') };
  };
  const oneDay = async (role: 'cashier' | 'manager') => {
    const till = atTill(role);
    await till.open(100);
    sell(till.db, 1);
    noteOpening(till.db, { atMs: 2, openedBy: '=Rui()', reason: 'Coins', reference: null });
    const { zId } = await till.close(150);
    return { ...till, zId };
  };

  test('one Z, line by line', async () => {
    const { ask, zId, needs } = await oneDay('manager');
    expect(needs('day.export', { zId })).toEqual(['see_drawer', 'export']);
    const { name, text } = await textOf(ask['day.export']({ zId }));
    expect(name).toBe('LOJA-Z-TEST-1.csv');
    for (const line of ['Sales,Cash,1,0.65,', 'In the drawer,Expected,,1.65,', 'Difference,,-0.15'])
      expect(text).toContain(line);
    expect(text).toContain(`Still open,${reference(1)},,0.65,`);
    // A name that a spreadsheet would run as a formula.
    expect(text).toContain("'=Rui()");
  });

  test('the list of all days, a line for each', async () => {
    const { ask, open, close } = await oneDay('manager');
    await open(150);
    await close(150);
    const { name, text } = await textOf(ask['day.export']({ zId: null }));
    expect(name).toBe('LOJA-days-2026-11-23.csv');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /^TEST-1,2026-11-23,.*,Rui,1,0\.65,1\.65,1\.5,-0\.15,1\.5,1,[0-9a-f]{64}$/,
    );
  });

  test('without what only managers see, and not for a Z that does not exist', async () => {
    const { ask, zId } = await oneDay('cashier');
    expect((await textOf(ask['day.export']({ zId }))).text).not.toContain('Rui()');
    expect(await ask['day.export']({ zId: 99 })).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('takings and exceptions', () => {
  test('are not shown to a cashier before the count, nor with the closing', async () => {
    const { db, ask, open, close } = atTill();
    await open();
    sell(db, 1);
    noteOpening(db, { atMs: 2, openedBy: 'Rui', reason: 'Coins', reference: null });
    expect(must(await ask['day.state'](undefined)).day).toMatchObject({ sales: 1, takings: null });
    const { snapshot, zId } = await close(165);
    expect(snapshot).toMatchObject({ drawerOpenings: 1, exceptions: [] });
    expect(must(await ask['day.report']({ zId })).snapshot.exceptions).toEqual([]);
  });

  test('are shown to a manager', async () => {
    const { db, ask, open, close } = atTill('manager');
    await open();
    sell(db, 1);
    noteOpening(db, { atMs: 2, openedBy: 'Rui', reason: 'Coins', reference: null });
    expect(must(await ask['day.state'](undefined)).day).toMatchObject({
      takings: { totalCents: 65 },
    });
    const { snapshot } = await close(165);
    expect(snapshot.exceptions).toMatchObject([{ kind: 'drawer_opened', count: 1 }]);
  });
});

test('a manager is told which of the day’s settings change, from what to what', () => {
  const { db, words } = atTill();
  replacePaymentMethods(db, [
    { id: 1, label: 'Cash' },
    { id: 7, label: 'Cash' },
  ]);
  const asked = { ...settings, mode: 'off', cashMethods: [7, 1], printsZ: true } as const;
  const change = { ...asked, cashMethods: [...asked.cashMethods] };
  const limit = { differenceLimitCents: cents(90_000) };
  expect(words('day.changeSettings', { ...change, ...limit })).toEqual([
    'Change the settings of the working day',
    'Open and close days: Required → Off',
    'Paid into the drawer: Cash (1) → Cash (1), Cash (7)',
    'Cash difference allowed: €1.00 → €900.00',
    'Print the Z report when the day is closed: no → yes',
  ]);
  expect(words('day.changeSettings', settings)).toHaveLength(1);
  expect(words('day.changeSettings', { ...settings, cashMethods: [9] })[1]).toBe(
    'Paid into the drawer: Cash (1) → (9)',
  );
});

describe('a manager is told which money moves', () => {
  const decision = { reference: reference(1), by: 'Rui', note: '', moneyMoved: true };

  test('if a movement is reversed', async () => {
    const { ask, words, open } = atTill();
    await open();
    const out = { direction: 'out', amountCents: cents(40), reason: 'supplier', note: 'Fish' };
    const moved = await ask['day.moveCash'](out as Argument<'day.moveCash'>);
    const { movementId } = must(moved);
    expect(words('day.takeBack', { movementId })).toEqual([
      'Take back what was taken out, €0.40 into the drawer: Supplier, Fish',
    ]);
  });

  test('if a sale is cancelled, but not if no money moves', async () => {
    const { db, words, open } = atTill();
    await open();
    sell(db, 1);
    expect(words('outbox.cancel', decision)).toEqual([
      `Cancel the sale ${reference(1)}`,
      '€0.65 of the sale is given back from the drawer',
    ]);
    expect(words('outbox.cancel', { ...decision, moneyMoved: false })).toHaveLength(1);
    expect(words('outbox.settle', { ...decision, as: 'cancelled' })[1]).toContain('€0.65');
  });

  test('if a sale is corrected: the difference, by how the sale was paid at the time', async () => {
    const { db, words, open } = atTill();
    await open();
    sell(db, 1);
    const cart = sampleCart(1);
    const payment = samplePayment(cart);
    const correction = { ...decision, cart, payment };
    expect(words('outbox.correct', correction)[1]).toMatch(/ of the sale comes into the drawer$/);
    // The shop's present settings do not say how the sale was paid.
    keepDays(db, { cashMethods: [9] });
    expect(words('outbox.correct', correction)[1]).toMatch(/ of the sale comes into the drawer$/);
  });
});

test('money that moves while no day is open is told, without holding up the cancellation', async () => {
  const { db, ask, notices, open, close } = atTill();
  await open(0);
  sell(db, 1);
  await close(65);
  const cancelled = await ask['outbox.cancel']({
    ...{ reference: reference(1), by: 'Rui', note: 'Gone', moneyMoved: true },
  });
  expect(cancelled).toMatchObject({ ok: true, value: { state: 'cancelled' } });
  expect(notices).toEqual([{ code: 'money_not_booked', reference: reference(1), movedCents: -65 }]);
});

test('money of a cancellation that the disk does not take is not told as moved', async () => {
  const { db, ask, notices, open, close } = atTill();
  await open(0);
  sell(db, 1);
  await close(65);
  // Fails at the commit, as the write-ahead log does on a full disk.
  db.exec(`CREATE TABLE nowhere (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE lost (id INTEGER REFERENCES nowhere DEFERRABLE INITIALLY DEFERRED) STRICT;
    CREATE TRIGGER losing AFTER INSERT ON decision BEGIN INSERT INTO lost VALUES (1); END`);
  const cancellation = { reference: reference(1), by: 'Rui', note: 'Gone', moneyMoved: true };
  expect(() => ask['outbox.cancel'](cancellation)).toThrow('FOREIGN KEY');
  expect(readSale(db, reference(1))?.state).toBe('queued');
  expect(notices).toEqual([]);
});

describe('how a sale was paid', () => {
  const opened = async (role: 'cashier' | 'manager') => {
    const till = atTill(role);
    await till.open();
    sell(till.db, 1);
    const read = async () => must(await till.ask['outbox.get']({ reference: reference(1) }));
    return { ...till, read };
  };
  const said = {
    payment: { method: { label: 'Cash' }, tenderedCents: 100 },
    ...{ held: { heldCents: 65 }, isCash: true },
  };
  const hidden = {
    payment: { method: { label: '' }, tenderedCents: 0 },
    ...{ held: null, isCash: false },
  };

  test('is hidden once there is nothing to decide, since it would help a count', async () => {
    const { db, read } = await opened('cashier');
    expect(await read()).toMatchObject(said);
    confirm(db, 1, 2);
    expect(await read()).toMatchObject(hidden);
  });

  test('is not in the evidence that a cashier saves', async () => {
    const savedBy = async (role: 'cashier' | 'manager') => {
      const { db, ask } = await opened(role);
      confirm(db, 1, 2);
      const { file } = must(await ask['outbox.saveEvidence']({ reference: reference(1) }));
      return readFileSync(file, 'utf8');
    };
    const seen = await savedBy('manager');
    expect(seen).toContain('Cash');
    expect(seen).toContain('Tendered');
    const unseen = await savedBy('cashier');
    expect(unseen).not.toContain('Cash');
    expect(unseen).not.toContain('Tendered');
    expect(unseen).toContain('Payment method: not shown to a cashier');
  });

  test('is told to whoever may see the drawer, and where no days are kept', async () => {
    const manager = await opened('manager');
    confirm(manager.db, 1, 2);
    expect(await manager.read()).toMatchObject(said);
    const { db, ask } = atTill('cashier');
    keepDays(db, { mode: 'off' });
    sell(db, 1);
    confirm(db, 1, 2);
    const read = await ask['outbox.get']({ reference: reference(1) });
    expect(must(read)).toMatchObject({ payment: said.payment, held: null, isCash: true });
  });
});

test('a document paid in cash is in the drawer’s sum, or named as left out', async () => {
  const { ask, open } = atTill('manager');
  await open(0);
  const paymentMethod = { id: 1, label: 'Cash' };
  const cash = { ...sampleParticulars, paymentMethod };
  const make = async (code: string) => {
    const particulars = { ...cash, kind: { by: 'natureCode', code } as const };
    const cart = { ...sampleCart(1), cartId: `cart ${code}` };
    return must(await ask['documents.create']({ cart, particulars }));
  };
  const simplified = await make('FS');
  const other = await make('FR');
  const { day } = must(await ask['day.state'](undefined));
  expect(day?.cashDocuments).toEqual([
    {
      ...{ reference: other.reference, kind: 'FR', method: 'Cash' },
      totalCents: other.totalCents,
    },
  ]);
  await ask['day.saveDraft']({ typed: nothingTyped });
  const counted = await ask['day.count']({ count: heap(0), purpose: 'close' });
  expect(must(counted).expectedCents).toBe(simplified.totalCents);
  expect(must(await ask['day.toClose'](undefined)).snapshot).toMatchObject({
    ...{ otherDocuments: 2, sales: { count: 0 }, cashDocuments: day?.cashDocuments },
  });
});

test('a document corrected to another kind keeps its money in the drawer, unless its method changes', async () => {
  const { db, ask, open } = atTill('manager');
  keepDays(db, { cashMethods: [1, 3] });
  await open(0);
  const corrected = (code: string, id: number) => ({
    cart: sampleCart(1),
    particulars: {
      ...sampleParticulars,
      ...{ kind: { by: 'natureCode', code } as const, paymentMethod: { id, label: 'A method' } },
    },
  });
  const { reference: paid, totalCents } = must(await ask['documents.create'](corrected('FS', 1)));
  const held = (code: string, id: number) =>
    heldOfCorrection(db, { reference: paid, ...corrected(code, id) }).heldCents;
  expect([held('FS', 1), held('FR', 1)]).toEqual([totalCents, totalCents]);
  expect([held('FS', 3), held('FR', 3), held('FS', 2)]).toEqual([totalCents, 0, 0]);
});

test('a simplified invoice paid in cash needs a day as a sale does, or is a sale of no day', async () => {
  const { db, ask } = atTill('manager');
  const kind = { by: 'natureCode', code: 'FS' } as const;
  const make = (paymentMethod: { id: number; label: string }, number: number) =>
    ask['documents.create']({
      cart: { ...sampleCart(1), cartId: `cart ${number}` },
      particulars: { ...sampleParticulars, kind, paymentMethod },
    });
  replacePaymentMethods(db, [
    { id: 1, label: 'Cash' },
    { id: 2, label: 'Card' },
  ]);
  const [cash, card] = [
    { id: 1, label: 'Cash' },
    { id: 2, label: 'Card' },
  ] as const;
  expect(await make(cash, 1)).toEqual({ ok: false, error: { code: 'day_not_open' } });
  must(await make(card, 2));
  keepDays(db, { mode: 'reminded' });
  const { reference: paid, totalCents } = must(await make(cash, 3));
  expect(must(await ask['day.state'](undefined)).withoutDay).toEqual({
    ...{ count: 1, totalCents, references: [paid] },
  });
});

test('whoever may not see the drawer is not told of cash besides the sales', async () => {
  for (const role of ['cashier', 'manager'] as const) {
    const { db, ask, open } = atTill(role);
    await open(0);
    const paymentMethod = { id: 1, label: 'Cash' };
    const kind = { by: 'natureCode', code: 'FR' } as const;
    const particulars = { ...sampleParticulars, paymentMethod, kind };
    must(await ask['documents.create']({ cart: sampleCart(1), particulars }));
    const what = { kind: 'money_given_back', sale: reference(8), movedCents: cents(-65) } as const;
    noteDecision(db, { atMs: 1, by: null, approvedBy: null, what });
    const { day, moneyOfFound } = must(await ask['day.state'](undefined));
    const told = role === 'manager' ? 1 : 0;
    expect([day?.cashDocuments.length, moneyOfFound.length]).toEqual([told, told]);
  }
});

test('the comparison of a closed day is kept beside its Z, which it does not change', async () => {
  const { ask, db, open, close } = atTill('manager');
  await open(100);
  sell(db, 1);
  const { zId, hash } = await close(100);
  expect(readZReport(db, zId)?.comparison).toBeNull();
  await ask['day.compare']({ zId });
  const again = await ask['day.compare']({ zId });
  const { atMs } = must(again);
  const kept = { atMs, verdict: 'agrees', why: null, confirmed: 0, open: 1, differences: [] };
  expect(must(await ask['day.report']({ zId }))).toMatchObject({
    ...{ hash, isWhole: true, comparison: kept },
  });
});

test('an incomplete comparison does not replace a complete one', async () => {
  const { db, open, close } = atTill('manager');
  await open(100);
  const { zId } = await close(100);
  const note: ComparisonNote = {
    ...{ atMs: 1, verdict: 'incomplete', why: 'asking', confirmed: 0, notListed: 0, open: 0 },
    differences: [],
  };
  const kept = () => readZReport(db, zId)?.comparison;
  keepComparison(db, zId, note);
  keepComparison(db, zId, { ...note, atMs: 2 });
  expect(kept()).toMatchObject({ atMs: 2, verdict: 'incomplete' });
  keepComparison(db, zId, { ...note, atMs: 3, verdict: 'agrees', why: null });
  keepComparison(db, zId, { ...note, atMs: 4 });
  expect(kept()).toMatchObject({ atMs: 3, verdict: 'agrees' });
  keepComparison(db, zId, { ...note, atMs: 5, verdict: 'differs' });
  expect(kept()).toMatchObject({ atMs: 5, verdict: 'differs' });
});

test('sales that are refused as dated too far back are sent again with the date of now', async () => {
  const { db, ask, open } = atTill();
  await open();
  sell(db, 1);
  const bodyOf = () =>
    JSON.parse(
      String(db.prepare('SELECT body FROM sale WHERE reference = ?').pluck().get(reference(1))),
    ) as Readonly<Record<string, unknown>>;
  expect(bodyOf().document_date).toBeUndefined();
  db.prepare(`UPDATE sale SET state = 'rejected' WHERE reference = ?`).run(reference(1));
  const decision = { by: 'Rui', note: 'A new day' };
  const asItIs = await ask['outbox.sendAllAgain']({ ...decision, isDatedAnew: false });
  expect(asItIs).toEqual({ ok: true, value: { count: 1, notSent: [] } });
  expect(bodyOf().document_date).toBeUndefined();
  db.prepare(`UPDATE sale SET state = 'rejected' WHERE reference = ?`).run(reference(1));
  const anew = await ask['outbox.sendAllAgain']({ ...decision, isDatedAnew: true });
  expect(anew).toEqual({ ok: true, value: { count: 1, notSent: [] } });
  expect(bodyOf().document_date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(readSale(db, reference(1))?.state).toBe('in_doubt');
});

test('a sale that cannot be dated anew holds up none of the others, and is named', async () => {
  const { db, ask, open } = atTill();
  await open();
  for (const number of [1, 2, 3]) sell(db, number);
  db.exec(`UPDATE sale SET state = 'rejected'`);
  db.prepare(
    `UPDATE sale SET content = json_set(content, '$.cart.lines', json('[]')) WHERE reference = ?`,
  ).run(reference(2));
  const decision = { by: 'Rui', note: 'A new day', isDatedAnew: true };
  const anew = await ask['outbox.sendAllAgain'](decision);
  expect(anew).toEqual({ ok: true, value: { count: 2, notSent: [reference(2)] } });
  const states = [1, 2, 3].map((number) => readSale(db, reference(number))?.state);
  expect(states).toEqual(['in_doubt', 'rejected', 'in_doubt']);
});

test('what was seen of a sale is ticked off by whoever is at the till', async () => {
  const { db, ask, open } = atTill();
  await open();
  sell(db, 1);
  noteDifferences(db, reference(1), [{ field: 'total', sold: '65', shown: '66' }], 5);
  expect(countUnseenNotices(db)).toBe(1);
  expect((await ask['outbox.tickOff']({ reference: reference(1) })).ok).toBe(true);
  expect(countUnseenNotices(db)).toBe(0);
  const opened = await ask['outbox.get']({ reference: reference(1) });
  expect(opened).toMatchObject({
    ok: true,
    value: { notices: [{ kind: 'differs', seenAtMs: expect.any(Number) as number }] },
  });
});
