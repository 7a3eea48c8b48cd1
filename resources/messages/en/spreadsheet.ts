// Why a spreadsheet cannot be imported, in English.
import type {
  SpreadsheetBound,
  SpreadsheetError,
  SpreadsheetProblem,
} from '../../../src-main/contract/spreadsheet.ts';
import type { PartSentences } from '../sentences.ts';
import { numeral } from './formats.ts';

const problems: Readonly<Record<SpreadsheetProblem, string>> = {
  other_format:
    'This is a spreadsheet in an old format that the till does not read. Open it in your spreadsheet program, save it as xlsx or CSV, and choose that file.',
  no_spreadsheet:
    'This file is neither a spreadsheet (xlsx, xls, ods) nor text. Open it in the program that made it, save it as xlsx or CSV, and choose that file.',
  web_page:
    'This is a web page and no table of products. Open it in your spreadsheet program, save it as xlsx or CSV, and choose that file.',
  pdf: 'This is a PDF, in which there are no columns. Ask whoever made it for the list as xlsx or CSV, and choose that file.',
  picture:
    'This is a picture and no table of products. Type the list in a spreadsheet program, save it as xlsx or CSV, and choose that file.',
  protected:
    'A password guards this spreadsheet. Save it without a password, as xlsx or CSV, and choose that file.',
  damaged:
    'This spreadsheet is damaged or was cut off, so nothing of it was used. Open it in your spreadsheet program, save it again as xlsx or CSV, and choose that file.',
};

const bounds: Readonly<Record<SpreadsheetBound, (most: string) => string>> = {
  megabytes: (most) => `The spreadsheet is larger than ${most} MB.`,
  unpackedMegabytes: (most) => `Unpacked, the spreadsheet is larger than ${most} MB.`,
  memoryMegabytes: (most) => `Reading the spreadsheet takes more than ${most} MB of memory.`,
  minutes: (most) => `Reading the spreadsheet takes longer than ${most} minutes.`,
};

export const enSpreadsheetErrors: PartSentences<SpreadsheetError> = {
  spreadsheet_unusable: ({ problem }) => `${problems[problem]} The catalogue is as it was.`,
  spreadsheet_too_large: ({ bound, most }) =>
    `${bounds[bound](numeral(most))} The till reads no larger ones: leave out what is not sold, or save it as CSV, and choose that file. The catalogue is as it was.`,
};
