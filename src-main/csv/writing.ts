// CSV files that a spreadsheet opens, written as it expects them in each language.
import { stringify } from 'csv-stringify/sync';
import { languageTraits, perLanguage, type Language } from '../contract/languages.ts';

export const writings = perLanguage((language) => {
  const { csvDelimiter: delimiter, decimalMark } = languageTraits[language];
  return { delimiter, decimalMark };
});
export type Writing = (typeof writings)[Language];

export type Cells = readonly string[];

/** Returns the file's first line, after the byte-order mark that tells spreadsheets it is UTF-8. */
export const headCsv = (names: Cells, writing: Writing): string =>
  `\uFEFF${rowsCsv([names], writing)}`;

export const rowsCsv = (rows: readonly Cells[], { delimiter }: Writing): string =>
  stringify([...rows], { delimiter, record_delimiter: 'windows', quoted_match: /^\s|\s$/u });
