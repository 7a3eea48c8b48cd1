// What of a product was changed by hand beside its price, as an approval says it.
import type { TillException } from '../../src-main/contract/exceptions.ts';
import type { Messages } from './en.ts';

type Changed = Extract<TillException, { kind: 'catalogue_changed' }>;
type Says = Pick<Messages['lock']['approval'], 'barcodesAdded' | 'barcodesGone' | 'soldBy'>;

export function besidesPrice(
  { barcodes = { added: [], gone: [] }, soldBy }: Changed,
  says: Says,
  soldBys: Messages['products']['soldBys'],
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
