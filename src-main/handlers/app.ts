// The frame of the window.
import { ok } from '../contract/errors.ts';
import type { Context } from './context.ts';
import type { Requests } from './request.ts';

export function appRequests(context: Context): Requests<'app'> {
  return {
    'app.state': {
      till: false,
      actions: null,
      run: () => ok(context.state()),
    },
    'app.dismissNotices': {
      till: false,
      actions: null,
      run: () => {
        context.dismissNotices();
        return ok(null);
      },
    },
    'app.saveReport': {
      till: false,
      actions: null,
      run: () => context.saveReport(),
    },
  };
}
