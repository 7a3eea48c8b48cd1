// A service that creates the document and then answers something else.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { probedSeldom } from '../outbox/outbox-facts.ts';

import { created } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig(undefined, probedSeldom);
});
afterEach(() => rig.close());

const hourMs = 3_600_000;
const slowMs = 60_000;

describe('a sale that is created and then turned away', () => {
  it.each([401, 403, 404, 405])(
    'with %i each time is one document, found and confirmed',
    async (status) => {
      rig.service.behaviour.create = ({ make }) => {
        make();
        return { status };
      };
      const sale = rig.sell();
      await rig.pass(2 * hourMs, slowMs);
      expect(rig.service.countOf(sale.reference)).toBe(1);
      expect(rig.service.creations).toHaveLength(1);
      expect(rig.saleOf(sale.reference)).toMatchObject({
        state: 'confirmed',
        documentId: rig.service.documents[0]?.id,
      });
    },
  );
});

describe('a created document that bears an altered reference', () => {
  const soldTwice = async (altered: (reference: string) => string) => {
    rig.service.behaviour.create = ({ make, reference }) =>
      created(make({ reference: altered(reference) }));
    const sales = [rig.sell(), rig.sell()];
    await rig.pass(12 * hourMs, slowMs);
    expect(rig.service.documents).toHaveLength(2);
    expect(rig.service.creations).toHaveLength(2);
    return sales.map(({ reference }) => ({
      sale: rig.saleOf(reference),
      id: rig.service.documents.find((one) => one.reference === altered(reference))?.id,
    }));
  };

  it('cut to 15 characters: one document for each sale, and a conflict that names it', async () => {
    for (const { sale, id } of await soldTwice((reference) => reference.slice(0, 15))) {
      expect(sale.state).toBe('conflict');
      const docKey = expect.any(String) as string;
      expect(sale.lastEvidence).toEqual({ kind: 'missing', documentId: id, docKey });
    }
  });

  it('in lower case: one document for each sale, which is confirmed', async () => {
    for (const { sale, id } of await soldTwice((reference) => reference.toLowerCase()))
      expect(sale).toMatchObject({ state: 'confirmed', documentId: id });
  });
});
