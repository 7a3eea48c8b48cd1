// What a sale prints and when it opens the drawer, at a practice till with a played printer.
import { expect, onTestFinished, test, vi } from 'vitest';
import { requests } from '../../../src-main/contract/api.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import { parseArgument } from '../../../src-main/contract/parse-argument.ts';
import { defaultReceiptSettings, type Printing } from '../../../src-main/contract/printing.ts';
import type { FinishedSale } from '../../../src-main/contract/sales.ts';
import { readOpenings } from '../../../src-main/store/drawer-openings.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { readPrintJobs, readDayPaperTitle } from '../../../src-main/store/print-jobs.ts';
import { writeReceiptSettings } from '../../../src-main/store/receipt-settings.ts';
import { writeTillSetting } from '../../../src-main/store/till-settings.ts';
import { deadPort, startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { printerAt, startPrintingTill } from '../../printing-till.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { sale, startRig, text } from '../practice-service/rig.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { askToPrint, printGift } from '../../../src-main/till/print.ts';
import { back, confirmed, openAt, sell, startPractice } from '../returns/opened.ts';

const drawer: NonNullable<Printing['drawer']> = { pin: 2, onMs: 100, offMs: 200, opensFor: [1] };
const kick = Buffer.from([0x1b, 0x70, 0x00, 50, 100]);

async function startTill(automatic: Printing['automatic'], hasDrawer = false) {
  const printer = await startVirtualPrinter();
  const practice = await startRig();
  const folder = temporaryFolder();
  const nobody = `http://127.0.0.1:${await deadPort()}`;
  const start = (isOnline: boolean) =>
    startPrintingTill({
      folder,
      service: { baseUrl: isOnline ? practice.service.baseUrl : nobody, token: practice.token },
      printing: {
        printer: printerAt(printer.port),
        drawer: hasDrawer ? drawer : null,
        automatic,
      },
    });
  let current: ReturnType<typeof start> | undefined;
  onTestFinished(async () => {
    await current?.till.close();
    await practice.close();
    await printer.close();
  });
  return {
    printer,
    practice,
    /** Ends the former run. */
    restart: async ({ isOnline }: { readonly isOnline: boolean }) => {
      await current?.till.close();
      current = start(isOnline);
      return current;
    },
  };
}

const sentenceOf = (job: Buffer | undefined) => job?.toString('latin1') ?? '';
const numberOf = (sold: Result<FinishedSale>) => (sold.ok ? sold.value.sale.reference : '');

test('a sale prints its receipt by itself, and two more prints at once are both copies', async () => {
  const { printer, restart } = await startTill('after_sale');
  const { till, finish, ask } = await restart({ isOnline: true });
  await expect.poll(() => till.outbox.connection).toBe('online');
  const reference = numberOf(await finish());
  await expect.poll(() => printer.jobs.length).toBe(1);
  expect(sentenceOf(printer.jobs[0])).toMatch(/FS \S+\/\d+/);
  expect(sentenceOf(printer.jobs[0])).not.toContain('via');
  const source = { kind: 'sale', reference } as const;
  const answers = await Promise.all([ask['receipt.print'](source), ask['receipt.print'](source)]);
  expect(answers).toMatchObject([{ value: { isCopy: true } }, { value: { isCopy: true } }]);
  await expect.poll(() => printer.jobs.length).toBe(3);
  expect(sentenceOf(printer.jobs[2])).toContain('via');
});

test('a drawer is tried at the shop’s own printer, and a page names no other', async () => {
  const { printer, restart } = await startTill('never');
  const { ask } = await restart({ isOnline: false });
  expect(await ask['printing.testDrawer']({ drawer })).toEqual({ ok: true, value: null });
  expect(printer.jobs).toEqual([kick]);
  // Such a page could tell what it knows to whatever computer it names.
  const elsewhere = { drawer, printer: printerAt(printer.port) };
  const { argument } = requests['printing.testDrawer'];
  expect(parseArgument('printing.testDrawer', argument, elsewhere)).toMatchObject({ ok: false });
});

test('a print of a document of others asks the service once, a later one anew', async () => {
  const { printer, practice, restart } = await startTill('never');
  const { till, ask } = await restart({ isOnline: true });
  const created = await practice.created(sale());
  const asked = vi.spyOn(till, 'getDocument');
  const print = () => ask['receipt.print']({ kind: 'document', id: Number(created.id) });
  for (const times of [1, 2]) {
    expect(await print()).toMatchObject({ ok: true });
    await expect.poll(() => printer.jobs.length).toBe(times);
    expect(sentenceOf(printer.jobs[times - 1])).toContain(text(created.doc_key));
    expect(asked).toHaveBeenCalledTimes(times);
  }
  expect(sentenceOf(printer.jobs[0])).not.toContain('via');
  expect(sentenceOf(printer.jobs[1])).toContain('via');
});

test('a print of a document of others does not become that of the one that has its id now', async () => {
  const { printer, practice, restart } = await startTill('never');
  const { till, ask } = await restart({ isOnline: true });
  const created = await practice.created(sale());
  await ask['receipt.print']({ kind: 'document', id: Number(created.id) });
  await expect.poll(() => printer.jobs.length).toBe(1);
  await expect.poll(() => readPrintJobs(till.db, 1)[0]?.state).toBe('printed');
  // As if the service had begun its ids anew since.
  till.db.prepare("UPDATE print_job SET title = 'FS A/7', state = 'uncertain'").run();
  await ask['printing.again']({ jobId: 1 });
  await expect
    .poll(() => readPrintJobs(till.db, 1)[0])
    .toMatchObject({ state: 'failed', error: { code: 'receipt_unavailable' } });
  expect(printer.jobs).toHaveLength(1);
});

test('an unsent sale prints its slip, and nothing by itself once it is confirmed after a restart', async () => {
  const { printer, restart } = await startTill('after_sale');
  const offline = await restart({ isOnline: false });
  const reference = numberOf(await offline.finish());
  await expect.poll(() => printer.jobs.length).toBe(1);
  expect(sentenceOf(printer.jobs[0])).toContain(reference);
  expect(sentenceOf(printer.jobs[0])).toContain('fatura');
  const { till, idle } = await restart({ isOnline: true });
  await expect.poll(() => till.unsent).toBe(0);
  await idle();
  expect(printer.jobs).toHaveLength(1);
});

test('an unsent sale prints its receipt once when it is confirmed, whatever restarts lie between', async () => {
  const { printer, restart } = await startTill('when_confirmed');
  const offline = await restart({ isOnline: false });
  await offline.finish();
  await offline.idle();
  expect(printer.jobs).toHaveLength(0);
  const online = await restart({ isOnline: true });
  await expect.poll(() => printer.jobs.length).toBe(1);
  expect(sentenceOf(printer.jobs[0])).toMatch(/FS \S+\/\d+/);
  await online.finish();
  await expect.poll(() => printer.jobs.length).toBe(2);
  const again = await restart({ isOnline: true });
  await expect.poll(() => again.till.outbox.connection).toBe('online');
  await again.idle();
  expect(printer.jobs).toHaveLength(2);
});

test('cash opens the drawer before anything is printed; another payment does not open it', async () => {
  const { printer, restart } = await startTill('after_sale', true);
  const { finish, ask, till } = await restart({ isOnline: false });
  replacePaymentMethods(till.db, [
    { id: 1, label: 'Numerário' },
    { id: 2, label: 'Multibanco' },
  ]);
  const reference = numberOf(await finish());
  await expect.poll(() => printer.jobs.length).toBe(2);
  expect(printer.jobs[0]).toEqual(kick);
  const cart = sampleCart();
  const method = { id: 2, label: 'Multibanco' };
  await finish({ cart, payment: { ...samplePayment(cart), method } });
  await expect.poll(() => printer.jobs.length).toBe(3);
  expect(printer.jobs[2]).not.toEqual(kick);
  await ask['printing.openDrawer']({ reason: 'Trocar uma nota' });
  expect(printer.jobs[3]).toEqual(kick);
  expect(await ask['printing.openings'](undefined)).toMatchObject({
    value: [
      { openedBy: 'Ana', reason: 'Trocar uma nota', reference: null, outcome: 'opened' },
      { openedBy: 'Ana', reason: null, reference, outcome: 'opened' },
    ],
  });
});

test('an opening by hand names the manager who approved it; one by a sale names the sale', async () => {
  const { restart } = await startTill('never', true);
  const { finish, ask, till, lock } = await restart({ isOnline: false });
  lock.doneBy = { name: 'Rui', approvedBy: 'Inês' };
  await ask['printing.openDrawer']({ reason: 'Trocar uma nota' });
  await finish();
  await expect
    .poll(() => readOpenings(till.db, 10))
    .toMatchObject([
      { openedBy: 'Rui', approvedBy: null, reason: null },
      { openedBy: 'Rui', approvedBy: 'Inês', reason: 'Trocar uma nota' },
    ]);
});

test('a sale is answered before its drawer and its paper are noted', async () => {
  const { restart } = await startTill('after_sale', true);
  const { finish, till } = await restart({ isOnline: false });
  await finish();
  expect([readOpenings(till.db, 10), readPrintJobs(till.db, 10)]).toEqual([[], []]);
  await expect.poll(() => readPrintJobs(till.db, 10).length).toBe(1);
  expect(readOpenings(till.db, 10)).toHaveLength(1);
});

test('finishing a sale again opens no drawer, whatever payment it names', async () => {
  const { printer, restart } = await startTill('never', true);
  const { finish, till, idle } = await restart({ isOnline: false });
  const card = { id: 2, label: 'Multibanco' };
  replacePaymentMethods(till.db, [{ id: 1, label: 'Numerário' }, card]);
  const cart = sampleCart();
  const payment = samplePayment(cart);
  const sold = await finish({ cart, payment: { ...payment, method: card } });
  expect(numberOf(await finish({ cart, payment }))).toBe(numberOf(sold));
  await idle();
  expect(readOpenings(till.db, 10)).toEqual([]);
  expect(printer.jobs).toEqual([]);
});

test('automatic prints bear the name of whoever sold, even if nobody is at the till any more', async () => {
  const { printer, restart } = await startTill('when_confirmed');
  const offline = await restart({ isOnline: false });
  offline.lock.doneBy = { name: 'Rui' };
  await offline.finish();
  const { jobs, lock } = await restart({ isOnline: true });
  lock.doneBy = { name: 'Inês' };
  await expect.poll(() => printer.jobs.length).toBe(1);
  expect(jobs[0]).toMatchObject({ askedBy: 'Rui', isAutomatic: true });
});

test('a printer that is off holds up no sale, and the till tells what was not printed', async () => {
  const { printer, restart } = await startTill('after_sale', true);
  printer.mood = 'offline';
  const { finish, ask, notices } = await restart({ isOnline: false });
  expect(await finish()).toMatchObject({ ok: true });
  // It was finished before anything was heard of the printer.
  expect(notices).toEqual([]);
  const states = async () => {
    const jobs = await ask['printing.jobs'](undefined);
    return jobs.ok ? jobs.value.map(({ state, error }) => [state, error?.code]) : [];
  };
  await expect.poll(states).toEqual([['failed', 'printer_offline']]);
  expect(notices).toEqual([{ code: 'drawer_not_opened', error: { code: 'printer_offline' } }]);
  expect(printer.jobs).toHaveLength(0);
  printer.mood = 'fine';
  expect(await ask['printing.again']({ jobId: 1 })).toMatchObject({ value: { state: 'waiting' } });
  await expect.poll(states).toEqual([['printed', undefined]]);
  expect(await ask['printing.again']({ jobId: 1 })).toEqual({
    ok: false,
    error: { code: 'print_job_moved_on' },
  });
});

test('a reason that prevents an automatic receipt is told, and holds up no sale', async () => {
  const { printer, restart } = await startTill('after_sale');
  const { finish, ask, till, notices } = await restart({ isOnline: true });
  await expect.poll(() => till.outbox.connection).toBe('online');
  writeReceiptSettings(till.db, { ...defaultReceiptSettings, withoutMarks: 'refuse' });
  const refused = numberOf(await finish());
  await expect.poll(() => notices).toEqual([{ code: 'no_fiscal_marks' }]);
  writeTillSetting(till.db, 'receipt', { withoutMarks: 'perhaps' });
  expect(await finish()).toMatchObject({ ok: true });
  await expect.poll(() => notices).toHaveLength(2);
  expect(notices[1]).toEqual({ code: 'receipt_settings_damaged' });
  expect(await ask['receipt.print']({ kind: 'sale', reference: refused })).toEqual({
    ok: false,
    error: { code: 'receipt_settings_damaged' },
  });
  expect(printer.jobs).toHaveLength(0);
});

test('who is at the till is the cashier, else whoever is signed in at the service', async () => {
  const { restart } = await startTill('never');
  const { till, lock } = await restart({ isOnline: true });
  expect(till.whoIsAtIt).toBe('Ana');
  lock.doneBy = { name: 'Rui' };
  expect(till.whoIsAtIt).toBe('Rui');
});

test('it comes out of the printer without prices, and the receipt after it is no copy', async () => {
  const printer = await startVirtualPrinter();
  onTestFinished(() => printer.close());
  const printing: Printing = {
    ...{ printer: printerAt(printer.port), drawer: null, automatic: 'never' },
  };
  const opened = openAt(await startPractice(), { printing });
  const { till } = opened;
  const { reference, document } = await sell(opened);
  const source = { kind: 'sale', reference, language: 'pt-PT' } as const;
  const job = await printGift(till, source);
  expect(job).toMatchObject({
    value: { isGift: true, isDayPaper: false, isCopy: false, title: document.docKey, reference },
  });
  await expect.poll(() => printer.jobs.length).toBe(1);
  const papers = () => printer.jobs.map((bytes) => bytes.toString('latin1'));
  expect(papers()[0]).toContain('de oferta');
  expect(papers()[0]).toContain('Product 1');
  expect(papers()[0]).not.toMatch(/0[.,]85|2[.,]55/);
  // It is no report of a day, which only some may see.
  expect(readDayPaperTitle(till.db, job.ok ? job.value.jobId : 0)).toBe(undefined);
  expect(await askToPrint(till, source)).toMatchObject({ value: { isGift: false, isCopy: false } });
  await expect.poll(() => printer.jobs.length).toBe(2);
  expect(papers()[1]).toMatch(/2[.,]55/);
  await printGift(till, { kind: 'document', id: document.id });
  await expect.poll(() => printer.jobs.length).toBe(3);
  expect(papers()[2]).toContain('de oferta');
  expect(readPrintJobs(till.db, 10).map(({ isGift }) => isGift)).toEqual([true, false, true]);
  const note = await confirmed(opened, back(reference, document.docKey, [[0, 1000]], 85));
  expect(await printGift(till, { kind: 'sale', reference: note })).toMatchObject({
    error: { code: 'not_finalized' },
  });
});
