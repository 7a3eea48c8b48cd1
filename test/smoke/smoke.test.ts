// Takes a packaged till through the shortest working day: it starts, sells, reads a catalogue by
// its helper process, makes a PDF, prints, and ends. Pictures and logs stay in out/smoke/.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { root } from '../../resources/scripts/programs.mjs';
import { connection, goTo, lines, openSection, pay, practise, scan, sell } from '../e2e/cashier.ts';
import { newUserData } from '../e2e/user-data.ts';
import { launchApp, type AppProcess } from '../runtime/launch.ts';
import { smokeProgram } from './program.ts';

declare const window: { readonly till: TillBridge };

/** A printer of the system that prints into ~/PDF, and the expected key store. */
const { SMOKE_PRINTER: printer, EXPECTED_KEY_STORE: expectedKeyStore } = process.env;
const kept = join(root, 'out/smoke');
const userDataDir = newUserData();
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

beforeAll(async () => {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  const { program, args, env, isElectron } = await smokeProgram('takes-debugger');
  console.log(`The smoke test runs on ${isElectron ? program : 'the stand-in'}.`);
  till = await launchApp(
    program,
    [...args, `--user-data-dir=${userDataDir}`, '--lang=en-US', '--remote-debugging-port=0'],
    env,
  );
  ({ page } = till);
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
  const log = readFileSync(join(userDataDir, 'logs/till.log'), 'utf8');
  expect(log).toContain('this build takes a debugger');
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
  expect(readFileSync(join(userDataDir, 'logs/till.log'), 'utf8')).not.toContain('failed');
});
