import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import type { Paper } from '../../../src-main/contract/printing.ts';
import { printByDriver } from '../../../src-main/printing/system-printer.ts';
import type { HiddenWindow } from '../../../src-main/receipt/output.ts';
import { settled } from '../../eventually.ts';

const receipt = '<main class="paper"></main>';
const print = (
  open: () => HiddenWindow,
  { name = null, paper = '80' }: { readonly name?: string | null; readonly paper?: Paper } = {},
) =>
  printByDriver(open, receipt, {
    name,
    paper,
    timeoutMs: 30,
    signal: new AbortController().signal,
  });

/**
 * Plays the parts of Electron's window that print. It shows a receipt of 600 CSS pixels, and
 * records the jobs.
 */
function printingWindow(
  setup: {
    readonly height?: number | undefined;
    readonly printers?: number;
    /** Null: the system never says what became of the job. */
    readonly failure?: string | null;
    readonly loadPage?: () => Promise<void>;
  } = {},
) {
  const { printers = 1, failure, loadPage = () => Promise.resolve() } = setup;
  const height = 'height' in setup ? setup.height : 600;
  const jobs: Parameters<WebContents['print']>[0][] = [];
  let destroyed = 0;
  const window: HiddenWindow = {
    loadPage,
    destroy: () => (destroyed += 1),
    webContents: {
      executeJavaScript: () => Promise.resolve(height),
      getPrintersAsync: () =>
        Promise.resolve(
          Array.from({ length: printers }, (_, index) => ({
            name: `printer-${index}`,
            displayName: `Printer ${index}`,
            description: '',
            options: {},
          })),
        ),
      print: (job, done) => {
        jobs.push(job);
        if (failure !== null) done?.(failure === undefined, failure ?? '');
      },
      printToPDF: () => Promise.reject(new Error('not asked for')),
    },
  };
  return { open: () => window, jobs, destroyed: () => destroyed };
}

test('a receipt is printed silently on 80 mm paper as long as the receipt', async () => {
  const { open, jobs, destroyed } = printingWindow();
  expect(await print(open)).toEqual({ outcome: 'printed' });
  expect(jobs).toEqual([
    {
      silent: true,
      printBackground: true,
      // 600 pixels at 96 an inch are 158,750 µm; a spare millimetre is added.
      pageSize: { width: 80_000, height: 159_750 },
      margins: { marginType: 'none' },
    },
  ]);
  expect(destroyed()).toBe(1);
});

test('a page is never wider than high, nor longer than a page can be', async () => {
  for (const [height, microns] of [
    [100, 81_000],
    [50_000, 5_080_000],
  ] as const) {
    const { open, jobs } = printingWindow({ height });
    await print(open);
    expect(jobs).toMatchObject([{ pageSize: { width: 80_000, height: microns } }]);
  }
});

test('on sheets, the printer’s page is A4 with the margins that the page asks for', async () => {
  const { open, jobs } = printingWindow({ height: 5_000 });
  await print(open, { paper: 'A4' });
  expect(jobs).toMatchObject([
    { pageSize: { width: 210_000, height: 297_000 }, margins: { marginType: 'default' } },
  ]);
});

test('a printer is chosen by its name, and one that is gone is not replaced by another', async () => {
  const { open, jobs } = printingWindow({ printers: 2 });
  expect(await print(open, { name: 'printer-1', paper: '58' })).toEqual({ outcome: 'printed' });
  expect(jobs).toMatchObject([{ deviceName: 'printer-1', pageSize: { width: 58_000 } }]);
  expect(await print(open, { name: 'printer-2' })).toEqual({
    outcome: 'not_sent',
    error: { code: 'printer_missing', name: 'printer-2' },
  });
  expect(jobs).toHaveLength(1);
});

test('a page that never loads, and a system that never names its printers, end in time with nothing sent', async () => {
  const pages = Promise.withResolvers<undefined>();
  const stuck = printingWindow({ loadPage: () => pages.promise });
  const printing = print(stuck.open);
  expect(await printing).toEqual({ outcome: 'not_sent', error: { code: 'receipt_unavailable' } });
  expect(stuck.destroyed()).toBe(1);
  pages.resolve(undefined);
  const list = Promise.withResolvers<Electron.PrinterInfo[]>();
  const { open, jobs, destroyed } = printingWindow();
  open().webContents.getPrintersAsync = () => list.promise;
  const closing = new AbortController();
  const late = printByDriver(open, receipt, {
    name: null,
    paper: '80',
    timeoutMs: 60_000,
    signal: closing.signal,
  });
  closing.abort();
  expect(await late).toEqual({ outcome: 'not_sent', error: { code: 'print_interrupted' } });
  expect(destroyed()).toBe(1);
  list.resolve([{ name: 'printer-0', displayName: '', description: '', options: {} }]);
  await settled();
  expect([...stuck.jobs, ...jobs]).toEqual([]);
});

type Told = Awaited<ReturnType<typeof print>>;
type Row = [what: string, setup: Parameters<typeof printingWindow>[0], told: Told];
const failing = (outcome: 'unclear' | 'not_sent', detail: string): Row => [
  detail,
  { failure: detail },
  { outcome, error: { code: 'print_failed', detail } },
];

test.each<Row>([
  ['no printer', { printers: 0 }, { outcome: 'not_sent', error: { code: 'no_printer' } }],
  ['no answer', { failure: null }, { outcome: 'unclear', error: { code: 'print_unanswered' } }],
  failing('unclear', 'Print job failed'),
  // These are said before anything is printed.
  failing('not_sent', 'No printers available on the network'),
  failing('not_sent', 'Invalid deviceName provided'),
  failing('not_sent', 'Failed to enumerate printers'),
])('what a system makes of a job is told, and no window is left: %s', async (_, setup, told) => {
  const { open, destroyed } = printingWindow(setup);
  expect(await print(open)).toEqual(told);
  expect(destroyed()).toBe(1);
});

test('a page that does not load, or shows no receipt, is a bug, and its window is gone as well', async () => {
  const failing = printingWindow({ loadPage: () => Promise.reject(new Error('ERR_FAILED')) });
  await expect(print(failing.open)).rejects.toThrow('ERR_FAILED');
  expect(failing.destroyed()).toBe(1);
  const empty = printingWindow({ height: undefined });
  await expect(print(empty.open)).rejects.toThrow('no receipt on the page');
  expect(empty.destroyed()).toBe(1);
});
