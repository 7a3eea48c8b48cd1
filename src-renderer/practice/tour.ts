// The tour of practice: what of it a trainee has really done, judged by what happened at the till
// and not by buttons.
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import type { Route } from '../bridge/route.ts';

export const tourSteps = ['sell', 'outage', 'sellOn', 'back', 'find'] as const;
export type TourStep = (typeof tourSteps)[number];

interface SoldSale {
  readonly reference: string;
  readonly state: SaleState;
  readonly documentId: number | null;
}

/** Something that happened at the till. */
export type TourFact =
  | { readonly kind: 'plug'; readonly isPlugged: boolean }
  /**
   * A sale at the counter that was finished since the tour began. It is told when it is finished,
   * and whenever it moves on.
   */
  | { readonly kind: 'sale'; readonly sale: SoldSale }
  | { readonly kind: 'opened'; readonly route: Route };

export interface Tour {
  readonly beganAtMs: number;
  readonly isPlugged: boolean;
  /** The sales in the order in which they were finished. */
  readonly sales: readonly (SoldSale & { readonly soldOffline: boolean })[];
  readonly route: Route;
  /** True once the invoice of a sale that waited has been looked at. */
  readonly hasFound: boolean;
}

export const beginTour = (isPlugged: boolean, route: Route, beganAtMs: number): Tour => ({
  beganAtMs,
  isPlugged,
  sales: [],
  route,
  hasFound: false,
});

export function tell(tour: Tour, fact: TourFact): Tour {
  const after = note(tour, fact);
  return after.hasFound ? after : { ...after, hasFound: isFound(after) };
}

function note(tour: Tour, fact: TourFact): Tour {
  switch (fact.kind) {
    case 'plug':
      return { ...tour, isPlugged: fact.isPlugged };
    case 'opened':
      return { ...tour, route: fact.route };
    case 'sale': {
      const { sale } = fact;
      const isNew = tour.sales.every(({ reference }) => reference !== sale.reference);
      return isNew
        ? { ...tour, sales: [...tour.sales, { ...sale, soldOffline: !tour.isPlugged }] }
        : {
            ...tour,
            sales: tour.sales.map((known) =>
              known.reference === sale.reference ? { ...known, ...sale } : known,
            ),
          };
    }
  }
}

/**
 * Returns whether the invoice is in sight: the outbox's page and the document's own both show it.
 */
function isFound({ sales, route }: Tour): boolean {
  return sales.some(({ soldOffline, state, reference, documentId }) => {
    if (!soldOffline || state !== 'confirmed') return false;
    if (route.screen === 'outbox') return route.item === reference;
    return route.screen === 'documents' && documentId !== null && route.item === `${documentId}`;
  });
}

export function isDone({ isPlugged, sales, hasFound }: Tour, step: TourStep): boolean {
  const offline = sales.filter(({ soldOffline }) => soldOffline);
  switch (step) {
    case 'sell':
      return sales.some(({ soldOffline, state }) => !soldOffline && state === 'confirmed');
    case 'outage':
      return !isPlugged || offline.length > 0;
    case 'sellOn':
      return offline.length > 0;
    case 'back':
      return offline.some(({ state }) => state === 'confirmed');
    case 'find':
      return hasFound;
  }
}

/** Returns the first step that is not done; null when the tour is over. */
export const currentStep = (tour: Tour): TourStep | null =>
  tourSteps.find((step) => !isDone(tour, step)) ?? null;
