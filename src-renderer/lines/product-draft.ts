// A product in the form: what is typed, what it stands for, and which rule it breaks.
import * as v from 'valibot';
import type { EntryProblem } from '../../resources/messages/en/products.ts';
import { hasWrongCheckDigit } from '../../src-main/contract/barcodes.ts';
import { barcodeSchema, productSchema, type Product } from '../../src-main/contract/catalogue.ts';
import { soldByUnit, type SoldByChoice } from '../../src-main/contract/sold-by.ts';
import type { Format } from '../bridge/format.ts';
import { parseUnitPrice } from './entry.ts';

export interface ProductEntry {
  readonly code: string;
  readonly description: string;
  readonly unitPrice: string;
  readonly unit: string;
  readonly group: string;
  /** `unit` means by piece or measure as its unit says. */
  readonly soldBy: SoldByChoice;
  readonly barcodes: readonly string[];
}

export const emptyEntry: ProductEntry = {
  code: '',
  description: '',
  unitPrice: '',
  unit: 'un',
  group: '',
  soldBy: 'unit',
  barcodes: [],
};

export function entryOf(product: Product, format: Format): ProductEntry {
  const { code, description, unitPrice, unit, group, soldBy, barcodes } = product;
  const isAsUnit = (soldByUnit(unit) ?? null) === soldBy;
  return {
    ...{ code, description, unit, group, barcodes },
    unitPrice: format.editable(unitPrice, 6, 2),
    soldBy: isAsUnit || soldBy === null ? 'unit' : soldBy,
  };
}

/** What the form does not show stays as it is in `before`. */
export function readEntry(
  entry: ProductEntry,
  before: Product | null,
): { readonly product: Product } | { readonly wrong: readonly EntryProblem[] } {
  const wrong: EntryProblem[] = [];
  const code = entry.code.trim();
  const description = entry.description.trim();
  if (code === '') wrong.push({ field: 'code', kind: 'missing' });
  if (description === '') wrong.push({ field: 'description', kind: 'missing' });
  const unitPrice = parseUnitPrice(entry.unitPrice);
  if (entry.unitPrice.trim() === '') wrong.push({ field: 'unitPrice', kind: 'missing' });
  else if (unitPrice === undefined) wrong.push({ field: 'unitPrice', kind: 'invalid' });
  const unit = entry.unit.trim();
  const isUnitAsBefore = before?.unit === unit && before.soldBy === null;
  const ofUnit = isUnitAsBefore ? null : (soldByUnit(unit) ?? null);
  const parsed = v.safeParse(productSchema, {
    ...{ code, description, unit, group: entry.group.trim(), barcodes: entry.barcodes },
    unitPrice: unitPrice ?? 0,
    soldBy: entry.soldBy === 'unit' ? ofUnit : entry.soldBy,
    vatLabel: before?.vatLabel ?? '',
    quickKey: before?.quickKey ?? null,
    colour: before?.colour ?? null,
  });
  if (parsed.success && wrong.length === 0) return { product: parsed.output };
  return { wrong: [...wrong, ...problemsOf(parsed.issues ?? [], wrong)] };
}

function problemsOf(
  issues: readonly v.InferIssue<typeof productSchema>[],
  known: readonly EntryProblem[],
): readonly EntryProblem[] {
  return issues.flatMap((issue): readonly EntryProblem[] => {
    const field = issue.path?.[0].key;
    if (known.some((each) => each.field === field)) return [];
    const isLong = issue.type === 'max_length';
    switch (field) {
      case 'code':
      case 'description':
        return [{ field, kind: isLong ? 'too_long' : 'invalid' }];
      case 'unit':
      case 'group':
        return [{ field, kind: 'too_long' }];
      case 'barcodes':
        return [{ field, kind: 'invalid' }];
      default:
        return [];
    }
  });
}

/** Returns the barcodes with another one, if it is not among them; null if it cannot be used. */
export function withBarcode(barcodes: readonly string[], typed: string): readonly string[] | null {
  const barcode = typed.trim();
  if (!v.is(barcodeSchema, barcode) || barcodes.length >= 20) return null;
  return barcodes.includes(barcode) ? barcodes : [...barcodes, barcode];
}

/** Returns those that no scanner reads as they stand. */
export const misprinted = (barcodes: readonly string[]): readonly string[] =>
  barcodes.filter(hasWrongCheckDigit);
