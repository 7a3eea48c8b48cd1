// Shelf labels at a till with a played printer: which ones are printed, that receipts come before
// them, and what remains when the paper ends.
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { productSchema, type Product } from '../../../src-main/contract/catalogue.ts';
import type { Printing } from '../../../src-main/contract/printing.ts';
import type { LabelChoice, LabelOrder } from '../../../src-main/contract/shelf-labels.ts';
import { readLabelChoice, readLabelJob } from '../../../src-main/store/label-jobs.ts';
import { readPrintJobs, stepPrintJob } from '../../../src-main/store/print-jobs.ts';
import { askToPrintLabels, lookAtLabels, saveLabels } from '../../../src-main/till/labels.ts';
import { decode } from '../../printer/decode.ts';
import { deadPort, startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { printerAt, startPrintingTill } from '../../printing-till.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

const product = (code: string): Product =>
  v.parse(productSchema, {
    ...{ code, description: `Queijo ${code}`, barcodes: [], unitPrice: 1_890_000, unit: 'kg' },
    ...{ soldBy: 'measure', vatLabel: '', group: 'Queijos', quickKey: null, colour: null },
  });

async function startTill(printing: Partial<Printing> = {}) {
  const printer = await startVirtualPrinter();
  const folder = temporaryFolder();
  const service = { baseUrl: `http://127.0.0.1:${await deadPort()}`, token: 'token' };
  const usual: Printing = { printer: printerAt(printer.port), drawer: null, automatic: 'never' };
  const start = () => startPrintingTill({ folder, service, printing: { ...usual, ...printing } });
  let current = start();
  onTestFinished(async () => {
    await current.till.close();
    await printer.close();
  });
  return {
    printer,
    folder,
    first: current,
    /** Asks for all labels at a printer without paper. */
    withoutPaper: async () => {
      printer.mood = 'paper_out';
      await ask(current, all());
      await expect.poll(() => current.jobs.at(-1)?.state).toBe('failed');
      return current.jobs.at(-1)?.jobId ?? 0;
    },
    restart: async () => {
      await current.till.close();
      current = start();
      return current;
    },
  };
}

type Started = ReturnType<typeof startPrintingTill>;

const add = ({ till }: Started, ...codes: readonly string[]) => {
  for (const code of codes) expect(till.catalogue.keep(product(code)).ok).toBe(true);
};
const ask = ({ till }: Started, order: LabelOrder) =>
  askToPrintLabels(till, order, messagesFor('pt-PT').labels.jobTitle);
const roll: LabelChoice = { paper: { kind: 'roll' }, copies: 1, language: 'pt-PT' };
const all = (choice: LabelChoice = roll, except: number[] = []): LabelOrder => ({
  chosen: { kind: 'all', view: { text: '', group: null }, except },
  choice,
});
const some = (ids: number[], choice: LabelChoice = roll): LabelOrder => ({
  chosen: { kind: 'some', ids },
  choice,
});
const codes = (amount: number) =>
  Array.from({ length: amount }, (_, index) => `Q${String(index + 1).padStart(2, '0')}`);
const idsOf = async ({ till }: Started) => {
  const listed = await till.catalogue.list({ text: '', group: null }, 0, 200);
  return listed.ok ? listed.value.products.map(({ id }) => id) : [];
};
/** The products whose labels were printed, in order. */
const printedOn = (jobs: readonly Buffer[]) =>
  jobs.flatMap((job) => {
    const { printed, problems } = decode('esc-pos', job);
    expect(problems).toEqual([]);
    expect(printed.filter(({ kind }) => kind === 'drawer')).toEqual([]);
    return printed.flatMap((part) => (part.kind === 'code128' ? [part.data] : []));
  });

test('the labels of the chosen products are printed once each, in order, and the job says so', async () => {
  const { printer, first } = await startTill();
  add(first, ...codes(8));
  const result = await ask(first, all({ ...roll, copies: 2 }));
  expect(result).toMatchObject({ value: { isLabels: true, title: 'Conjunto de 16 etiquetas' } });
  await expect.poll(() => first.jobs.at(-1)?.state).toBe('printed');
  expect(printedOn(printer.jobs)).toEqual(codes(8).flatMap((code) => [code, code]));
  // Printed in portions, between which a receipt has its turn.
  expect(printer.jobs).toHaveLength(3);
});

test('products can be chosen by their numbers, or unchosen', async () => {
  const { printer, first } = await startTill();
  add(first, ...codes(4));
  const ids = await idsOf(first);
  await ask(first, some([ids[2] ?? 0, ids[0] ?? 0, 999]));
  await expect.poll(() => first.jobs.at(-1)?.state).toBe('printed');
  await ask(first, all(roll, ids.slice(0, 3)));
  await expect.poll(() => first.jobs.filter(({ state }) => state === 'printed').length).toBe(2);
  expect(printedOn(printer.jobs)).toEqual(['Q03', 'Q01', 'Q04']);
});

test('a receipt that is requested meanwhile comes before the remaining labels', async () => {
  const { printer, first } = await startTill();
  add(first, ...codes(30));
  await ask(first, all());
  await printer.begun(1);
  const sold = await first.finish();
  const reference = sold.ok ? sold.value.sale.reference : '';
  await first.ask['receipt.print']({ kind: 'sale', reference });
  await expect.poll(() => first.jobs.filter(({ state }) => state === 'printed').length).toBe(2);
  const at = printer.jobs.findIndex((job) => job.toString('latin1').includes(reference));
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThanOrEqual(2);
  expect(printer.jobs).toHaveLength(6);
  const labels = printer.jobs.filter((_, index) => index !== at);
  expect(printedOn(labels)).toEqual(codes(30));
});

test('at a mute printer a drawer waits only for the labels under way', async () => {
  const { printer, first } = await startTill();
  printer.mood = 'mute_and_open';
  add(first, ...codes(8));
  await ask(first, all());
  await printer.begun(1);
  const beginningMs = performance.now();
  await first.till.printQueue.ahead(() => Promise.resolve({ outcome: 'printed' }));
  expect(performance.now() - beginningMs).toBeLessThan(6_000);
  await printer.begun(2);
  expect(printedOn(printer.jobs.slice(0, 1))).toEqual(codes(6));
});

test('what remains when the printer stops is printed once requested again, and nothing else', async () => {
  const { printer, first } = await startTill();
  add(first, ...codes(14));
  await ask(first, all());
  await printer.begun(1);
  printer.mood = 'cover_open';
  await expect.poll(() => first.jobs.at(-1)?.state).toMatch(/failed|uncertain/);
  const { jobId = 0, error, state } = first.jobs.at(-1) ?? {};
  expect(error).toEqual({ code: 'printer_cover_open' });
  const { done } = readLabelJob(first.till.db, jobId);
  const before = printedOn(printer.jobs);
  printer.mood = 'fine';
  expect(await first.ask['printing.again']({ jobId })).toMatchObject({ ok: true });
  await expect.poll(() => first.jobs.at(-1)?.state).toBe('printed');
  const after = printedOn(printer.jobs).slice(before.length);
  expect(after).toEqual(codes(14).slice(done));
  // If nothing was sent, none of them can come out twice.
  if (state === 'failed') expect(before).toHaveLength(done);
});

test('the present price is printed, and a removed product is left out', async () => {
  const { printer, first, withoutPaper } = await startTill();
  add(first, ...codes(2));
  const jobId = await withoutPaper();
  const [gone = 0] = await idsOf(first);
  first.till.catalogue.remove(gone);
  first.till.catalogue.keep({
    ...product('Q02'),
    unitPrice: v.parse(productSchema.entries.unitPrice, 2_500_000),
  });
  printer.mood = 'fine';
  await first.ask['printing.again']({ jobId });
  await expect.poll(() => first.jobs.at(-1)?.state).toBe('printed');
  expect(printedOn(printer.jobs)).toEqual(['Q02']);
  expect(printer.jobs[0]?.toString('latin1')).toContain('2,50');
});

test('if all chosen products were removed nothing is printed, and the till says so', async () => {
  const { printer, first, withoutPaper } = await startTill();
  add(first, 'Q01');
  const jobId = await withoutPaper();
  for (const id of await idsOf(first)) first.till.catalogue.remove(id);
  await first.ask['printing.again']({ jobId });
  await expect.poll(() => first.jobs.at(-1)?.error).toEqual({ code: 'labels_gone' });
  expect(printer.jobs).toHaveLength(0);
});

test('a job that a restart finds unfinished is for a person, and goes on where it was', async () => {
  const { printer, first, restart } = await startTill();
  add(first, ...codes(20));
  await ask(first, all());
  await printer.begun(2);
  const second = await restart();
  await expect
    .poll(() => readPrintJobs(second.till.db, 1)[0]?.state)
    .toMatch(/failed|uncertain|printed/);
  const [job] = readPrintJobs(second.till.db, 1);
  const { done } = readLabelJob(second.till.db, job?.jobId ?? 0);
  expect(done).toBeGreaterThanOrEqual(6);
  const before = printer.jobs.length;
  await second.ask['printing.again']({ jobId: job?.jobId ?? 0 });
  await expect.poll(() => second.jobs.at(-1)?.state).toBe('printed');
  expect(printedOn(printer.jobs.slice(before))).toEqual(codes(20).slice(done));
});

test('a roll without a thermal printer, too many labels and no labels are refused', async () => {
  const { first } = await startTill({ printer: null });
  expect(await ask(first, all())).toEqual({
    ...{ ok: false, error: { code: 'no_roll_printer' } },
  });
  const sheet: LabelChoice = {
    paper: { kind: 'sheet', sheet: '3x8', first: 1, printer: null },
    ...{ copies: 100, language: 'en' },
  };
  expect(await lookAtLabels(first.till, all(sheet))).toMatchObject({
    error: { code: 'no_labels' },
  });
  const many = Array.from({ length: 2_001 }, (_, index) => index + 1);
  expect(await lookAtLabels(first.till, some(many, { ...sheet, copies: 1 }))).toMatchObject({
    error: { code: 'too_many_labels', labels: 2_001 },
  });
  add(first, ...codes(21));
  expect(await lookAtLabels(first.till, all(sheet))).toEqual({
    ok: false,
    error: { code: 'too_many_labels', labels: 2_100, most: 2_000 },
  });
  expect(await saveLabels(first.till, all(), 'nowhere.pdf')).toMatchObject({ ok: false });
});

test('the preview counts products, labels and sheets beside its first page, and an ordered choice is kept', async () => {
  const { first } = await startTill();
  add(first, ...codes(30));
  const sheet: LabelChoice = {
    paper: { kind: 'sheet', sheet: '3x8', first: 3, printer: 'Escritório' },
    ...{ copies: 2, language: 'en' },
  };
  const looked = await lookAtLabels(first.till, all(sheet));
  if (!looked.ok) throw new Error(looked.error.code);
  expect(looked.value).toMatchObject({ products: 30, labels: 60, sheets: 3 });
  expect(looked.value.page.match(/<article/g)).toHaveLength(22);
  expect(looked.value.page).toContain('PRACTICE');
  expect(readLabelChoice(first.till.db)).toBeNull();
  await ask(first, all(sheet));
  expect(readLabelChoice(first.till.db)).toEqual({
    ...sheet,
    paper: { ...sheet.paper, first: 15 },
  });
  for (const damaged of ['{', '{}', '{"copies":0}']) {
    first.till.db.prepare("UPDATE till_setting SET value = ? WHERE name = 'labels'").run(damaged);
    expect(readLabelChoice(first.till.db)).toBeNull();
  }
});

test('a product without a price has no label, and the till says so', async () => {
  const { printer, first } = await startTill();
  const price = v.parse(productSchema.entries.unitPrice, 0);
  first.till.catalogue.keep({ ...product('Q01'), unitPrice: price });
  expect(await lookAtLabels(first.till, all())).toMatchObject({ error: { code: 'no_labels' } });
  add(first, 'Q02');
  expect(await lookAtLabels(first.till, all())).toMatchObject({
    value: { products: 1, unpriced: 1, labels: 1, sheets: null },
  });
  await ask(first, all());
  await expect.poll(() => first.jobs.at(-1)?.state).toBe('printed');
  expect(printedOn(printer.jobs)).toEqual(['Q02']);
});

test('an abandoned job of labels is not printed', async () => {
  const { printer, first, withoutPaper } = await startTill();
  add(first, 'Q01');
  const jobId = await withoutPaper();
  stepPrintJob(first.till.db, jobId, 'given_up');
  printer.mood = 'fine';
  first.till.labelQueue.wake();
  first.till.printQueue.wake();
  await first.till.printQueue.ahead(() => Promise.resolve({ outcome: 'printed' }));
  expect(printer.jobs).toHaveLength(0);
});
