// Practice as the session uses it: signing in to it, its plug, and what is rehearsed at its till.
import type { Result } from '../contract/errors.ts';
import type { Rehearsal } from '../contract/rehearsals.ts';
import { practiceAccount } from '../practice-service/accounts.ts';
import { awaitReturnTrial } from '../documents/return-setup.ts';
import { prepareDrawer } from './drawer-rehearsal.ts';
import { practiceAddress, type Practice } from './practice.ts';
import { returnKind } from './seed-till.ts';
import type { Settings } from '../settings.ts';
import { signInBy, type Asking, type SignedIn } from '../account/sign-in.ts';
import type { Till } from '../till/till.ts';

export interface PractisingOptions {
  readonly practice: Practice;
  readonly settings: Settings;
}

/** Signs in, which needs the service as it is: all that is rehearsed ends. */
export async function signInToPractice(
  options: PractisingOptions,
  asking: Asking,
): Promise<Result<SignedIn>> {
  const { practice } = options;
  practice.rehearsals.endAll();
  await setPlugged(options, true);
  const service = await practice.start();
  return signInBy(
    { way: 'password', ...practiceAccount, serviceAddress: service.baseUrl },
    asking,
    { kind: 'practice', serviceAddress: practiceAddress },
  );
}

/** Signs in, but lets a rehearsed outage go on. */
export async function goOnPractising(
  options: PractisingOptions,
  asking: Asking,
): Promise<Result<SignedIn>> {
  const { practicePlugged } = options.settings.value;
  const signedIn = await signInToPractice(options, asking);
  if (!practicePlugged) await setPlugged(options, false);
  return signedIn;
}

/** Begins practice anew, its till closed. @throws when the files cannot be deleted. */
export async function discardPractice(
  { practice, settings }: PractisingOptions,
  tillFolder: string,
): Promise<void> {
  await practice.discard(tillFolder);
  settings.update({ practicePlugged: true });
}

export async function beginRehearsal(
  options: PractisingOptions,
  till: Till,
  rehearsal: Rehearsal,
): Promise<void> {
  const { practice } = options;
  if (rehearsal === 'outage') {
    await setPlugged(options, false);
    return;
  }
  practice.rehearsals.begin(rehearsal);
  if (rehearsal === 'wrong_drawer') {
    const { db, clock, whoIsAtIt } = till;
    prepareDrawer(db, { by: whoIsAtIt, approvedBy: null, atMs: clock.nowMs() });
  }
  if (rehearsal === 'unlinked_return') awaitReturnTrial(till.db, returnKind);
  if (rehearsal === 'expired_token') {
    await practice.expireToken();
    till.outbox.suspect();
  }
}

export async function setPlugged(
  { practice, settings }: PractisingOptions,
  plugged: boolean,
): Promise<void> {
  await practice.setPlugged(plugged);
  settings.update({ practicePlugged: plugged });
}
