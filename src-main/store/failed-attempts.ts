// How often a secret was tried since it was last right, and until when the next try waits.
import * as v from 'valibot';

export const failedAttemptsSchema = v.object({
  failedAttempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  waitUntilMs: v.pipe(v.number(), v.safeInteger()),
});
export type FailedAttempts = v.InferOutput<typeof failedAttemptsSchema>;
