// The page and the printers' bytes say the same, word by word.
import { expect, test } from 'vitest';
import { papers } from '../../../src-main/contract/printing.ts';
import { codeDrawer as draw } from '../../../src-main/receipt/draw-codes.ts';
import { receiptHtml } from '../../../src-main/receipt/html.ts';
import { encodeReceipt } from '../../../src-main/printing/thermal/encode.ts';
import { printerText } from '../../../src-main/printing/thermal/letters.ts';
import { decode } from '../../printer/decode.ts';
import { rolls, rowsOf, thermalWith } from '../../printer/rolls.ts';
import { caseModel, paperCases } from './paper-cases.ts';

const entity = /&#(\d+);/g;

const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}€]/u.test(word));

function pageWords(name: string, paper: (typeof papers)[number]): readonly string[] {
  const page = receiptHtml(caseModel(name), { paper, draw });
  const body = page.slice(page.indexOf('<main'));
  const text = body
    .replace(/<[^>]*>/g, ' ')
    .replace(entity, (_, code) => String.fromCodePoint(Number(code)));
  return wordsOf(printerText(text.replaceAll('\n', ' ')));
}

/** Joins the words without breaks, which fall elsewhere on narrow paper, and within words too. */
const run = (words: readonly string[]): string => words.join('');

test.each(Object.keys(paperCases))('%s', (name) => {
  const [first = [], ...others] = papers.map((paper) => pageWords(name, paper));
  expect(first.length).toBeGreaterThan(10);
  for (const other of others) expect(other).toEqual(first);
  for (const roll of rolls) {
    const rows = rowsOf(decode('esc-pos', encodeReceipt(caseModel(name), thermalWith(roll))));
    expect(roll.columns).toBeGreaterThanOrEqual(Math.max(...rows.map((row) => row.length)));
    expect(run(wordsOf(rows.join(' ')))).toBe(run(first));
  }
});
