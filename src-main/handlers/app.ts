// The frame of the window.
import { ok } from '../contract/errors.ts';
import type { Context } from './context.ts';
import { type Requests, withoutTill } from './request.ts';

export function appRequests(context: Context): Requests<'app'> {
  return {
    'app.state': withoutTill(() => ok(context.state())),
    'app.dismissNotices': withoutTill(() => {
      context.dismissNotices();
      return ok(null);
    }),
    'app.saveReport': withoutTill(() => context.saveReport()),
  };
}
