import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RequestName, TillBridge } from '../../src-main/contract/api.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { issuedTokens, revokeTokens } from './accounts.ts';
import {
  addFreeLine,
  connection,
  goTo,
  openSection,
  pay,
  signIn,
  submitSignIn,
} from './cashier.ts';
import { keyStoreLacks } from './played.ts';
import { rightArguments } from './right-arguments.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { isLong } from '../tier.ts';

const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db');
let service: PracticeService;
let till: Till | undefined;
beforeAll(async () => {
  service = await startPracticeService({ databaseFile });
});
afterAll(() => service.close());
const endTill = async () => {
  await till?.kill9();
  till = undefined;
};

const good = () => ({
  'Service address': service.baseUrl,
  Username: practiceAccount.username,
  Password: practiceAccount.password,
  'Company code': practiceAccount.companyCode,
  'Till code': practiceAccount.tillCode,
});

describe('a signed-in till', () => {
  afterEach(endTill);

  it('shows company, till and user, and starts without a connection', async ({ skip }) => {
    const userDataDir = newUserData();
    // A desktop with a secret store, so that the token may be kept.
    const args = ['--password-store=gnome-libsecret'];
    till = await launchTill({ userDataDir, args });
    const lacking = await keyStoreLacks(till.page);
    skip(lacking !== '', lacking);
    await submitSignIn(till.page, { ...good(), Password: 'wrong' });
    await till.page
      .getByRole('alert')
      .filter({ hasText: /password is wrong/ })
      .waitFor();
    await submitSignIn(till.page, { Password: practiceAccount.password });
    await connection(till.page).getByText('Online').waitFor();
    const banner = till.page.getByRole('banner');
    await banner.getByText(/Caixa 1/).waitFor();
    await till.close();

    await service.unplug();
    try {
      till = await launchTill({ userDataDir, args });
      await connection(till.page).getByText('Offline').waitFor();
      await till.page
        .getByRole('banner')
        .getByText(/Caixa 1/)
        .waitFor();
    } finally {
      await service.plugIn();
    }
    await connection(till.page).getByText('Online').waitFor({ timeout: 60_000 });
  });

  it('keeps its tokens, over a working day, out of every file, of its output, and of the page', async () => {
    const userDataDir = newUserData();
    till = await launchTill({ userDataDir, args: ['--password-store=basic'] });
    const { page } = till;
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await signIn(page, service.baseUrl);
    await page
      .getByText(/no safe place for the sign-in/)
      .first()
      .waitFor();

    const references = [await sellFree(page)];
    await service.unplug();
    references.push(await sellFree(page));
    await service.plugIn();
    await confirmed(page, references);
    for (const request of dayOf(references[0] ?? '')) said.push(await ask(page, request));
    const tokens = [...issuedTokens(databaseFile)];
    revokeTokens(databaseFile);
    references.push(await sellFree(page));
    const again = page.getByRole('button', { name: 'Enter password' });
    await again.click({ timeout: 60_000 });
    await submitSignIn(page, { Password: practiceAccount.password });
    await confirmed(page, references);

    tokens.push(...issuedTokens(databaseFile));
    expect(tokens.length).toBeGreaterThan(1);
    // It takes so long that only the long tests do it.
    const memory = isLong ? await heapOf(page) : 'not read';
    // Otherwise the test would have read nothing.
    for (const reference of isLong ? references : []) expect(memory).toContain(reference);
    const reachable = await ask(page, ['app.state', undefined]);
    const shown = [memory, reachable, await page.content(), ...said, till.output()].join();
    const files = filesIn(userDataDir);
    expect(files.filter((file) => /\.(pdf|txt|csv|db|log)$/.test(file)).length).toBeGreaterThan(4);
    for (const token of tokens) {
      expect(shown.includes(token)).toBe(false);
      for (const file of files) expect(readIfThere(file).includes(token), file).toBe(false);
    }
  });

  it.runIf(isLong)(
    'keeps its token without a secret store only while the owner accepts that, and sells without it',
    async () => {
      const userDataDir = newUserData();
      const restart = async () => {
        await till?.close();
        till = await launchTill({ userDataDir, args: ['--password-store=basic'] });
        return till.page;
      };
      const accepts = (page: Page) => page.getByRole('checkbox', { name: /Keep the sign-in/ });
      /**
       * Waits until the main process tells of its new state, which it does once it has done what
       * was requested.
       */
      const choose = async (page: Page, keeps: boolean) => {
        const told = page.evaluate(
          `new Promise((done) => till.on('app.stateChanged', (state) => state.keepTokenWeakly === ${keeps} && done()))`,
        );
        await accepts(page).setChecked(keeps);
        await told;
      };
      let page = await restart();
      await submitSignIn(page, good());
      await connection(page).getByText('Online').waitFor();
      await openSection(page, 'This till');
      expect(await accepts(page).isChecked()).toBe(false);
      await choose(page, true);
      page = await restart();
      await connection(page).getByText('Online').waitFor();
      await openSection(page, 'This till');
      await choose(page, false);
      page = await restart();
      await connection(page).getByText('Sign-in needed').waitFor();
      await goTo(page, 'Sell');
      await page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
    },
  );
});

/** Returns the reference, which shows until the service has answered. */
async function sellFree(page: Page): Promise<string> {
  await goTo(page, 'Sell');
  await addFreeLine(page, { code: 'CAFE', quantity: '1', unitPrice: '0.7' });
  const finished = await pay(page);
  await finished.getByRole('button', { name: 'Next sale' }).click();
  const latest: unknown = JSON.parse(
    await ask(page, ['outbox.list', { before: null, limit: 1, openOnly: false }]),
  );
  const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(JSON.stringify(latest))?.[0];
  if (!reference) throw new Error('no reference');
  return reference;
}

async function confirmed(page: Page, references: readonly string[]): Promise<void> {
  await goTo(page, 'Outbox');
  for (const reference of references) {
    const row = page.getByRole('row', { name: reference });
    await row.getByText('Confirmed').waitFor({ timeout: 60_000 });
  }
}

/** Requests by the page's own bridge; returns the answer as text. */
const ask = (page: Page, [name, argument]: readonly [RequestName, unknown]): Promise<string> =>
  page.evaluate(
    async ([asked, given]) => {
      const { till } = globalThis as unknown as { till: TillBridge };
      return JSON.stringify(await till.request(asked, given as never));
    },
    [name, argument] as const,
  );

/** Requests that leave files behind, and one that fails with a word about the service. */
const dayOf = (reference: string): readonly (readonly [RequestName, unknown])[] => [
  ['receipt.savePdf', { kind: 'sale', reference }],
  ['outbox.saveEvidence', { reference }],
  ['documents.export', rightArguments['documents.export']],
  ['documents.get', { id: 999_999_999 }],
  ['settings.backUp', undefined],
  ['catalogue.export', undefined],
];

async function heapOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  return chunks.join('');
}

/** The browser deletes files of its cache at any moment; a deleted file holds nothing. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return Buffer.alloc(0);
    throw error;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}
