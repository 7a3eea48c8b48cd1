// Checks whether a look-up works at all: it must show a document that the till knows to be there.
import type { ComparedSale } from '../contract/compare-document.ts';
import { isFinalized } from '../contract/documents.ts';
import { ok, type Result } from '../contract/errors.ts';
import { isOfKind, isSurelyListed, type DocumentKind } from '../contract/new-document.ts';
import { isTillReference } from '../contract/sales.ts';
import type { Likeness, LookUpRow } from '../service/responses.ts';
import {
  isMissed,
  noteControl,
  passedOver,
  readControl,
  type ControlSale,
  type SoughtSale,
} from '../store/doubts.ts';
import { findSaleByDocument } from '../store/sales.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { Lists } from './lists.ts';
import type { Sighting } from './rules.ts';

/**
 * Returns whether the document may be the sale's, whatever reference it bears: it is of a kind that
 * was asked for, and of a total that is at most a cent off for each line. What cannot be read of it
 * may be anything.
 */
function isAlike({ body, formerBodies }: ComparedSale, { summary, likeness }: LookUpRow): boolean {
  const shown = summary ?? likeness;
  if (!shown) return true;
  return [body, ...formerBodies].some(
    ({ requestedKind, isTotalKnown, totalCents, lineCount }) =>
      mayBeOfKind(shown, requestedKind.kind) &&
      (!isTotalKnown ||
        shown.totalCents === null ||
        Math.abs(Math.abs(shown.totalCents) - totalCents) <= (lineCount ?? Infinity)),
  );
}

function mayBeOfKind({ typeId, nature }: Likeness, kind: DocumentKind): boolean {
  switch (kind.by) {
    case 'natureCode':
      return !nature.code || nature.code.toUpperCase() === kind.code.toUpperCase();
    case 'natureId':
      return nature.id === null || nature.id === kind.id;
    case 'documentTypeId':
      return typeId === null || typeId === kind.id;
  }
}

/** The controls of one round of look-ups: what several sales share is asked for once. */
export class Controls {
  readonly #writes: DurableWrites;
  readonly #lists: Lists;
  readonly #scan: readonly LookUpRow[];
  readonly #searches = new Map<string, Promise<Result<readonly LookUpRow[]>>>();
  readonly #isThere: (id: number) => Promise<boolean>;
  readonly #there = new Map<number, Promise<boolean>>();

  /**
   * `scan`: every document above the lowest high-water mark. `isThere`: whether the service shows a
   * document by its id.
   */
  constructor(
    writes: DurableWrites,
    lists: Lists,
    scan: readonly LookUpRow[],
    isThere: (id: number) => Promise<boolean>,
  ) {
    this.#writes = writes;
    this.#lists = lists;
    this.#scan = scan;
    this.#isThere = isThere;
  }

  /**
   * Checks whether a look-up would show the sale. The oldest sale confirmed after the attempt
   * proves most. Without one, the last confirmed before it counts, with the newest id known at the
   * attempt; without that, any listed reference; without any, the scan alone. Errors: those of the
   * search.
   */
  async check(sale: SoughtSale): Promise<Result<Sighting['control']>> {
    const { db, clock } = this.#writes;
    const { requestedKind, knownId, highWaterMark } = sale;
    // With a newest id that is so low the service has begun anew, and the scan is of all there is.
    const hasBegunAnew =
      this.#isListed(highWaterMark) && this.#scan.every(({ id }) => id < highWaterMark);
    const mayBeIt = (row: LookUpRow) =>
      (hasBegunAnew || row.id === 0 || row.id > highWaterMark) && isAlike(sale, row);
    if (this.#scan.some((row) => row.isUnread && mayBeIt(row))) return ok('missed');
    const passedControls = passedOver(db, clock.nowMs());
    const after = readControl(db, requestedKind, 'after', knownId, passedControls, sale.reference);
    if (after) return this.#isShown(sale, after, 'after');
    // A service that drops, cuts off or replaces references shows the sale's document like this.
    if (this.#scan.some((row) => !isTillReference(row.ourReference) && mayBeIt(row)))
      return ok('missed');
    const idControl = `id ${knownId}`;
    if (knownId > 0 && !passedControls.includes(idControl) && this.#isListed(knownId)) {
      const isShown = this.#scan.some(({ id }) => id === knownId);
      // Lists that lack what the service has by its id prove nothing, however long that lasts.
      await this.#note(idControl, isShown || (await this.#hasById(knownId)));
      if (!isShown) return ok('missed');
    }
    const before = readControl(db, requestedKind, 'before', knownId, passedControls);
    if (before) return this.#isShown(sale, before, 'before');
    // Nobody knows whether the lists show such documents at all.
    if (!isSurelyListed(requestedKind)) return ok('missed');
    const unusableReferences = ['', sale.reference, ...passedControls];
    const listedRow = this.#scan.find(
      ({ ourReference }) => !unusableReferences.includes(ourReference),
    );
    return listedRow ? this.#isFound(listedRow.ourReference, 'before', () => true) : ok('before');
  }

  /** Returns the key of a document that the scan shows, whatever reference it bears. */
  keyOf(documentId: number | null): string | undefined {
    return this.#scan.find(({ id }) => id === documentId)?.summary?.docKey;
  }

  #hasById(id: number): Promise<boolean> {
    const isThere = this.#there.get(id) ?? this.#isThere(id);
    this.#there.set(id, isThere);
    return isThere;
  }

  /**
   * Returns whether the lists show the document at all: the till's own may be of a kind that no
   * list shows.
   */
  #isListed(documentId: number): boolean {
    const own = findSaleByDocument(this.#writes.db, documentId);
    return !own || isSurelyListed(own.requestedKind);
  }

  #isShown(
    { requestedKind }: SoughtSale,
    control: ControlSale,
    side: 'after' | 'before',
  ): Promise<Result<Sighting['control']>> {
    const isScanned = side === 'before' || this.#scan.some(({ id }) => id === control.documentId);
    // The control may have become something else: a finalized draft says nothing about drafts.
    const isSameKind = ({ summary }: LookUpRow) =>
      isSurelyListed(requestedKind) ||
      (summary !== null &&
        isOfKind(summary, requestedKind.kind) &&
        isFinalized(summary) === requestedKind.finalize);
    return this.#isFound(control.reference, side, (row) => isScanned && isSameKind(row));
  }

  /** Returns the side if a search shows such a document with the reference. */
  async #isFound(
    reference: string,
    side: 'after' | 'before',
    isControl: (row: LookUpRow) => boolean,
  ): Promise<Result<Sighting['control']>> {
    const search = this.#searches.get(reference) ?? this.#lists.bearing(reference);
    this.#searches.set(reference, search);
    const rows = await search;
    if (!rows.ok) return rows;
    const isFound = rows.value.some(isControl);
    await this.#note(reference, isFound);
    return ok(isFound ? side : 'missed');
  }

  async #note(control: string, isFound: boolean): Promise<void> {
    const { db, clock } = this.#writes;
    if (isFound && !isMissed(db, control)) return;
    await this.#writes.until(() => {
      noteControl(db, control, isFound, clock.nowMs());
    });
  }
}
