// Checks whether a look-up works at all: it must show a document that the till knows to be there.
import { isFinalized } from '../contract/documents.ts';
import { ok, type Result } from '../contract/errors.ts';
import { isOfKind, isSurelyListed } from '../contract/new-document.ts';
import type { LookUpRow } from '../service/responses.ts';
import {
  isMissed,
  noteControl,
  passedOver,
  readControl,
  type ControlSale,
  type SoughtSale,
} from '../store/doubts.ts';
import type { Store } from '../store/open.ts';
import { findSaleByDocument } from '../store/sales.ts';
import type { Clock } from '../clock.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { Lists } from './lists.ts';
import type { Sighting } from './rules.ts';

export interface ControlsOptions {
  readonly db: Store;
  readonly clock: Clock;
  readonly lists: Lists;
  readonly writes: DurableWrites;
}

/** The controls of one round of look-ups: what several sales share is asked for once. */
export class Controls {
  readonly #options: ControlsOptions;
  readonly #scan: readonly LookUpRow[];
  readonly #searches = new Map<string, Promise<Result<readonly LookUpRow[]>>>();

  /** `scan`: every document above the lowest high-water mark. */
  constructor(options: ControlsOptions, scan: readonly LookUpRow[]) {
    this.#options = options;
    this.#scan = scan;
  }

  /**
   * Checks whether a look-up would show the sale. The oldest sale confirmed after the attempt
   * proves most. Without one, the last confirmed before it counts, with the newest id known at the
   * attempt; without that, any listed reference; without any, the scan alone. Errors: those of the
   * search.
   */
  async check(sale: SoughtSale): Promise<Result<Sighting['control']>> {
    const { db, clock } = this.#options;
    const { requestedKind, knownId } = sale;
    const passed = passedOver(db, clock.nowMs());
    const after = readControl(db, requestedKind, 'after', knownId, passed, sale.reference);
    if (after) return this.#isShown(sale, after, 'after');
    const idControl = `id ${knownId}`;
    if (knownId > 0 && !passed.includes(idControl) && this.#isListed(knownId)) {
      const isShown = this.#scan.some(({ id }) => id === knownId);
      await this.#note(idControl, isShown);
      if (!isShown) return ok('missed');
    }
    const before = readControl(db, requestedKind, 'before', knownId, passed);
    if (before) return this.#isShown(sale, before, 'before');
    // Nobody knows whether the lists show such documents at all.
    if (!isSurelyListed(requestedKind)) return ok('missed');
    const listed = this.#scan.find(
      ({ ourReference }) =>
        ourReference !== '' && ourReference !== sale.reference && !passed.includes(ourReference),
    );
    if (!listed) return ok('before');
    const found = await this.#search(listed.ourReference);
    if (!found.ok) return found;
    await this.#note(listed.ourReference, found.value.length > 0);
    return ok(found.value.length > 0 ? 'before' : 'missed');
  }

  /**
   * Returns whether the lists show the document at all: the till's own may be of a kind that no
   * list shows.
   */
  #isListed(documentId: number): boolean {
    const own = findSaleByDocument(this.#options.db, documentId);
    return !own || isSurelyListed(own.requestedKind);
  }

  async #isShown(
    { requestedKind }: SoughtSale,
    control: ControlSale,
    side: 'after' | 'before',
  ): Promise<Result<Sighting['control']>> {
    const found = await this.#search(control.reference);
    if (!found.ok) return found;
    // The control may have become something else: a finalized draft says nothing about drafts.
    const isFound = found.value.some(
      ({ summary }) =>
        isSurelyListed(requestedKind) ||
        (summary &&
          isOfKind(summary, requestedKind.kind) &&
          isFinalized(summary) === requestedKind.finalize),
    );
    const isScanned = side === 'before' || this.#scan.some(({ id }) => id === control.documentId);
    const isShown = isFound && isScanned;
    await this.#note(control.reference, isShown);
    return ok(isShown ? side : 'missed');
  }

  #note(control: string, isShown: boolean): Promise<void> {
    const { db, clock, writes } = this.#options;
    if (isShown && !isMissed(db, control)) return Promise.resolve();
    return writes.until(() => {
      noteControl(db, control, isShown, clock.nowMs());
    });
  }

  #search(reference: string): Promise<Result<readonly LookUpRow[]>> {
    const asked = this.#searches.get(reference) ?? this.#options.lists.bearing(reference);
    this.#searches.set(reference, asked);
    return asked;
  }
}
