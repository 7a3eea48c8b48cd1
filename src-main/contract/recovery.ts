// A manager's forgotten PIN: who may set a new one.
import * as v from 'valibot';
import { cashierIdSchema, cashierNameSchema, managerPinSchema } from './lock.ts';
import { credentialsSchema, madeTokenSchema } from './sign-in.ts';

export const proofWays = ['password', 'token'] as const;
export type ProofWay = (typeof proofWays)[number];

/** The proof that somebody may sign in to the service for this very till. */
export const proofSchema = v.variant('way', [
  v.strictObject({
    way: v.literal('password'),
    ...v.pick(credentialsSchema, ['username', 'password']).entries,
  }),
  v.strictObject({ way: v.literal('token'), token: madeTokenSchema }),
]);
export type Proof = v.InferOutput<typeof proofSchema>;

export const recoverySchema = v.strictObject({
  /** Null makes a new manager of that name, if the till has none. */
  cashierId: v.nullable(cashierIdSchema),
  name: v.exactOptional(cashierNameSchema),
  pin: managerPinSchema,
  /** Null in practice, which has nothing to guard. */
  proof: v.nullable(proofSchema),
});
export type RecoverPin = v.InferOutput<typeof recoverySchema>;

export type ServiceUser = Pick<RecoveryUser, 'id' | 'username' | 'name'>;

/** A user who may give a manager a new PIN. */
export const recoveryUserSchema = v.object({
  recoveryUserId: v.pipe(v.number(), v.safeInteger()),
  /** service-api, Token information: `user.id`. Null if the service does not say it. */
  id: v.nullable(v.pipe(v.number(), v.safeInteger())),
  /** Their user name; null for a token. In the earlier interface it begins with `v3:`. */
  username: v.nullable(v.string()),
  name: v.string(),
  /** The manager who added them; null for the user of the first sign-in, and of a recovery. */
  addedBy: v.nullable(v.string()),
});
export type RecoveryUser = Readonly<v.InferOutput<typeof recoveryUserSchema>>;

export const recoveryUserIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/**
 * Returns whether the two are the same: by their ids if both have one, else by what they signed in
 * with. Undefined if nothing of them can be compared.
 */
export function isSameUser(one: ServiceUser, other: ServiceUser): boolean | undefined {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  if (one.username !== null && other.username !== null) return one.username === other.username;
  return undefined;
}

export const userText = ({ id, username, name }: ServiceUser): string => {
  const known = [...(username === null ? [] : [username]), ...(id === null ? [] : [`id ${id}`])];
  return [name, known.length > 0 ? `(${known.join(', ')})` : ''].join(' ').trim();
};
