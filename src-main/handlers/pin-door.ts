// What the page of the PIN window may ask and tell.
import { ok } from '../contract/errors.ts';
import type { PinDoor } from '../ipc.ts';
import type { Context } from './context.ts';

export const pinDoor = ({
  pinWindow,
  lock,
  session,
}: Pick<Context, 'pinWindow' | 'lock' | 'session'>): PinDoor => ({
  'pin.question': () => pinWindow.question(),
  'pin.answer': (answer) => pinWindow.answer(answer),
  'pin.cancel': () => {
    pinWindow.close();
    return ok(null);
  },
  'pin.touch': () => {
    session.touch();
    lock.touch();
    return ok(null);
  },
});
