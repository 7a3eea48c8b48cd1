// Lets somebody choose a file in a dialog of the main process, which may stand open for hours.
import { err, ok, type Result } from '../contract/errors.ts';
import type { Session } from '../session/session.ts';
import type { Lock } from '../staff/lock.ts';
import { isLockedOrSwitching } from '../staff/locked-or-switching.ts';

/**
 * Asks for a file in such a dialog; every one of them goes through here. Returns undefined if
 * nobody chooses a file. Error: `locked` if the till was locked or left meanwhile, or somebody else
 * is at it. Then the person who chooses is not the one who asked, for whom a manager approved it.
 */
export async function choosing(
  at: { readonly lock: Lock; readonly session: Session },
  choose: () => Promise<string | undefined>,
): Promise<Result<string | undefined>> {
  const { lock, session } = at;
  const [{ atTill }, { till }] = [lock, session];
  const chosen = await choose();
  const isAnother = lock.atTill?.cashierId !== atTill?.cashierId || session.till !== till;
  return isLockedOrSwitching(at) || isAnother ? err({ code: 'locked' }) : ok(chosen);
}
