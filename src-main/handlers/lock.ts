// Tells the till who is at it. PINs are typed in the PIN window, and never in the till's page.
import { err, ok, type Result } from '../contract/errors.ts';
import { Drafts } from '../staff/drafts.ts';
import { readCashier, readCashiers } from '../store/cashiers.ts';
import { proofWayOf } from '../staff/recovery.ts';
import type { Context } from './context.ts';
import { forEverybody, type Requests, withoutTill } from './request.ts';

export function lockRequests({ lock, recovery, pinWindow, session }: Context): Requests<'lock'> {
  const drafts = new Drafts();
  return {
    'lock.unlock': forEverybody(({ cashierId }, { db }) => {
      if (!lock.isLocked) return ok(null);
      const cashier = readCashier(db, cashierId);
      if (!cashier) return err({ code: 'not_found' });
      return pinWindow.ask({ kind: 'unlock', cashier }, ({ pin }, isAsked) =>
        lock.unlock({ cashierId, pin }, isAsked),
      );
    }),
    'lock.recover': forEverybody((_, { db, profile }): Result<null> | Promise<Result<null>> => {
      if (!lock.isLocked) return ok(null);
      return pinWindow.ask(
        {
          kind: 'recover',
          managers: readCashiers(db).filter(({ role }) => role === 'manager'),
          way: proofWayOf(profile),
          username: profile.username,
        },
        ({ cashierId, name, pin, proof }, isAsked) =>
          recovery.recover({ cashierId, ...(name !== undefined && { name }), pin, proof }, isAsked),
      );
    }),
    'lock.lock': withoutTill(() => {
      // A page that closed the window while somebody types would be given the rest of the digits.
      if (pinWindow.isOpen) return err({ code: 'pin_window_open' });
      lock.lock();
      return ok(null);
    }),
    'lock.keepDrafts': forEverybody((kept, { db }) => {
      const cashierId = lock.takeLeaver(db);
      if (cashierId !== null) drafts.keep(db, cashierId, kept.drafts);
      return ok(null);
    }),
    'lock.takeDrafts': forEverybody((_, { db }) => {
      const { atTill } = lock;
      return ok(atTill ? drafts.take(db, atTill.cashierId) : []);
    }),
    'lock.touch': withoutTill(({ what }) => {
      session.touch();
      // Whoever has gone away locks the till, whatever they have left there.
      if (what === 'person') lock.touch();
      return ok(null);
    }),
  };
}
