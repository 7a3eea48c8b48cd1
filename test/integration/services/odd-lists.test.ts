// Lists that differ from what one would wish.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

import { honestly, refusal } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const slowMs = 10 * minuteMs;
const dayMs = 86_400_000;

/** Sells two sales whose answers are lost: one is carried out, the other is not. */
async function lose(): Promise<void> {
  rig.service.behaviour.create = ({ make }) => {
    make();
    return 'reset';
  };
  const carriedOut = rig.sell();
  await rig.untilState(carriedOut, 'confirmed', 5 * minuteMs);
  rig.service.behaviour.create = () => 'reset';
  const lost = rig.sell();
  await rig.untilState(lost, 'in_doubt');
  rig.service.behaviour.create = honestly;
  await rig.untilState(rig.sell(), 'confirmed');
  await rig.untilState(lost, 'confirmed', 30 * minuteMs);
  for (const { reference } of [carriedOut, lost]) expect(rig.service.countOf(reference)).toBe(1);
}

describe('a look-up', () => {
  it('works beside documents of others whose reference is null', async () => {
    const other = { reference: null, nature: 'FS', isFinalized: true, totalCents: 100 };
    const madeAtMs = rig.clock.nowMs();
    rig.service.documents.push({ ...other, id: 999, madeAtMs }, { ...other, id: 1002, madeAtMs });
    await lose();
  });

  it.each([99, 30, 4])('works where no page may hold more than %i rows', async (most) => {
    rig.service.behaviour.list = ({ limit }) => (limit > most ? refusal : undefined);
    for (const sale of rig.sellMany(5)) await rig.untilState(sale, 'confirmed');
    await lose();
  });
});

it('pages that were refused for a while are of their whole size again within a day', async () => {
  rig.service.behaviour.list = ({ limit }) => (limit > 1 ? refusal : undefined);
  for (const sale of rig.sellMany(3)) await rig.untilState(sale, 'confirmed');
  await lose();
  rig.service.behaviour.list = () => undefined;
  await rig.pass(dayMs + slowMs, slowMs);
  const before = rig.service.listings.length;
  await lose();
  const limits = rig.service.listings.slice(before).map(({ limit }) => limit);
  expect(Math.max(...limits)).toBe(100);
});

describe('a confirmed sale that the lists no longer show', () => {
  it('is lost after two audits, and waits for a person: it is never sent again', async () => {
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed');
    await rig.untilState(rig.sell(), 'confirmed');
    await rig.pass(minuteMs);
    rig.service.documents.splice(0, 1);
    await rig.restart();
    await rig.pass(minuteMs);
    expect(rig.outbox.report().audit).toMatchObject({ missing: [sale.reference], lost: [] });
    await rig.untilState(sale, 'conflict', slowMs);
    expect(rig.outbox.report().audit).toMatchObject({ lost: [sale.reference] });
    await rig.pass(dayMs, slowMs);
    expect(rig.service.attemptsOf(sale.reference)).toBe(1);
    expect(rig.saleOf(sale.reference).state).toBe('conflict');
  });
});

describe('a document of another kind that bears the reference of a sale', () => {
  it('raises no alarm', async () => {
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed');
    const madeAtMs = rig.clock.nowMs();
    rig.service.documents.push({
      ...{ id: 5000, reference: sale.reference, nature: 'NC', isFinalized: true },
      ...{ totalCents: sale.totalCents, madeAtMs },
    });
    expect(await rig.outbox.auditBeforeLeaving()).toBe(0);
    await rig.pass(2 * dayMs, slowMs);
    expect(rig.saleOf(sale.reference).state).toBe('confirmed');
    expect(rig.outbox.report().audit).toMatchObject({ alarms: 0, missing: [], differing: [] });
  });

  it('beside the sale’s own is no second one while the sale is looked up', async () => {
    rig.service.behaviour.create = ({ make }) => {
      make();
      make({ nature: 'NC' });
      return 'reset';
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed', 5 * minuteMs);
    expect(rig.saleOf(sale.reference).documentId).toBe(rig.service.documents[0]?.id);
  });

  it('alone is a conflict, and the sale is not sent again', async () => {
    rig.service.behaviour.create = ({ make }) => {
      make({ nature: 'NC' });
      return 'reset';
    };
    const sale = rig.sell();
    await rig.untilState(sale, 'conflict', 30 * minuteMs);
    await rig.pass(120 * minuteMs);
    expect(rig.service.creations).toHaveLength(1);
  });
});

describe('the service', () => {
  it('is asked for uncompressed answers', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    expect([...rig.service.encodings]).toEqual(['identity']);
  });

  it.each([301_000, -301_000])(
    'with a clock that is five minutes off (%i ms) is reported once',
    async (byMs) => {
      rig.service.behaviour.clockAheadMs = byMs;
      await rig.pass(10 * minuteMs);
      const toldNotices = rig.notices.filter(({ code }) => code === 'clock_differs');
      expect(toldNotices).toHaveLength(1);
      expect(Math.abs((rig.outbox.report().clockAheadMs ?? 0) + byMs)).toBeLessThanOrEqual(1000);
      rig.service.behaviour.clockAheadMs = 0;
      await rig.pass(minuteMs);
      expect(rig.outbox.report().clockAheadMs).toBeNull();
    },
  );

  it('of two machines, one with a wrong clock, is reported once a day', async () => {
    const { behaviour } = rig.service;
    behaviour.list = () => {
      behaviour.clockAheadMs = behaviour.clockAheadMs === 0 ? 400_000 : 0;
      return undefined;
    };
    const toldCount = () => rig.notices.filter(({ code }) => code === 'clock_differs').length;
    await rig.pass(10 * minuteMs);
    expect(toldCount()).toBe(1);
    await rig.pass(dayMs + slowMs, slowMs);
    expect(toldCount()).toBe(2);
  });
});

describe('documents that the network has doubled', () => {
  it('are all found by the audit', async () => {
    rig.service.behaviour.create = (creation) => {
      const answer = honestly(creation);
      if (creation.number % 2 === 0) rig.service.later(minuteMs, () => creation.make());
      return answer;
    };
    const sales = rig.sellMany(10);
    for (const sale of sales) await rig.untilState(sale, 'confirmed');
    await rig.pass(2 * minuteMs);
    expect(await rig.outbox.auditBeforeLeaving()).toBe(5);
    for (const [index, { reference }] of sales.entries()) {
      expect(rig.saleOf(reference).state).toBe(index % 2 === 0 ? 'confirmed' : 'conflict');
    }
  });
});
