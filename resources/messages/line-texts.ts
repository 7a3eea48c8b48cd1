// Puts lines of a sale into one phrase, with numbers as the language writes them.
import type { ListedLine } from '../../src-main/contract/exceptions.ts';
import { decimalFormat, sharedFormat } from '../../src-main/contract/format.ts';
import type { Language } from '../../src-main/contract/languages.ts';

/** The most lines that are named; the phrase says how many more there are. */
const mostLines = 10;

export function lineTexts(language: Language, more: (lines: number) => string) {
  const { money, quantity } = sharedFormat(language);
  const price = { style: 'currency', currency: 'EUR', maximumFractionDigits: 6 } as const;
  const named = ({ code, description }: Pick<ListedLine, 'code' | 'description'>): string =>
    code === description ? code : `${description} (${code})`;
  const line = (one: ListedLine): string => `${quantity(one.quantity)} × ${named(one)}`;
  return {
    money,
    unitPrice: decimalFormat(language, 6, price),
    percent: decimalFormat(language, 2, { style: 'unit', unit: 'percent' }),
    named,
    line,
    lines: (all: readonly ListedLine[]): string =>
      [
        ...all.slice(0, mostLines).map(line),
        ...(all.length > mostLines ? [more(all.length - mostLines)] : []),
      ].join('; '),
  };
}
