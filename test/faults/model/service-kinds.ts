// Kinds of service that the API's document does not rule out: how each treats a creation, and its
// lists.
import type { Seeded } from '../seeded.ts';

/** How a creation ends for the till. */
export type Answer =
  | { readonly kind: 'created' }
  /** A 201 without a readable, finalized document of ours; it may name the document. */
  | { readonly kind: 'unclear'; readonly namesIt: boolean }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs?: number }
  | { readonly kind: 'lost' };

export interface Plan {
  readonly answer: Answer;
  readonly answerAfterMs: number;
  /** How long after the request the documents are made; empty for never. */
  readonly madeAfterMs: readonly number[];
  readonly isOtherKind: boolean;
  readonly isReferenceAltered: boolean;
  /** By how much its total is another than was asked for. */
  readonly addedCents: number;
  /** Null if finalized at once. */
  readonly finalizedAfterMs: number | null;
}

/** How the lists behave at a moment. */
export interface ListPlan {
  readonly searchLagMs: number;
  readonly listLagMs: number;
  /** The time from which a stalled replica shows its contents. */
  readonly stalledAtMs: number | null;
  readonly failing: 'hang' | number | null;
  /** How searches fail while other lists do not. */
  readonly searchFailing: 'hang' | number | null;
}

/** What the behaviour of a kind may depend on. */
export interface Moment {
  readonly random: Seeded;
  readonly nowMs: number;
  readonly sale: number;
  readonly attempt: number;
  /** The present time of trouble, if any. */
  readonly trouble: Trouble | undefined;
  /** The time of trouble that begins within some minutes. */
  readonly nextTrouble: Trouble | undefined;
}

