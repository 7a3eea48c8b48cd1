// The second copy: where it is written, and starting again from one.
import { err } from '../contract/errors.ts';
import type { Context } from './context.ts';
import { besideKiosk } from './context.ts';
import type { Requests } from './request.ts';

export function secondCopyRequests(context: Context): Requests<'secondCopy'> {
  const notYet = () => err({ code: 'second_copy_unusable', problem: 'failed' });
  return {
    'secondCopy.choose': {
      till: true,
      actions: 'set_second_copy',
      words: (_, { texts }) => [texts.secondCopy.chooseFolder],
      run: notYet,
    },
    'secondCopy.change': {
      till: true,
      actions: 'set_second_copy',
      words: ({ encrypts }, { texts }) => [texts.secondCopy.encrypts(encrypts)],
      run: notYet,
    },
    'secondCopy.stop': {
      till: true,
      actions: 'set_second_copy',
      words: (_, { texts }) => [texts.secondCopy.stop],
      run: notYet,
    },
    'secondCopy.find': {
      till: false,
      actions: () => besideKiosk(context),
      words: (_, { texts }) => [texts.secondCopy.find],
      run: notYet,
    },
    'secondCopy.look': { till: false, actions: null, run: notYet },
    'secondCopy.use': { till: true, actions: 'restore_backup', run: notYet },
    'secondCopy.resume': {
      till: true,
      actions: 'set_second_copy',
      words: (_, { texts }) => [texts.secondCopy.resume],
      run: notYet,
    },
  };
}
