// The connections of this computer. Each leads to a company and till of a service; people tell them
// apart by a name and a colour.
import * as v from 'valibot';
import { signInWays } from './sign-in.ts';

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
const profileSchema = v.object({
  /** `sandbox`: a demonstration company of the real service. */
  kind: v.picklist(['practice', 'sandbox', 'service']),
  /** How it was signed in to: signing in anew uses the same way. */
  way: v.picklist(signInWays),
  serviceAddress: v.string(),
  /** The address of the earlier interface, if that is the way; else null. */
  earlierAddress: v.nullable(v.string()),
  /** The demonstration plan that was chosen; null for none. */
  planId: v.nullable(v.number()),
  companyCode: v.string(),
  companyName: v.string(),
  tillCode: v.string(),
  tillName: v.string(),
  userName: v.string(),
  /** Empty if the token was made in the back office. */
  username: v.string(),
  /** Null if the service does not say. */
  locationName: v.nullable(v.string()),
  terminalName: v.nullable(v.string()),
  interfaceVersion: v.nullable(v.string()),
});
export type Profile = Readonly<v.InferOutput<typeof profileSchema>>;

/** A company and till that was signed in to on this computer, as the settings have it. */
export const keptProfileSchema = v.object({
  name: v.string(),
  colour: v.picklist(profileColours),
  isSignedOut: v.boolean(),
  /** How many sales the outbox still had to bring to the service when it was left. */
  unsent: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Whether somebody had to say who they are at it when it was left. */
  hasCashiers: v.boolean(),
  profile: profileSchema,
});
export type KnownProfile = Readonly<v.InferOutput<typeof keptProfileSchema>> & {
  readonly id: string;
};

const longestProfileName = 60;

/** The id, which also names token and folder: made of address, company and till. */
const profileIdSchema = v.pipe(v.string(), v.regex(/^[\da-f]{16}$/));

export const openProfileSchema = v.strictObject({
  /** Null opens none, so that another one can be signed in to. */
  id: v.nullable(profileIdSchema),
  /** Whether a person said that what waits at the open one may do so until it is opened again. */
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
