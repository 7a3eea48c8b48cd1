// What can be rehearsed in practice, so that nobody sees it first with a customer waiting.
import * as v from 'valibot';
import type { Count } from './day.ts';

export const rehearsals = [
  'outage',
  'slow_line',
  'service_error',
  'expired_token',
  'rejected_product',
  'refuses_all',
  'wrong_drawer',
  'unlinked_return',
  'computer_dies',
] as const;
export type Rehearsal = (typeof rehearsals)[number];

export const rehearsalSchema = v.strictObject({
  rehearsal: v.picklist(rehearsals),
  isUnderWay: v.boolean(),
});

/** The drawer that a trainee finds in the rehearsal, which does not agree. */
export interface RehearsedDrawer {
  /** Null while no day is open. */
  readonly pieces: Count['pieces'] | null;
  /** How often it was counted as it really is. */
  readonly counts: number;
}
