// The page of shelf labels, at a till that answers as the test says.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Printing } from '../../src-main/contract/printing.ts';
import type { LabelChoice, LabelOrder } from '../../src-main/contract/shelf-labels.ts';
import { button, shows, textbox } from './locators.ts';
import { examine } from './examine.ts';
import { noting, show, signedIn, type Answers } from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const place = '#/catalogue/labels';
const thermal: Printing['printer'] = {
  ...{ kind: 'tcp', host: '127.0.0.1', port: 9100 },
  thermal: { language: 'esc-pos', width: 80, columns: 48, codePage: 'cp858', cuts: true },
};
const begun: LabelChoice = {
  paper: { kind: 'sheet', sheet: '4x10', first: 7, printer: 'escritorio' },
  ...{ copies: 2, language: 'pt-PT' },
};

describe.each(playedLanguages)('in %s', (language) => {
  const { labels, errors, printing } = messagesFor(language);
  const at = (printer: Printing['printer'] = null) => ({
    ...{ ...signedIn, language },
    printing: { ...signedIn.printing, printer },
  });
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });

  const answering = (change: Answers = {}) => {
    const requests: LabelOrder[] = [];
    const answers: Answers = {
      'catalogue.list': { total: 3, all: 3, products: [] },
      'labels.look': noting(requests, {
        products: 3,
        unpriced: 1,
        labels: 3,
        sheets: 1,
        preview: '/receipt/preview/none',
      }),
      ...change,
    };
    return { requests, answers };
  };

  it('begins with the last choice, and says how many labels that makes', async () => {
    const { requests, answers } = answering({
      'labels.choice': begun,
      'printing.findPrinters': [{ name: 'laser', label: 'Laser' }],
    });
    show(at(), answers, place);
    await shows(labels.comesTo(3, 3, 1));
    await shows(labels.leftOut(1));
    await expect.element(textbox(labels.first)).toHaveValue('7');
    await expect.element(textbox(labels.copies)).toHaveValue('2');
    // Even if the printer is not there now.
    await expect
      .element(choice(labels.printer))
      .toHaveDisplayValue(printing.notFound('escritorio'));
    expect(requests).toEqual([
      { chosen: { kind: 'all', view: { text: '', group: null }, except: [] }, choice: begun },
    ]);
    await examine();
  });

  it('a roll needs a thermal printer, and a removed one is not chosen', async () => {
    const { requests, answers } = answering({
      'labels.choice': { ...begun, paper: { kind: 'roll' } },
    });
    show(at(), answers, place);
    await shows(labels.noRoll);
    await expect.element(radio(labels.papers.roll)).toBeDisabled();
    await expect.element(radio(labels.papers.sheet)).toBeChecked();
    await shows(labels.comesTo(3, 3, 1));
    expect(requests[0]?.choice.paper.kind).toBe('sheet');
  });

  it('an error is told at its field, and nothing is printed', async () => {
    const { requests, answers } = answering();
    show(at(thermal), answers, place);
    await shows(labels.comesTo(3, 3, 1));
    await textbox(labels.first).fill('25');
    await textbox(labels.copies).fill('zero');
    await shows(labels.firstWrong(24));
    await shows(labels.copiesWrong(100));
    await expect.element(button(labels.print)).toBeDisabled();
    // A disabled button also looks disabled under the pointer.
    await button(labels.print).hover({ force: true });
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(background(button(labels.print).element())).toBe(
      background(button(labels.savePdf).element()),
    );
    await examine();
    // A roll has no first label.
    await textbox(labels.copies).fill('1');
    await radio(labels.papers.roll).click();
    await expect.poll(() => requests.at(-1)?.choice.paper).toEqual({ kind: 'roll' });
    await expect.element(button(labels.print)).toBeEnabled();
    await examine();
  });

  it('too many labels are refused before anything is printed, and a failure gives its reason', async () => {
    const tooMany = { code: 'too_many_labels', labels: 2_400, most: 2_000 } as const;
    show(at(), answering({ 'labels.look': tooMany }).answers, place);
    await shows(errorSentence(errors, tooMany));
    await expect.element(button(labels.print)).toBeDisabled();
    await expect.element(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await examine();
  });

  it('a print that cannot begin says why', async () => {
    const { answers } = answering({ 'labels.print': { code: 'no_labels' } });
    show(at(), answers, place);
    await shows(labels.comesTo(3, 3, 1));
    await button(labels.print).click();
    await shows(errorSentence(errors, { code: 'no_labels' }));
  });
});
