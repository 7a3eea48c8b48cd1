// A computer with sign-ins at one company or at two, and what the tests do there.
import { newFolder, sayingService, startSession, type SayingService } from './session-rig.ts';

export type Started = ReturnType<typeof startSession>;

export const signInTo = ({ session }: Started, { serviceAddress, said }: SayingService) =>
  session.signIn({
    ...{ way: 'password', serviceAddress, username: 'ana', password: 'x' },
    ...{ companyCode: said.company, tillCode: String(said.till) },
  });

export const open = ({ session }: Started, id: string | null, leaveWaiting = false) =>
  session.openProfile({ id, leaveWaiting });

export function tillOf({ session }: Pick<Started, 'session'>) {
  const { till } = session;
  if (!till) throw new Error('no till is open');
  return till;
}

export const done = { ok: true, value: null };
export const failed = (error: object) => ({ ok: false, error });

/** Starts the program again, as it was left. */
export async function resumed(...how: Parameters<typeof startSession>): Promise<Started> {
  const again = startSession(...how);
  await again.session.resume();
  return again;
}

/** A session that is signed in at a service of its own. */
export async function signedIn(change?: Parameters<typeof startSession>[3], folder = newFolder()) {
  const service = await sayingService();
  const started = startSession(folder, undefined, undefined, change);
  await signInTo(started, service);
  return { ...started, folder, service };
}

/** Two companies at two services; the second one is open. */
export async function twoShops(folder = newFolder()) {
  const first = await sayingService('PRACA');
  const second = await sayingService('CAIS');
  const started = startSession(folder);
  await signInTo(started, first);
  await open(started, null);
  await signInTo(started, second);
  const [one, other] = started.session.profiles.known;
  if (!one || !other) throw new Error('two are known');
  return { ...started, folder, first, second, one, other };
}
