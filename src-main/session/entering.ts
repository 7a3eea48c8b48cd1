// Signs in: opens the till that was signed in to, or gives the open one its new token. Each must be
// called in its turn.
import { keyOf } from '../account/profiles.ts';
import { firstHighWaterMark, type SignedIn } from '../account/sign-in.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { Profile } from '../contract/profiles.ts';
import type { SignIn } from '../contract/sign-in.ts';
import type { ServiceClient } from '../service/client.ts';
import { noteFirstUser } from '../store/recovery-users.ts';
import { noteDocumentId } from '../store/till.ts';
import { mayBeSignedOut, signOut } from './leaving.ts';
import type { SessionParts } from './opening.ts';

/** Signs in at the service, and keeps the token. Errors: those of signing in, and of `enter`. */
export async function connect(parts: SessionParts, request: SignIn): Promise<Result<Profile>> {
  const signedIn = await parts.access.signIn(request);
  if (!signedIn.ok) return signedIn;
  const entered = await enter(parts, signedIn.value);
  if (entered.ok) await parts.current.keepToken();
  return entered;
}

/** Errors: `sale_open` and `unsent_sales` if another till is open, and those of opening it. */
export async function enter(parts: SessionParts, signedIn: SignedIn): Promise<Result<Profile>> {
  const { options, profiles, access, current } = parts;
  const { client, token } = signedIn;
  const mark = await firstHighWaterMark(signedIn, access.asking);
  if (!mark.ok) {
    await client.close();
    return mark;
  }
  const entered = await enterAs(parts, profiles.asKnown(signedIn.profile), client, token);
  if (!entered.ok || !current.till) return entered;
  const { db, profile } = current.till;
  options.log.info('signed in', { till: keyOf(profile) });
  noteDocumentId(db, mark.value);
  // Practice lets everybody recover a PIN.
  if (profile.kind !== 'practice') noteFirstUser(db, signedIn.user, options.clock.nowMs());
  return entered;
}

async function enterAs(
  parts: SessionParts,
  profile: Profile,
  client: ServiceClient,
  token: string,
): Promise<Result<Profile>> {
  const { options, profiles, tokens, current, opening } = parts;
  const { till } = current;
  if (till && keyOf(till.profile) === keyOf(profile)) {
    await client.close();
    till.signedIn(profile, token);
    profiles.opened(profile);
    options.onTillChanged();
    return ok(profile);
  }
  const mayGo = current.mayBeLeft(true);
  const left = mayGo.ok ? await mayBeSignedOut(parts) : mayGo;
  if (!left.ok) {
    await client.close();
    return left;
  }
  const opened = await opening.leaveFor(client, async () => {
    if (till) await signOut(parts);
    const entering = await opening.openAgain(profile, { client, token, profile });
    // It is tried again.
    if (!entering.ok) tokens.putAside(keyOf(profile), token);
    return entering;
  });
  return opened.ok ? ok(profile) : opened;
}
