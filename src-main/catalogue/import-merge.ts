// Takes rows of a file into a new catalogue beside the one in use. Keeps what a person has changed
// there, if the import asks for that, and counts how the new one differs.
import { isDeepStrictEqual } from 'node:util';
import {
  mostDifferences,
  type ImportComparison,
  type ImportDifference,
  type Owner,
  type Product,
} from '../contract/catalogue.ts';
import { mergedProduct } from './merge-edits.ts';
import type { OldCatalogue } from './old-catalogue.ts';
import type { Provenance, WholeProduct } from './product-rows.ts';
import type { CatalogueWriter } from './writer.ts';

interface Withheld {
  readonly barcode: string;
  readonly owner: Owner;
}
type Taken = ReturnType<CatalogueWriter['add']>;

export class ImportMerge {
  readonly #writer: CatalogueWriter;
  readonly #old: OldCatalogue | null;
  readonly #keepsEdits: boolean;
  readonly #sourceId: number;
  readonly #replacesAll: boolean;
  /** The numbers of products changed by hand that are in the new catalogue. */
  readonly #writtenIds = new Set<number>();
  readonly #keptDifferences: ImportDifference[] = [];
  /** Those of `kept` that are in the new catalogue. */
  readonly #keptCodes = new Set<string>();
  #withheld: Withheld[] = [];

  /** `writer` was opened beside `old`. `sourceId`: the file's number in the new catalogue. */
  constructor(
    writer: CatalogueWriter,
    old: OldCatalogue | null,
    keepsEdits: boolean,
    sourceId: number,
    replacesAll = true,
  ) {
    this.#writer = writer;
    this.#old = old;
    this.#keepsEdits = keepsEdits;
    this.#sourceId = sourceId;
    this.#replacesAll = replacesAll;
  }

  /** The barcodes of the row added last that a person has given to other products. */
  get withheld(): readonly Withheld[] {
    return this.#withheld;
  }

  /** Returns `left_out` for what a person has removed; else what another product has, or null. */
  add(file: Product): Taken | 'left_out' {
    const old = this.#keepsEdits ? this.#old : null;
    this.#withheld = [];
    if (!old) return this.#write(file, this.#asImported);
    const hand = old.importedAs(file.code) ?? old.editedWithCode(file.code);
    if (!hand) {
      if (old.isRemoved(file.code)) {
        this.#keptDifferences.push(differenceOf('kept', file, null, null));
        return 'left_out';
      }
      return this.#write(this.#withoutGiven(old, file, undefined), this.#asImported);
    }
    const base = hand.provenance.imported;
    // A person gave this code to a product that the file names by another code.
    if (base !== null && base.code !== file.code) return 'code';
    const merged = mergedProduct(this.#withoutGiven(old, file, hand), hand.product, base);
    const isAsFile = isDeepStrictEqual(merged, file);
    const conflict = this.#write(
      merged,
      isAsFile ? this.#asImported : { ...this.#byHand(hand), imported: file },
      !isAsFile,
    );
    if (conflict === null) this.#writtenIds.add(hand.id);
    return conflict;
  }

