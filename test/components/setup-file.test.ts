// Setting up another till, as Settings show it.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { SetupVerdict } from '../../src-main/contract/setup-file.ts';
import { isolated } from '../../src-renderer/bridge/foreign-text.ts';
import { shows } from './locators.ts';
import { examine } from './examine.ts';
import { noting, show, signedIn, type Answers } from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const place = '#/settings/setup-file';
const verdict: SetupVerdict = {
  ...{ lookId: 5, name: 'AURORA-1-setup.counterfoil', madeAtMs: Date.UTC(2026, 10, 23, 12) },
  ...{ companyName: '<b>Mercearia</b>', tillName: 'Caixa 1', isSameCompany: true },
  parts: [
    { part: 'paymentMethods', count: 4 },
    { part: 'catalogue', count: 1 },
    { part: 'day', count: null },
  ],
};

describe.each(playedLanguages)('in %s', (language) => {
  const { setupFile, errors } = messagesFor(language);
  const at = { ...signedIn, language };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const box = (name: string) => page.getByRole('checkbox', { name });

  it('a file is looked at, and its ticked parts are used', async () => {
    const requests: unknown[] = [];
    const answers: Answers = { 'setup.look': verdict, 'setup.use': noting(requests, null) };
    show(at, answers, place);
    await press(setupFile.choose);
    await shows(
      setupFile.found(isolated(verdict.companyName), isolated(verdict.tillName), verdict.madeAtMs),
    );
    await box(setupFile.parts.catalogue(1)).click();
    await examine();
    await press(setupFile.use);
    await shows(setupFile.used);
    expect(requests).toEqual([{ lookId: 5, parts: ['paymentMethods', 'day'] }]);
    await expect.element(page.getByRole('button', { name: setupFile.use })).not.toBeInTheDocument();
  });

  it('without a ticked part nothing can be used; another company and a failure are told', async () => {
    const error: AppError = { code: 'setup_file_unusable', problem: 'changed', field: null };
    const [, , day] = verdict.parts;
    const parts = day ? [day] : [];
    const answers: Answers = {
      'setup.look': { ...verdict, isSameCompany: false, parts },
      'setup.use': error,
    };
    show(at, answers, place);
    await press(setupFile.choose);
    await shows(setupFile.otherCompany);
    await box(setupFile.parts.day(0)).click();
    await expect.element(page.getByRole('button', { name: setupFile.use })).toBeDisabled();
    await box(setupFile.parts.day(0)).click();
    await press(setupFile.use);
    await shows(errorSentence(errors, error));
    // The page no longer knows the file.
    await expect.element(box(setupFile.parts.day(0))).not.toBeInTheDocument();
    await examine();
  });
});
