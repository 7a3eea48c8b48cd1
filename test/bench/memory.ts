// What the program's processes hold before and after many sales in practice, and how long a
// cashier's whole sale takes. Compared with a till with few products, to show what grows with the
// catalogue.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { sell } from '../e2e/cashier.ts';
import { launchTill, type Till } from '../e2e/till.ts';
import { exampleProducts } from '../../src-main/practice/seed-till.ts';
import { prepareTill, removeTill, type Filling } from './app-till.ts';
import type { BenchEntry, Memory, Side } from './harness.ts';
import { barcodes, keystrokes } from './products.ts';

const sales = 1_000;
const codes = exampleProducts().map(({ code }) => code);

/**
 * Three products each, and never the same three, since the till asks about the same sale within a
 * minute.
 */
const carts: readonly (readonly string[])[] = codes
  .flatMap((one, at) =>
    codes
      .slice(at + 1)
      .flatMap((two, next) => codes.slice(at + next + 2).map((three) => [one, two, three])),
  )
  .slice(0, sales);

interface RunningTill {
  readonly till: Till;
  readonly filling: Filling;
}

function saleSide({ till: { page }, filling }: RunningTill): Side {
  const scannedBarcodes = barcodes(filling.products, sales);
  const typed = keystrokes(filling.products, sales);
  let at = -1;
  return {
    // All over the catalogue, as a shop would; products that the practice service does not know are
    // only looked at.
    before: async () => {
      at += 1;
      await ask(page, 'sell.scan', scannedBarcodes[at]);
      await ask(page, 'sell.findProducts', typed[at]);
    },
    run: async () => void (await sell(page, carts[at] ?? [])),
  };
}

const ask = (page: Page, request: string, text = ''): Promise<unknown> =>
  page.evaluate(`window.till.request('${request}', ${JSON.stringify({ text })})`);

/** Resident memory as the system counts it; memory shared by processes counts in each. */
async function memoryOf({ till }: RunningTill, when: string): Promise<Memory> {
  return {
    [`the page ${when}`]: await pageMemoryMiB(till.page),
    [`the main process ${when}`]: residentMiB(till.pid),
  };
}

/**
 * Leaves out what the next garbage collection would free. Chromium keeps some renderers in reserve;
 * the till's is the largest.
 */
export async function pageMemoryMiB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const renderers = await renderersOf(page);
  return Math.max(...renderers.map(residentMiB));
}

async function renderersOf(page: Page): Promise<readonly number[]> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the page has no browser');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

function residentMiB(pid: number): number {
  const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kib) / 1024;
}

async function startTill(filling: Filling): Promise<RunningTill & { close(): Promise<void> }> {
  const userDataDir = await prepareTill('practice', filling);
  const till = await launchTill({ userDataDir });
  await till.page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
  return {
    till,
    filling,
    close: async () => {
      await till.kill9();
      removeTill(userDataDir);
    },
  };
}

const few: Filling = { products: 1_000, sales: 0 };

const memoryEntry = (filling: Filling): BenchEntry => ({
  name: `memory.products-${filling.products}`,
  size: `1 sale of 3 scanned products, with ${filling.products} products and ${filling.sales} sales`,
  warmUps: 0,
  samples: sales,
  isLong: filling.products > 100_000,
  baselineName: `the same with ${few.products} products and no sales`,
  prepare: async () => {
    const own = await startTill(filling);
    const other = await startTill(few);
    const before = {
      ...(await memoryOf(own, 'at first')),
      ...(await memoryOf(other, 'of the baseline at first')),
    };
    return {
      ours: saleSide(own),
      baseline: saleSide(other),
      memoryMiB: async () => ({
        ...before,
        ...(await memoryOf(own, `after ${sales} sales`)),
        ...(await memoryOf(other, `of the baseline after ${sales} sales`)),
      }),
      cleanUp: async () => {
        await own.close();
        await other.close();
      },
    };
  },
});

export const memoryEntries: readonly BenchEntry[] = [100_000, 1_000_000].map((products) =>
  memoryEntry({ products, sales: 100_000 }),
);
