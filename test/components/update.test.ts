// Newer versions of the program, as Settings show them.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { updatesOff, type UpdateState } from '../../src-main/contract/update.ts';
import { button } from './locators.ts';
import { examine } from './examine.ts';
import { noting, show, signedIn, type Answers } from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const address = 'https://updates.example';
const place = '#/settings/updates';
const noRoom = { code: 'update_no_room', neededBytes: 400_000_000 } as const;
const [version, notes] = ['2.0.0', 'Counts <b>coins</b>.'];

describe.each(playedLanguages)('in %s', (language) => {
  const { updates, errors } = messagesFor(language);
  const as = (state: UpdateState, at: string | null = address) => ({
    ...{ ...signedIn, language },
    updates: { address: at, state },
  });
  const card = () =>
    page.getByRole('region').or(page.getByRole('heading', { name: updates.title }));
  const shows = (text: string) => expect.element(page.getByText(text)).toBeVisible();

  it('an update is looked for, fetched and installed, each at somebody’s request', async () => {
    const requests: string[] = [];
    const noteRequest = (name: string) => () => {
      requests.push(name);
      return null;
    };
    const answers: Answers = {
      'update.look': noteRequest('look'),
      'update.fetch': () => {
        requests.push('fetch');
        return noRoom;
      },
      'update.install': noteRequest('install'),
    };
    const become = show(as({ kind: 'newest', lookedAtMs: null }), answers, place);
    await expect.element(card().first()).toBeVisible();
    await shows(updates.neverLooked);
    await button(updates.look).click();
    become(as({ kind: 'looking' }));
    await shows(updates.looking);
    await expect.element(button(updates.look)).not.toBeInTheDocument();
    become(as({ kind: 'found', version, notes }));
    await shows(updates.found(version));
    await page.getByText(updates.notes).click();
    await shows(notes);
    await examine();
    await button(updates.fetch).click();
    await shows(errorSentence(errors, noRoom));
    await examine();
    become(as({ kind: 'fetching', version, percent: 40 }));
    await shows(updates.fetching(version, 40));
    become(as({ kind: 'fetched', version, notes }));
    await button(updates.install).click();
    become(as({ kind: 'installing', version }));
    await shows(updates.installing(version));
    await expect.element(button(updates.install)).not.toBeInTheDocument();
    expect(requests).toEqual(['look', 'fetch', 'install']);
  });

  it('an empty address counts as none, and finding no newer version shows its time', async () => {
    const args: unknown[] = [];
    const answers: Answers = { 'update.setAddress': noting(args, null) };
    const lookedAtMs = Date.UTC(2026, 10, 2, 9, 30);
    show(as({ kind: 'newest', lookedAtMs }), answers, place);
    await shows(updates.newest(signedIn.version, lookedAtMs));
    const field = page.getByRole('textbox', { name: updates.address });
    await field.fill('  ');
    field.element().closest('form')?.requestSubmit();
    await shows(updates.saved);
    expect(args).toEqual([{ address: null }]);
  });

  it.each(updatesOff)('says why there are no updates (%s)', async (why) => {
    show(as({ kind: 'off', why }, null), {}, place);
    await shows(updates.off[why]);
    const field = page.getByRole('textbox', { name: updates.address });
    expect(field.elements()).toHaveLength(why === 'no_address' ? 1 : 0);
    await examine();
  });
});
