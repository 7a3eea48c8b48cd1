// "Check this computer" as a page: the result of each check, a place to scan, and the report.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FailedStart } from '../../src-main/contract/restore.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { findingWords } from '../../resources/messages/sentences.ts';
import { checkNames, type CheckName, type Finding } from '../../src-main/contract/computer.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { examine } from './examine.ts';
import { show, signedIn, type Answers } from './shown-till.ts';
import { playedLanguages } from './in-first.ts';

const bad: Readonly<Record<CheckName, readonly Finding[] | AppError>> = {
  runtime: [
    {
      ...{ item: 'runtime', verdict: 'look_at', hasElectron: false },
      versions: { Counterfoil: '1.2.3', Node: '24.1.0', linux: '6.1.0-generic x64' },
    },
  ],
  key_store: [
    {
      ...{ item: 'key_store', verdict: 'bad', store: 'none' },
      ...{ backend: 'basic_text', keepsWeakly: true },
    },
  ],
  printers: [
    {
      ...{ item: 'printer', verdict: 'bad', way: 'tcp', name: '192.168.1.50:9100', isMute: true },
      error: { code: 'printer_unreachable', reason: 'timeout' },
    },
    { item: 'printers', verdict: 'fine', names: ['x'.repeat(60), 'HP LaserJet'] },
  ],
  proxy: [{ item: 'route', verdict: 'look_at', routes: ['http://proxy.example:3128', null] }],
  service: [
    {
      ...{ item: 'service', verdict: 'bad', origin: 'https://service.example' },
      ...{ answer: 'ECONNREFUSED', tookMs: 12 },
      trouble: { code: 'service_unreachable', reason: 'refused' },
    },
    { item: 'clock', verdict: 'unknown', aheadS: null },
  ],
  disk: { code: 'unexpected', id: '1234abcd' },
  screens: [{ item: 'screens', verdict: 'bad', sizes: [{ width: 1280, height: 720, scale: 1.5 }] }],
};

const fine = Object.fromEntries(
  checkNames.map((check) => [check, [{ item: 'space', verdict: 'fine', freeBytes: 1e11 }]]),
) as unknown as typeof bad;

const answers = (found: typeof bad): Answers => ({
  'computer.check': ({ check }) => found[check],
  'computer.report': ({ scan }) => ({ text: `Data: ~\n${JSON.stringify(scan)}\n`.repeat(40) }),
  'computer.saveReport': { file: '~/report.txt' },
});

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { computer, scanning } = messages;
  const at = { ...signedIn, language };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('it is opened from the settings', async () => {
    show(at, answers(fine), '#/settings');
    await page.getByRole('link', { name: computer.title }).click();
    await expect.element(page.getByText(computer.summary(0, 0))).toBeVisible();
    await expect.element(page.getByRole('heading', { name: computer.title })).toBeVisible();
    expect(page.getByText(computer.verdicts.fine, { exact: true }).all()).toHaveLength(7);
  });

  it('each finding has a verdict, and a bad one says what to do', async () => {
    show(at, answers(bad), '#/settings/computer');
    // A check that could not be made is something to look at.
    await expect.element(page.getByText(computer.summary(4, 3))).toBeVisible();
    for (const found of Object.values(bad)) {
      if ('code' in found) continue;
      for (const finding of found) {
        const { found: text, advice } = findingWords(computer.findings, finding);
        await expect.element(page.getByText(text, { exact: true })).toBeVisible();
        if (finding.verdict !== 'fine' && advice !== '')
          await expect.element(page.getByText(advice, { exact: true })).toBeVisible();
      }
    }
    await examine();
  });

  it('a trial scan leaves only its rhythm in the report, which is shown before it is saved', async () => {
    show(at, answers(fine), '#/settings/computer');
    const field = page.getByRole('textbox', { name: scanning.test });
    await field.click();
    // Each says its own time: on a busy machine the keys could come as slowly as a person's.
    const startMs = performance.now();
    for (const [index, key] of [...Array.from('5601234567890'), 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: startMs + index });
      field.element().dispatchEvent(event);
    }
    await expect.element(page.getByText(scanning.taken('5601234567890'))).toBeVisible();
    await expect.element(button(computer.saveReport)).not.toBeInTheDocument();
    await button(computer.showReport).click();
    const report = page.getByRole('region', { name: computer.reportText });
    await expect.element(report).toBeVisible();
    expect(report.element().textContent).toContain('"characters":13');
    expect(report.element().textContent).not.toContain('5601234567890');
    await examine();
    await button(computer.saveReport).click();
    await expect
      .element(page.getByText(messages.receiptActions.saved('~/report.txt')))
      .toBeVisible();
    // A new check is not the report that was read.
    await button(computer.again).click();
    await expect.element(button(computer.showReport)).toBeVisible();
    await expect.element(button(computer.again)).toHaveFocus();
    await expect.element(report).not.toBeInTheDocument();
  });

  it('a till that cannot be opened can be checked', async () => {
    const failedStart: FailedStart = {
      ...{ companyName: 'Mercearia Aurora, Lda.', tillName: 'Caixa 1' },
      error: { code: 'disk_full' },
      nextTryAtMs: null,
    };
    show({ ...at, profile: null, failedStart }, answers(fine), '');
    await button(computer.title).click();
    await expect.element(page.getByRole('heading', { name: computer.results })).toBeVisible();
    await expect.element(page.getByText(computer.summary(0, 0))).toBeVisible();
    await examine();
    await button(messages.common.back).click();
    await expect.element(button(messages.common.retry)).toBeVisible();
  });
});
