// Newer versions of the program: where they are looked for, and how far one has come.
import * as v from 'valibot';

/** The address of the updates; null as long as nobody has said where. */
export const updateAddressSchema = v.nullable(v.pipe(v.string(), v.maxLength(200)));

/** Why there are no updates at all. */
export const updatesOff = [
  /** The program was built without the key that they would be signed with. */
  'no_key',
  /** The program runs from its sources. */
  'not_installed',
  /** The program was installed on this system in a way that it cannot replace. */
  'other_system',
  'no_address',
] as const;
export type UpdatesOff = (typeof updatesOff)[number];

export type UpdateState =
  | { readonly kind: 'off'; readonly why: UpdatesOff }
  /** Null if the program has not looked since it started. */
  | { readonly kind: 'newest'; readonly lookedAtMs: number | null }
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly version: string; readonly notes: string }
  | { readonly kind: 'fetching'; readonly version: string; readonly percent: number }
  /** The version is here whole, and waits for a person's consent. */
  | { readonly kind: 'fetched'; readonly version: string; readonly notes: string }
  | { readonly kind: 'installing'; readonly version: string };

export interface Updates {
  readonly address: string | null;
  readonly state: UpdateState;
}

export const updateHindrances = ['sale', 'unsent', 'printing'] as const;
export type UpdateHindrance = (typeof updateHindrances)[number];
