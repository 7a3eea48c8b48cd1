// Goods that come back, from the sale to the credit note, at a practice service over HTTP.
import { expect, onTestFinished, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import type { Printing } from '../../../src-main/contract/printing.ts';
import { readFigures } from '../../../src-main/figures/read-figures.ts';
import { localDay } from '../../../src-main/contract/calendar.ts';
import { readPrintJobs } from '../../../src-main/store/print-jobs.ts';
import { withoutPayment } from '../../../src-main/page/hidden-from-cashiers.ts';
import { returnStepped, returnsAudited } from '../../../src-main/returns/check-confirmed.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { freezeContent } from '../../../src-main/till/freeze-content.ts';
import {
  readSaleContent,
  readSaleDetail,
  readSaleDocument,
  requireSale,
} from '../../../src-main/store/sales.ts';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { printerAt } from '../../printing-till.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { document as sampleDocument, evidence } from '../store/samples.ts';
import {
  back,
  cash,
  codeOf,
  confirmed,
  creditNote,
  openAt,
  sell,
  sold,
  soldAtFirst,
  startPractice,
  type Finish,
  type Opened,
  xOf,
} from './opened.ts';

function figuresOf({ till }: Opened) {
  const nowMs = Date.now();
  return readFigures(till.db, { period: 'day', date: localDay(nowMs), nowMs, products: 10 });
}

test('one line of a confirmed sale comes back for cash as a credit note that names it', async () => {
  const opened = await sold({}, '510234674');
  const { till, ask, reference, document, source } = opened;
  const { docKey } = document;
  expect(await ask['returns.open']({ source })).toMatchObject({
    value: {
      origin: { docKey, documentId: document.id, reference },
      lines: [
        { code: 'CAFE', sold: 1000, left: 1000 },
        { code: 'GALAO', sold: 2000, left: 2000 },
      ],
      leftCents: 255,
      ...{ earlier: [], notAsked: null, isTrial: false },
    },
  });
  const made = await confirmed(opened, back(reference, docKey, [[1, 1000]], 85));
  const note = readSaleDocument(till.db, made);
  expect(note).toMatchObject({
    ...{ nature: { id: 304 }, totalCents: 85, ourReference: made, returnOf: docKey },
    ...{ party: { fiscalNumber: '510234674' } },
    headerText: `Devolução de ${docKey}. Motivo: Artigo com defeito. Torn`,
  });
  const { others = [] } = note ?? {};
  expect(others).toContainEqual({ name: 'document_reference', value: docKey });
  expect(others).toContainEqual({
    name: 'origin_document_header_id',
    value: String(document.id),
  });
  expect(
    await ask['returns.open']({ source: { kind: 'document', id: document.id } }),
  ).toMatchObject({
    value: {
      lines: [{ left: 1000 }, { left: 1000 }],
      leftCents: 170,
      earlier: [{ name: note?.docKey, totalCents: 85, state: 'confirmed' }],
    },
  });
});

test('a return that is dated again stays the same return', async () => {
  const opened = await sold();
  const { till, document, wants } = opened;
  const made = await confirmed(opened, wants([[1, 1000]], 85));
  const content = readSaleContent(till.db, made);
  if (!content) throw new Error('no content');
  const again = freezeContent(till.db, content, {
    ...{ reference: made, isCash: true, now: new Date(), limits: defaultSelling.limits },
  });
  const frozen = again.ok ? again.value : undefined;
  expect(JSON.parse(String(frozen?.body))).toMatchObject({
    our_reference: `${made} ${document.docKey}`,
    document_reference: document.docKey,
  });
  // Whoever may not see the drawer is not shown how the money went back.
  const detail = readSaleDetail(till.db, made);
  expect(detail && JSON.stringify(detail)).toContain(cash.label);
  expect(detail && JSON.stringify(withoutPayment(detail))).not.toContain(cash.label);
  expect(frozen?.content).toMatchObject({ returned: { positions: [1], reason: 'defective' } });
});

test('no more comes back than was sold, whatever is under way or was refused', async () => {
  const { till, ask, wants } = await sold();
  const finish = (lines: [number, number][], total: number, change: Partial<Finish> = {}) =>
    ask['returns.finish']({ ...wants(lines, total), ...change });
  expect(codeOf(await finish([[1, 2001]], 170))).toBe('returned_too_much');
  expect(codeOf(await finish([[2, 1000]], 85))).toBe('invalid_value');
  expect(codeOf(await finish([[1, 1000]], 84))).toBe('invalid_value');
  expect(codeOf(await finish([[1, 1000]], 85, { docKey: 'FS X/1' }))).toBe('invalid_value');
  expect(
    codeOf(
      await finish(
        [
          [1, 1000],
          [1, 1000],
        ],
        170,
      ),
    ),
  ).toBe('invalid_value');
  const wanted = wants([[1, 1500]], 128);
  const [one, other] = await Promise.all([
    ask['returns.finish'](wanted),
    ask['returns.finish'](wants([[1, 1500]], 128)),
  ]);
  expect([codeOf(one), codeOf(other)].toSorted()).toEqual(['done', 'returned_too_much']);
  const done = one.ok ? one : other;
  // Asking for the same return again makes no second one.
  if (one.ok)
    expect(await ask['returns.finish'](wanted)).toMatchObject({
      value: { reference: one.value.reference },
    });
  expect(codeOf(await finish([[1, 501]], 43))).toBe('returned_too_much');
  expect(till.db.prepare(`SELECT count(*) FROM sale WHERE cash_cents < 0`).pluck().get()).toBe(1);
  expect(done.ok).toBe(true);
});

test('a cancelled return gives back what it had taken, and puts the money into the drawer', async () => {
  const opened = await sold();
  const { till, ask, source, wants } = opened;
  // The till still finds other returns, and cannot send its own.
  till.outbox.stop = till.outbox.stop.bind(till.outbox);
  await till.outbox.stop();
  const done = await ask['returns.finish'](wants([[0, 1000]], 85));
  const made = done.ok ? done.value.reference : '';
  expect(await ask['returns.open']({ source })).toMatchObject({
    value: { lines: [{ left: 0 }, { left: 2000 }], earlier: [{ name: made, state: 'queued' }] },
  });
  expect(await ask['returns.open']({ source: { kind: 'sale', reference: made } })).toMatchObject({
    error: { code: 'not_returnable', why: 'kind' },
  });
  expect(await ask['outbox.get']({ reference: made })).toMatchObject({
    value: { held: { heldCents: -85 }, isCash: true },
  });
  const decided = { reference: made, by: 'Ana', note: 'Kept it', moneyMoved: true };
  expect(await ask['outbox.cancel'](decided)).toMatchObject({ value: { state: 'cancelled' } });
  expect(await ask['returns.open']({ source })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 2000 }] },
  });
  const snapshot = xOf(opened);
  expect(snapshot.returned.count).toBe(0);
  expect(snapshot.cash).toMatchObject({
    ...{ sales: { totalCents: 255 }, returned: { totalCents: 85 }, in: { totalCents: 85 } },
    expectedCents: 10_255,
  });
  expect(figuresOf(opened)).toMatchObject({ sold: { count: 1 }, returned: [] });
});

