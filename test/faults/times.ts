// The times of a history: a till's minutes as milliseconds, in the proportions that `outbox/timing.ts` has.
import type { OutboxTiming } from '../../src-main/outbox/timing.ts';
import type { ServiceTimeouts } from '../../src-main/service/client.ts';

export const serviceTimeouts: ServiceTimeouts = { connectMs: 200, headersMs: 80, bodyMs: 80 };

export const outboxTiming: OutboxTiming = {
  settlingMs: 600,
  lookUpsNeeded: 3,
  firstLookUpMs: 30,
  lookUpCapMs: 150,
  retryFirstMs: 10,
  retryCapMs: 60,
  probeMs: 200,
  pausedProbeMs: 100,
};
