// The tour while it is taken: what happens at the till is told to it, on whichever screen.
import type { TillState } from '../../src-main/contract/till-state.ts';
import { askedText, counterSale } from '../../src-main/contract/new-document.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { parseRoute } from '../ui/route.ts';
import type { Till } from '../ui/till.svelte.ts';
import { beginTour, tell, type Tour, type TourFact } from './tour.ts';

const isPlugged = ({ rehearsals }: TillState) => !rehearsals.includes('outage');
const route = () => parseRoute(location.hash);

export class TourGuide {
  readonly #till: Till;
  #tour = $state.raw<Tour | null>(null);
  #error = $state.raw<AppError | null>(null);
  #beganAtMs = 0;

  /** Listens for as long as the component that makes it. */
  constructor(till: Till) {
    this.#till = till;
    $effect(() => {
      this.#tell({ kind: 'plug', isPlugged: isPlugged(till.state) });
    });
    $effect(() =>
      till.onSaleChanged(({ reference, state, documentId, asked, committedAtMs }) => {
        if (committedAtMs < this.#beganAtMs || askedText(asked) !== askedText(counterSale)) return;
        this.#tell({ kind: 'sale', sale: { reference, state, documentId } });
      }),
    );
  }

  /** Null while nobody takes it. */
  get tour(): Tour | null {
    return this.#tour;
  }

  get error(): AppError | null {
    return this.#error;
  }

  async begin(): Promise<void> {
    this.#beganAtMs = Date.now();
    this.#tour = beginTour(isPlugged(this.#till.state), route());
    const answer = await this.#till.request('settings.update', { tourTaken: true });
    this.#error = answer.ok ? null : answer.error;
  }

  leave(): void {
    this.#tour = null;
  }

  opened(): void {
    this.#tell({ kind: 'opened', route: route() });
  }

  #tell(fact: TourFact): void {
    if (this.#tour) this.#tour = tell(this.#tour, fact);
  }
}
