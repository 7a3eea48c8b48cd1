import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import * as v from 'valibot';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findChromium, howToGetChromium, root } from '../../../resources/scripts/programs.mjs';
import type { Result } from '../../../src-main/contract/errors.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { codeDrawer as draw } from '../../../src-main/receipt/draw-codes.ts';
import { papers, type Paper } from '../../../src-main/contract/printing.ts';
import { receiptHtml } from '../../../src-main/receipt/html.ts';
import {
  receiptOfDocument,
  receiptOfSale,
  type ReceiptModel,
} from '../../../src-main/receipt/model.ts';
import { saveReceiptPdf, type HiddenWindow } from '../../../src-main/receipt/output.ts';
import {
  document,
  line,
  marks,
  opened,
  options,
  sale,
} from '../../unit/receipt/sample-receipts.ts';
import { shopSettings } from '../../unit/receipt/shop-settings.ts';

const practice = { ...options, practice: true, copy: true };
const hostile = [
  line('<img src=x onerror=alert(1)>', 1000, 1_000_000),
  line('W'.repeat(200), 99_999_999, 99_999_999_999),
  line('\u202Egnp.exe\u2069\u202E', 1000, 2_500_000),
  line('שלום עולם', 2000, 1_000_000),
  line(`Z${'\u0351\u0302\u0343\u0489'.repeat(70)}`, 1000, 1_000_000),
];
const sixtyLines = Array.from({ length: 60 }, (_, index) =>
  line(
    `Produto ${index + 1} ${'de nome comprido '.repeat(index % 5)}`,
    345 * (index + 1),
    1_990_000,
  ),
);
const stockLine = {
  code: 'A1',
  description: 'Farinha de trigo T65, saco de 25 kg',
  quantity: line('', 24_000, 0).quantity,
  unitPrice: null,
};

const receipts: Readonly<Record<string, Result<ReceiptModel>>> = {
  'a plain receipt': receiptOfSale(sale({ tendered: 2000 }), document(), options),
  'a training copy in English, with a discount': receiptOfSale(
    sale({ discount: 1050, tendered: 5000 }),
    document({ totalCents: cents(1086) }),
    { ...practice, language: 'en' },
  ),
  'a provisional slip': receiptOfSale(sale({ state: 'in_doubt' }), null, practice),
  'sixty lines': receiptOfSale(sale({ lines: sixtyLines }), document(), options),
  'hostile texts': receiptOfSale(
    sale({ lines: hostile }),
    document({
      documentName: `\u202E${'n'.repeat(10_000)}`,
      docKey: '<b>'.repeat(4000),
      party: { name: 'm'.repeat(10_000), fiscalNumber: '9'.repeat(10_000) },
      headerText: `${'h'.repeat(10_000)}\n`.repeat(30),
    }),
    { ...options, shop: { companyName: 'C'.repeat(10_000), tillName: '\u202E1', userName: '<u>' } },
  ),
  'a stock document': receiptOfDocument(
    opened({ party: null, ourReference: '', totalCents: cents(0), lines: [stockLine] }),
    options,
  ),
  'a receipt with logo and fiscal marks': receiptOfSale(sale(), document({ marks }), {
    ...practice,
    settings: shopSettings,
  }),
};
const names = Object.keys(receipts);
const widthMm: Readonly<Record<Paper, number>> = { 80: 80, 58: 58, A4: 210 };

let server: Server;
let address: string;
let browser: Browser;
let page: Page;
let axe: string;
let folder: string;
/** The last page that a window was given. */
let handed = '';
const complaints: string[] = [];

/**
 * Serves the pages as the till does: with the style sheet beside them, and nothing else allowed.
 */
