// The file of a day's exceptions as a spreadsheet reads it.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { Language } from '../../../src-main/contract/languages.ts';
import { cartOf, line, watchedTill } from './watched-till.ts';

async function exported(
  till: ReturnType<typeof watchedTill>,
  by: string | null,
  date = '2026-03-16',
) {
  const answer = await till.ask['exceptions.export']({ date, by });
  if (!answer.ok) throw new Error(answer.error.code);
  const { file } = answer.value;
  return { name: basename(file), rows: readFileSync(file, 'utf8').split('\r\n').slice(0, -1) };
}

const lowered = (description: string, code = 'GALAO') =>
  cartOf(line(code, { description, unitPrice: 1_250_000, listPrice: 1_500_000 }));

test.each<[Language, string]>([
  [
    'en',
    '2026-03-16,12:00:00,Rui,Sold below its price,1 × Galão (GALAO) at €1.25 in place of €1.50,0.25,,',
  ],
  [
    'pt-PT',
    '2026-03-16;12:00:00;Rui;Vendido abaixo do preço;1 × Galão (GALAO) a 1,25\u00a0€ em vez de 1,50\u00a0€;0,25;;',
  ],
])(
  'in %s it has the names of its columns and a row for each exception',
  async (language, expected) => {
    const till = watchedTill();
    till.at.language = language;
    const reference = await till.sell(lowered('Galão'));
    const { name, rows } = await exported(till, null);
    expect(name).toBe('LOJA-1-exceptions-2026-03-16.csv');
    expect(rows).toHaveLength(2);
    expect(rows[0]?.startsWith('\uFEFF')).toBe(true);
    expect(rows[1]).toBe(expected + reference);
  },
);

test('it is about the person that was asked for, or about all', async () => {
  const till = watchedTill();
  for (const name of ['Ana', 'Rui', null]) {
    till.at.doneBy = name === null ? null : { name };
    await till.sell(lowered('Galão'));
  }
  const cashiers = async (by: string | null) =>
    (await exported(till, by)).rows.slice(1).map((row) => row.split(',')[2]);
  expect(await cashiers('Ana')).toEqual(['Ana']);
  expect(await cashiers('inês')).toEqual(['inês']);
  expect(await cashiers(null)).toHaveLength(3);
});

test('a typed text is one line, and no formula', async () => {
  const till = watchedTill();
  till.at.doneBy = { name: '=1+1', approvedBy: '@now' };
  await till.sell(lowered('x";=HYPERLINK("a")', 'DIV'));
  const { rows } = await exported(till, null);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(`'=1+1`);
  expect(rows[1]).toContain(`'@now`);
  expect(rows[1]).not.toMatch(/[,;]"*=/);
});

test('a day without exceptions has a file with only the names of the columns', async () => {
  expect((await exported(watchedTill(), null)).rows).toHaveLength(1);
});
