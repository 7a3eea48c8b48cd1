// The computer dies with its disk in the middle of an outage: another one starts again from the
// second copy, and what had not been sent arrives once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Answer, Argument, TillBridge } from '../../src-main/contract/api.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { eventually } from '../eventually.ts';
import { countDocumentsOf, revokeTokens } from './accounts.ts';
import { addFreeLine, connection, goTo, lines, pay, signIn } from './cashier.ts';
import { notPlayed } from './played.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-service-')), 'service.db');
const outbox = { settlingMs: 3_000, firstLookUpMs: 300, lookUpCapMs: 500, retryCapMs: 1_000 };
let service: PracticeService;
let till: Till | undefined;
beforeAll(async () => {
  service = await startPracticeService({ databaseFile });
});
afterEach(async () => {
  await till?.kill9();
  till = undefined;
});
afterAll(() => service.close());

/** What no screen is needed for. @throws what main answers instead. */
async function ask<Name extends 'app.state' | `secondCopy.${'choose' | 'find' | 'look' | 'use'}`>(
  page: Page,
  name: Name,
  argument: Argument<Name>,
): Promise<Answer<Name>> {
  const answer: Result<unknown> = await page.evaluate(
    async ([asked, value]) => {
      const bridge = (globalThis as unknown as { till: TillBridge }).till;
      return bridge.request(asked, value);
    },
    [name, argument] as const,
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value as Answer<Name>;
}

const copyOf = async (page: Page): Promise<TillState['secondCopy']> =>
  (await ask(page, 'app.state', undefined)).secondCopy;

const upToDate = (page: Page) =>
  eventually(async () => {
    expect(await copyOf(page)).toMatchObject({ state: 'up_to_date', behind: 0 });
  });

it('a sale of an outage outlives its computer, and arrives once from the next', async ({
  skip,
}) => {
  skip(notPlayed !== '', notPlayed);
  const medium = mkdtempSync(join(tmpdir(), 'counterfoil-stick-'));
  const agree = messagesFor('en').restore.agree;
  const env = { STAND_IN_CHOOSES: medium, STAND_IN_PRESSES: agree };
  const firstFolder = newUserData({ outbox });
  const first = (till = await launchTill({ userDataDir: firstFolder, env }));
  await signIn(first.page, service.baseUrl);
  expect(await ask(first.page, 'secondCopy.choose', undefined)).toBe(true);
  await addFreeLine(first.page, { code: 'CAFE', quantity: '1', unitPrice: '0.7' });
  await lines(first.page).first().waitFor();
  revokeTokens(databaseFile);
  const finished = await pay(first.page);
  const reference = /CF-\w{4}-\w{4}-\w{4}/.exec(await finished.innerText())?.[0] ?? '';
  expect(reference).not.toBe('');
  await upToDate(first.page);
  await first.kill9();
  rmSync(firstFolder, { recursive: true });
  expect(countDocumentsOf(databaseFile, reference)).toBe(0);

  const next = (till = await launchTill({ userDataDir: newUserData({ outbox }), env }));
  const [copy] = (await ask(next.page, 'secondCopy.find', undefined)) ?? [];
  expect(copy).toMatchObject({ companyCode: 'AURORA', tillCode: '1' });
  const held = await ask(next.page, 'secondCopy.look', { copyId: copy?.copyId ?? 0 });
  expect(held).toMatchObject({ sales: 1, unsettled: 1, unsettledCents: 70 });
  await signIn(next.page, service.baseUrl);
  expect(await ask(next.page, 'secondCopy.use', { lookId: held.lookId })).toBe(true);
  await upToDate(next.page);
  await connection(next.page).getByText('Online').waitFor();
  await goTo(next.page, 'Outbox');
  const row = next.page.getByRole('row', { name: reference });
  await row.getByText('Confirmed', { exact: true }).waitFor({ timeout: 90_000 });
  expect(countDocumentsOf(databaseFile, reference)).toBe(1);
});
