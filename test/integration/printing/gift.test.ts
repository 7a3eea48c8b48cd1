// A receipt without prices as a print job: durable, no copy of the receipt, and none counted.
import { expect, onTestFinished, test } from 'vitest';
import type { Printing } from '../../../src-main/contract/printing.ts';
import { readDayPaperTitle, readPrintJobs } from '../../../src-main/store/print-jobs.ts';
import { startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { askToPrint, printGift } from '../../../src-main/till/print.ts';
import { printerAt } from '../../printing-till.ts';
import { back, confirmed, openAt, sell, startPractice } from '../returns/opened.ts';

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
