// A service whose documents are not, or do not stay, what its answers have said of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { honestly } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const slowMs = 10 * minuteMs;
const dayMs = 86_400_000;

it('a confirmed sale whose document has become another kind is told by the audit', async () => {
  const sale = rig.sell();
  await rig.untilState(sale, 'confirmed');
  await rig.untilState(rig.sell(), 'confirmed');
  const [document] = rig.service.documents;
  if (document) document.nature = 'GR';
  await rig.outbox.auditBeforeLeaving();
  expect(rig.outbox.report().audit).toMatchObject({ differing: [sale.reference], missing: [] });
});

it('of two sales confirmed by one document, the one that it does not name is missing', async () => {
  const answered = rig.sell();
  await rig.untilState(answered, 'confirmed');
  const [document] = rig.service.documents;
  rig.service.behaviour.create = (creation) =>
    honestly({
      ...creation,
      make: () => ({
        ...{ id: document?.id ?? 0, reference: creation.reference, nature: 'FS' },
        ...{ isFinalized: true, totalCents: 255, madeAtMs: rig.clock.nowMs() },
      }),
    });
  const second = rig.sell();
  await rig.untilState(second, 'confirmed');
  await rig.outbox.auditBeforeLeaving();
  expect(rig.outbox.report().audit?.missing).toEqual([second.reference]);
});

describe.each([0, -7])('an answer that names the document %i', (id) => {
  it('confirms nothing: no list is read for such an id, and nobody would miss it', async () => {
    rig.service.behaviour.create = (creation) =>
      honestly({
        ...creation,
        make: () => ({
          ...{ id, reference: creation.reference, nature: 'FS' },
          ...{ isFinalized: true, totalCents: 255, madeAtMs: rig.clock.nowMs() },
        }),
      });
    const sale = rig.sell();
    await rig.untilState(sale, 'conflict', dayMs);
    expect(rig.statesOf(sale.reference)).not.toContain('confirmed');
    await rig.pass(2 * 60 * minuteMs, slowMs);
    expect(rig.service.creations).toHaveLength(1);
  });
});

it('a lost document is noticed even after the service has once shown an id far too high', async () => {
  const others = { reference: null, nature: 'FS', isFinalized: true, totalCents: 100 };
  const madeAtMs = rig.clock.nowMs();
  const other = { ...others, id: Number.MAX_SAFE_INTEGER, madeAtMs };
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.documents.push(other);
  await rig.pass(3 * dayMs, slowMs);
  rig.service.documents.splice(rig.service.documents.indexOf(other), 1);
  const lost = rig.sell();
  await rig.untilState(lost, 'confirmed', 2 * 60 * minuteMs);
  const at = rig.service.documents.findIndex(({ reference }) => reference === lost.reference);
  rig.service.documents.splice(at, 1);
  await rig.untilState(rig.sell(), 'confirmed', 2 * 60 * minuteMs);
  await rig.outbox.auditBeforeLeaving();
  expect(rig.outbox.report().audit?.missing).toEqual([lost.reference]);
});