async function serve(): Promise<void> {
  const css = await readFile(join(root, 'src-renderer/public/receipt.css'));
  server = createServer((request, response) => {
    const [path = '', paper = '80'] = decodeURIComponent(request.url ?? '').split('?');
    const receipt = receipts[path.slice(1)];
    const html =
      path === '/handed'
        ? handed
        : receipt?.ok &&
          receiptHtml(receipt.value, { paper: v.parse(v.picklist(papers), paper), draw });
    if (path === '/receipt.css') response.setHeader('Content-Type', 'text/css').end(css);
    else if (html)
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .setHeader('Content-Security-Policy', `default-src 'none'; style-src 'self'; img-src data:`)
        .end(html);
    else response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

beforeAll(async () => {
  await serve();
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(howToGetChromium);
  // Chromium refuses to sandbox itself for root.
  browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
  // One for all tests, since a page takes longer to open than to load.
  page = await browser.newPage({ viewport: { width: 820, height: 800 } });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
});
afterAll(async () => {
  await browser.close();
  server.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-paper-'));
  complaints.length = 0;
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Returns the value of an expression in the page, where `paper` is the receipt. */
const measure = <Value>(expression: string): Promise<Value> =>
  page.evaluate<Value>(
    `(() => { const paper = document.querySelector('.paper'); return (${expression}); })()`,
  );

/** Shows the page as Electron's hidden window would. */
function windowOf(shown: Page): HiddenWindow {
  const noPrinters = (): never => {
    throw new Error('no printers in this test');
  };
  return {
    loadPage: async (html) => {
      handed = html;
      await shown.goto(`${address}handed`);
    },
    destroy: () => undefined,
    webContents: {
      executeJavaScript: (code) => shown.evaluate<unknown>(code),
      printToPDF: ({ pageSize, margins, printBackground }) => {
        if (typeof pageSize !== 'object') throw new Error('a page size is expected');
        return shown.pdf({
          width: `${pageSize.width}in`,
          height: `${pageSize.height}in`,
          margin: margins ?? {},
          printBackground: printBackground ?? false,
        });
      },
      print: noPrinters,
      getPrintersAsync: noPrinters,
    },
  };
}

interface PageMm {
  readonly width: number;
  readonly height: number;
}

async function pdfPages(name: string, paper: Paper): Promise<readonly PageMm[]> {
  const file = join(folder, `${name} ${paper}.pdf`);
  const receipt = receipts[name];
  if (!receipt?.ok) throw new Error(name);
  const html = receiptHtml(receipt.value, { paper, draw });
  expect(await saveReceiptPdf(() => windowOf(page), html, file, paper)).toEqual({
    ok: true,
    value: { file },
  });
  const pdf = await readFile(file, 'latin1');
  const mm = (points: string | undefined) => (Number(points) / 72) * 25.4;
  return [...pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: mm(width),
    height: mm(height),
  }));
}

async function expectToFit(name: string, size: Paper): Promise<void> {
  await page.goto(`${address}${name}?${size}`);
  const { paper, overflow, outside } = await measure<{
    paper: number;
    overflow: number;
    outside: string[];
  }>(`{
      paper: paper.getBoundingClientRect().width,
      overflow: paper.scrollWidth - paper.clientWidth,
      outside: [...paper.querySelectorAll('td, dd, img, svg')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth ||
          cell.getBoundingClientRect().right > paper.getBoundingClientRect().right)
        .map((cell) => cell.textContent),
    }`);
  expect(paper).toBeCloseTo((widthMm[size] / 25.4) * 96, 1);
  expect({ overflow, outside, complaints }).toEqual({ overflow: 0, outside: [], complaints: [] });
}

describe.each(names)('%s', (name) => {
  test('fits the width of every paper, with every amount on it', async () => {
    for (const size of papers) await expectToFit(name, size);
  });

  // Sixty lines are marked up as few are.
  test.skipIf(name === 'sixty lines')('can be read by assistive technology', async () => {
    await page.goto(address + name);
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run({ resultTypes: ['violations'] })`,
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});

test.each(['a plain receipt', 'sixty lines'])('%s becomes a PDF of one page', async (name) => {
  for (const size of ['80', '58'] as const) {
    const [first, ...others] = await pdfPages(name, size);
    expect(others).toEqual([]);
    expect(first?.width).toBeCloseTo(widthMm[size], 0);
    expect(first?.height).toBeGreaterThan(widthMm[size]);
  }
});

test('a long receipt takes several sheets', async () => {
  const pages = await pdfPages('sixty lines', 'A4');
  expect(pages.length).toBeGreaterThan(2);
  for (const { width, height } of pages) {
    expect([Math.round(width), Math.round(height)]).toEqual([210, 297]);
  }
  expect(await pdfPages('a plain receipt', 'A4')).toHaveLength(1);
});

test('a line reads from its name to its amount, whatever direction the name has', async () => {
  await page.goto(`${address}hostile texts`);
  const table = page.getByRole('table');
  await expect(table.getByRole('rowheader').allInnerTexts()).resolves.toEqual([
    '<img src=x onerror=alert(1)>',
    'W'.repeat(200),
    'gnp.exe',
    'שלום עולם',
    `Z${'\u0351\u0302\u0343\u0489'.repeat(70)}`,
  ]);
  const amounts = await measure<number[]>(`[...paper.querySelectorAll('tbody td:last-child')]
    .map((cell) => Math.round(cell.getBoundingClientRect().right))`);
  expect(amounts).toHaveLength(hostile.length);
  expect(new Set(amounts).size).toBe(1);
});

test('nothing on the paper is grey, and the slip’s warning is the largest text on it', async () => {
  await page.goto(`${address}a provisional slip`);
  const texts = await measure<{ text: string; colour: string; size: number }[]>(
    `[...paper.querySelectorAll('*')].map((element) => {
      const { color, fontSize } = getComputedStyle(element);
      return { text: element.textContent, colour: color, size: parseFloat(fontSize) };
    })`,
  );
  const colours = [...new Set(texts.map(({ colour }) => colour))].sort();
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const [largest] = texts.sort((one, other) => other.size - one.size);
  expect(largest?.text).toBe('Este documento não serve de fatura');
});
