// CSV files that a spreadsheet opens, written as it expects them in each language.
import { stringify } from 'csv-stringify/sync';
import type { Language } from '../contract/settings.ts';

export interface Writing {
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
}

export const writings: Readonly<Record<Language, Writing>> = {
  en: { delimiter: ',', decimalMark: '.' },
  'pt-PT': { delimiter: ';', decimalMark: ',' },
};

export type Cells = readonly string[];

/** The file's first line; by the mark before it, spreadsheets know that the file is UTF-8. */
export const headCsv = (names: Cells, writing: Writing): string =>
  `\uFEFF${rowsCsv([names], writing)}`;

export const rowsCsv = (rows: readonly Cells[], { delimiter }: Writing): string =>
  stringify([...rows], { delimiter, record_delimiter: 'windows', quoted_match: /^\s|\s$/u });
