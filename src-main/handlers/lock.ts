// Saying who one is at the till.
import { ok } from '../contract/errors.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function lockHandlers({ lock, recovery }: Context): HandlersOf<'lock'> {
  return {
    'lock.unlock': (entry) => lock.unlock(entry),
    'lock.recover': (request) => recovery.recover(request),
    'lock.lock': () => {
      lock.lock();
      return ok(null);
    },
    'lock.touch': () => {
      lock.touch();
      return ok(null);
    },
    'lock.approve': ({ action, ...entry }) => lock.approve(entry, action),
  };
}
