// What can happen to one "create this document" on its way: every way in which an answer is lost, spoilt or made up.
import type { Seeded } from './seeded.ts';

/** `…_before`: the service never sees the request. `…_after`: the service carries it out first. */
export type Fault =
  | { readonly kind: 'reset_before' }
  | { readonly kind: 'reset_after' }
  /** No answer at all: the till's own time-out ends it. */
  | { readonly kind: 'swallow_before' }
  | { readonly kind: 'swallow_after' }
  /** An answer in the place of the service's. */
  | { readonly kind: 'status_before'; readonly status: number; readonly body: string }
  | { readonly kind: 'status_after'; readonly status: number; readonly body: string }
  /** Half of the service's answer, then the end of the connection. */
  | { readonly kind: 'cut_after' }
  /** The service carries it out only when the till has long stopped waiting. */
  | { readonly kind: 'reset_then_late'; readonly delayMs: number }
  | { readonly kind: 'swallow_then_late'; readonly delayMs: number }
  /** The network delivers the request two times. */
  | { readonly kind: 'twice_then_reset' }
  | { readonly kind: 'twice_then_answer' }
  /** The service's answer, after a pause. */
  | { readonly kind: 'slow'; readonly delayMs: number };

export const documentedRefusal = JSON.stringify({
  errors: [{ message: 'Refused', code: 'invalid', field: 'details' }],
});
export const htmlPage = '<!doctype html><html><body>Welcome</body></html>';

export const isRefusal = (fault: Fault): boolean =>
  'body' in fault && fault.status === 400 && fault.body === documentedRefusal;

export interface FaultLimits {
  readonly tillTimeoutMs: number;
  /** The share of faults in which the service carries the request out only later, and by how much later. */
  readonly lateShare: number;
  readonly lateMs: readonly [shortest: number, longest: number];
  /** Of the other faults, those in which it refuses the request. */
  readonly refusalShare: number;
  /** Of the rest, those in which it carries the request out and says that it refuses it. */
  readonly falseRefusalShare: number;
}

export function randomFault(random: Seeded, limits: FaultLimits): Fault {
  const { tillTimeoutMs, lateShare, lateMs, refusalShare, falseRefusalShare } = limits;
  if (random.chance(lateShare)) {
    const kind = random.pick(['reset_then_late', 'swallow_then_late'] as const);
    return { kind, delayMs: random.between(...lateMs) };
  }
  if (random.chance(refusalShare)) {
    return { kind: 'status_before', status: 400, body: documentedRefusal };
  }
  if (random.chance(falseRefusalShare)) {
    return { kind: 'status_after', status: 400, body: documentedRefusal };
  }
  const kind = random.pick([
    'reset_before',
    'reset_after',
    'swallow_before',
    'swallow_after',
    'status_before',
    'status_after',
    'status_after',
    'status_after',
    'cut_after',
    'twice_then_reset',
    'twice_then_answer',
    'slow',
  ] as const);
  switch (kind) {
    case 'status_before':
    case 'status_after':
      return { kind, ...randomAnswer(random, kind === 'status_before') };
    case 'slow':
      return { kind, delayMs: random.between(1, tillTimeoutMs / 2) };
    default:
      return { kind };
  }
}

function randomAnswer(
  random: Seeded,
  isBefore: boolean,
): { readonly status: number; readonly body: string } {
  const unclear = [400, 400, 429, 500, 502, 503, 504, 200, 201, 204] as const;
  // These say that nothing was created, so nobody says them afterwards.
  const status = random.pick(isBefore ? [...unclear, 403, 404, 405] : unclear);
  if (status === 204) return { status, body: '' };
  if (status === 400) {
    return { status, body: random.pick([documentedRefusal, documentedRefusal, htmlPage]) };
  }
  return { status, body: random.pick(['', htmlPage, '{}']) };
}

/** For the summary: the kind, and the status where there is one. */
export const faultName = (fault: Fault): string =>
  'status' in fault ? `${fault.kind} ${fault.status}` : fault.kind;
