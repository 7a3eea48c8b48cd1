// Says, for an approval, what of a product was changed by hand beside its price.
import type { TillException } from '../../src-main/contract/exceptions.ts';
import type { SoldByChoice } from '../../src-main/contract/sold-by.ts';

type Changed = Extract<TillException, { kind: 'catalogue_changed' }>;

interface Says {
  readonly barcodesAdded: (barcodes: string) => string;
  readonly barcodesGone: (barcodes: string) => string;
  readonly soldBy: (before: string, after: string) => string;
}

export function besidesPrice(
  { barcodes = { added: [], gone: [] }, soldBy }: Changed,
  says: Says,
  soldBys: Readonly<Record<SoldByChoice, string>>,
): readonly string[] {
  const { added, gone } = barcodes;
  return [
    ...(added.length > 0 ? [says.barcodesAdded(added.join(', '))] : []),
    ...(gone.length > 0 ? [says.barcodesGone(gone.join(', '))] : []),
    ...(soldBy
      ? [says.soldBy(soldBys[soldBy.before ?? 'unit'], soldBys[soldBy.after ?? 'unit'])]
      : []),
  ];
}
