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

test.each<[why: string, typed: string, found: ReturnType<typeof idsFor>, language?: 'pt-PT']>([
  ['a part of its title, whatever case and accents', 'SCÂN', [['scanner', null]]],
  ['a part of its title in Portuguese', 'copias', [['backups', null]], 'pt-PT'],
  ['a label', 'pause', [['scanner', 'Longest pause (ms)']]],
  ['a label in the other language', 'pausa', [['scanner', 'Longest pause (ms)']]],
  ['a label, shown as the screens say it', 'pause', [['scanner', 'Maior pausa (ms)']], 'pt-PT'],
  ['words of title and label together', 'ending scanner', [['scanner', 'Ending key']]],
  ['no words of two sections', 'ending backups', []],
  ['no text', '', []],
  ['no blanks', '   ', []],
  ['what else people call it, which does not show', 'logout', [['connection', null]]],
  ['that in the other language', 'palavra-passe', [['connection', null]]],
  ['that without its accents', 'balancas', [['scanner', null]]],
  ['the beginning of what does not show', 'prox', [['connection', null]]],
  ['no other part of it', 'roxy', []],
  ['it and a label together', 'proxy sign', [['connection', null]]],
  ['the plural', 'scanners', [['scanner', null]]],
  ['the plural in the other language', 'leitores', [['scanner', null]]],
  ['the singular', 'backup', [['backups', null]]],
  ['a plural with accents', 'ligações', [['connection', null]]],
])('a setting is found by %s: “%s”', (_, typed, found, language) => {
  expect(idsFor(typed, language)).toEqual(found);
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