export interface Trouble {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Kind {
  readonly create?: (moment: Moment) => Partial<Plan> | undefined;
  readonly lists?: (moment: Moment) => Partial<ListPlan> | undefined;
  /** In trouble no connection to the service can be made. */
  readonly isDownInTrouble?: boolean;
  /** At the end of each time of trouble the service is what it was at its beginning. */
  readonly forgetsTrouble?: boolean;
  /** From a time of trouble on the token is refused, until somebody signs in after it. */
  readonly refusesToken?: boolean;
  /** In trouble nothing can be created, whatever the till does. */
  readonly takesNothingInTrouble?: boolean;
  /** A failure hits every sale alike. */
  readonly sparesNobody?: boolean;
  /** Searches are ordered otherwise than by id. */
  readonly ordersByRelevance?: boolean;
  /** Each id stands for a document of another kind as well. */
  readonly sharesIds?: boolean;
  /** How long neither search nor scan shows a document. */
  readonly hidesForMs?: number;
}

const minuteMs = 60_000;
const seldom = (moment: Moment, share: number, plan: () => Partial<Plan>) =>
  moment.random.chance(share) ? plan() : undefined;
const status = (code: number): Partial<Plan> => ({ answer: { kind: 'status', status: code } });
const lost: Answer = { kind: 'lost' };
const notMade = { madeAfterMs: [] };
const lateness = ({ random }: Moment): number => random.pick([0, 300, 700]);

/** Some sales of each schedule are never accepted. */
const isPoison = ({ sale }: Moment): boolean => sale % 4 === 1;

const kinds = {
  honest: { sparesNobody: true },
  says_no_after_creating: {
    create: (moment) =>
      seldom(moment, 0.3, () => status(moment.random.pick([400, 401, 403, 404, 405]))),
  },
  says_no_and_creates_later: {
    create: (moment) =>
      seldom(moment, 0.3, () => ({
        ...status(moment.random.pick([400, 401, 403, 404, 405])),
        madeAfterMs: [moment.random.between(0, 110_000)],
      })),
  },
  /** Denies what it has made, whatever the status, and a replica’s lists are late. */
  denies_and_lags: {
    hidesForMs: 3 * minuteMs,
    create: (moment) =>
      seldom(moment, 0.4, () => status(moment.random.pick([400, 401, 403, 404, 405, 422, 500]))),
    lists: () => ({ searchLagMs: 3 * minuteMs, listLagMs: 3 * minuteMs }),
  },
  /** Denies what it has made, and in trouble its lists stand still. */
  denies_and_stands_still: {
    create: (moment) =>
      seldom(moment, 0.3, () => status(moment.random.pick([400, 401, 403, 404, 405, 500]))),
    lists: ({ trouble }) => (trouble ? { stalledAtMs: trouble.fromMs } : undefined),
  },
  orders_by_relevance: {
    ordersByRelevance: true,
    create: (moment) =>
      seldom(moment, 0.3, () => ({
        answer: lost,
        madeAfterMs: moment.random.pick([[], [300], [300, 20 * minuteMs]]),
      })),
  },
  shares_ids: {
    sharesIds: true,
    create: (moment) =>
      seldom(moment, 0.3, () => ({
        answer: lost,
        madeAfterMs: moment.random.pick([[], [300], [300, 20 * minuteMs]]),
      })),
  },
  limits_requests: {
    create: (moment) => seldom(moment, 0.3, () => ({ ...status(429), ...notMade })),
    lists: ({ random }) => (random.chance(0.15) ? { failing: 503 } : undefined),
  },
  /** Makes documents of another total, and tells it in its answer or only in its lists. */
  changes_totals: {
    create: (moment) =>
      seldom(moment, 0.5, () => ({
        addedCents: moment.random.pick([-1, 1, 500]),
        answer: moment.random.chance(0.5) ? lost : { kind: 'created' },
      })),
  },
  /** Answers 201 with what it has already made under the reference. */
  recognises_references: {
    create: (moment) =>
      moment.attempt > 1
        ? { ...notMade, answer: { kind: 'created' } }
        : seldom(moment, 0.6, () => ({
            ...status(500),
            madeAfterMs: [moment.random.between(0, 1_500_000)],
          })),
  },
  fails_after_creating: {
    create: (moment) =>
      seldom(moment, 0.3, () => status(moment.random.pick([200, 204, 302, 413, 422, 500, 503]))),
  },
  lags_in_search: {
    create: (moment) => seldom(moment, 0.3, () => ({ answer: lost })),
    lists: () => ({ searchLagMs: 4 * minuteMs }),
  },
  lags_in_lists: {
    create: (moment) => seldom(moment, 0.3, () => ({ answer: lost })),
    lists: () => ({ listLagMs: 4 * minuteMs }),
  },
  lags: {
    hidesForMs: 90_000,
    create: (moment) =>
      seldom(moment, 0.3, () => ({ answer: lost, ...(moment.random.chance(0.5) && notMade) })),
    lists: () => ({ searchLagMs: 90_000, listLagMs: 90_000 }),
  },
  lags_long: {
    hidesForMs: 15 * minuteMs,
    create: (moment) =>
      seldom(moment, 0.3, () => ({ answer: lost, ...(moment.random.chance(0.5) && notMade) })),
    lists: () => ({ searchLagMs: 15 * minuteMs, listLagMs: 15 * minuteMs }),
  },
  loses_requests: {
    create: (moment) => seldom(moment, 0.4, () => ({ answer: lost, ...notMade })),
  },
  loses_answers: { create: (moment) => seldom(moment, 0.4, () => ({ answer: lost })) },
  stalls: {
    create: (moment) =>
      seldom(moment, 0.4, () => ({
        answer: moment.random.chance(0.7) ? lost : { kind: 'status', status: 504 },
        madeAfterMs: [moment.random.between(1_000, 590_000)],
      })),
  },
  stalls_too_long: {
    create: (moment) =>
      seldom(moment, 0.3, () => ({
        answer: lost,
        madeAfterMs: [moment.random.between(610_000, 70 * minuteMs)],
      })),
  },
  refuses_everything: {
    sparesNobody: true,
    takesNothingInTrouble: true,
    create: ({ trouble }) => (trouble ? { ...status(400), ...notMade } : undefined),
  },
  turns_everything_away: {
    sparesNobody: true,
    takesNothingInTrouble: true,
    create: ({ trouble }) => (trouble ? { ...status(403), ...notMade } : undefined),
  },
  fails_to_create: {
    sparesNobody: true,
    takesNothingInTrouble: true,
    create: ({ trouble, random }) =>
      trouble ? { ...status(random.pick([500, 502])), ...notMade } : undefined,
  },
  is_too_busy: {
    sparesNobody: true,
    takesNothingInTrouble: true,
    create: (moment) =>
      moment.trouble
        ? { answer: { kind: 'status', status: 429, retryAfterMs: 30_000 }, ...notMade }
        : undefined,
  },
  flaps: {
    takesNothingInTrouble: true,
    isDownInTrouble: true,
    create: (moment) =>
      seldom(moment, 0.15, () => ({ answer: lost, ...(moment.random.chance(0.5) && notMade) })),
    lists: ({ random }) => (random.chance(0.2) ? { failing: random.pick([500, 503]) } : undefined),
  },
  makes_another_kind: {
    create: (moment) =>
      seldom(moment, 0.3, () => ({
        isOtherKind: true,
        answer: moment.random.chance(0.5) ? lost : { kind: 'unclear', namesIt: true },
      })),
  },
  forgets: {
    takesNothingInTrouble: true,
    forgetsTrouble: true,
    create: (moment) => seldom(moment, 0.2, () => ({ answer: lost })),
  },
  doubles: {
    create: (moment) =>
      seldom(moment, 0.3, () => ({
        madeAfterMs: [lateness(moment), moment.random.pick([400, 50_000, 20 * minuteMs])],
        answer: moment.random.chance(0.5) ? lost : { kind: 'created' },
      })),
  },
  stalled_replica: {
    create: (moment) => seldom(moment, 0.3, () => ({ answer: lost })),
    lists: ({ trouble }) => (trouble ? { stalledAtMs: trouble.fromMs } : undefined),
  },
  poison: {
    create: (moment) =>
      isPoison(moment)
        ? { ...status([400, 403, 404, 413, 422, 500][moment.sale % 6] ?? 400), ...notMade }
        : undefined,
  },
  drafts_first: {
    create: (moment) =>
      seldom(moment, 0.5, () => ({
        finalizedAfterMs: moment.random.pick([400, 900, 30_000, Infinity]),
        answer: moment.random.chance(0.5) ? lost : { kind: 'unclear', namesIt: true },
      })),
  },
  alters_references: {
    create: (moment) =>
      seldom(moment, 0.3, () => ({
        isReferenceAltered: true,
        answer: { kind: 'unclear', namesIt: moment.random.chance(0.8) },
      })),
  },
  names_nothing: {
    create: (moment) =>
      seldom(moment, 0.3, () => ({ answer: { kind: 'unclear', namesIt: false } })),
  },
  works_off_a_queue: {
    takesNothingInTrouble: true,
    isDownInTrouble: true,
    create: ({ random, nowMs, nextTrouble }) => {
      // Requests of the last minutes before the service goes down are carried out once it is up
      // again.
      if (!nextTrouble) return undefined;
      const upAfterMs = nextTrouble.toMs - nowMs;
      return { answer: lost, madeAfterMs: [upAfterMs + random.between(1_000, 400_000)] };
    },
  },
  hangs_in_search: {
    create: (moment) =>
      seldom(moment, 0.2, () => ({ answer: lost, ...(moment.random.chance(0.5) && notMade) })),
    lists: ({ trouble }) => (trouble ? { searchFailing: 'hang' } : undefined),
  },
  fails_in_lists: {
    takesNothingInTrouble: true,
    create: (moment) =>
      seldom(moment, 0.2, () => ({ answer: lost, ...(moment.random.chance(0.5) && notMade) })),
    lists: ({ trouble }) => (trouble ? { failing: 500 } : undefined),
  },
  refuses_the_token: { refusesToken: true },
} as const satisfies Readonly<Record<string, Kind>>;

export type ServiceKind = keyof typeof kinds;
export const serviceKinds = Object.keys(kinds) as [ServiceKind, ...ServiceKind[]];
export const kindOf = (kind: ServiceKind): Kind => kinds[kind];

const honestly: Plan = {
  answer: { kind: 'created' },
  answerAfterMs: 0,
  madeAfterMs: [300],
  isOtherKind: false,
  isReferenceAltered: false,
  addedCents: 0,
  finalizedAfterMs: null,
};

/** The first of the kinds that has a plan decides. */
export function planOf(named: readonly ServiceKind[], moment: Moment): Plan {
  const answerAfterMs = moment.random.between(350, 1_500);
  for (const name of named) {
    const plan = kindOf(name).create?.(moment);
    if (plan) return { ...honestly, answerAfterMs, ...plan };
  }
  return { ...honestly, answerAfterMs };
}

export function listPlanOf(named: readonly ServiceKind[], moment: Moment): ListPlan {
  const plan: ListPlan = {
    searchLagMs: 0,
    listLagMs: 0,
    stalledAtMs: null,
    failing: null,
    searchFailing: null,
  };
  return named.reduce((so, name) => ({ ...so, ...kindOf(name).lists?.(moment) }), plan);
}
