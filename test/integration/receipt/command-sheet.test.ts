// The sheet of command barcodes on paper: what it names, and that it fits A4.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, howToGetChromium, root } from '../../../resources/scripts/programs.mjs';
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { commandCode, commandNames, numberKeys } from '../../../src-main/contract/commands.ts';
import { languages } from '../../../src-main/contract/languages.ts';
import { commandSheetHtml } from '../../../src-main/receipt/command-sheet.ts';
import { drawBars } from '../../../src-main/receipt/draw-codes.ts';
import { product } from '../../unit/src-renderer/sell/catalogue-till.ts';

const products = Array.from({ length: 60 }, (_, index) => ({
  ...product(`PRODUTO-${index + 1}`),
  description: `Produto ${index + 1} ${'de nome comprido '.repeat(index % 7)}<&>`,
  barcodes: index % 3 === 0 ? [] : [`56012341${String(10_000 + index)}`],
}));
const methods = Array.from({ length: 6 }, (_, index) => ({
  id: index + 1,
  label: `M${index + 1}`,
}));

let browser: Browser;
beforeAll(async () => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(howToGetChromium);
  // Chromium refuses to sandbox itself for root.
  browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
});
afterAll(() => browser.close());

test('a product whose bars would be too fine is left out, or has those of its code', async () => {
  const long = { ...product('QUEIJO'), description: 'Queijo', barcodes: ['5'.repeat(60)] };
  const longer = { ...product('C'.repeat(50)), description: 'Comprido' };
  const sheet = { language: 'en', owner: '', methods: [], products: [long, longer] } as const;
  const html = await commandSheetHtml(sheet, drawBars);
  expect(html).toContain('<bdi>QUEIJO</bdi>');
  expect(html).not.toContain('Comprido');
  expect(html).not.toContain('aria-hidden="true"></div>');
});

test('drawing many lets the till do other things meanwhile', async () => {
  let atOnce = 0;
  let mostAtOnce = 0;
  let isDrawn = false;
  const beat = () => {
    atOnce = 0;
    if (!isDrawn) setImmediate(beat);
  };
  setImmediate(beat);
  const many = Array.from({ length: 120 }, (_, index) => product(`PRODUCT-${String(index)}`));
  let draws = 0;
  // As long as a slow computer takes.
  const slowly: typeof drawBars = (...args) => {
    draws += 1;
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
    const until = performance.now() + 2;
    while (performance.now() < until);
    return drawBars(...args);
  };
  await commandSheetHtml({ language: 'en', owner: '', methods: [], products: many }, slowly);
  isDrawn = true;
  expect(draws).toBeGreaterThan(120);
  // What takes 50 ms. On a busy machine fewer are drawn in that time.
  expect(mostAtOnce).toBeLessThanOrEqual(25);
});

describe.each(languages)('in %s', (language) => {
  let html: string;
  beforeAll(async () => {
    const sheet = { language, owner: 'Loja · Caixa 1', methods, products };
    html = await commandSheetHtml(sheet, drawBars);
  });

  test('names every command with its sentence, every method and every product, with bars for each', () => {
    const { scanning } = messagesFor(language);
    const codes = [
      ...numberKeys.map((key) => commandCode({ kind: 'key', key })),
      ...commandNames.map((kind) => commandCode({ kind })),
      ...methods.map(({ id }) => commandCode({ kind: 'method', methodId: id })),
      ...products.map(({ code, barcodes }) => barcodes[0] ?? code),
    ];
    for (const code of codes) expect(html).toContain(`<bdi>${code}</bdi>`);
    expect(html.match(/<svg /g)).toHaveLength(codes.length);
    for (const [name, does] of Object.values(scanning.commands)) {
      expect(html).toContain(`<bdi>${name}</bdi>`);
      expect(html).toContain(`<p>${does}</p>`);
    }
    expect(html).not.toContain('<&>');
  });

  test('fits pages of A4, with white on both sides of all bars', async () => {
    const page = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    await page.setContent(html);
    const css = await readFile(join(root, 'src-renderer/public/command-sheet.css'), 'utf8');
    await page.addStyleTag({ content: css });
    if (process.env.PICTURES) {
      await mkdir(join(root, 'out/screens'), { recursive: true });
      const path = join(root, `out/screens/${language}-command-sheet-A4.png`);
      await page.screenshot({ path, fullPage: true });
    }
    const sheets = await page.evaluate<{ height: number; isCut: boolean }[]>(
      `[...document.querySelectorAll('.sheet')].map((sheet) => ({
        height: Math.round((sheet.getBoundingClientRect().height / 96) * 25.4),
        isCut: sheet.scrollHeight > sheet.clientHeight || sheet.scrollWidth > sheet.clientWidth,
      }))`,
    );
    // The commands; two methods more; sixty products, twenty-eight on a page.
    expect(sheets).toEqual(Array.from({ length: 5 }, () => ({ height: 297, isCut: false })));
    const quietMm = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.bars')].map((bars) => {
        const [room, drawn] = [bars, bars.querySelector('svg')]
          .map((element) => element.getBoundingClientRect().width);
        return ((room - drawn) / 2 / 96) * 25.4;
      })`,
    );
    expect(Math.min(...quietMm)).toBeGreaterThan(2.5);
    await page.close();
  });
});
