// A document that is being made, and the one on the form's own page, which stays until it is saved
// or discarded.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Cents } from '../../src-main/contract/money.ts';
import type { DocumentRule } from '../../src-main/contract/document-rules.ts';
import {
  documentTotalCents,
  rulesBrokenBy,
  simplifiedTotalError,
  type NewDocument,
} from '../../src-main/contract/new-document.ts';
import type { SaleDetail, SaleSummary } from '../../src-main/contract/sales.ts';
import type { Customer, SimplifiedLimits } from '../../src-main/contract/selling.ts';
import { usableNumber } from '../lines/foreign-number.ts';
import { LinesDraft, type LineRow } from '../lines/lines-draft.svelte.ts';
import { parsePercent } from '../lines/entry.ts';
import type { Format } from '../bridge/format.ts';
import type { Till } from '../bridge/till.svelte.ts';
import {
  emptyEntry,
  entryOf,
  kindOf,
  parseEntry,
  parseRounding,
  type CheckedField,
  type NewDocumentEntry,
} from './new-document-entry.ts';

/** The document as it was typed before the till was locked. */
export interface KeptDocument {
  readonly cartId: string;
  readonly entry: NewDocumentEntry;
  readonly rows: readonly LineRow[];
}

export class NewDocumentDraft {
  /** Made once, so that it is one document however often it is saved. */
  #cartId: string = crypto.randomUUID();
  readonly lines: LinesDraft;
  /** Null until it is saved. */
  readonly reference: string | null;
  entry = $state<NewDocumentEntry>(emptyEntry());
  readonly #first: NewDocumentEntry;
  readonly #parsed = $derived(parseEntry(this.entry));

  /** @param refused is what the service refused, to be put right. */
  constructor(format: Format, refused?: SaleDetail) {
    this.reference = refused?.reference ?? null;
    this.lines = new LinesDraft(refused?.lines ?? [], format);
    if (refused?.particulars) this.entry = entryOf(refused, refused.particulars, format);
    this.#first = $state.snapshot(this.entry);
  }

  get kept(): KeptDocument {
    const { rows } = this.lines;
    return { cartId: this.#cartId, entry: $state.snapshot(this.entry), rows };
  }

  restore({ cartId, entry, rows }: KeptDocument): void {
    this.#cartId = cartId;
    this.entry = entry;
    this.lines.restore(rows);
  }

  /** Replaces whatever else was said of the party. */
  chooseCustomer(customer: Customer | null): void {
    this.entry.customer = customer;
    this.entry.taxNumber = '';
    this.entry.partyId = '';
  }

  isAsRefused(field: keyof NewDocumentEntry): boolean {
    return JSON.stringify(this.entry[field]) === JSON.stringify(this.#first[field]);
  }

  get isEmpty(): boolean {
    return (
      this.lines.rows.length === 0 && JSON.stringify(this.entry) === JSON.stringify(this.#first)
    );
  }

  /** The fields with something typed that cannot be used. */
  get wrong(): readonly CheckedField[] {
    const entry = 'wrong' in this.#parsed ? this.#parsed.wrong : [];
    return this.lines.lines === null ? ['lines', ...entry] : entry;
  }

  /** Null while something of it cannot be used. */
  get document(): NewDocument | null {
    const { lines } = this.lines;
    if (lines === null || !('said' in this.#parsed)) return null;
    const { cart, particulars } = this.#parsed.said;
    return { cart: { cartId: this.#cartId, lines, ...cart }, particulars };
  }

  /**
   * The rules that are broken. They are told together with what is wrong: somebody who mends one
   * thing at a time would otherwise learn of the next only then.
   */
  get broken(): readonly DocumentRule[] {
    const { kind, finalize, serieId, roundCents, paymentMethod, print, email } = this.entry;
    // A field counts as soon as something stands in it, even while that cannot be used.
    return rulesBrokenBy({
      lineCount: this.lines.rows.length,
      ...{ by: kind.by, kind: kindOf(kind) },
      hasSerie: serieId.trim() !== '',
      isRounded: parseRounding(roundCents) !== 0,
      isPaid: paymentMethod !== null,
      ...{ finalize, print, email },
    });
  }

  /**
   * Returns why its kind cannot have this total; null if it can, or the total or the kind is not
   * known yet.
   */
  totalError(limits: SimplifiedLimits): AppError | null {
    const { entry, totalCents } = this;
    const kind = kindOf(entry.kind);
    if (kind === null || totalCents === null || this.lines.rows.length === 0) return null;
    const { customer, finalize } = entry;
    const taxNumber = usableNumber(entry.taxNumber, entry.acceptedNumber) ?? '';
    const buyer = { ...(customer && { customer }), taxNumber };
    return simplifiedTotalError({ kind, finalize }, buyer, totalCents, limits);
  }

  /** Null while a line, the discount or the rounding cannot be used. */
  get totalCents(): Cents | null {
    const { lines } = this.lines;
    const discount = parsePercent(this.entry.discount);
    const roundCents = parseRounding(this.entry.roundCents);
    if (lines === null || discount === undefined || roundCents === undefined) return null;
    return documentTotalCents({ lines, discount }, { roundCents });
  }
}

export class NewDocumentPage {
  readonly #till: Till;
  #draft: NewDocumentDraft;
  #tried = $state(false);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);

  constructor(till: Till, keptDraft: KeptDocument | null = null) {
    this.#till = till;
    this.#draft = $state.raw(new NewDocumentDraft(till.format));
    if (keptDraft) this.#draft.restore(keptDraft);
  }

  /** Null while there is nothing to keep. */
  get kept(): KeptDocument | null {
    return this.#draft.isEmpty ? null : this.#draft.kept;
  }

  get draft(): NewDocumentDraft {
    return this.#draft;
  }

  /** True once saving was tried: then what cannot be used says so. */
  get tried(): boolean {
    return this.#tried;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Why main did not take it. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Returns null if it was not saved: something is wrong with it, or it is being saved already. */
  async save(): Promise<SaleSummary | null> {
    const { document, broken } = this.#draft;
    if (this.#busy) return null;
    this.#tried = true;
    this.#error = null;
    if (!document || broken.length > 0) return null;
    this.#busy = true;
    const answer = await this.#till.request('documents.create', document);
    this.#busy = false;
    if (answer.ok) this.discard();
    else this.#error = answer.error;
    return answer.ok ? answer.value : null;
  }

  discard(): void {
    this.#draft = new NewDocumentDraft(this.#till.format);
    this.#tried = false;
    this.#error = null;
  }
}
