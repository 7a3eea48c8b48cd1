// The findings as a report that a person reads before sending it. In English: whoever helps reads
// it.
import type { Finding, Verdict } from './findings.ts';

const verdicts: Readonly<Record<Verdict, string>> = {
  fine: 'fine',
  look_at: 'LOOK AT',
  bad: 'BAD',
  unknown: 'not told',
};

/**
 * What is neither in it nor asked for: tokens, tax numbers, names of customers.
 * @param home is shown as "~": it often holds a person's name.
 */
export function reportOf(findings: readonly Finding[], folder: string, home: string): string {
  const shown = folder.startsWith(home) ? `~${folder.slice(home.length)}` : folder;
  const lines = findings.flatMap((finding) => {
    const { found, advice } = sentencesOf(finding);
    const line = `${verdicts[finding.verdict].padEnd(8)}  ${found}`;
    return finding.verdict === 'fine' || advice === ''
      ? [line]
      : [line, `${' '.repeat(10)}${advice}`];
  });
  return [`Data: ${shown}`, '', ...lines, ''].join('\n');
}

const isFatal = ({ verdict }: Finding): boolean => verdict === 'bad';
export const hasBad = (findings: readonly Finding[]): boolean => findings.some(isFatal);

interface Sentences {
  readonly found: string;
  /** What to do where it is not fine; empty where nothing is. */
  readonly advice: string;
}

function sentencesOf(finding: Finding): Sentences {
  switch (finding.item) {
    case 'runtime': {
      const versions = Object.entries(finding.versions).map(([name, of]) => `${name} ${of}`);
      const runtime = finding.hasElectron ? 'Electron' : "Chromium: Electron's program is not here";
      return {
        found: `Runs on ${runtime} (${versions.join(', ')})`,
        advice: 'npx install-electron fetches it.',
      };
    }
    case 'disk_failed':
      return {
        found: `The disk cannot be written to or asked (${finding.code})`,
        advice: 'Make room, or change the disk: a till saves no sale on it.',
      };
    case 'space':
      return {
        found: `${(finding.freeBytes / 1024 ** 3).toFixed(1)} GB are free`,
        advice: 'Make room: a till whose disk is full saves no sale.',
      };
    case 'sync':
      return {
        found: `A write is safe after ${finding.medianMs.toFixed(1)} ms (longest ${finding.longestMs.toFixed(1)} ms)`,
        advice:
          'Each sale waits that long. Put the data on a disk of this computer, not on a network.',
      };
    case 'rights':
      return rightsSentences[finding.found];
    case 'service':
      return typeof finding.answer === 'number'
        ? {
            found: `${finding.origin} answered ${finding.answer} after ${Math.round(finding.tookMs)} ms`,
            advice: 'The service is slow or in trouble. Sales are saved, and sent later.',
          }
        : {
            found: `${finding.origin} did not answer (${finding.answer})`,
            advice:
              'Check cable, Wi-Fi and address. It was asked directly: behind a proxy, look at the till.',
          };
    case 'no_service':
      return {
        found: 'No service is known',
        advice: 'Sign in, or name its address: npm run doctor -- --service=https://…',
      };
    case 'clock':
      return finding.aheadS === null
        ? { found: 'Clock: the service told no time', advice: '' }
        : {
            found: `The clock is ${Math.abs(finding.aheadS)} s ${finding.aheadS < 0 ? 'behind' : 'ahead of'} the service's`,
            advice: 'Set the clock by the network: sales and certificates go by it.',
          };
    case 'proxy': {
      const named = Object.entries(finding.proxies).map(([name, origin]) => `${name}=${origin}`);
      return {
        found: named.length === 0 ? 'The environment names no proxy' : `Proxy: ${named.join(', ')}`,
        advice: 'If the till cannot reach the service, ask whether the proxy lets it through.',
      };
    }
    case 'printers':
      return {
        found:
          finding.names === null
            ? 'Printers: the system does not tell'
            : `Printers of the system: ${finding.names.join(', ') || 'none'}`,
        advice: 'Receipts can still go to a printer on the network or on a cable.',
      };
    case 'screens': {
      const sizes = finding.sizes?.map(({ width, height }) => `${width}×${height}`);
      return {
        found: sizes === undefined ? 'Screens: not told' : `Screens: ${sizes.join(', ')}`,
        advice: sizes === undefined ? '' : 'The till needs 1000×540 on at least one.',
      };
    }
  }
}

const rightsSentences: Readonly<Record<Extract<Finding, { item: 'rights' }>['found'], Sentences>> =
  {
    own: { found: 'The data can be written, and read by nobody else', advice: '' },
    absent: {
      found: 'There is no data yet',
      advice: 'Start the till once, or name its folder: npm run doctor -- --user-data-dir=DIR',
    },
    not_writable: {
      found: 'The data cannot be written',
      advice: 'Give this user the right to write to the folder.',
    },
    open_to_others: {
      found: 'Other users of this computer may look into the data',
      advice: 'The till closes its folder when it starts: start it once.',
    },
  };
