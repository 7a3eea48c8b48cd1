// The connections of this computer. Each leads to a company and till of a service; people tell them
// apart by a name and a colour.
import * as v from 'valibot';
import type { SignInWay } from './sign-in.ts';

/**
 * The colours as names, so that each theme can give them its own shade. Practice's yellow and the
 * sandbox's violet are not among them.
 */
export const profileColours = [
  'green',
  'blue',
  'red',
  'orange',
  'teal',
  'pink',
  'brown',
  'grey',
] as const;
export type ProfileColour = (typeof profileColours)[number];

/** A service, company and till, and what `/auth/info/` said of them. Nothing secret. */
export interface Profile {
  /** `sandbox`: a demonstration company of the real service. */
  readonly kind: 'practice' | 'sandbox' | 'service';
  /** How it was signed in to: signing in anew uses the same way. */
  readonly way: SignInWay;
  readonly serviceAddress: string;
  /** The address of the earlier interface, if that is the way; else null. */
  readonly earlierAddress: string | null;
  /** The demonstration plan that was chosen; null for none. */
  readonly planId: number | null;
  readonly companyCode: string;
  readonly companyName: string;
  readonly tillCode: string;
  readonly tillName: string;
  readonly userName: string;
  /** Empty if the token was made in the back office. */
  readonly username: string;
  /** Null if the service does not say. */
  readonly locationName: string | null;
  readonly terminalName: string | null;
  readonly interfaceVersion: string | null;
}

/** A company and till that was signed in to on this computer. */
export interface KnownProfile {
  readonly id: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** Whether opening it begins with signing in. */
  readonly isSignedOut: boolean;
  /** How many sales the outbox still had to bring to the service when it was left. */
  readonly unsent: number;
  /** Whether somebody had to say who they are at it when it was left. */
  readonly hasCashiers: boolean;
  readonly profile: Profile;
}

const longestProfileName = 60;

/**
 * The id, which also names the token and the folder: made of the service's address, the company and
 * the till.
 */
const profileIdSchema = v.pipe(v.string(), v.regex(/^[\da-f]{16}$/));

export const openProfileSchema = v.strictObject({
  /** Null opens none, so that another one can be signed in to. */
  id: v.nullable(profileIdSchema),
  /**
   * Whether a person has said that what waits at the open one may wait until it is opened again.
   */
  leaveWaiting: v.boolean(),
});
export type OpenProfile = v.InferOutput<typeof openProfileSchema>;

export const changeProfileSchema = v.strictObject({
  id: profileIdSchema,
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestProfileName)),
  colour: v.picklist(profileColours),
});
export type ChangeProfile = v.InferOutput<typeof changeProfileSchema>;

export const removeProfileSchema = v.strictObject({ id: profileIdSchema });

/** Returns the name of a new connection, until a person gives it another. */
export const usualName = (of: {
  readonly companyName: string;
  readonly tillName: string;
}): string => `${of.companyName} · ${of.tillName}`.slice(0, longestProfileName);
