// A row of a list that cannot be read may be the very document that is looked for.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matches, pageOf } from '../../odd-documents.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { honestly, type Creation } from '../../odd-service.ts';
import { probedSeldom } from '../outbox/outbox-facts.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig(undefined, probedSeldom);
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Row = Readonly<Record<string, unknown>>;

/** The service's lists show the rows of these documents so. */
function show(isOdd: (reference: string | null) => boolean, odd: (row: Row) => unknown): void {
  rig.service.behaviour.list = ({ search, ...listing }) => {
    const found = rig.service.documents.filter((document) => matches(document, search));
    const page = pageOf(found, listing, '-id');
    const results = page.results.map((row) => (isOdd(row.our_reference) ? odd(row) : row));
    return { status: 200, body: { ...page, results } };
  };
}

const lostAnswer = ({ make }: Creation) => {
  make();
  return 'reset' as const;
};

const withoutReference = (row: Row) => ({ ...row, our_reference: undefined });

describe.each<[string, (row: Row) => unknown]>([
  ['without its reference', withoutReference],
  [
    'with a reference in a shape of its own',
    (row) => ({ ...row, our_reference: [row.our_reference] }),
  ],
  ['without its id and its reference', (row) => ({ ...withoutReference(row), id: null })],
  ['as nothing', () => null],
])('the document of a sale in doubt that is listed %s', (_, odd) => {
  it.each(['first', 'second'])(
    'is never made again where the sale is the till’s %s',
    async (which) => {
      if (which === 'second') await rig.untilState(rig.sell(), 'confirmed');
      rig.service.behaviour.create = lostAnswer;
      const sale = rig.sell();
      show((reference) => reference === sale.reference, odd);
      await rig.untilState(sale, 'in_doubt');
      rig.service.behaviour.create = honestly;
      const next = rig.sell();
      await rig.pass(5 * hourMs, minuteMs);
      expect(rig.service.countOf(sale.reference)).toBe(1);
      expect(rig.saleOf(sale.reference).state).toBe('in_doubt');
      if (which === 'second') expect(rig.saleOf(next.reference).state).toBe('confirmed');
      rig.service.behaviour.list = () => undefined;
      await rig.untilState(sale, 'confirmed', hourMs);
      expect(rig.service.countOf(sale.reference)).toBe(1);
    },
  );
});

it('lists that show no reference of any document never prove a first sale absent', async () => {
  rig.service.behaviour.create = lostAnswer;
  const sale = rig.sell();
  show(
    () => true,
    (row) => ({ ...row, our_reference: null }),
  );
  await rig.pass(5 * hourMs, minuteMs);
  expect(rig.service.countOf(sale.reference)).toBe(1);
});

describe('a document of somebody else’s that bears no reference', () => {
  it.each([
    ['null', null],
    ['empty', ''],
    ['a number', 17],
  ])('(%s) is in nobody’s way', async (_, value) => {
    await rig.untilState(rig.sell(), 'confirmed');
    rig.service.behaviour.create = () => 'reset';
    const sale = rig.sell();
    await rig.untilState(sale, 'in_doubt');
    rig.service.behaviour.create = honestly;
    await rig.untilState(rig.sell(), 'confirmed');
    const other = { reference: null, nature: 'FS', isFinalized: true, totalCents: 100 };
    rig.service.documents.push({ ...other, id: 90_000, madeAtMs: rig.clock.nowMs() });
    show(
      (reference) => reference === null,
      (row) => ({ ...row, our_reference: value }),
    );
    await rig.untilState(sale, 'confirmed', hourMs);
    expect(rig.service.countOf(sale.reference)).toBe(1);
  });
});

describe('a newer document that cannot be the sale’s', () => {
  const other = { reference: null, isFinalized: true };

  /** Loses the sale's first request, and lets somebody else make documents meanwhile. */
  async function loseBeside(documents: readonly { nature: string; totalCents: number }[]) {
    rig.service.behaviour.create = () => 'reset';
    const sale = rig.sell();
    for (const [index, document] of documents.entries()) {
      const id = 90_000 + index;
      rig.service.documents.push({ ...other, ...document, id, madeAtMs: rig.clock.nowMs() });
    }
    await rig.untilState(sale, 'in_doubt');
    rig.service.behaviour.create = honestly;
    return sale;
  }

  it.each<[string, (row: Row) => unknown]>([
    ['null', (row) => row],
    ['left out', withoutReference],
  ])('holds up no first sale where its reference is %s', async (_, odd) => {
    const sale = await loseBeside([
      { nature: 'FS', totalCents: 999_999 },
      { nature: 'GR', totalCents: rig.saleOf(rig.sell().reference).totalCents },
    ]);
    show((reference) => reference === null, odd);
    await rig.untilState(sale, 'confirmed', 2 * hourMs);
    expect(rig.service.countOf(sale.reference)).toBe(1);
  });

  it.each([
    ['0', 0, 'in_doubt'],
    ['a cent for each line', 1, 'in_doubt'],
    ['more than rounding explains', 100, 'confirmed'],
  ] as const)('is told by its kind and its total: %s off', async (_, offCents, state) => {
    const { totalCents } = await rig.untilState(rig.sell(), 'confirmed');
    const sale = await loseBeside([{ nature: 'FS', totalCents: totalCents + offCents }]);
    show((reference) => reference === null, withoutReference);
    await rig.pass(5 * hourMs, minuteMs);
    expect(rig.saleOf(sale.reference).state).toBe(state);
  });
});

describe('the document of a confirmed sale', () => {
  it('that no list shows with its reference is not lost while it is there', async () => {
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed');
    await rig.untilState(rig.sell(), 'confirmed');
    show((reference) => reference === sale.reference, withoutReference);
    await rig.pass(50 * hourMs, 10 * minuteMs);
    expect(rig.saleOf(sale.reference).state).toBe('confirmed');
  });

  it('that is shown without its reference also by itself is told by its key', async () => {
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed');
    await rig.untilState(rig.sell(), 'confirmed');
    show((reference) => reference === sale.reference, withoutReference);
    const { id, totalCents } = rig.service.documents[0] ?? { id: 0, totalCents: 0 };
    rig.service.behaviour.get = () => {
      const page = pageOf(rig.service.documents, { limit: 100, offset: 0 }, 'id');
      const [row] = page.results.filter((each) => each.id === id).map(withoutReference);
      return { status: 200, body: { ...row, total_amount: totalCents / 100 } };
    };
    await rig.restart();
    await rig.pass(50 * hourMs, 10 * minuteMs);
    expect(rig.saleOf(sale.reference).state).toBe('confirmed');
  });
});
