// A computer with sign-ins at two companies, and what the tests do there.
import { newFolder, sayingService, startSession, type SayingService } from './session-rig.ts';

export type Started = ReturnType<typeof startSession>;

export const signInTo = ({ session }: Started, { serviceAddress, said }: SayingService) =>
  session.signIn({
    ...{ way: 'password', serviceAddress, username: 'ana', password: 'x' },
    ...{ companyCode: said.company, tillCode: String(said.till) },
  });

export const open = ({ session }: Started, id: string | null, leaveWaiting = false) =>
  session.openProfile({ id, leaveWaiting });

export function tillOf({ session }: Started) {
  const { till } = session;
  if (!till) throw new Error('no till is open');
  return till;
}

export const done = { ok: true, value: null };
export const failed = (error: object) => ({ ok: false, error });

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
