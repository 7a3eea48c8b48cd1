// Takes a packaged till through the shortest working day: it starts, sells, reads a catalogue by
// its helper process, makes a PDF, prints, ends, and rebuilds its file once that is damaged.
// Pictures and logs stay in out/smoke/.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { root } from '../../resources/scripts/programs.mjs';
import { largeBytes } from '../../src-main/store/read-first.ts';
import { connection, goTo, lines, openSection, pay, practise, scan, sell } from '../e2e/cashier.ts';
import { newUserData } from '../e2e/user-data.ts';
import { launchApp, type AppProcess } from '../runtime/launch.ts';
import { smokeProgram, type SmokeProgram } from './program.ts';

declare const window: { readonly till: TillBridge };

/** A printer of the system that prints into ~/PDF, and the expected key store. */
const { SMOKE_PRINTER: printer, EXPECTED_KEY_STORE: expectedKeyStore } = process.env;
const kept = join(root, 'out/smoke');
const userDataDir = newUserData();
let packaged: SmokeProgram;
let till: AppProcess;
let page: Page;
let pictures = 0;

async function picture(name: string): Promise<void> {
  pictures += 1;
  const file = `${String(pictures).padStart(2, '0')}-${name}.png`;
  await page.screenshot({ path: join(kept, file) });
}

const stateOfTill = () =>
  page.evaluate(async () => {
    const state = await window.till.request('app.state', undefined);
    if (!state.ok) throw new Error(state.error.code);
    return { isStarting: state.value.isStarting, keyStore: state.value.keyStore };
  });

async function start(): Promise<void> {
  const { program, args, env } = packaged;
  till = await launchApp(
    program,
    [...args, `--user-data-dir=${userDataDir}`, '--lang=en-US', '--remote-debugging-port=0'],
    env,
  );
  ({ page } = till);
}

const logOfTill = () => readFileSync(join(userDataDir, 'logs/till.log'), 'utf8');

beforeAll(async () => {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  packaged = await smokeProgram('takes-debugger');
  console.log(`The smoke test runs on ${packaged.isElectron ? packaged.program : 'the stand-in'}.`);
  await start();
}, 300_000);

afterAll(async () => {
  await till.kill9();
  const logs = join(userDataDir, 'logs');
  if (existsSync(logs)) cpSync(logs, join(kept, 'logs'), { recursive: true });
  writeFileSync(join(kept, 'output.txt'), till.output());
});

it('starts, and says that it accepts a debugger', async () => {
  await expect.poll(async () => (await stateOfTill()).isStarting).toBe(false);
  await picture('first-run');
  expect(logOfTill()).toContain('this build takes a debugger');
});

it.runIf(expectedKeyStore)('finds the key store that this system has', async () => {
  expect((await stateOfTill()).keyStore).toBe(expectedKeyStore);
});

it('sells in practice, and the sale arrives', async () => {
  await practise(page);
  await sell(page, ['CAFE', 'PASTEL-NATA']);
  await connection(page).getByText('Online').waitFor();
  await picture('sold');
});

it('reads a catalogue from a file, by its helper, and sells from it', async () => {
  await openSection(page, 'Import and export');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from('Code;Description;Price\r\nCAFE;Café da casa;1,10\r\n');
  await (await choosing).setFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Read the file' }).click();
  await page.getByRole('button', { name: 'Update the catalogue' }).click();
  await page.getByText('The catalogue is updated').waitFor();
  await picture('catalogue');
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  await lines(page).filter({ hasText: 'Café da casa' }).waitFor();
});

it('saves the receipt as a PDF', async () => {
  const finished = await pay(page, { tendered: '5' });
  await finished
    .getByText(/FS \S+\/\d+/)
    .first()
    .waitFor();
  await finished.getByRole('button', { name: 'Save PDF' }).click();
  await finished.getByText(/\.pdf/).waitFor();
  await picture('receipt');
  const receipts = join(userDataDir, '..', 'receipts');
  const [file = ''] = readdirSync(receipts);
  expect(readFileSync(join(receipts, file)).subarray(0, 5).toString()).toBe('%PDF-');
  cpSync(join(receipts, file), join(kept, 'receipt.pdf'));
  await finished.getByRole('button', { name: 'Next sale' }).click();
});

it.runIf(printer)('prints a receipt on the system’s printer without asking', async () => {
  const folder = join(homedir(), 'PDF');
  const printed = () => (existsSync(folder) ? readdirSync(folder) : []);
  const before = printed();
  await page.evaluate(async (name) => {
    const use = { printer: { kind: 'system', name, paper: '80' } } as const;
    await window.till.request('printing.update', use);
  }, printer ?? '');
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  const finished = await pay(page, { tendered: '5' });
  await finished
    .getByText(/FS \S+\/\d+/)
    .first()
    .waitFor();
  await finished.getByRole('button', { name: 'Print receipt' }).click();
  await expect.poll(() => printed().length, { timeout: 60_000 }).toBe(before.length + 1);
  await picture('printed');
  const [file = ''] = printed().filter((name) => !before.includes(name));
  cpSync(join(folder, file), join(kept, 'printed.pdf'));
});

it('ends with 0 when it is asked to', async () => {
  await till.close();
  expect(logOfTill()).not.toContain('failed');
});

it('rebuilds a large file that is damaged, by both threads of its helper', async () => {
  const [file = ''] = globSync(join(userDataDir, 'tills/*/till.db'));
  damageAsLarge(file);
  await start();
  await expect.poll(logOfTill, { timeout: 60_000 }).toContain('till file read first');
  await page.getByText('was damaged').waitFor();
  await picture('rebuilt');
  expect(till.output()).not.toContain('second thread');
  expect(salesIn(file)).toEqual(salesIn(join(file, '../till.damaged-1.db')));
});

/** Makes an index unreadable, and the file as large as those that a helper reads. */
function damageAsLarge(file: string): void {
  const db = new Database(file);
  db.exec(`CREATE TABLE large AS SELECT zeroblob(${largeBytes}) AS bytes; DROP TABLE large`);
  const root = db
    .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'sale_by_state'`)
    .pluck();
  const page = root.get() ?? 0;
  const pageBytes = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, (page - 1) * pageBytes, page * pageBytes));
}

function salesIn(file: string): readonly unknown[] {
  const db = new Database(file, { readonly: true });
  const sales = db.prepare('SELECT reference, body FROM sale NOT INDEXED ORDER BY sale_id').all();
  db.close();
  expect(sales).toHaveLength(2);
  return sales;
}
