// Writes one text file for whoever helps. A person can read it before they send it, and it holds
// none of the shop's secrets.
import { localDay } from '../contract/calendar.ts';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { release, type as systemName } from 'node:os';
import { join } from 'node:path';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import { shortLine } from '../contract/foreign-text.ts';
import { writeNewFile } from '../store/new-file.ts';
import type { ComputerFacts } from './computer-facts.ts';
import { pathToFileURL } from 'node:url';

export interface ReportOptions {
  readonly language: Language;
  readonly version: string;
  /** Why no till is open; null if one is. */
  readonly error: AppError | null;
  /** Null before anything could be asked. */
  readonly computer: ComputerFacts | null;
  readonly logFile: string;
  readonly at: Date;
  /** The person's home folder, whose name is often theirs. */
  readonly home: string;
}

const logBytes = 64 * 1024;

/** Returns the file, in a folder of the person's own. Errors: those of writing it. */
export function saveReport(
  folder: string,
  options: ReportOptions,
): Promise<Result<{ readonly file: string }>> {
  const { language, at } = options;
  const { fileName } = messagesFor(language).report;
  const day = localDay(at.getTime());
  return writeNewFile(join(folder, `counterfoil-${fileName}-${day}.txt`), [
    `\uFEFF${reportText(options)}`,
  ]);
}

export function reportText(options: ReportOptions): string {
  const { language, version, error, computer, logFile, at, home } = options;
  const messages = messagesFor(language);
  const { report, errors } = messages;
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
    ...(computer ? computerLines(computer, messages, home) : []),
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

/** The longest name or answer from others that is quoted. */
const mostLetters = 200;
const mostPrinters = 20;

function computerLines(
  computer: ComputerFacts,
  { errors, report: { unknown, ...report } }: Messages,
  home: string,
): readonly string[] {
  const { freeBytes, diskSign, printers, keyStore, routes, display, clockAheadMs } = computer;
  // Somebody may have named a printer after themselves.
  const name = (printer: string) => shortLine(withoutOwner(printer, home), mostLetters);
  const named = printers?.slice(0, mostPrinters).map(name).join(', ');
  return [
    freeBytes === null ? report.disk(unknown) : report.disk(report.free(freeBytes)),
    ...(diskSign ? [errorSentence(errors, diskSign)] : []),
    clockAheadMs === null ? report.clockFine : report.clock(Math.round(clockAheadMs / 1_000)),
    report.keyStore(keyStore ?? unknown),
    report.printers(named === undefined ? unknown : named || report.noPrinter),
    report.routes(routes === null ? unknown : shortLine(routes, mostLetters)),
    report.display(display === null || display === '' ? unknown : display),
  ];
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

const addressOf = (folder: string): string =>
  pathToFileURL(folder, { windows: /^[a-z]:\\/i.test(folder) }).href;

/**
 * Hides nine digits in a row, which may be a tax number, and the person's folder, whose name is
 * often theirs. The log has left out whatever else is secret.
 */
function withoutPeople(text: string, home: string): string {
  // The folder as it stands in a line of JSON, in an address, and by itself.
  const homes = [JSON.stringify(home).slice(1, -1), addressOf(home), home];
  return homes
    .reduce((cleaned, one) => cleaned.replaceAll(one, '~'), text)
    .replace(/(?<![\d.])\d{9}(?!\d)/g, '*********');
}

/** Leaves out the folder's name, as somebody may have named a device after themselves. */
function withoutOwner(name: string, home: string): string {
  const owner = home.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  // Shorter names are parts of other words.
  if (owner.length < 3) return name;
  return name.replaceAll(new RegExp(owner.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '~');
}
