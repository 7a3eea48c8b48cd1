// Search and lists are late: they show what held then, and prove nothing newer.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { matches, pageOf } from '../../odd-documents.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { probedSeldom } from '../outbox/outbox-facts.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;

it('a sale made before the attempt and found only after it does not prove that the look-ups work', async () => {
  rig.service.behaviour.searchLagMs = 15 * minuteMs;
  rig.service.behaviour.listLagMs = 15 * minuteMs;
  rig.service.behaviour.create = ({ make }) => {
    make();
    return 'reset';
  };
  const first = rig.sell();
  await rig.pass(13 * minuteMs);
  const second = rig.sell();
  await rig.untilState(first, 'confirmed', 10 * minuteMs);
  await rig.untilState(second, 'confirmed', 60 * minuteMs);
  for (const { reference } of [first, second]) {
    expect(rig.service.attemptsOf(reference)).toBe(1);
    expect(rig.service.countOf(reference)).toBe(1);
  }
});

it.each([
  ['has by its id', () => undefined],
  ['may not show by its id', () => ({ status: 403, body: {} })],
])('lists that never show what the service %s prove nothing after days either', async (_, byId) => {
  await rig.close();
  // Looking every half an hour makes days cheaper.
  rig = await startOddRig(undefined, { ...probedSeldom, lookUpCapMs: 30 * minuteMs });
  rig.service.behaviour.list = ({ search, ...listing }) => {
    const found = rig.service.documents.filter(
      (document) => !document.reference?.startsWith('CF-') && matches(document, search),
    );
    return { status: 200, body: pageOf(found, listing, '-id') };
  };
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.behaviour.create = ({ make }) => {
    make();
    return 'reset';
  };
  rig.service.behaviour.get = byId;
  const sale = rig.sell();
  await rig.pass(4 * 24 * 60 * minuteMs, 10 * minuteMs);
  expect(rig.service.attemptsOf(sale.reference)).toBe(1);
  expect(rig.outbox.report().overdue).toMatchObject([{ reference: sale.reference }]);
  rig.service.behaviour.list = () => undefined;
  await rig.untilState(sale, 'confirmed', 60 * minuteMs);
});
