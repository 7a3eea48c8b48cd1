// From launching the program to the first scanned line on screen, compared with a blank window and
// with a till that is nearly empty.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { root, tillCommand } from '../../resources/scripts/programs.mjs';
import { scan } from '../e2e/cashier.ts';
import { launchTill } from '../e2e/till.ts';
import { launchApp, type AppProcess } from '../runtime/launch.ts';
import { fileIn, oldTill, prepareTill, removeTill, type Filling } from './app-till.ts';
import type { BenchEntry, Side } from './harness.ts';
import { barcodes } from './products.ts';

/** Resolves with the time of day at which the first line of the sale was painted. */
const firstLinePainted = `new Promise((resolve) => {
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true });
  function look() {
    if (!document.querySelector('ul[aria-label="Lines"] > li')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      port2.postMessage(null);
    });
  }
  look();
})`;

/** The same for whatever the page paints first. */
const firstPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    resolve(performance.timeOrigin + list.getEntries()[0].startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

/** Clears the cart, so that the next start finds no sale under way. */
const clearCart = `window.till.request('sell.openCart').then(({ value: cart }) =>
  window.till.request('sell.saveCart', { cart: { ...cart, lines: [] } }))`;

function startSide(
  start: () => Promise<AppProcess>,
  act: (page: Page) => Promise<number>,
  before?: () => void,
  end = (app: AppProcess): Promise<void> => app.close(),
): Side {
  const run = async () => {
    const launchedAtMs = Date.now();
    const app = await start();
    try {
      const tookMs = (await act(app.page)) - launchedAtMs;
      await end(app);
      return tookMs;
    } catch (error) {
      await app.kill9();
      throw error;
    }
  };
  return { ...(before && { before }), run };
}

/**
 * Makes the disk be read for the till's files, as after a start of the computer. The program's own
 * files stay in the system's memory, so that the till's weigh more. Reading nothing of a file,
 * without caching, makes Linux forget it.
 */
function forgetFiles(userDataDir: string): void {
  const tills = join(userDataDir, 'tills');
  for (const entry of readdirSync(tills, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { status } = spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0']);
    if (status !== 0) throw new Error(`${file} is still in the system's memory`);
  }
}

function tillSide(
  userDataDir: string,
  barcode: string,
  before?: () => void,
  end?: (app: AppProcess) => Promise<void>,
): Side {
  return startSide(
    () => launchTill({ userDataDir }),
    async (page) => {
      await page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
      const painted = page.evaluate<number>(firstLinePainted);
      await scan(page, barcode);
      const atMs = await painted;
      await page.evaluate(clearCart);
      return atMs;
    },
    before,
    end,
  );
}

const blankFolder = fileURLToPath(new URL('blank-window', import.meta.url));

function blankSide(userDataDir: string): Side {
  const { program, args } = tillCommand([
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${userDataDir}`,
  ]);
  const blank = new Map([
    [root, blankFolder],
    [join(root, 'out/main/index.js'), join(blankFolder, 'main.mjs')],
  ]);
  const blankArgs = args.map((argument) => blank.get(argument) ?? argument);
  return startSide(
    () => launchApp(program, blankArgs),
    (page) => page.evaluate<number>(firstPaint),
  );
}

const barcodeIn = ({ products }: Filling): string => barcodes(products, 1)[0] ?? '';

const start = { warmUps: 1, samples: 10 } as const;

/** Without any sale the first screen would be the one that gets a till ready. */
const nearlyEmpty: Filling = { products: 1, sales: 1 };
const sizeOf = ({ products, sales }: Filling): string =>
  `1 start with ${products} products and ${sales} sales, up to the first scanned line`;

const besideBlank = (filling: Filling): BenchEntry => ({
  ...start,
  name: `start.products-${filling.products}.blank`,
  size: sizeOf(filling),
  isLong: filling.products > 100_000,
  baselineName: 'a blank window, up to its first paint',
  prepare: async (folder) => {
    const userDataDir = await prepareTill('service', filling);
    return {
      ours: tillSide(userDataDir, barcodeIn(filling)),
      baseline: blankSide(folder),
      cleanUp: () => removeTill(userDataDir),
    };
  },
});

const besideEmpty = (filling: Filling): BenchEntry => ({
  ...start,
  name: `start.products-${filling.products}.empty`,
  size: sizeOf(filling),
  isLong: filling.products > 100_000,
  baselineName: 'the same with next to no products and sales',
  prepare: async () => {
    const full = await prepareTill('service', filling);
    const empty = await prepareTill('service', nearlyEmpty);
    return {
      ours: tillSide(full, barcodeIn(filling)),
      baseline: tillSide(empty, barcodeIn(nearlyEmpty)),
      cleanUp: () => {
        removeTill(full);
        removeTill(empty);
      },
    };
  },
});

/** Both are cold, and have the same products. */
const ofSales = (sales: number, isKilled: boolean): BenchEntry => ({
  warmUps: 1,
  samples: 5,
  name: `start.sales-${sales}.${isKilled ? 'killed' : 'empty'}`,
  size: `1 cold start ${isKilled ? 'after a kill ' : ''}with ${sales} sales, up to the first scanned line`,
  isLong: sales > 100_000,
  baselineName: 'the same with one sale',
  prepare: async () => {
    const cold = (userDataDir: string) =>
      tillSide(
        userDataDir,
        barcodeIn(nearlyEmpty),
        () => forgetFiles(userDataDir),
        isKilled ? (app) => killOnceRead(app, fileIn(userDataDir)) : undefined,
      );
    const [full, empty] = [await oldTill(sales), await oldTill(nearlyEmpty.sales)];
    return { ours: cold(full), baseline: cold(empty) };
  },
});

/** A till that is killed before its file was read whole reads it first at its next start. */
async function killOnceRead(app: AppProcess, file: string): Promise<void> {
  while (existsSync(`${file}.unread`)) await delay(200);
  await app.kill9();
}

export const startEntries: readonly BenchEntry[] = [
  ...[100_000, 1_000_000]
    .map((products): Filling => ({ products, sales: 100_000 }))
    .flatMap((filling) => [besideBlank(filling), besideEmpty(filling)]),
  ...[100_000, 1_000_000].flatMap((sales) => [ofSales(sales, false), ofSales(sales, true)]),
];
