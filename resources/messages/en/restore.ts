// A till that could not be opened, restoring a backup, and the report for whoever helps, in
// English.
import type { UnusableReason } from '../../../src-main/contract/restore.ts';
import { count, moments, numbers, plural } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });
const megabytes = numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const gigabytes = numbers({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });

export const enFailedStart = {
  title: 'The till could not be opened',
  nothingDeleted: 'Nothing was deleted: finished sales are still in the till’s files.',
  nextTry: (time: string) => `It tries again by itself at ${time}.`,
  noNextTry: 'Trying again changes nothing until somebody has helped.',
  trying: 'Trying…',
  startAgainHint:
    'If the disk is failing: the second copy on a stick or in a shared folder has today’s sales too.',
  restoreHint: 'If trying again does not help: a backup of an earlier day opens the till again.',
  reportHint:
    'For whoever helps you: a text file with what happened. It holds no password, tax number or customer; read it before you send it.',
  saveReport: 'Save a report',
  otherTill: 'Use another till',
  thisTill: 'Back to the till that could not be opened',
};

const unusable: Record<UnusableReason, string> = {
  damaged: 'This backup was cut off or changed. Choose another one; nothing was changed.',
  no_backup: 'This is not a complete backup of a till. Choose another one; nothing was changed.',
  newer: 'This backup is of a newer Counterfoil. Install that version first; nothing was changed.',
  other_till: 'This backup is of another company or till. Nothing was changed.',
  present_file: 'This is the till’s present file, and no backup of it. Nothing was changed.',
};

export const enRestore = {
  title: 'Restore a backup',
  open: 'Restore a backup',
  intro:
    'A backup takes the place of the till’s present file, which is put aside and never deleted. Sales that the service has not confirmed are looked up there before they are sent.',
  held: 'Sales that you have put aside to resume later are not carried over.',
  kept: 'Backups on this computer',
  none: 'There is no backup on this computer yet.',
  made: (atMs: number) => moment(atMs),
  size: (bytes: number) => megabytes(Math.max(bytes / 1_000_000, 0.1)),
  look: 'Look at it',
  looking: 'Looking at the backup…',
  elsewhere: 'A backup elsewhere',
  elsewhereHint:
    'From a stick, for example. If it is encrypted, the till asks for the recovery key in a window of its own.',
  chooseFile: 'Choose a file',
  whole: 'The backup is complete.',
  unusable,
  holds: (sales: number, newestAtMs: number | null) =>
    newestAtMs === null
      ? 'It holds no sale.'
      : `It holds ${count(sales, { one: 'sale', other: 'sales' })}, the newest of ${moment(newestAtMs)}.`,
  lost: (sales: number | null) => {
    if (sales === null)
      return 'The present file cannot be read, so nobody can say which sales it has that the backup has not.';
    return sales === 0
      ? 'The present file has no sale that the backup has not.'
      : `${count(sales, { one: 'sale is', other: 'sales are' })} only in the present file. After restoring, the till neither shows nor sends ${plural(sales, { one: 'it', other: 'them' })}: only the file that is put aside has ${plural(sales, { one: 'it', other: 'them' })}.`;
  },
  lostSales: 'Only in the present file',
  more: (rest: number) => `and ${rest} more`,
  use: 'Restore this backup',
  using: 'Restoring…',
  key: {
    title: 'Recovery key',
    opens: (name: string) => `It opens ${name}.`,
    hint: 'As it is on paper. Blanks and new lines do not matter.',
    open: 'Open the backup',
    busy: 'Opening the backup…',
  },
  confirmTitle: 'Restore this backup?',
  agree: 'Restore the backup',
  disagree: 'Leave everything as it is',
  chooseTitle: 'Choose a backup',
};

export const enReport = {
  fileName: 'report',
  title: (version: string) => `Counterfoil ${version}: report for whoever helps`,
  about:
    'Please read it before you send it. Passwords, tokens, tax numbers and customers are left out.',
  made: (at: Date) => `Made: ${moment(at)}`,
  runtime: (versions: string) => `Runtime: ${versions}`,
  system: (name: string) => `System: ${name}`,
  disk: (room: string) => `Disk of the till’s data: ${room}`,
  free: (bytes: number) => `${gigabytes(bytes / 1_000_000_000)} free`,
  clock: (aheadS: number) =>
    `Clock: ${aheadS > 0 ? `${aheadS} s ahead of` : `${-aheadS} s behind`} the service’s`,
  clockFine: 'Clock: no difference from the service’s is known',
  keyStore: (store: string) => `Key store: ${store}`,
  printers: (names: string) => `Printers: ${names}`,
  noPrinter: 'none',
  routes: (routes: string) => `Route to the service: ${routes}`,
  display: (display: string) => `Display: ${display}`,
  unknown: 'not told',
  happened: 'What happened:',
  nothing: 'No till failed to open. The log says what went before.',
  log: 'The end of the log:',
};
