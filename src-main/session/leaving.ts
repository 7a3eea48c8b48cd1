// Leaves the till that is open: signs it out, opens another profile's, or removes a profile. Each
// must be called in its turn.
import { keyOf } from '../account/profiles.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { OpenProfile } from '../contract/profiles.ts';
import { checkDelivered, storeProblem } from '../till/open-till.ts';
import type { SessionParts } from './opening.ts';

/** Errors: `unsent_sales`, and `second_documents` if the last look-up found some. */
export async function leave(parts: SessionParts): Promise<Result<null>> {
  if (!parts.current.till) return ok(null);
  const mayGo = await mayBeSignedOut(parts);
  if (!mayGo.ok) return mayGo;
  return parts.opening.leaveFor(null, async () => {
    await signOut(parts);
    return ok(null);
  });
}

/**
 * Errors: those of the till, and `not_signed_in` if the session is to be closed meanwhile: a slow
 * service is waited for no longer, while nothing can be sold.
 */
export function mayBeSignedOut({ access, current }: SessionParts): Promise<Result<null>> {
  const { ending } = access.asking;
  const ended = Promise.withResolvers<Result<null>>();
  const breakOff = (): void => ended.resolve(err({ code: 'not_signed_in' }));
  if (ending.aborted) breakOff();
  ending.addEventListener('abort', breakOff);
  return Promise.race([current.mayBeSignedOut(), ended.promise]).finally(() => {
    ending.removeEventListener('abort', breakOff);
  });
}

export async function signOut({ options, profiles, current }: SessionParts): Promise<void> {
  await current.signOut();
  // The owner's consent was for the other profiles' tokens too.
  if (!profiles.areAllSignedOut) return;
  try {
    options.settings.update({ keepTokenWeakly: false });
  } catch (error) {
    // It is signed out all the same.
    const what = 'that no token is kept any more was not written down';
    options.notify(storeProblem(what, error, options));
  }
}

/**
 * Errors: `not_found`, `sale_open`, `sales_wait`, and those of opening the store, after which the
 * till that was open is open still. @throws when the settings cannot be written; then it is open
 * still as well.
 */
export async function openProfile(
  { profiles, current, opening }: SessionParts,
  { id, leaveWaiting }: OpenProfile,
): Promise<Result<null>> {
  const { till } = current;
  const next = profiles.find(id);
  if (id !== null && !next) return err({ code: 'not_found' });
  if (next && till && keyOf(till.profile) === id) return ok(null);
  const mayLeave = current.mayBeLeft(leaveWaiting);
  if (!mayLeave.ok) return mayLeave;
  const before = profiles.chosen?.id ?? null;
  const way = next && !next.isSignedOut ? await opening.wayTo(next.profile) : null;
  if (way && !way.ok) return way;
  // Selling went on meanwhile.
  const left = current.mayBeLeft(leaveWaiting);
  if (!left.ok) {
    await way?.value.client.close();
    return left;
  }
  return opening.leaveFor(way?.value.client ?? null, async () => {
    await current.putAside();
    profiles.choose(id);
    const opened = way ? await opening.openBy(way) : ok(null);
    if (opened.ok) opening.forgetFailure();
    else await opening.reopen(till?.profile, before);
    return opened;
  });
}

/**
 * Forgets the token and the name. The folder stays, because sales are kept for ever. Errors:
 * `not_found`, `sale_open`, those of signing out if the till is open, and otherwise `unsent_sales`
 * and those of opening the store to look.
 */
export async function removeProfile(parts: SessionParts, id: string): Promise<Result<null>> {
  const { options, profiles, tokens, current, opening } = parts;
  const known = profiles.find(id);
  if (!known) return err({ code: 'not_found' });
  const isOpen = current.till && keyOf(current.till.profile) === id;
  const mayGo = isOpen ? current.mayBeLeft(true) : checkDelivered(known.profile, options);
  if (!mayGo.ok) return mayGo;
  const left = isOpen ? await leave(parts) : ok(null);
  if (!left.ok) return left;
  tokens.forget(id);
  profiles.remove(id);
  if (opening.shownProfile && keyOf(opening.shownProfile) === id) opening.forgetFailure();
  options.onTillChanged();
  return ok(null);
}
