// Tests how a setting is found by what a person remembers of it.
import { expect, test } from 'vitest';
import type { Messages } from '../../../../resources/messages/en.ts';
import { findSections } from '../../../../src-renderer/settings/section-search.ts';

const sections = [
  {
    id: 'scanner' as const,
    title: ({ scanning }: Messages) => scanning.title,
    labels: ({ scanning }: Messages) => [scanning.suffix, scanning.gap],
  },
  {
    id: 'connection' as const,
    title: ({ connection }: Messages) => connection.title,
    labels: ({ connection }: Messages) => [connection.signOut],
  },
  { id: 'backups' as const, title: ({ settings }: Messages) => settings.backups, labels: () => [] },
];
const idsFor = (typed: string, language: 'en' | 'pt-PT' = 'en') =>
  findSections(sections, typed, language).map(({ section, label }) => [section.id, label]);

test('a setting is found by a part of its title, whatever the case and the accents', () => {
  expect(idsFor('SCÂN')).toEqual([['scanner', null]]);
  expect(idsFor('copias', 'pt-PT')).toEqual([['backups', null]]);
});

test('a setting is found by a label in either language, and shown in that of the screens', () => {
  expect(idsFor('pause')).toEqual([['scanner', 'Longest pause (ms)']]);
  expect(idsFor('pausa')).toEqual([['scanner', 'Longest pause (ms)']]);
  expect(idsFor('pause', 'pt-PT')).toEqual([['scanner', 'Maior pausa (ms)']]);
});

test('a setting is found by words of its title and of a label together', () => {
  expect(idsFor('ending scanner')).toEqual([['scanner', 'Ending key']]);
  expect(idsFor('ending backups')).toEqual([]);
});

test('an empty text finds nothing', () => {
  expect(idsFor('')).toEqual([]);
  expect(idsFor('   ')).toEqual([]);
});

test('titles come before labels', () => {
  const [first, second] = [
    { id: 'start', title: () => 'One', labels: () => ['Paper'] },
    { id: 'day', title: () => 'Paper', labels: () => [] },
  ] as const;
  expect(findSections([first, second], 'paper', 'en').map(({ section }) => section)).toEqual([
    second,
    first,
  ]);
});

test('hostile text is taken as words and nothing else', () => {
  for (const typed of ['.*', '\\', '%', '<b>', '__proto__', 'constructor', '\u202Enacs', '\uD800'])
    expect(idsFor(typed), typed).toEqual([]);
  expect(idsFor('pause '.repeat(50_000))).toEqual([['scanner', 'Longest pause (ms)']]);
});

test('a setting is found by what else people call it, in either language, which does not show', () => {
  expect(idsFor('logout')).toEqual([['connection', null]]);
  expect(idsFor('palavra-passe')).toEqual([['connection', null]]);
  expect(idsFor('balancas', 'en')).toEqual([['scanner', null]]);
});

test('words that do not show are found by how they begin, and labels together with them', () => {
  expect(idsFor('prox')).toEqual([['connection', null]]);
  expect(idsFor('roxy')).toEqual([]);
  expect(idsFor('proxy sign')).toEqual([['connection', null]]);
});

test('a plural finds its singular, and a singular its plural', () => {
  expect(idsFor('scanners')).toEqual([['scanner', null]]);
  expect(idsFor('leitores')).toEqual([['scanner', null]]);
  expect(idsFor('backup')).toEqual([['backups', null]]);
  expect(idsFor('ligações')).toEqual([['connection', null]]);
});
