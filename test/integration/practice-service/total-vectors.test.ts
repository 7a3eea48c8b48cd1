// The practice service still answers the recorded totals, for bodies as the till sends them.
import { expect, test } from 'vitest';
import { percentToApi, quantityToApi, unitPriceToApi } from '../../../src-main/contract/money.ts';
import { totalVectors } from '../../unit/contract/total-vectors.ts';
import { startRig } from './rig.ts';

test('the service answers the recorded totals', async () => {
  const rig = await startRig();
  try {
    for (const { lines, discount, answered } of totalVectors) {
      const document = await rig.created({
        document_nature_code: 'FS',
        is_tax_included: true,
        global_discount1: percentToApi(discount),
        details: lines.map(({ code, quantity, unitPrice }) => ({
          code,
          base_qty: quantityToApi(quantity),
          line_unit_value: unitPriceToApi(unitPrice),
        })),
        payments: [{ payment_method_id: 1 }],
        finalize: true,
      });
      expect(document).toMatchObject(answered);
    }
  } finally {
    await rig.close();
  }
});
