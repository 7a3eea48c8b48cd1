// The companies and tills that were signed in to on this computer, and which of them is open.
// Nothing of it is secret.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { err, ok, type Result } from '../contract/errors.ts';
import {
  keptProfileSchema,
  profileColours,
  usualName,
  type ChangeProfile,
  type KnownProfile,
  type Profile,
} from '../contract/profiles.ts';
import type { Settings } from '../settings.ts';
import { isSameCode } from './sign-in.ts';

/** Returns the name of a till's folder and token, made of its address, company and till. */
export function keyOf(
  profile: Pick<Profile, 'way' | 'serviceAddress' | 'companyCode' | 'tillCode'>,
): string {
  const { way, serviceAddress, companyCode, tillCode } = profile;
  // A sandbox gets a key unlike that of a live till, should they ever have the same codes.
  const names = [serviceAddress, companyCode, tillCode, ...(way === 'sandbox' ? [way] : [])];
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16);
}

/** `folder` is the folder of the program's data. */
export const folderOfTill = (folder: string, key: string): string => join(folder, 'tills', key);

/**
 * Returns the profile under the codes that the till was opened by, however the service writes them
 * now. The till stays what it was.
 */
function asBefore(before: Profile, foundProfile: Profile): Profile {
  const isSame =
    before.serviceAddress === foundProfile.serviceAddress &&
    isSameCode(before.companyCode, foundProfile.companyCode) &&
    isSameCode(before.tillCode, foundProfile.tillCode);
  if (!isSame) return foundProfile;
  const { companyCode, tillCode, kind } = before;
  return { ...foundProfile, companyCode, tillCode, ...(kind === 'sandbox' && { kind }) };
}

type Kept = Omit<KnownProfile, 'id'>;

export class Profiles {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The profiles in the order in which they came. */
  get known(): readonly KnownProfile[] {
    return this.#settings.value.profiles.map((one) => ({ ...one, id: keyOf(one.profile) }));
  }

  /** The profile that is open, or that is to be signed in to. */
  get chosen(): KnownProfile | undefined {
    return this.find(this.#settings.value.profileId);
  }

  find(id: string | null): KnownProfile | undefined {
    return this.known.find((one) => one.id === id);
  }

  /** Returns what the service has, under the codes of its profile, if that is known. */
  asKnown(foundProfile: Profile): Profile {
    const known = this.known
      .map(({ id, profile }) => ({ id, profile: asBefore(profile, foundProfile) }))
      .find(({ id, profile }) => keyOf(profile) === id);
    return known?.profile ?? foundProfile;
  }

  /** Notes that the profile's till is open. */
  opened(profile: Profile): void {
    const { known } = this;
    const id = keyOf(profile);
    const profiles = this.find(id)
      ? this.#with(id, { profile, isSignedOut: false, unsent: 0 })
      : [...known, { ...newEntry(profile, known), id }];
    this.#keep(profiles, id);
  }

  choose(id: string | null): void {
    this.#keep(this.known, id);
  }

  /** Notes that the till is no longer open. */
  left(id: string, now: Pick<Kept, 'unsent' | 'hasCashiers'>): void {
    this.#keep(this.#with(id, now), this.chosen?.id ?? null);
  }

  guarded(id: string, isGuarded: boolean): void {
    this.#keep(this.#with(id, { hasCashiers: isGuarded }), this.chosen?.id ?? null);
  }

  /** Returns another profile whose managers guard what all tills here share. */
  guardBeside(id: string | null): KnownProfile | undefined {
    return this.known.find(
      (one) =>
        one.id !== id && one.hasCashiers && !one.isSignedOut && one.profile.kind !== 'practice',
    );
  }

  /** Notes that the till is signed out, unless it is practice, which signs itself in. */
  signedOut(id: string): void {
    const isSignedOut = this.find(id)?.profile.kind !== 'practice';
    this.#keep(this.#with(id, { isSignedOut, unsent: 0 }), null);
  }

  /** Error: `not_found`. */
  change({ id, ...change }: ChangeProfile): Result<null> {
    if (!this.find(id)) return err({ code: 'not_found' });
    this.#keep(this.#with(id, change), this.chosen?.id ?? null);
    return ok(null);
  }

  remove(id: string): void {
    const chosen = this.chosen?.id ?? null;
    const others = this.known.filter((one) => one.id !== id);
    this.#keep(others, chosen === id ? null : chosen);
  }

  /** True if no profile is left whose token may be kept. */
  get areAllSignedOut(): boolean {
    return this.known.every(
      ({ isSignedOut, profile }) => isSignedOut || profile.kind === 'practice',
    );
  }

  #with(id: string, change: Partial<Kept>): readonly KnownProfile[] {
    return this.known.map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  /** Writes nothing if nothing has changed, so that a till starts on a full disk. */
  #keep(profiles: readonly KnownProfile[], profileId: string | null): void {
    const { known, chosen } = this;
    if (isDeepStrictEqual([profiles, profileId], [known, chosen?.id ?? null])) return;
    this.#settings.update({
      profiles: v.parse(v.array(keptProfileSchema), profiles),
      profileId,
    });
  }
}

/** Returns an entry with a colour that none of the others has, as long as there is one. */
function newEntry(profile: Profile, others: readonly Kept[]): Kept {
  const free = profileColours.find((colour) => others.every((other) => other.colour !== colour));
  const colour = free ?? profileColours[others.length % profileColours.length] ?? 'grey';
  return {
    ...{ name: usualName(profile), colour, profile },
    ...{ isSignedOut: false, unsent: 0, hasCashiers: false },
  };
}
