// One text file for whoever helps: what a person can read before they send it, and nothing of the
// shop's secrets.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { release, type as systemName } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { Language } from '../contract/settings.ts';
import { writeNewFile } from '../receipt/new-file.ts';

export interface ReportOptions {
  readonly language: Language;
  readonly version: string;
  /** Why no till is open; null where one is. */
  readonly error: AppError | null;
  readonly logFile: string;
  readonly at: Date;
  /** The person's folder, whose name is often theirs. */
  readonly home: string;
}

const logBytes = 64 * 1024;

/** Returns the file, in a folder of the person's own. Errors: those of writing it. */
export function saveReport(
  folder: string,
  options: ReportOptions,
): Promise<Result<{ readonly file: string }>> {
  const { fileName } = messagesFor(options.language).report;
  const day = options.at.toISOString().slice(0, 10);
  const text = `\uFEFF${reportText(options)}`;
  return writeNewFile(join(folder, `counterfoil-${fileName}-${day}.txt`), [text]);
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

const addressOf = (folder: string): string =>
  pathToFileURL(folder, { windows: /^[a-z]:\\/i.test(folder) }).href;

/**
 * Nine digits in a row may be a tax number, and the name of the person's folder is often theirs.
 * Whatever else is secret the log has left out.
 */
function withoutPeople(text: string, home: string): string {
  // As a path stands in a line of JSON, in an address, and by itself.
  const homes = [JSON.stringify(home).slice(1, -1), addressOf(home), home];
  return homes
    .reduce((shown, one) => shown.replaceAll(one, '~'), text)
    .replace(/(?<![\d.])\d{9}(?!\d)/g, '*********');
}

/** Whole lines; a log that cannot be read says why. */
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
