// The tour while it is taken. It is told what happens at the till, on whichever screen.
import { SvelteSet } from 'svelte/reactivity';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { requestedKindText, counterSale } from '../../src-main/contract/new-document.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import { parseRoute } from '../bridge/route.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { keepTour, keptTour } from './tour-storage.ts';
import { beginTour, tell, type Tour, type TourFact } from './tour.ts';

const isPlugged = ({ rehearsals }: TillState) => !rehearsals.includes('outage');
const route = () => parseRoute(location.hash);

export class TourGuide {
  readonly #till: Till;
  #tour = $state.raw<Tour | null>(null);
  #error = $state.raw<AppError | null>(null);
  /** Sales that main has told of since the page was loaded. What a list says of them is older. */
  readonly #toldFacts = new SvelteSet<string>();

  /** Listens for as long as the component that makes it lives. */
  constructor(till: Till) {
    this.#till = till;
    this.#goOn();
    $effect(() => this.#tell({ kind: 'plug', isPlugged: isPlugged(till.state) }));
    $effect(() =>
      till.on('outbox.saleChanged', (sale) => {
        this.#toldFacts.add(sale.reference);
        this.#tellSale(sale);
      }),
    );
    $effect(() => keepTour(sessionStorage, this.#tour));
    // Leaving practice ends the tour. A page that is only loaded anew does not come here.
    $effect(() => () => keepTour(sessionStorage, null));
  }

  /** Null while nobody takes it. */
  get tour(): Tour | null {
    return this.#tour;
  }

  get error(): AppError | null {
    return this.#error;
  }

  async begin(): Promise<void> {
    this.#tour = beginTour(isPlugged(this.#till.state), route(), Date.now());
    const answer = await this.#till.request('settings.update', { tourTaken: true });
    this.#error = answer.ok ? null : answer.error;
  }

  leave(): void {
    this.#tour = null;
  }

  opened(): void {
    this.#tell({ kind: 'opened', route: route() });
  }

  /**
   * Goes on with the tour that was under way when the page was loaded anew. Practice that began
   * anew since has none.
   */
  #goOn(): void {
    const tour = keptTour(sessionStorage);
    if (!tour || !this.#till.state.tourTaken) return;
    this.#tour = { ...tour, isPlugged: isPlugged(this.#till.state), route: route() };
    void this.#catchUp();
  }

  /** Asks what became of the sales while the page was loaded, as nobody told it. */
  async #catchUp(): Promise<void> {
    const latest = { before: null, limit: 50, openOnly: false };
    const answer = await this.#till.request('outbox.list', latest);
    this.#error = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    const sales = answer.value.sales.toReversed();
    for (const sale of sales.filter(({ reference }) => !this.#toldFacts.has(reference)))
      this.#tellSale(sale);
  }

  #tellSale({ reference, state, documentId, requestedKind, committedAtMs }: SaleSummary): void {
    const isOlder = this.#tour !== null && committedAtMs < this.#tour.beganAtMs;
    if (isOlder || requestedKindText(requestedKind) !== requestedKindText(counterSale)) return;
    this.#tell({ kind: 'sale', sale: { reference, state, documentId } });
  }

  #tell(fact: TourFact): void {
    if (this.#tour) this.#tour = tell(this.#tour, fact);
  }
}
