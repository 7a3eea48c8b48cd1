// The texts on whether a computer is fit for a till, in English: on a screen, in a report and on a
// terminal.
import type { CheckName, Finding, Verdict } from '../../../src-main/contract/computer.ts';
import { errorSentence, type FindingSentences, type FindingWords } from '../sentences.ts';
import { enErrors } from './errors.ts';
import { count, list, numbers } from './formats.ts';

const gigabytes = numbers({
  style: 'unit',
  unit: 'gigabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const oneDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = numbers({ maximumFractionDigits: 0 });

const verdicts: Record<Verdict, string> = {
  fine: 'Good',
  look_at: 'Look at this',
  bad: 'Bad',
  unknown: 'Not known',
};

const checks: Record<CheckName, string> = {
  runtime: 'Program',
  key_store: 'Key store',
  printers: 'Printers',
  proxy: 'Proxy',
  service: 'Service and clock',
  disk: 'Disk and folder',
  screens: 'Screens',
};

const keyStoreWords = ({
  store,
  backend,
  keepsWeakly,
}: Extract<Finding, { item: 'key_store' }>): FindingWords => {
  const named = backend === null ? '' : ` (${backend})`;
  switch (store) {
    case 'real':
      return { found: `The system’s key store keeps the sign-in${named}`, advice: '' };
    case 'silent':
      return {
        found: `The system’s key store does not answer${named}`,
        advice: 'It may be asking for its password: look for a window behind this one.',
      };
    case 'none':
      return keepsWeakly
        ? {
            found: `There is no key store: the sign-in lies where every program can read it${named}`,
            advice:
              'Set up a secret store such as GNOME Keyring or KWallet, or no longer accept this in Settings.',
          }
        : {
            found: `There is no key store: the sign-in is kept until the program ends${named}`,
            advice: 'Set up a secret store such as GNOME Keyring or KWallet, and sign in again.',
          };
  }
};

const rights: Readonly<Record<Extract<Finding, { item: 'rights' }>['found'], FindingWords>> = {
  own: { found: 'The data can be written, and read by nobody else', advice: '' },
  absent: {
    found: 'There is no data yet',
    advice: 'Start the till once. The command takes another folder: --user-data-dir=DIR',
  },
  not_writable: {
    found: 'The data cannot be written',
    advice: 'Give this user the right to write to the folder.',
  },
  open_to_others: {
    found: 'Other users of this computer may look into the data',
    advice: 'Close the till and start it again: it protects its folder as it starts.',
  },
};

const ways: Record<string, string> = {
  system: 'by the system’s driver',
  tcp: 'on the network',
  device: 'on a cable',
  queue: 'by a raw queue',
};

const findings: FindingSentences = {
  runtime: ({ versions, hasElectron }) => {
    const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    const runtime = hasElectron ? 'Electron' : 'Chromium, because Electron’s program is not here';
    return {
      found: `Runs on ${runtime}: ${named.join(', ')}`,
      advice: 'Install the packaged till, or have whoever set it up run: npx install-electron',
    };
  },
  key_store: keyStoreWords,
  printer: ({ way, name, error, isMute }) => {
    const printer = way === null ? 'the system’s default printer' : `${name}, ${ways[way] ?? way}`;
    if (error)
      return {
        found: `Receipts go to: ${printer}. It cannot be reached or used now`,
        advice: errorSentence(enErrors, error),
      };
    const answer = isMute ? 'It is there, and does not tell of paper or cover' : 'It is there';
    return { found: `Receipts go to: ${printer}. ${answer}; nothing was printed`, advice: '' };
  },
  printers: ({ names }) => ({
    found:
      names === null
        ? 'The system does not tell its printers'
        : `Printers of the system: ${names.join(', ') || 'none'}`,
    advice: names === null ? '' : 'Receipts can still go to a thermal printer: Settings, Printer.',
  }),
  route: ({ routes: named }) =>
    named === null
      ? {
          found: 'The system’s settings name no proxy that the till can use',
          advice: 'Ask whoever set up the network for a fixed http proxy, or for none.',
        }
      : {
          found: `The way to the service: ${named.map((way) => way ?? 'directly').join(', then ')}`,
          advice: 'If the service does not answer, ask whether the proxy lets the till through.',
        },
  proxy: ({ proxies }) => {
    const named = Object.entries(proxies).map(([name, origin]) => `${name}=${origin}`);
    return {
      found: named.length === 0 ? 'The environment names no proxy' : `Proxy: ${named.join(', ')}`,
      advice: 'If the till cannot reach the service, ask whether the proxy lets it through.',
    };
  },
  service: ({ origin, answer, tookMs, trouble }) => {
    const found =
      typeof answer === 'number'
        ? `${origin} answered after ${whole(tookMs)} ms (status ${answer})`
        : `${origin} did not answer (${answer})`;
    if (trouble) return { found, advice: errorSentence(enErrors, trouble) };
    return typeof answer === 'number'
      ? {
          found,
          advice: 'The service is slow or in trouble. Sales are saved, and sent later.',
        }
      : { found, advice: 'Check cable, Wi-Fi and address. Sales are saved, and sent later.' };
  },
  no_service: () => ({
    found: 'No service is known',
    advice: 'Sign in at the till. The command takes an address: --service=https://…',
  }),
  clock: ({ aheadS }) =>
    aheadS === null
      ? { found: 'The service gave no time to compare with this computer’s clock', advice: '' }
      : {
          found:
            aheadS === 0
              ? 'This computer’s clock and the service’s agree'
              : `This computer’s clock is ${lasting(Math.abs(aheadS))} ${aheadS < 0 ? 'behind' : 'ahead of'} the service’s`,
          advice: 'Have the system set its clock by the network: sales are dated by it.',
        },
  disk_failed: ({ code }) => ({
    found: `The disk cannot be written to or asked (${code})`,
    advice: 'Make room, or change the disk: a till saves no sale on it.',
  }),
  space: ({ freeBytes }) => ({
    found: `${gigabytes(freeBytes / 1024 ** 3)} are free`,
    advice: 'Make room: a till whose disk is full saves no sale.',
  }),
  sync: ({ medianMs, longestMs }) => ({
    found: `A write is safe on the disk after ${oneDecimal(medianMs)} ms (longest ${oneDecimal(longestMs)} ms)`,
    advice: 'Each sale waits that long. Put the data on a disk of this computer, not on a network.',
  }),
  rights: ({ found }) => rights[found],
  screens: ({ sizes }) =>
    sizes === null
      ? { found: 'The system does not tell its screens', advice: '' }
      : {
          found: `Screens: ${list(
            sizes.map(
              ({ width, height, scale }) =>
                `${width} × ${height}${scale === 1 ? '' : ` at ${whole(scale * 100)} %`}`,
            ),
          )}`,
          advice:
            'The till needs 1000 × 540 on at least one. Choose a smaller scale or a larger screen.',
        },
  scanner: ({ characters, longestGapMs, end, isScan }) => ({
    found: `${count(characters, { one: 'key', other: 'keys' })}, at most ${whole(longestGapMs)} ms apart, ${end === null ? 'no ending key' : `ended by ${end}`}: ${isScan ? 'a scan' : 'not taken for a scan'}`,
    advice: 'Set the scanner’s ending key and longest pause in Settings, Scanner.',
  }),
};

function lasting(seconds: number): string {
  if (seconds < 120) return count(seconds, { one: 'second', other: 'seconds' });
  const minutes = Math.round(seconds / 60);
  return minutes < 120
    ? count(minutes, { one: 'minute', other: 'minutes' })
    : count(Math.round(minutes / 60), { one: 'hour', other: 'hours' });
}

export const enComputer = {
  title: 'Check this computer',
  intro: 'Nothing is printed or changed, and you can go on selling meanwhile.',
  results: 'What was found',
  checks,
  verdicts,
  findings,
  checking: 'Checking…',
  summary: (bad: number, toLookAt: number) => {
    if (bad + toLookAt === 0) return 'All is well, as far as it can be told.';
    const parts = [
      ...(bad > 0 ? [`${count(bad, { one: 'thing is', other: 'things are' })} bad`] : []),
      ...(toLookAt > 0 ? [`${count(toLookAt, { one: 'thing', other: 'things' })} to look at`] : []),
    ];
    return `${parts.join(', ')}.`;
  },
  again: 'Check again',
  scanner: 'Scanner',
  scannerHint: 'Nothing is sold. How fast its keys come tells a scan, as Settings, Scanner says.',
  report: 'Report',
  reportHint:
    'Read it before you send it. It holds no password, tax number or customer, and not your name.',
  reportText: 'What the report says',
  showReport: 'Show the report',
  saveReport: 'Save this report',
  reportTitle: (version: string) => `Counterfoil ${version}: is this computer fit for the till?`,
  reportFolder: (folder: string) => `Data: ${folder}`,
};
