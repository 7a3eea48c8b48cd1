// Checks that what the READMEs and the user guide link to and name is there: files, headings,
// commands, and what stands on the screen.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { en } from '../../resources/messages/en.ts';
import { ptPT } from '../../resources/messages/pt-PT.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  'README.md',
  ...globSync('{src-main,src-renderer,resources,test}/**/*.md', { cwd: root }),
];
const paths = globSync('{src-main,src-renderer,resources,test}/**', { cwd: root });
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

/** Returns inline links and references, without those to other sites. */
const linksIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/\]\((?<inline>[^)\s]+)\)|^\[[^\]]+\]: (?<referenced>\S+)/gm),
    ({ groups }) => groups?.inline ?? groups?.referenced ?? '',
  ).filter((link) => !/^[a-z]+:/.test(link));

const anchorsIn = (text: string): string[] =>
  Array.from(text.matchAll(/^#+ (?<heading>.*)$/gm), ({ groups }) =>
    (groups?.heading ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

function leadsNowhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor);
}

test('more than thirty READMEs are checked', () => {
  expect(pages.length).toBeGreaterThan(30);
});

describe.each(pages)('%s', (page) => {
  test('links to what is there', () => {
    expect(linksIn(textOf(page)).filter((link) => leadsNowhere(page, link))).toEqual([]);
  });

  test('names commands that there are', () => {
    const named = Array.from(
      textOf(page).matchAll(/npm run (?<name>[\w:-]+)/g),
      ({ groups }) => groups?.name ?? '',
    );
    expect(named.filter((name) => !(name in project.scripts))).toEqual([]);
  });
});

/** Names of files that are not links, and of folders and files of tests. */
const namedFilesIn = (text: string): string[] =>
  Array.from(
    text.matchAll(
      /`(?:\.\.\/)*(?<file>[\w./-]+\.(?:ts|mjs|svelte)|(?:unit|components|integration|e2e|attacks|faults|smoke)\/[\w/-]*\w)\/?`/g,
    ),
    ({ groups }) => groups?.file ?? '',
  );

test.each(pages)('%s names files that there are', (page) => {
  const isThere = (name: string) =>
    [name, `${name}.test.ts`].some((end) => paths.some((path) => `/${path}`.endsWith(`/${end}`)));
  expect(namedFilesIn(textOf(page)).filter((name) => !isThere(name))).toEqual([]);
});

test('names of files are found in a text', () => {
  expect(namedFilesIn('`../a/b.ts`, [`C.svelte`](C.svelte), `unit/x/` and `npm test`')).toEqual([
    'a/b.ts',
    'C.svelte',
    'unit/x',
  ]);
});

const guideIn = (language: string) => textOf(`resources/guide/${language}.md`);

const textsIn = (messages: unknown): readonly string[] => {
  if (typeof messages === 'string') return [messages];
  return typeof messages === 'object' && messages !== null
    ? Object.values(messages).flatMap(textsIn)
    : [];
};

test.each([
  { language: 'en', messages: en },
  { language: 'pt-PT', messages: ptPT },
])('the guide in $language calls what is on the screen by its name', ({ language, messages }) => {
  const texts = new Set(textsIn(messages));
  const names = Array.from(guideIn(language).matchAll(/\*\*(?<name>[^*]+)\*\*/g), ({ groups }) =>
    (groups?.name ?? '').replaceAll(/\s+/g, ' '),
  );
  expect(names.length).toBeGreaterThan(200);
  /** A section of the settings comes after their name: `Settings, Printer`. */
  const isThere = (name: string) =>
    texts.has(name) || name.split(', ').every((part) => texts.has(part));
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

test('the guide has the same sections in both languages', () => {
  const sectionsIn = (language: string) => guideIn(language).match(/^(?:#+|-|\d\.)(?= )/gm);
  expect(sectionsIn('pt-PT')).toEqual(sectionsIn('en'));
});
