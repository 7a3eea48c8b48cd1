// The connections of this computer: each to a company and till of a service, told apart by a name
// and a colour.
import * as v from 'valibot';
import type { SignInWay } from './sign-in.ts';

/**
 * Names, so that each theme can give them its own shade. Practice's yellow and the sandbox's violet
 * are not among them.
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

/** Which service, company and till; what `/auth/info/` said of them. Nothing secret. */
export interface Profile {
  /** Sandbox: a demonstration company of the real service. */
  readonly kind: 'practice' | 'sandbox' | 'service';
  /** How it was signed in to: signing in anew goes the same way. */
  readonly way: SignInWay;
  readonly serviceAddress: string;
  /** Of the earlier interface, where that is the way. */
  readonly earlierAddress: string | null;
  /** Of the demonstration plan, where one was chosen. */
  readonly planId: number | null;
  readonly companyCode: string;
  readonly companyName: string;
  readonly tillCode: string;
  readonly tillName: string;
  readonly userName: string;
  /** Empty for a token that was made in the back office. */
  readonly username: string;
  /** Null where the service does not say. */
  readonly locationName: string | null;
  readonly terminalName: string | null;
  readonly interfaceVersion: string | null;
}

/** A company and till that was signed in to on this computer. */
export interface KnownProfile {
  readonly id: string;
  readonly name: string;
  readonly colour: ProfileColour;
  /** Opening it begins with signing in. */
  readonly isSignedOut: boolean;
  /** Sales that the outbox had yet to bring to the service, when it was left. */
  readonly unsent: number;
  /** Somebody had to say who they are at it, when it was left. */
  readonly hasCashiers: boolean;
  readonly profile: Profile;
}

const longestProfileName = 60;

/**
 * The name and the token's and the folder's: of the service's address, the company and the till.
 */
const profileIdSchema = v.pipe(v.string(), v.regex(/^[\da-f]{16}$/));

export const openProfileSchema = v.strictObject({
  /** Null opens none: another one is signed in to then. */
  id: v.nullable(profileIdSchema),
  /** A person has said that what waits at the open one may wait until that one is open again. */
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

/** A new one's name, until a person gives it another. */
export const usualName = (of: {
  readonly companyName: string;
  readonly tillName: string;
}): string => `${of.companyName} · ${of.tillName}`.slice(0, longestProfileName);
