// The findings as a report that a person reads before sending it.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { findingWords } from '../../resources/messages/sentences.ts';
import type { Finding } from '../contract/computer.ts';
import type { Language } from '../contract/languages.ts';
import { shortLine } from '../receipt/foreign-text.ts';
import { withoutOwner, withoutPeople } from './without-people.ts';

/** The longest sentence from others; ours are shorter. */
const mostLetters = 1_000;

export interface ComputerReportOptions {
  readonly language: Language;
  readonly version: string;
  readonly at: Date;
  /** The folder of the till's data. */
  readonly folder: string;
  /** Is shown as "~", as it often holds a person's name. */
  readonly home: string;
}

/**
 * Returns the report. Tokens, tax numbers and names of customers are neither in it nor asked for.
 */
export function reportOf(findings: readonly Finding[], options: ComputerReportOptions): string {
  const { language, version, at, folder, home } = options;
  const { computer, report } = messagesFor(language);
  const widest = Math.max(...Object.values(computer.verdicts).map(({ length }) => length));
  const lines = findings.flatMap((finding) => {
    // A name or a text from others may hold line breaks.
    const words = findingWords(computer.findings, unowned(finding, home));
    const [found, advice] = [
      shortLine(words.found, mostLetters),
      shortLine(words.advice, mostLetters),
    ];
    const line = `${computer.verdicts[finding.verdict].padEnd(widest)}  ${found}`;
    return finding.verdict === 'fine' || advice === ''
      ? [line]
      : [line, `${' '.repeat(widest + 2)}${advice}`];
  });
  const head = [computer.reportTitle(version), report.about, '', report.made(at)];
  return withoutPeople([...head, computer.reportFolder(folder), '', ...lines, ''].join('\n'), home);
}

function unowned(finding: Finding, home: string): Finding {
  switch (finding.item) {
    case 'service': {
      const { trouble } = finding;
      // A refusal may say anything, a customer's name too.
      const refused = { code: 'service_refused', errors: [] } as const;
      return { ...finding, trouble: trouble?.code === 'service_refused' ? refused : trouble };
    }
    case 'printers': {
      const names = finding.names?.map((name) => withoutOwner(name, home)) ?? null;
      return { ...finding, names };
    }
    case 'printer': {
      const { name, error } = finding;
      return {
        ...{ ...finding, name: withoutOwner(name, home) },
        error:
          error?.code === 'printer_missing'
            ? { ...error, name: withoutOwner(error.name, home) }
            : error,
      };
    }
    default:
      return finding;
  }
}

export const hasBad = (findings: readonly Finding[]): boolean =>
  findings.some(({ verdict }) => verdict === 'bad');
