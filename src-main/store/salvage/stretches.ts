// Finds the rows of a source in stretches: those that follow one another and come over as they are,
// which SQLite then copies together. Every other row comes by itself, in its place.
import { requestedKindText } from '../../contract/new-document.ts';
import { requestedKindOf, type SaleContent } from '../../contract/sales.ts';
import type { Store } from '../open.ts';
import { parsedJson } from './damaged-days.ts';
import { believedRows, type DamagedRow } from './damaged-rows.ts';

export interface Rows {
  /** The number of the first. */
  readonly from: number;
  readonly count: number;
}

/** What must be known of sales before they are copied, and is the same for all of a stretch. */
export interface SaleStretch extends Rows {
  readonly row?: undefined;
  readonly shiftId: number | null;
  /** When the first was finished. */
  readonly atMs: number;
  readonly installation: string;
  /** The highest; 0 for none. */
  readonly documentId: number;
}

export interface HistoryStretch extends Rows {
  readonly row?: undefined;
  /** Of each row. */
  readonly saleIds: readonly number[];
}

export interface OneRow<Row> extends Rows {
  readonly row: Row;
}

export type HistoryTable = 'sale_step' | 'former_sale';
export type FoundSales = SaleStretch | OneRow<DamagedRow<'sale'>>;
export type FoundHistory = HistoryStretch | OneRow<DamagedRow<HistoryTable>>;

const longestStretch = 1_000;

export const installationOf = (reference: string): string => reference.slice(3, 7);

/** The row was believed because its content can be read. */
const contentOf = ({ content }: DamagedRow<'sale'>): SaleContent =>
  parsedJson(content) as SaleContent;

export interface Finding {
  /** The number to begin at. */
  readonly first: number;
  /** Rows to leave out. */
  readonly known?: ReadonlySet<number> | undefined;
  /** False if each row is to come by itself. */
  readonly inStretches: boolean;
}

/** Finds sales; unsettled ones become queued. */
export function* findSales(
  source: Store,
  { first, known, inStretches }: Finding,
): Generator<FoundSales> {
  let stretch: { -readonly [Key in keyof SaleStretch]: SaleStretch[Key] } | undefined;
  for (const { row, isAsStored } of believedRows(source, 'sale', known, { first })) {
    const { sale_id: from, shift_id: shiftId, committed_at_ms: atMs } = row;
    const isUnsettled = row.state === 'sending' || row.state === 'in_doubt';
    const kind = requestedKindText(requestedKindOf(contentOf(row)));
    const isSame = inStretches && isAsStored && !isUnsettled && kind === row.requested_kind;
    const installation = installationOf(row.reference);
    const documentId = row.document_id ?? 0;
    if (
      stretch &&
      isSame &&
      isNext(stretch, from) &&
      stretch.shiftId === shiftId &&
      stretch.installation === installation
    ) {
      stretch.count += 1;
      stretch.documentId = Math.max(stretch.documentId, documentId);
      continue;
    }
    if (stretch) yield stretch;
    stretch = isSame ? { from, count: 1, shiftId, atMs, installation, documentId } : undefined;
    if (isSame) continue;
    const state = isUnsettled ? 'queued' : row.state;
    yield { from, count: 1, row: { ...row, requested_kind: kind, state } };
  }
  if (stretch) yield stretch;
}

/** Finds rows that belong to sales. */
export function* findHistory(
  source: Store,
  table: HistoryTable,
  { first, known, inStretches }: Finding,
): Generator<FoundHistory> {
  let stretch: { from: number; count: number; saleIds: number[] } | undefined;
  for (const { row, isAsStored } of believedRows(source, table, known, { first })) {
    const from = 'step_id' in row ? row.step_id : row.former_sale_id;
    const isSame = inStretches && isAsStored;
    if (stretch && isSame && isNext(stretch, from)) {
      stretch.count += 1;
      stretch.saleIds.push(row.sale_id);
      continue;
    }
    if (stretch) yield stretch;
    stretch = isSame ? { from, count: 1, saleIds: [row.sale_id] } : undefined;
    if (!isSame) yield { from, count: 1, row };
  }
  if (stretch) yield stretch;
}

const isNext = ({ from, count }: Rows, number: number): boolean =>
  number === from + count && count < longestStretch;
