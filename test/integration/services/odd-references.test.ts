// A service that does not keep a reference as the till wrote it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { created, honestly } from '../../odd-service.ts';

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

describe.each<[string, (reference: string) => string | null]>([
  ['drops the reference', () => null],
  ['empties the reference', () => ''],
  ['cuts the reference off', (reference) => reference.slice(0, 15)],
  ['writes the reference otherwise', (reference) => reference.replaceAll('-', '_')],
  ['puts a number of its own in its place', () => 'POS-17'],
])('a service that %s', (_, keptForm) => {
  it.each(['the first sale', 'a sale after a confirmed one'])(
    'has %s whose answer was lost once, and a person is told of it',
    async (which) => {
      const madeAtMs = rig.clock.nowMs() - hourMs;
      const other = { id: 500, reference: 'Mesa 4', nature: 'FS', isFinalized: true, madeAtMs };
      rig.service.documents.push({ ...other, totalCents: 123 });
      if (which !== 'the first sale') await rig.untilState(rig.sell(), 'confirmed');
      rig.service.behaviour.create = ({ make, reference }) => {
        make({ reference: keptForm(reference) });
        return 'reset';
      };
      const sale = rig.sell();
      await rig.pass(8 * hourMs, 60_000);
      expect(rig.service.attemptsOf(sale.reference)).toBe(1);
      expect(rig.outbox.report().overdue).toMatchObject([{ reference: sale.reference }]);
      // Of one that is answered the document is named: nobody should sell it once more.
      rig.service.behaviour.create = ({ make, reference }) =>
        created(make({ reference: keptForm(reference) }));
      const answered = await rig.untilState(rig.sell(), 'conflict');
      const { id, nature } = rig.service.documents.at(-1) ?? { id: 0, nature: '' };
      const evidence = { kind: 'missing', documentId: id, docKey: `${nature} A/${id}` } as const;
      expect(answered.lastEvidence).toEqual(evidence);
      // Once a later sale shows that references are kept, the sale is looked for by its own.
      rig.service.behaviour.create = honestly;
      await rig.untilState(rig.sell(), 'confirmed');
    },
  );
});

it('an answer with the reference in another form is the answer to the sale', async () => {
  rig.service.behaviour.create = (creation) => {
    const make = () => creation.make({ reference: creation.reference.toLowerCase() });
    return honestly({ ...creation, make });
  };
  await rig.untilState(rig.sell(), 'confirmed');
  expect(rig.outbox.report().audit?.missing ?? []).toEqual([]);
});