test('a return of nothing is no sale for cash', async () => {
  const opened = await sold();
  const { wants } = opened;
  await confirmed(opened, wants([[0, 1]], 0));
  expect(xOf(opened)).toMatchObject({
    sales: { count: 1 },
    returned: { count: 1, totalCents: 0 },
    cash: { sales: { count: 1, totalCents: 255 }, returned: { count: 0, totalCents: 0 } },
  });
});

test('X, Z and figures keep what came back beside what was sold', async () => {
  const opened = await sold();
  const { wants } = opened;
  await confirmed(opened, wants([[1, 2000]], 170));
  const snapshot = xOf(opened);
  expect(snapshot).toMatchObject({
    ...{ sales: { count: 1, totalCents: 255 }, otherDocuments: 0, cashDocuments: [] },
    returned: {
      ...{ count: 1, totalCents: 170 },
      methods: [{ name: 'Numerário', count: 1, totalCents: 170, isCash: true }],
      kinds: [{ name: 'Nota de crédito', count: 1, totalCents: 170 }],
    },
    fiscal: { answered: { count: 1, totalCents: 255 } },
    cash: { expectedCents: 10_000 + 255 - 170, returned: { count: 1, totalCents: 170 } },
  });
  expect(figuresOf(opened)).toMatchObject({
    sold: { count: 1, totalCents: 255 },
    returned: [{ name: 'Nota de crédito', count: 1, totalCents: 170 }],
  });
});

