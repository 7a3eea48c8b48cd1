// A file that somebody chooses in a dialog of main's, which may stand open for hours.
import { err, ok, type Result } from '../contract/errors.ts';
import type { Context } from './context.ts';
import { isUnwatched } from './guard.ts';

/**
 * Every such dialog is asked through here. Undefined where nobody chooses one. Error: `locked`
 * where the till was locked or left meanwhile, or somebody else is at it: whoever chooses now is
 * not the one who asked, and what a manager approved was for them.
 */
export async function choosing(
  context: Pick<Context, 'lock' | 'session'>,
  choose: () => Promise<string | undefined>,
): Promise<Result<string | undefined>> {
  const { lock, session } = context;
  const [{ atTill }, { till }] = [lock, session];
  const chosen = await choose();
  const isAnother = lock.atTill?.cashierId !== atTill?.cashierId || session.till !== till;
  return isUnwatched(context) || isAnother ? err({ code: 'locked' }) : ok(chosen);
}
