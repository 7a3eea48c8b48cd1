// Whatever a creation was answered, a sale that may have reached the service is sent again only
// after its absence was proven, by lists that show what the till knows to be there.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceContent } from '../../../src-main/store/corrections.ts';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { probedSeldom } from '../outbox/outbox-facts.ts';
import type { OddDocument } from '../../odd-documents.ts';
import { honestly, refusal } from '../../odd-service.ts';
import { sampleDocument } from '../../sample-sale.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig(undefined, probedSeldom);
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const slowMs = minuteMs;

describe.each([
  ['404', { status: 404 }],
  ['403', { status: 403 }],
  ['a documented 400', refusal],
])('a document that is made and answered with %s', (_, answer) => {
  it('is one, where the lists lag by three minutes and do not show newer sales either', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    rig.service.behaviour.searchLagMs = 3 * minuteMs;
    rig.service.behaviour.listLagMs = 3 * minuteMs;
    let doubted = '';
    rig.service.behaviour.create = (creation) => {
      if (creation.reference !== doubted) return honestly(creation);
      creation.make();
      return answer;
    };
    const sale = rig.sell();
    doubted = sale.reference;
    await rig.pass(hourMs, slowMs);
    expect(rig.service.countOf(sale.reference)).toBe(1);
    expect(rig.saleOf(sale.reference).state).toBe('confirmed');
  });

  it('is one, where a replica stands still and lacks the till’s newer sales', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    const { documents } = rig.service;
    const hidden: OddDocument[] = [];
    let doubted = '';
    rig.service.behaviour.create = (creation) => {
      const honest = honestly(creation);
      hidden.push(...documents.splice(1));
      return creation.reference === doubted ? answer : honest;
    };
    const sale = rig.sell();
    doubted = sale.reference;
    await rig.untilState(sale, 'in_doubt');
    await rig.untilState(rig.sell(), 'confirmed');
    await rig.pass(5 * hourMs, slowMs);
    expect(rig.service.attemptsOf(sale.reference)).toBe(1);
    documents.push(...hidden);
    await rig.untilState(sale, 'confirmed', hourMs);
  });
});

it('a draft that no list shows is not made again and again where finalizing is refused', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  const drafts: string[] = [];
  rig.service.behaviour.create = ({ reference }) => {
    drafts.push(reference);
    return refusal;
  };
  rig.sell();
  await rig.pass(hourMs, slowMs);
  expect(drafts.length).toBeLessThanOrEqual(2);
});

describe('a clock that was wrong', () => {
  it('and a restart make nothing sent again sooner', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    rig.clock.setWallClock(-2 * 24 * hourMs);
    rig.service.behaviour.create = () => 'reset';
    const sale = rig.sell();
    await rig.untilState(sale, 'in_doubt');
    rig.clock.setWallClock(2 * 24 * hourMs);
    await rig.restart();
    const beganAtMs = rig.clock.monotonicMs();
    rig.service.behaviour.create = honestly;
    await rig.untilState(sale, 'confirmed', 3 * hourMs);
    expect(rig.clock.monotonicMs() - beganAtMs).toBeGreaterThanOrEqual(6 * 10 * minuteMs);
  });

  it('set back lets nobody settle a sale before the till has looked for it', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    rig.service.behaviour.create = () => 'reset';
    const sale = rig.sell();
    await rig.untilState(sale, 'in_doubt');
    rig.clock.setWallClock(-2 * hourMs);
    expect(rig.outbox.undecidableMs(rig.saleOf(sale.reference))).toBeGreaterThanOrEqual(
      14 * minuteMs,
    );
  });
});

it('what was sent before a correction is the sale’s own: a second document is told, of whatever kind', async () => {
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.behaviour.create = (creation) => {
    if (creation.number !== 2) return honestly(creation);
    rig.service.later(3 * hourMs, () => creation.make());
    return { status: 500 };
  };
  const now = new Date(rig.clock.nowMs());
  const note = rig.sell(sampleDocument({}, { now }));
  await rig.untilState(note, 'in_doubt');
  await rig.untilState(rig.sell(), 'confirmed');
  const asked = sampleDocument(
    { kind: { by: 'natureCode', code: 'OR' } },
    { now, reference: note.reference },
  );
  const cartId: unknown = rig.db
    .prepare('SELECT cart_id FROM sale WHERE reference = ?')
    .pluck()
    .get(note.reference);
  const cart = { ...asked.content.cart, cartId: String(cartId) };
  const corrected = replaceContent(rig.db, {
    ...asked,
    ...{ content: { ...asked.content, cart }, isCash: false, by: 'Inês', note: 'A quotation' },
    atMs: rig.clock.nowMs(),
  });
  expect(corrected.ok).toBe(true);
  rig.outbox.doubt(note.reference);
  await rig.untilState(note, 'confirmed', 2 * hourMs);
  await rig.untilState(note, 'conflict', 30 * hourMs);
  expect(rig.service.countOf(note.reference)).toBe(2);
});

it('after a refused day the next day’s first sale does not wait for all of it', async () => {
  // The service cannot be reached until the next day.
  rig.service.behaviour.list = () => 'reset';
  const late = new Set(rig.sellMany(60).map(({ reference }) => reference));
  await rig.pass(15 * hourMs, 10 * minuteMs);
  rig.service.behaviour.create = (creation) =>
    late.has(creation.reference) ? refusal : honestly(creation);
  rig.service.behaviour.list = () => undefined;
  const today = rig.sell();
  const soldAtMs = rig.clock.monotonicMs();
  await rig.untilState(today, 'confirmed', 6 * hourMs);
  expect(rig.clock.monotonicMs() - soldAtMs).toBeLessThan(15 * minuteMs);
});