  /**
   * Adds the products that the file has not: all of them, or only those that a person has added or
   * changed. Must be called after the last row.
   */
  finish(): ImportComparison {
    const old = this.#old;
    if (old && this.#keepsEdits) {
      for (const code of old.removedCodes()) this.#writer.leaveOut(code);
      for (const hand of old.byHand()) {
        if (this.#writtenIds.has(hand.id)) continue;
        const { product } = hand;
        const barcodes = product.barcodes.filter((barcode) => !this.#writer.hasBarcode(barcode));
        const source = old.sourceOf(hand);
        const sourceId = source ? this.#writer.source(source) : null;
        const provenance = { ...this.#byHand(hand), sourceId, imported: null };
        this.#write({ ...product, barcodes }, provenance, true);
      }
    }
    if (old && !this.#replacesAll) this.#keepOthers(old);
    return this.#comparison(old);
  }

  /**
   * Tells what is removed first, then what is kept, then what the file brings. An import into an
   * empty catalogue differs in everything, which tells nothing.
   */
  #comparison(old: OldCatalogue | null): ImportComparison {
    const keptCount = this.#keptDifferences.length;
    const { products } = this.#writer;
    const nothing = { differences: [], moreDifferences: 0 };
    if (!old) return { added: products, changed: 0, removed: 0, kept: keptCount, ...nothing };
    const counts = { added: 0, changed: 0 };
    const toldDifferences: ImportDifference[] = [];
    let untold = 0;
    for (const { isAdded, ...difference } of this.#writer.differences()) {
      const kind = isAdded ? 'added' : 'changed';
      counts[kind] += 1;
      if (this.#keptCodes.has(difference.code)) continue;
      // Added products are the most differences, and they say least.
      const most = isAdded ? mostDifferences / 4 : mostDifferences;
      if (toldDifferences.length < most) toldDifferences.push({ kind, ...difference });
      else untold += 1;
    }
    const removed = old.count() - (products - counts.added);
    const gone = removed > 0 ? this.#removedFrom(old) : [];
    const all = [...gone, ...this.#keptDifferences, ...toldDifferences];
    const differences = all.slice(0, mostDifferences);
    const moreDifferences = untold + removed - gone.length + (all.length - differences.length);
    return { ...counts, removed, kept: keptCount, differences, moreDifferences };
  }

  /** Returns the names of the products with these codes that the new catalogue has not. */
  gone(codes: readonly string[]): readonly string[] {
    return codes.flatMap((code) => {
      const before = this.#old?.withCode(code);
      return before && !this.#writer.hasCode(code) ? [before.product.description] : [];
    });
  }

  /** Each stays as it is, but for barcodes that the file gives to other products. */
  #keepOthers(old: OldCatalogue): void {
    const sources = new Map<number | null, number | null>();
    for (const other of this.#missing(old)) {
      const { product, provenance } = other;
      if (this.#writtenIds.has(other.id)) continue;
      const { sourceId: before } = provenance;
      let sourceId = sources.get(before);
      if (sourceId === undefined) {
        const source = old.sourceOf(other);
        sourceId = source ? this.#writer.source(source) : null;
        sources.set(before, sourceId);
      }
      const barcodes = product.barcodes.filter((barcode) => !this.#writer.hasBarcode(barcode));
      this.#write({ ...product, barcodes }, { ...provenance, sourceId });
    }
    // What the file brings again was not removed for good.
    for (const code of this.#keepsEdits ? [] : old.removedCodes()) {
      if (!this.#writer.hasCode(code)) this.#writer.leaveOut(code);
    }
  }

  get #asImported(): Provenance {
    return { sourceId: this.#sourceId, editedAtMs: null, imported: null };
  }

  #byHand({ provenance }: WholeProduct): Provenance {
    return { ...provenance, sourceId: this.#sourceId };
  }

  #withoutGiven(old: OldCatalogue, file: Product, self: WholeProduct | undefined): Product {
    const barcodes = file.barcodes.filter((barcode) => {
      const owner = old.givenTo(barcode);
      if (owner === undefined || owner.id === self?.id) return true;
      const { code, description } = owner.product;
      this.#withheld.push({ barcode, owner: { code, description } });
      return false;
    });
    return barcodes.length === file.barcodes.length ? file : { ...file, barcodes };
  }

  #write(product: Product, provenance: Provenance, isKept = false): Taken {
    const conflict = this.#writer.add(product, provenance);
    if (conflict === null && isKept) {
      const before = this.#old?.withCode(product.code)?.product ?? null;
      this.#keptDifferences.push(differenceOf('kept', product, before, product));
      this.#keptCodes.add(product.code);
    }
    return conflict;
  }

  /** Yields the products whose codes the new catalogue has not, in their order. */
  *#missing(old: OldCatalogue): Generator<WholeProduct> {
    for (const id of this.#writer.missingIds()) {
      const product = old.product(id);
      if (product) yield product;
    }
  }

  #removedFrom(old: OldCatalogue): readonly ImportDifference[] {
    const removed: ImportDifference[] = [];
    for (const { product } of this.#missing(old)) {
      if (removed.length >= mostDifferences) break;
      removed.push(differenceOf('removed', product, product, null));
    }
    return removed;
  }
}

const differenceOf = (
  kind: ImportDifference['kind'],
  { code, description }: Product,
  before: Product | null,
  after: Product | null,
): ImportDifference => ({
  ...{ kind, code, description },
  before: before?.unitPrice ?? null,
  after: after?.unitPrice ?? null,
});
