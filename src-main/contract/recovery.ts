// A manager's forgotten PIN: who may set a new one.
import * as v from 'valibot';
import { pinEntrySchema } from './lock.ts';
import { credentialsSchema, madeTokenSchema } from './sign-in.ts';

export const proofWays = ['password', 'token'] as const;
export type ProofWay = (typeof proofWays)[number];

/** That somebody may sign in to the service for this very till. */
const proofSchema = v.variant('way', [
  v.strictObject({
    way: v.literal('password'),
    ...v.pick(credentialsSchema, ['username', 'password']).entries,
  }),
  v.strictObject({ way: v.literal('token'), token: madeTokenSchema }),
]);
export type Proof = v.InferOutput<typeof proofSchema>;

/** Null in practice, which has nothing to guard. */
export const recoverySchema = v.strictObject({
  ...pinEntrySchema.entries,
  proof: v.nullable(proofSchema),
});
export type RecoverPin = v.InferOutput<typeof recoverySchema>;
