// What can happen to one "create this document" on its way: every way in which an answer is lost,
// spoilt or invented.
import * as v from 'valibot';
import type { Seeded } from './seeded.ts';

/** `…_before`: the service never sees the request. `…_after`: the service carries it out first. */
export type Fault =
  | { readonly kind: 'reset_before' }
  | { readonly kind: 'reset_after' }
  /** No answer at all, until the till's own time-out. */
  | { readonly kind: 'swallow_before' }
  | { readonly kind: 'swallow_after' }
  /** An answer instead of the service's. */
  | { readonly kind: 'status_before'; readonly status: number; readonly body: string }
  | { readonly kind: 'status_after'; readonly status: number; readonly body: string }
  /** Half of the service's answer, then the end of the connection. */
  | { readonly kind: 'cut_after' }
  /** The answer is compressed, although the till did not ask for that. */
  | { readonly kind: 'compressed_after' }
  /** The service carries the request out long after the till stopped waiting. */
  | { readonly kind: 'reset_then_late'; readonly delayMs: number }
  | { readonly kind: 'swallow_then_late'; readonly delayMs: number }
  /** The network delivers the request twice. */
  | { readonly kind: 'twice_then_reset' }
  | { readonly kind: 'twice_then_answer' }
  /** The network delivers the request once more after it was answered. */
  | { readonly kind: 'answer_then_again'; readonly delayMs: number }
  /** The service keeps another reference than it was given. */
  | {
      readonly kind: 'mangled_then_answer' | 'mangled_then_reset';
      readonly how: Mangling;
      readonly forMs: number;
    }
  /** The document is created as a draft, and finalized a while later. */
  | { readonly kind: 'draft_then_answer' | 'draft_then_reset'; readonly forMs: number }
  /** The service's answer after a pause. */
  | { readonly kind: 'slow'; readonly delayMs: number };

export type Mangling = 'cut' | 'lower_case';

const shortLength = 15;

export const mangled = (reference: string, how: Mangling): string =>
  how === 'cut' ? reference.slice(0, shortLength) : reference.toLowerCase();

export const documentedRefusal = JSON.stringify({
  errors: [{ message: 'Refused', code: 'invalid', field: 'details' }],
});
export const htmlPage = '<!doctype html><html><body>Welcome</body></html>';

/** Statuses that say that nothing was created. */
const turnedAway = [401, 403, 404, 405] as const;

/**
 * Returns whether the answer says that nothing was created, in words that a till may take for more
 * than a broken line.
 */
export const isRefusal = (fault: Fault): boolean =>
  'status' in fault && saysRefused(fault.status, fault.body);

export const saysRefused = (status: number, body: string): boolean =>
  (turnedAway as readonly number[]).includes(status) || (status === 400 && v.is(errorBody, body));

const errorBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ errors: v.pipe(v.array(v.unknown()), v.minLength(1)) }),
);

export interface FaultLimits {
  readonly tillTimeoutMs: number;
  /**
   * The share of faults in which the service carries out the request later, and by how much later.
   */
  readonly lateShare: number;
  readonly lateMs: readonly [shortest: number, longest: number];
  /** The share of the other faults in which the service refuses the request. */
  readonly refusalShare: number;
  /**
   * The share of the rest in which the service carries the request out and says that it refuses it.
   */
  readonly falseRefusalShare: number;
  /** The share of the rest in which the service keeps another reference, perhaps for ever. */
  readonly mangledShare: number;
  /**
   * The share of the rest in which the service finalizes what it created only later, and how long
   * that takes.
   */
  readonly draftShare: number;
  readonly draftMs: readonly [shortest: number, longest: number];
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
  if (random.chance(falseRefusalShare)) return falseRefusal(random);
  if (random.chance(limits.mangledShare)) {
    const kind = random.pick(['mangled_then_answer', 'mangled_then_reset'] as const);
    const how = random.pick(['cut', 'lower_case'] as const);
    return { kind, how, forMs: random.pick([150, 900, Infinity]) };
  }
  if (random.chance(limits.draftShare)) {
    const kind = random.pick(['draft_then_answer', 'draft_then_reset'] as const);
    return { kind, forMs: random.between(...limits.draftMs) };
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
    'compressed_after',
    'twice_then_reset',
    'twice_then_answer',
    'answer_then_again',
    'slow',
  ] as const);
  switch (kind) {
    case 'status_before':
    case 'status_after':
      return { kind, ...randomAnswer(random, kind === 'status_before') };
    case 'slow':
    case 'answer_then_again':
      return { kind, delayMs: random.between(1, tillTimeoutMs / 2) };
    default:
      return { kind };
  }
}

function falseRefusal(random: Seeded): Fault {
  const status = random.pick([400, 400, ...turnedAway]);
  return { kind: 'status_after', status, body: status === 400 ? documentedRefusal : '' };
}

function randomAnswer(
  random: Seeded,
  isBefore: boolean,
): { readonly status: number; readonly body: string } {
  const unclear = [400, 400, 413, 422, 429, 500, 502, 503, 504, 200, 201, 204] as const;
  const status = random.pick(isBefore ? [...unclear, ...turnedAway] : unclear);
  if (status === 204) return { status, body: '' };
  if (status === 400) {
    return { status, body: random.pick([documentedRefusal, documentedRefusal, htmlPage]) };
  }
  return { status, body: random.pick(['', htmlPage, '{}']) };
}

interface PlainAnswer {
  readonly status: number;
  readonly body: string;
}

const poisons: readonly [PlainAnswer, ...PlainAnswer[]] = [
  { status: 400, body: documentedRefusal },
  { status: 400, body: htmlPage },
  { status: 403, body: '' },
  { status: 404, body: '' },
  { status: 405, body: '' },
  { status: 413, body: htmlPage },
  { status: 422, body: '{}' },
  { status: 500, body: '' },
];

/** The answer that a sale always gets if the service cannot take it; nothing is created. */
export const randomPoison = (random: Seeded): Fault => ({
  kind: 'status_before',
  ...random.pick(poisons),
});

/** The name in the summary: the kind, and the status if there is one. */
export const faultName = (fault: Fault): string =>
  'status' in fault ? `${fault.kind} ${fault.status}` : fault.kind;
