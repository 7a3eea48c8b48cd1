// The screens and the user guide use one word for one thing, where a language has several.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Language } from '../../../src-main/contract/languages.ts';

const resources = fileURLToPath(new URL('../../../resources/', import.meta.url));
/** Shown nowhere: what people call things, whatever the screens call them. */
const searched = 'settings-words.ts';

function expectNone(language: Language, word: RegExp): void {
  const texts = globSync([
    `${resources}messages/${language}/*.ts`,
    `${resources}guide/${language}.md`,
  ])
    .filter((file) => basename(file) !== searched)
    .map((file) => ({ name: basename(file), text: readFileSync(file, 'utf8') }));
  expect(texts.length).toBeGreaterThan(30);
  const foundNames = texts.flatMap(({ name, text }) =>
    [...text.matchAll(word)].map(([match]) => `${name}: ${match}`),
  );
  expect(foundNames).toEqual([]);
}

test.each([
  [/[“”"]/g, '« »'],
  [/\bEnvios\b/g, '«Por enviar»'],
  [/\blinhas? livres?\b/gi, 'artigo diverso'],
  [/'Em conjunto'/g, 'Total'],
  [/\bvenda média\b/gi, 'valor médio por venda'],
  [/\bde ou para o cofre\b/gi, 'para o cofre, do cofre'],
  [/\blembrado\b/gi, 'com aviso'],
  [/\blíquido\b|\btotal de impostos\b/gi, 'total sem IVA, IVA'],
  [/\bninguém responde\b/gi, 'não responde'],
  [/\bem pausa\b/gi, 'parado (o envio), suspensa (a venda)'],
  [/\bem espera\b/gi, 'por enviar'],
  [/\bvolta a ser enviado\b/gi, 'enviada'],
  [/\bdescriç(ão|ões)\b/gi, 'designação'],
  [/\bgrupos?\b/gi, 'família'],
  [/\bjunt(ar?|ado|os?|e)\b/gi, 'acrescentar'],
  [/\badicion\w+/gi, 'acrescentar'],
  [/\bnovamente\b|\boutra vez\b/gi, 'de novo'],
  [/\blínguas?\b/gi, 'idioma'],
  [/\balgarismos? de controlo\b/gi, 'dígito de controlo'],
  [/\bcontribuinte\b/gi, 'NIF'],
  [/'Números'/g, 'Resultados'],
  [/\bver de novo\b/gi, 'atualizar'],
  [/\bo serviço disse \$/gi, 'total confirmado pelo serviço'],
])('European Portuguese has no %s: it says %s', (word) => {
  expectNone('pt-PT', word);
});

test.each([
  [/\bsales of no day\b/gi, 'sales outside any day'],
  [/'Together'/g, 'Total'],
  [/'Look again'/g, 'Refresh'],
  [/\bopen then\b|\bsettled since\b/gi, 'open at closing, settled later'],
  [/\bnote it as cash\b/gi, 'record it as cash'],
])('English has no %s: it says %s', (word) => {
  expectNone('en', word);
});
