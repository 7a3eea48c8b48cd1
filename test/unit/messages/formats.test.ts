// Numbers and plurals are as each language writes them, and no message makes its own.
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { formatsIn } from '../../../resources/messages/formats.ts';
import { languages } from '../../../src-main/contract/languages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = (pattern: string) =>
  globSync(`${root}${pattern}`).map((file) => ({
    name: relative(root, file),
    text: readFileSync(file, 'utf8'),
  }));

test.each(languages)('in %s one is one, and everything else is another number', (language) => {
  const { count } = formatsIn(language);
  expect([0, 1, 2, 11].map((number) => count(number, { one: 'sale', other: 'sales' }))).toEqual([
    '0 sales',
    '1 sale',
    '2 sales',
    '11 sales',
  ]);
});

test('a form that only some languages have is taken where the number asks for it', () => {
  const { plural } = formatsIn('pt-PT');
  const forms = { one: 'um', many: 'de muitos', other: 'outros' };
  expect([1, 2, 1_000_000].map((number) => plural(number, forms))).toEqual([
    'um',
    'outros',
    'de muitos',
  ]);
});

test('great numbers are grouped as each language groups them', () => {
  const forms = { one: 'sale', other: 'sales' };
  expect(formatsIn('en').count(1_000_000, forms)).toBe('1,000,000 sales');
  expect(formatsIn('pt-PT').count(1_000_000, forms)).toBe('1\u00a0000\u00a0000 sales');
});

test('no message decides by itself what is one, or makes a format of its own', () => {
  const messages = files('resources/messages/**/*.ts');
  expect(messages.length).toBeGreaterThan(80);
  const own = messages.flatMap(({ name, text }) => {
    const formatters = name === 'resources/messages/formats.ts' ? [] : text.match(/new Intl\.\w+/g);
    return [...(text.match(/\b\w+ (?:[!=]== 1|> 1|< 2)\b/g) ?? []), ...(formatters ?? [])].map(
      (it) => `${name}: ${it}`,
    );
  });
  // The first of all closings is no plural.
  const others = languages.flatMap((language) => [
    `resources/messages/${language}/day.ts: number === 1`,
  ]);
  expect(own.toSorted()).toEqual(others.toSorted());
});

test('words for each language stand among the messages alone', () => {
  const sources = files('{src-main,src-renderer}/**/*.{ts,svelte}');
  expect(sources.length).toBeGreaterThan(400);
  const tables = sources.filter(
    ({ name, text }) =>
      name !== 'src-main/contract/languages.ts' && /\bRecord<Language,|^ +'pt-PT': /m.test(text),
  );
  expect(tables.map(({ name }) => name)).toEqual([]);
});
