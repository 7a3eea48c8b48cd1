// What main itself says and asks about the second copy, in English.
import type { CopyChange, MediumProblem } from '../../../src-main/contract/second-copy.ts';
import type { ErrorSentences } from '../sentences.ts';
import { count, moments } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });

const problems: Record<MediumProblem, string> = {
  not_there: 'The folder of the second copy is not there. Is the stick plugged in?',
  full: 'There is no room for the second copy. Free some, or choose another disk.',
  read_only: 'Nothing may be written to the folder of the second copy.',
  silent: 'The folder of the second copy does not answer. Is its computer switched on?',
  spoilt: 'What was written to the second copy reads back differently. Choose another stick.',
  other_contents:
    'In the place of the second copy there is another stick, or an older state of it. Put the right one in, or choose this folder again.',
  other_computer:
    'Another computer writes the second copy of this till there. Start again from it here, or choose another folder.',
  no_copy: 'There is no second copy in this folder.',
  unreadable: 'Nothing of this second copy can be read. Is there an older stick?',
  newer:
    'This second copy was written by a newer Counterfoil. Install that version first; nothing was changed.',
  other_till: 'This second copy is of another company or till. Nothing was changed.',
  failed: 'The system refuses the folder of the second copy.',
};

export const enSecondCopy = {
  chooseTitle: 'Choose another disk, a stick or a shared folder',
  findTitle: 'Choose the stick or the folder of the second copy',
  choose: (folder: string) => `Write a second copy to ${folder}`,
  chooseFolder: 'Choose where a second copy is written',
  encrypts: (encrypts: boolean): string =>
    encrypts
      ? 'Encrypt the second copy for the recovery key'
      : 'Write the second copy without encryption: whoever has the stick can read it',
  stop: 'Write no second copy any more',
  resume: 'Go on at this computer, although another one has taken the till over',
  find: 'Look for second copies in a folder',
  use: (till: string) => `Start again from the second copy of ${till}`,
  holds: (sales: number, newestAtMs: number | null) =>
    newestAtMs === null
      ? 'It holds no sale.'
      : `It holds ${count(sales, { one: 'sale', other: 'sales' })}, the newest of ${moment(newestAtMs)}.`,
  unsettled: (sales: number, total: string) =>
    `${count(sales, { one: 'sale', other: 'sales' })} for ${total} had not been settled: the service is asked for them before they are sent.`,
};

const changes: Record<Exclude<CopyChange['act'], 'chosen'>, string> = {
  stopped: 'No second copy is written any more',
  encrypted: 'Encrypted for the recovery key from now on',
  not_encrypted: 'Not encrypted from now on',
  gone_on: 'This computer goes on, although another one had taken the till over',
  started_again: 'This computer started again from the second copy',
};

/** For whoever looks through the exceptions. */
export const enCopyChange = (change: CopyChange): string =>
  change.act === 'chosen' ? `Written to ${change.folder} from now on` : changes[change.act];

export const enSecondCopyErrors: Pick<
  ErrorSentences,
  | 'second_copy_unusable'
  | 'medium_backup_failed'
  | 'second_copy_value'
  | 'till_replaced'
  | 'second_copy_asked'
> = {
  second_copy_unusable: ({ problem }) => problems[problem],
  medium_backup_failed: ({ problem }) =>
    `The newest backup could not be kept beside the second copy; it is tried again. ${problems[problem]}`,
  second_copy_value: ({ field }) =>
    `The second copy holds a value that cannot be right (${field}), so nothing was changed. Keep the stick, and ask for help.`,
  till_replaced: ({ atMs, computer }) =>
    `Another computer (${computer}) has gone on with this till since ${moment(atMs)}, so this one sends nothing more. What is sold here stays saved. A manager can have it go on here in Settings.`,
  second_copy_asked: () =>
    'Before anything is sent, the till looks whether its second copy is still there.',
};
