// Tells what keeps an update from being installed now: a sale under way, one that the service does
// not have yet (another version might read its file otherwise), and paper that is still to come.
import type { AppError } from '../contract/errors.ts';
import type { UpdateHindrance } from '../contract/update.ts';
import { keyOf } from '../account/profiles.ts';
import type { Session } from '../session/session.ts';
import { readOpenCart } from '../store/carts.ts';
import { hasUnfinishedJobs } from '../store/print-jobs.ts';

export function updateBlockerOf({ till, profiles }: Session): AppError | undefined {
  const why = (is: UpdateHindrance): AppError => ({ code: 'update_not_now', why: is });
  if (till && (readOpenCart(till.db)?.lines.length ?? 0) > 0) return why('sale');
  const isUnsent = [
    ...(till ? [{ profile: till.profile, unsent: till.unsent }] : []),
    ...profiles.known.filter(({ profile }) => !till || keyOf(profile) !== keyOf(till.profile)),
  ].some(({ profile, unsent }) => profile.kind !== 'practice' && unsent > 0);
  if (isUnsent) return why('unsent');
  return till && hasUnfinishedJobs(till.db) ? why('printing') : undefined;
}
