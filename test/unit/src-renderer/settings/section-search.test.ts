// Tests how a setting is found by what a person remembers of it.
import { expect, test } from 'vitest';
import type { Messages } from '../../../../resources/messages/en.ts';
import { findSections } from '../../../../src-renderer/settings/section-search.ts';

const sections = [
  {
    id: 'scanner',
    title: ({ scanning }: Messages) => scanning.title,
    labels: ({ scanning }: Messages) => [scanning.suffix, scanning.gap],
    words: ({ settingsWords }: Messages) => settingsWords.scanner,
  },
  {
    id: 'connection',
    title: ({ connection }: Messages) => connection.title,
    labels: ({ connection }: Messages) => [connection.signOut],
    words: ({ settingsWords }: Messages) => settingsWords.connection,
  },
  {
    id: 'backups',
    title: ({ settings }: Messages) => settings.backups,
    labels: () => [],
    words: ({ settingsWords }: Messages) => settingsWords.backups,
  },
];
const found = (typed: string, language: 'en' | 'pt-PT' = 'en') =>
  findSections(sections, typed, language).map(({ section, label }) => [section.id, label]);

test('a setting is found by a part of its title, whatever the case and the accents', () => {
  expect(found('SCÂN')).toEqual([['scanner', null]]);
  expect(found('copias', 'pt-PT')).toEqual([['backups', null]]);
});

test('a setting is found by a label in either language, and shown in that of the screens', () => {
  expect(found('pause')).toEqual([['scanner', 'Longest pause (ms)']]);
  expect(found('pausa')).toEqual([['scanner', 'Longest pause (ms)']]);
  expect(found('pause', 'pt-PT')).toEqual([['scanner', 'Maior pausa (ms)']]);
});

test('a setting is found by words of its title and of a label together', () => {
  expect(found('ending scanner')).toEqual([['scanner', 'Ending key']]);
  expect(found('ending backups')).toEqual([]);
});

test('an empty text finds nothing', () => {
  expect(found('')).toEqual([]);
  expect(found('   ')).toEqual([]);
});

test('titles come before labels', () => {
  const [first, second] = [
    { title: () => 'One', labels: () => ['Paper'], words: () => '' },
    { title: () => 'Paper', labels: () => [], words: () => '' },
  ] as const;
  expect(findSections([first, second], 'paper', 'en').map(({ section }) => section)).toEqual([
    second,
    first,
  ]);
});

test('hostile text is taken as words and nothing else', () => {
  for (const typed of ['.*', '\\', '%', '<b>', '__proto__', 'constructor', '\u202Enacs', '\uD800'])
    expect(found(typed), typed).toEqual([]);
  expect(found('pause '.repeat(50_000))).toEqual([['scanner', 'Longest pause (ms)']]);
});

test('a setting is found by what else people call it, in either language, which does not show', () => {
  expect(found('logout')).toEqual([['connection', null]]);
  expect(found('palavra-passe')).toEqual([['connection', null]]);
  expect(found('balancas', 'en')).toEqual([['scanner', null]]);
});

test('words that do not show are found by how they begin, and labels together with them', () => {
  expect(found('prox')).toEqual([['connection', null]]);
  expect(found('roxy')).toEqual([]);
  expect(found('proxy sign')).toEqual([['connection', null]]);
});

test('a plural finds its singular, and a singular its plural', () => {
  expect(found('scanners')).toEqual([['scanner', null]]);
  expect(found('leitores')).toEqual([['scanner', null]]);
  expect(found('backup')).toEqual([['backups', null]]);
  expect(found('ligações')).toEqual([['connection', null]]);
});
