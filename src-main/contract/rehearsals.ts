// What can be rehearsed in practice, so that nobody meets it for the first time with a customer
// waiting.
import * as v from 'valibot';

export const rehearsals = [
  'outage',
  'slow_line',
  'service_error',
  'expired_token',
  'rejected_product',
  'refuses_all',
] as const;
export type Rehearsal = (typeof rehearsals)[number];

export const rehearsalSchema = v.strictObject({
  rehearsal: v.picklist(rehearsals),
  isUnderWay: v.boolean(),
});

/**
 * A product that no practice service has: as if it had been deleted in the back office, and not yet
 * at the till.
 */
export const withdrawnCode = 'FORA-DE-VENDA';
