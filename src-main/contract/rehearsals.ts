// What can be rehearsed in practice, so that nobody meets it for the first time with a customer waiting.

export const rehearsals = [
  'outage',
  'slow_line',
  'service_error',
  'expired_token',
  'rejected_product',
] as const;
export type Rehearsal = (typeof rehearsals)[number];

/** A product that no practice service has: as if it had been deleted in the back office, and not yet at the till. */
export const withdrawnCode = 'FORA-DE-VENDA';
