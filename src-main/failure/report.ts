// Writes one text file for whoever helps. A person can read it before they send it, and it holds
// none of the shop's secrets.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { release, type as systemName } from 'node:os';
import { join } from 'node:path';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { withoutPeople } from '../computer/without-people.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import { writeNewFile } from '../receipt/new-file.ts';

export interface ReportOptions {
  readonly language: Language;
  readonly version: string;
  /** Why no till is open; null if one is. */
  readonly error: AppError | null;
  readonly logFile: string;
  readonly at: Date;
  /** The person's home folder, whose name is often theirs. */
  readonly home: string;
}

const logBytes = 64 * 1024;

/**
 * Returns the report's file, which lies in a folder of the person's own. Errors: those of writing
 * it.
 */
export function saveReport(
  folder: string,
  options: ReportOptions,
): Promise<Result<{ readonly file: string }>> {
  return saveText(folder, reportText(options), options);
}

/** Saves any report that a person has read. */
export function saveText(
  folder: string,
  text: string,
  { language, at }: Pick<ReportOptions, 'language' | 'at'>,
): Promise<Result<{ readonly file: string }>> {
  const { fileName } = messagesFor(language).report;
  const day = at.toISOString().slice(0, 10);
  return writeNewFile(join(folder, `counterfoil-${fileName}-${day}.txt`), [`\uFEFF${text}`]);
}

export function reportText({ language, version, error, logFile, at, home }: ReportOptions): string {
  const { report, errors } = messagesFor(language);
  const { electron, chrome, node } = process.versions;
  const versions = Object.entries({ electron, chrome, node })
    .flatMap(([name, number]) => (number ? `${name} ${number}` : []))
    .join(', ');
  const happened = error ? `${errorSentence(errors, error)} (${error.code})` : report.nothing;
  const text = [
    report.title(version),
    report.about,
    '',
    report.made(at),
    report.runtime(versions),
    report.system(`${systemName()} ${release()} ${process.arch}`),
    '',
    report.happened,
    happened,
    '',
    report.log,
    endOf(logFile),
    '',
  ].join('\n');
  return withoutPeople(text, home);
}

/** Returns the end of the file in whole lines. A log that cannot be read says why. */
function endOf(file: string): string {
  try {
    const opened = openSync(file, 'r');
    try {
      const { size } = fstatSync(opened);
      const from = Math.max(size - logBytes, 0);
      const bytes = Buffer.alloc(size - from);
      const read = bytes.subarray(0, readSync(opened, bytes, 0, bytes.length, from)).toString();
      return from === 0 ? read : read.slice(read.indexOf('\n') + 1);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    return String(error);
  }
}
