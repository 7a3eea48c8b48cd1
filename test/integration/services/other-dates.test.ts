// Dates and times that are written in another way than documented: no reason to doubt a sale.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSought } from '../../../src-main/store/doubts.ts';
import { documentBody, pageOf, type OddDocument } from '../../odd-documents.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;

const differencesOf = (reference: string) => readSought(rig.db, reference)?.differences;

type Row = Readonly<Record<string, unknown>>;

describe.each<[string, (date: string) => Row]>([
  ['a date with a time', (date) => ({ document_date: `${date}T10:00:00Z`, document_time: null })],
  [
    'a date with midnight',
    (date) => ({ document_date: `${date} 00:00:00.000`, document_time: '' }),
  ],
  ['a time without seconds', () => ({ document_time: '10:00' })],
  ['no time', () => ({ document_time: undefined })],
])('a document that is shown with %s', (_, odd) => {
  const spoil = <Shown extends { document_date: string }>(row: Shown) => ({
    ...row,
    ...odd(row.document_date),
  });

  beforeEach(() => {
    rig.service.behaviour.list = (listing) => {
      const page = pageOf(rig.service.documents, listing, '-id');
      return { status: 200, body: { ...page, results: page.results.map(spoil) } };
    };
  });

  it('is its sale’s', async () => {
    const body = (made: OddDocument) => spoil(documentBody(made));
    rig.service.behaviour.create = ({ make }) => ({ status: 201, body: body(make()) });
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed', minuteMs);
    expect(rig.statesOf(sale.reference)).toEqual(['queued', 'sending', 'confirmed']);
    expect(differencesOf(sale.reference)).toEqual([]);
  });

  it('is its sale’s also when it is found', async () => {
    rig.service.behaviour.create = ({ make }) => {
      make();
      return 'reset';
    };
    await rig.untilState(rig.sell(), 'confirmed', 5 * minuteMs);
  });
});

it('a document that is dated on another day is told', async () => {
  rig.service.behaviour.create = ({ make }) => ({
    status: 201,
    body: { ...documentBody(make()), document_date: '2020-01-01T10:00:00Z' },
  });
  const sale = rig.sell();
  await rig.untilState(sale, 'confirmed', minuteMs);
  expect(differencesOf(sale.reference)).toMatchObject([{ field: 'date', shown: '2020-01-01' }]);
});
