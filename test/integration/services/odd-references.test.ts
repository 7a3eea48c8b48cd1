// A service that does not keep a reference as the till wrote it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { honestly } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const hourMs = 3_600_000;

describe('the first sale of a till, whose answer was lost', () => {
  it.each<[string, (reference: string) => string]>([
    ['in lower case', (reference) => reference.toLowerCase()],
    ['filled up with spaces', (reference) => reference.padEnd(50)],
    ['behind a mark that nobody sees', (reference) => `\u200e${reference}`],
    ['with other dashes', (reference) => reference.replaceAll('-', '\u2013')],
  ])('is found where the service keeps the reference %s', async (_, keptForm) => {
    rig.service.behaviour.create = ({ make, reference }) => {
      make({ reference: keptForm(reference) });
      return 'reset';
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed', 3 * hourMs);
    expect(rig.service.creations).toHaveLength(1);
  });

  it('is left to a person, and not sent again, where the reference is within a longer text', async () => {
    rig.service.behaviour.create = ({ make, reference }) => {
      make({ reference: `Ref. ${reference} (POS)` });
      return 'reset';
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'conflict', 3 * hourMs);
    await rig.pass(3 * hourMs, 60_000);
    expect(rig.service.creations).toHaveLength(1);
  });

  it('is confirmed by its own document, whatever else names it', async () => {
    rig.service.behaviour.create = ({ make, reference }) => {
      make();
      make({ reference: `NC ${reference}`, nature: 'NC' });
      return 'reset';
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed', 3 * hourMs);
    expect(rig.saleOf(sale.reference).documentId).toBe(rig.service.documents[0]?.id);
  });
});

it('an answer with the reference in another form is the answer to the sale', async () => {
  rig.service.behaviour.create = (creation) => {
    const make = () => creation.make({ reference: creation.reference.toLowerCase() });
    return honestly({ ...creation, make });
  };
  await rig.untilState(rig.sell(), 'confirmed');
  expect(rig.outbox.report().audit?.missing ?? []).toEqual([]);
});