test('another till finds the return, and gives no more back', async () => {
  const { first, second, source, wants } = await soldAtFirst();
  await confirmed(first, wants([[1, 1000]], 85));
  expect(await second.ask['returns.open']({ source })).toMatchObject({
    value: {
      origin: { reference: null },
      lines: [
        { code: 'CAFE', left: 1000 },
        { code: 'GALAO', left: 1000 },
      ],
      leftCents: 170,
      earlier: [{ totalCents: 85, state: null }],
    },
  });
  const rest = wants([[1, 1000]], 85);
  await confirmed(second, { ...rest, source });
  // The first till sees what the second has taken back, although it sold the goods.
  const more = await first.ask['returns.finish'](wants([[1, 1000]], 85));
  expect(codeOf(more)).toBe('returned_too_much');
});

test('two tills that see nothing of each other are found out when a return is confirmed', async () => {
  const { first, second, document, source, wants } = await soldAtFirst();
  // What the first till takes back does not reach the service for now.
  await first.till.outbox.stop();
  const own = await first.ask['returns.finish'](wants([[1, 1500]], 128));
  const rest = { ...wants([[1, 1500]], 128), source };
  const made = await confirmed(second, rest);
  returnStepped(second.till, requireSale(second.till.db, made));
  if (!own.ok) throw new Error(own.error.code);
  returnStepped(first.till, { ...own.value, state: 'confirmed' });
  await expect
    .poll(() => first.notices)
    .toContainEqual({ code: 'returned_beyond', docKey: document.docKey });
  // The second saw nothing of it, as it could not.
  expect(second.notices.map(({ code }) => code)).not.toContain('returned_beyond');
});

test('what nobody could answer when a return was confirmed is asked again after an audit, and told once', async () => {
  const { practice, first, second, document, source, wants } = await soldAtFirst();
  await first.till.outbox.stop();
  const own = await first.ask['returns.finish'](wants([[1, 1500]], 128));
  if (!own.ok) throw new Error(own.error.code);
  await confirmed(second, { ...wants([[1, 1500]], 128), source });
  const { db } = first.till;
  // The service accepts it at this very moment, and then the network goes.
  claimNext(db, Date.now());
  mustStep(db, {
    ...{ reference: own.value.reference, event: 'accepted', evidence, atMs: Date.now() },
    document: { ...sampleDocument(90_000, 1), ourReference: own.value.reference },
  });
  await practice.service.unplug();
  returnStepped(first.till, requireSale(db, own.value.reference));
  await first.idle();
  const told = () => first.notices.filter(({ code }) => code === 'returned_beyond');
  expect(told()).toEqual([]);
  await practice.service.plugIn();
  expect(first.till.auditedAtMs).not.toBeNull();
  returnsAudited(first.till);
  const beyond = { docKey: document.docKey };
  await expect.poll(told).toEqual([{ code: 'returned_beyond', ...beyond }]);
  returnStepped(first.till, requireSale(db, own.value.reference));
  await first.idle();
  expect(told()).toHaveLength(1);
  // Anybody can dismiss a notice.
  const exceptions = readExceptions(db, { fromMs: 0, untilMs: Date.now() + 1 });
  expect(exceptions.filter(({ kind }) => kind === 'returned_beyond')).toMatchObject([beyond]);
});

