// The frame of the window.
import { ok } from '../contract/errors.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function appHandlers(context: Context): HandlersOf<'app'> {
  return {
    'app.state': () => ok(context.state()),
    'app.dismissNotices': () => {
      context.dismissNotices();
      return ok(null);
    },
    'app.saveReport': () => context.saveReport(),
  };
}
