// The second copy as the screens show it: how it is doing, what can be changed, and starting again
// from one on a new computer and on this one.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { cents } from '../../src-main/contract/money.ts';
import {
  noSecondCopy,
  type FoundCopy,
  type HeldCopy,
  type SecondCopyStatus,
} from '../../src-main/contract/second-copy.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { isolated } from '../../src-renderer/bridge/foreign-text.ts';
import { state } from '../unit/src-renderer/sell/catalogue-till.ts';
import { sampleProfile } from '../sample-profile.ts';
import { button, shows, textbox } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { noting, show, signedIn, unanswered, type Answers } from './shown-till.ts';

const atMs = Date.UTC(2026, 10, 23, 14, 2);
const writtenStatus: SecondCopyStatus = {
  ...noSecondCopy,
  ...{ state: 'up_to_date', folder: '/media/aurora/STICK', copiedAtMs: atMs, isEncrypted: true },
};
const missing: SecondCopyStatus = {
  ...writtenStatus,
  ...{ state: 'missing', problem: 'not_there', sinceMs: atMs, behind: 3 },
};
const takenOver: SecondCopyStatus = {
  ...writtenStatus,
  ...{ state: 'taken_over', takenOver: { atMs, computer: 'BALCÃO-2' } },
};
const foundCopy: FoundCopy = {
  ...{
    copyId: 7,
    kind: 'service',
    serviceAddress: 'https://service.example',
    companyCode: 'AURORA',
  },
  ...{ companyName: 'Mercearia Aurora, Lda.', tillCode: 'C1', tillName: 'Caixa 1' },
  ...{ writtenBy: { atMs, computer: 'BALCÃO-1' }, isEncrypted: true },
};
const heldCopy: HeldCopy = {
  ...{ copyId: 7, lookId: 70, sales: 1_204, days: { first: '2026-11-20', last: '2026-11-23' } },
  ...{ newestAtMs: atMs, openDay: '2026-11-23', unsettled: 12, unsettledCents: cents(34_560) },
  ...{ writtenAtMs: atMs, isCutOff: true, backupAtMs: atMs - 36_000_000 },
};

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { errors, settings, secondCopyScreen: texts, startAgain, signIn, frame } = messages;
  const at = (secondCopy: SecondCopyStatus) => ({ ...signedIn, language, secondCopy });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const connection = () => page.getByRole('status', { name: frame.connection });

  describe('in the settings', () => {
    const place = '#/settings/second-copy';

    it('a folder is chosen where none is, and the recovery key is made there', async () => {
      const requests: string[] = [];
      const answers: Answers = {
        'secondCopy.choose': () => {
          requests.push('choose');
          return true;
        },
        'settings.makeRecoveryKey': () => {
          requests.push('key');
          return null;
        },
      };
      show({ ...at(noSecondCopy), hasRecoveryKey: false }, answers, place);
      await shows(texts.off);
      await shows(texts.noKey);
      await expect.element(button(texts.stop)).not.toBeInTheDocument();
      await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
      await examine();
      await button(texts.choose).click();
      await button(settings.printRecoveryKey).click();
      await shows(settings.recoveryKeyMade);
      expect(requests).toEqual(['choose', 'key']);
    });

    it('it says where it is, until when it is, and that only the key opens it', async () => {
      const changes: unknown[] = [];
      const answers: Answers = {
        'secondCopy.change': noting(changes, null),
        'secondCopy.stop': { code: 'locked' },
      };
      show(at(writtenStatus), answers, place);
      await shows(texts.upToDate);
      await shows('/media/aurora/STICK');
      await shows(texts.at(atMs));
      await shows(texts.encrypted);
      await examine();
      await page.getByRole('checkbox', { name: texts.encrypts }).click();
      expect(changes).toEqual([{ encrypts: false }]);
      await button(texts.stop).click();
      await shows(errorSentence(errors, { code: 'locked' }));
    });

    it('a copy that is missing says since when, why, and how many sales it lacks', async () => {
      show(at({ ...missing, isOverdue: true, isEncrypted: false, isOnSameDisk: true }), {}, place);
      await shows(texts.missing(atMs));
      await shows(errorSentence(errors, { code: 'second_copy_unusable', problem: 'not_there' }));
      await shows(texts.behind(3));
      await shows(texts.sameDisk);
      await shows(texts.readable);
      await examine();
    });

    it('a backup that could not be kept there is told, with why', async () => {
      show(at({ ...writtenStatus, backupProblem: 'full' }), {}, place);
      await shows(errorSentence(errors, { code: 'medium_backup_failed', problem: 'full' }));
      await examine();
    });

    it('a till that was replaced can go on here, and chooses no other folder meanwhile', async () => {
      let times = 0;
      const answers: Answers = {
        'secondCopy.resume': () => {
          times += 1;
          return null;
        },
      };
      show(at(takenOver), answers, place);
      await shows(texts.replaced('BALCÃO-2', atMs));
      await expect.element(button(texts.chooseAnother)).not.toBeInTheDocument();
      await examine();
      await button(texts.resume).click();
      expect(times).toBe(1);
    });
  });

  describe('in the status line', () => {
    it.each([
      [noSecondCopy, null],
      [{ ...writtenStatus, state: 'starting' }, null],
      [writtenStatus, texts.status.upToDate],
      [{ ...writtenStatus, state: 'behind', behind: 3 }, texts.status.behind(3)],
      [missing, texts.status.missing(atMs)],
    ] as const)('it says how it is: %#', async (copy, says) => {
      show(at(copy));
      await expect.element(connection()).toBeVisible();
      const words = connection().element().textContent.replaceAll(/\s+/g, ' ').trim();
      const named = says === null ? '' : ` · ${texts.status.name} ${says}`;
      expect(words).toBe(`${frame.connections.online}${named}`);
      expect(connection().getByRole('link').elements()).toEqual([]);
    });

    it('one that is missing for long, and a till that was replaced, lead a person there', async () => {
      const become = show({ ...at({ ...missing, isOverdue: true }), unsent: 12, needPerson: 2 });
      await expect
        .element(link(`${texts.status.name} ${texts.status.missing(atMs)}`))
        .toHaveAttribute('href', '#/settings/second-copy');
      await examine();
      become(at(takenOver));
      await expect.element(link(texts.status.takenOver)).toBeVisible();
    });

    it('a till that was replaced says so above every screen, and not that selling goes on', async () => {
      const replaced = { code: 'till_replaced', atMs, computer: 'BALCÃO-2' } as const;
      const tillState = { ...at(takenOver), connection: 'paused', pause: replaced } as const;
      const become = show({ ...tillState, connectionError: replaced, notices: [replaced] });
      const sentence = page.getByText(errorSentence(errors, replaced));
      await expect.element(sentence).toBeVisible();
      expect(sentence.elements()).toHaveLength(1);
      await expect.element(page.getByText(frame.paused)).not.toBeInTheDocument();
      await expect.element(link(texts.seeWhy)).toBeVisible();
      await examine();
      // Without the service no banner says it.
      become({ ...at(takenOver), connection: 'offline', notices: [replaced] });
      await expect.element(sentence).toBeVisible();
    });
  });

  describe('starting again', () => {
    const answers: Answers = { 'secondCopy.find': [foundCopy], 'secondCopy.look': heldCopy };

    async function lookAtIt() {
      await button(startAgain.choose).click();
      await shows(startAgain.writtenBy(isolated('BALCÃO-1'), atMs));
      await button(startAgain.look).click();
      await shows(startAgain.daysIn('2026-11-20', '2026-11-23'));
    }

    it('in the settings, a copy is found, looked at, and put in place once a person agrees', async () => {
      const useRequests: unknown[] = [];
      show(
        at(noSecondCopy),
        { ...answers, 'secondCopy.use': noting(useRequests, false) },
        '#/settings/start-again',
      );
      await lookAtIt();
      await shows(startAgain.cutOff);
      await shows(startAgain.unsettledFor(12, formatFor(language).money(cents(34_560))));
      await examine();
      await button(startAgain.use).click();
      expect(useRequests).toEqual([{ lookId: 70 }]);
      await expect.element(button(startAgain.use)).toBeVisible();
    });

    it('a folder without one, and one that cannot be read, say so', async () => {
      const problem = { code: 'second_copy_unusable', problem: 'unreadable' } as const;
      const none = { code: 'second_copy_unusable', problem: 'no_copy' } as const;
      let isThere = false;
      show(
        at(noSecondCopy),
        { 'secondCopy.find': () => (isThere ? [foundCopy] : none), 'secondCopy.look': problem },
        '#/settings/start-again',
      );
      await button(startAgain.choose).click();
      await shows(errorSentence(errors, none));
      isThere = true;
      await button(startAgain.choose).click();
      await button(startAgain.look).click();
      await shows(errorSentence(errors, problem));
      await examine();
    });

    it('on a new computer, somebody signs in to the same till, and nobody sells before', async () => {
      const nobody = { ...state, language };
      const signedInTo: unknown[] = [];
      let isRefused = true;
      const become = show(nobody, {
        ...answers,
        'session.signIn': noting(signedInTo, sampleProfile),
        'secondCopy.use': () =>
          isRefused ? { code: 'second_copy_unusable', problem: 'not_there' } : unanswered,
      });
      await button(startAgain.open).click();
      await expect
        .element(page.getByRole('heading', { level: 1 }))
        .toHaveTextContent(startAgain.title);
      await examine();
      await lookAtIt();
      await examine();
      await button(startAgain.signIn).click();
      const line = startAgain.signInLine(
        isolated(foundCopy.companyName),
        isolated(foundCopy.tillName),
      );
      await shows(line);
      await examine();
      await expect.element(textbox(signIn.serviceAddress)).toHaveValue(foundCopy.serviceAddress);
      await textbox(signIn.username).fill('ana');
      await page.getByLabelText(signIn.password, { exact: true }).fill('secret');
      await button(signIn.submit).click();
      await expect
        .poll(() => signedInTo)
        .toMatchObject([{ companyCode: 'AURORA', tillCode: 'C1' }]);
      become({ ...at(noSecondCopy), hasSold: false });
      await shows(errorSentence(errors, { code: 'second_copy_unusable', problem: 'not_there' }));
      await expect.element(page.getByRole('navigation').first()).not.toBeInTheDocument();
      await examine();
      isRefused = false;
      await button(startAgain.use).click();
      await shows(startAgain.using);
    });

    it('one that was chosen on a new computer can be left again', async () => {
      const become = show(
        { ...state, language },
        { ...answers, 'secondCopy.use': { code: 'second_copy_unusable', problem: 'other_till' } },
      );
      await button(startAgain.open).click();
      await lookAtIt();
      await button(startAgain.signIn).click();
      await button(messages.common.cancel).click();
      await expect.element(button(startAgain.open)).toBeVisible();
      await button(startAgain.open).click();
      await lookAtIt();
      await button(startAgain.signIn).click();
      become(at(noSecondCopy));
      await button(startAgain.without).click();
      await expect.element(connection()).toBeVisible();
    });
  });
});