test('a sale that is not confirmed is not returned, nor is what is no invoice', async () => {
  const practice = await startPractice();
  const opened = openAt(practice);
  const { till, ask } = opened;
  const { document } = await sell(opened);
  await till.outbox.stop();
  const cart = sampleCart(1);
  const sold = await ask['sell.finish']({
    ...{ cart, payment: samplePayment(cart), isAnotherSale: true },
  });
  const reference = sold.ok ? sold.value.sale.reference : '';
  expect(await ask['returns.open']({ source: { kind: 'sale', reference } })).toMatchObject({
    error: { code: 'not_returnable', why: 'queued' },
  });
  const guide = await practice.created({
    document_nature_code: 'GR',
    details: [{ code: 'CAFE', base_qty: 1, line_unit_value: 0.85 }],
    finalize: true,
  });
  const source = { kind: 'document', id: Number(guide.id) } as const;
  expect(await ask['returns.open']({ source })).toMatchObject({
    error: { code: 'not_returnable', why: 'kind' },
  });
  expect(document.totalCents).toBe(255);
});

test('offline nothing comes back, but what a manager allows of own sales up to the limit', async () => {
  const { till, ask, practice, wants } = await sold();
  await practice.service.unplug();
  const wanted = wants([[1, 2000]], 170);
  const refused = { error: { code: 'return_not_asked', limitCents: null } };
  expect(await ask['returns.finish'](wanted)).toMatchObject(refused);
  expect(await ask['returns.finish']({ ...wanted, withoutAsking: true })).toMatchObject(refused);
  const setup = { sendsPayment: true, namesOrigin: true, unaskedLimitCents: cents(100) };
  await practice.service.plugIn();
  await ask['returns.kinds']({ lookUp: true });
  expect(await ask['returns.changeSetup']({ kind: creditNote, ...setup })).toMatchObject({
    ok: true,
  });
  await practice.service.unplug();
  expect(await ask['returns.finish']({ ...wanted, withoutAsking: true })).toMatchObject({
    error: { code: 'return_not_asked', limitCents: 100 },
  });
  const less = { ...wants([[1, 1000]], 85), withoutAsking: true };
  const done = await ask['returns.finish'](less);
  const made = done.ok ? done.value.reference : '';
  expect(readSaleDetail(till.db, made)?.returned).toMatchObject({ wasAsked: false });
});

test('a shop that has set nothing up is told so', async () => {
  const opened = openAt(await startPractice(), { isSetUp: false });
  const { reference } = await sell(opened);
  expect(await opened.ask['returns.open']({ source: { kind: 'sale', reference } })).toMatchObject({
    error: { code: 'return_not_set_up' },
  });
});

test('the paper is no credit note until the service has made one, and then has a line to sign', async () => {
  const printer = await startVirtualPrinter();
  onTestFinished(() => printer.close());
  const practice = await startPractice();
  const printing: Printing = {
    ...{ printer: printerAt(printer.port), drawer: null, automatic: 'after_sale' },
  };
  const opened = openAt(practice, { printing });
  const { till, ask } = opened;
  const { reference, document } = await sell(opened);
  await expect.poll(() => printer.jobs.length).toBe(1);
  const papers = () => printer.jobs.map((job) => job.toString('latin1'));
  const made = await confirmed(opened, back(reference, document.docKey, [[1, 1000]], 85));
  await expect.poll(() => printer.jobs.length).toBe(2);
  expect(papers()[1]).toContain('Assinatura do cliente');
  expect(papers()[1]).toContain(document.docKey);
  expect(readPrintJobs(till.db, 10)[0]).toMatchObject({ reference: made, isAutomatic: true });
  await till.outbox.stop();
  const waiting = await ask['returns.finish'](back(reference, document.docKey, [[0, 1000]], 85));
  expect(waiting.ok).toBe(true);
  await expect.poll(() => printer.jobs.length, { timeout: 6_000 }).toBe(3);
  expect(papers()[2]).toMatch(/Comprovativo de[^]*devolu[^]*nota[^]*de cr/);
  expect(papers()[2]).not.toContain('Assinatura do cliente');
});
