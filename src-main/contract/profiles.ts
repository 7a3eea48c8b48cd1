// The connections of this computer as a person tells them apart: by a name and a colour.
import * as v from 'valibot';

/** Names, so that each theme can give them its own shade. Practice's yellow and the sandbox's violet are not among them. */
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

const longestProfileName = 60;

/** The name and the token's and the folder's: of the service's address, the company and the till. */
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
