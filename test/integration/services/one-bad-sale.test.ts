// One sale that the service never accepts, among others that it does accept.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';

import { keepPendingDecision, readCartId } from '../../../src-main/store/corrections.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { honestly, type Answer } from '../../odd-service.ts';
import { sampleSale } from '../../sample-sale.ts';
import { isLong } from '../../tier.ts';
import { documentedRefusal } from '../outbox/outbox-facts.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const slowMs = 60_000;

/** Answers the first sale in this way each time, until it is corrected. */
function fail(answer: Answer): void {
  let bad = '';
  rig.service.behaviour.create = (creation) => {
    bad ||= creation.reference;
    return creation.reference === bad ? answer : honestly(creation);
  };
}

async function sellEvery(ms: number, holds: () => boolean): Promise<void> {
  for (let content = 0; content < 60 && !holds(); content += 1) {
    const sale = rig.sell();
    await rig.untilState(sale, 'confirmed', minuteMs);
    await rig.pass(ms);
  }
}

const errors = [{ message: 'Refused', code: 'invalid', field: 'details[0].code' }];

describe('a sale that is always refused or turned away', () => {
  it.each([
    ...(isLong ? [403, 404, 405] : [404]).map(
      (status) => [status, {}, { said: String(status), errors: [] }] as const,
    ),
    [400, { body: documentedRefusal }, { said: '', errors }],
  ] as const)(
    'with %i holds up none of twenty others, and is rejected once others were accepted',
    async (status, body, judgement) => {
      fail({ status, ...body });
      const bad = rig.sell();
      await rig.untilState(bad, 'in_doubt');
      const startMs = rig.clock.monotonicMs();
      const others = rig.sellMany(20);
      for (const other of others) await rig.untilState(other, 'confirmed', minuteMs);
      expect(rig.clock.monotonicMs() - startMs).toBeLessThan(minuteMs);
      expect(rig.outbox.connection).toBe('online');
      await sellEvery(2 * minuteMs, () => rig.saleOf(bad.reference).state === 'rejected');
      expect(rig.saleOf(bad.reference)).toMatchObject({
        state: 'rejected',
        lastEvidence: { kind: 'judged', ...judgement },
      });
      expect(rig.service.countOf(bad.reference)).toBe(0);
    },
  );
});

const failures = [
  ['500', { status: 500 }],
  ['400 of a proxy', { status: 400, body: '<html>Bad request</html>' }],
  ['413', { status: 413, body: '<html>Too large</html>' }],
  ['422', { status: 422, body: { detail: 'Unprocessable' } }],
] as const;
const played = failures.slice(0, isLong ? 4 : 2);

describe.each(played)('a sale that always fails with %s', (_, answer) => {
  const by = { by: 'Inês', note: 'It will never do' };
  const doubted = async () => {
    fail(answer);
    const sale = rig.sell();
    await rig.untilState(sale, 'in_doubt');
    await rig.untilState(rig.sell(), 'confirmed');
    return sale;
  };

  it('is cancelled when a person asks for it, at the next proof that it is not there', async () => {
    const { reference } = await doubted();
    expect(
      keepPendingDecision(rig.db, reference, { decision: 'cancel', ...by }, rig.clock.nowMs()).ok,
    ).toBe(true);
    rig.outbox.wake();
    await rig.until(() => rig.saleOf(reference).state === 'cancelled', 15 * minuteMs);
    expect(rig.service.attemptsOf(reference)).toBe(1);
  });

  it('is corrected when a person asks for it, and sent with the new body', async () => {
    const { reference } = await doubted();
    const other = sampleSale({ lines: 3, now: new Date(rig.clock.nowMs()), reference });
    const cart = { ...other.content.cart, cartId: readCartId(rig.db, reference) ?? '' };
    const { body, totalCents, content } = other;
    const decisionRequest = {
      ...({ decision: 'correct', ...by, totalCents, isCash: false } as const),
      ...{ body: body.toString('utf8'), content: { ...content, cart } },
    };
    expect(keepPendingDecision(rig.db, reference, decisionRequest, rig.clock.nowMs()).ok).toBe(
      true,
    );
    rig.service.behaviour.create = honestly;
    rig.outbox.wake();
    await rig.until(() => rig.saleOf(reference).state === 'confirmed', 15 * minuteMs);
    expect(rig.saleOf(reference).serviceTotalCents).toBe(totalCents);
    expect(rig.service.countOf(reference)).toBe(1);
  });

  it('is judged while others are accepted', async () => {
    const { reference } = await doubted();
    await sellEvery(5 * minuteMs, () => rig.saleOf(reference).state === 'rejected');
    expect(rig.saleOf(reference)).toMatchObject({
      state: 'rejected',
      lastEvidence: { kind: 'judged' },
    });
    expect(rig.service.countOf(reference)).toBe(0);
  });

  it('may be settled by a person after its bound, and not before', async () => {
    const { reference } = await doubted();
    // The lists fail, so nothing is proven.
    rig.service.behaviour.list = ({ search }) => (search === '' ? undefined : { status: 500 });
    expect(rig.outbox.undecidableMs(rig.saleOf(reference))).toBeGreaterThan(10 * minuteMs);
    await rig.pass(95 * minuteMs, slowMs);
    expect(rig.outbox.undecidableMs(rig.saleOf(reference))).toBe(0);
    expect(rig.outbox.report().overdue.map((overdue) => overdue.reference)).toContain(reference);
    const evidence = { kind: 'decided', ...by } as const;
    const atMs = rig.clock.nowMs();
    expect(takeStep(rig.db, { reference, event: 'settled_cancelled', evidence, atMs }).ok).toBe(
      true,
    );
    rig.service.behaviour.list = () => undefined;
    rig.outbox.wake();
    await rig.pass(60 * minuteMs, slowMs);
    expect(rig.service.attemptsOf(reference)).toBe(1);
    expect(rig.saleOf(reference).state).toBe('cancelled');
  });
});
