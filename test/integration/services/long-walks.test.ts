// Reading lists that a service makes the till wait for: the wait is cut where a person asks or
// leaves, it ends with the sign-in, and it goes on at its page also in a sale's own turn.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOddRig, type OddRig } from '../../odd-rig.ts';
import { honestly, type Listing } from '../../odd-service.ts';

let rig: OddRig;
beforeEach(async () => {
  rig = await startOddRig();
});
afterEach(() => rig.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const busyForAnHour = { status: 429, headers: { 'retry-after': '3600' } };

/** Documents of another till, with ids above every one so far. */
function fill(count: number): void {
  const others = { nature: 'FS', isFinalized: true, totalCents: 100, madeAtMs: rig.clock.nowMs() };
  for (let number = 0; number < count; number += 1) {
    const reference = `CF-0THR-0000-${String(number).padStart(4, '0')}`;
    rig.service.documents.push({ ...others, id: 10_000 + number, reference });
  }
}

/** Leaves a sale in doubt, above whose high-water mark there are so many documents of others. */
async function doubtOne(count: number) {
  await rig.untilState(rig.sell(), 'confirmed');
  rig.service.behaviour.create = () => 'reset';
  const sale = rig.sell();
  await rig.untilState(sale, 'in_doubt');
  fill(count);
  rig.service.behaviour.create = ({ make, number }) =>
    honestly({ make: () => make({ id: 30_000 + number }) } as Parameters<typeof honestly>[0]);
  await rig.untilState(rig.sell(), 'confirmed');
  return sale;
}

describe('a look-up that is told to wait for an hour', () => {
  it('goes on at once where a person asks', async () => {
    let isBusy = true;
    rig.service.behaviour.list = ({ search }) =>
      isBusy && search !== '' ? busyForAnHour : undefined;
    const sale = await doubtOne(1);
    await rig.pass(5 * minuteMs, 1_000);
    isBusy = false;
    const before = rig.service.listings.length;
    rig.outbox.tryNow();
    await rig.pass(5_000);
    const searches = rig.service.listings.slice(before).map(({ search }) => search);
    expect(searches).toContain(sale.reference);
  });

  it('ends where somebody signs in: the next one may see another company', async () => {
    let refused: Listing | undefined;
    rig.service.behaviour.list = (listing) => {
      if (listing.search !== '' || listing.offset < 200 || refused) return undefined;
      refused = listing;
      return { status: 429, headers: { 'retry-after': '600' } };
    };
    await doubtOne(500);
    await rig.until(() => refused !== undefined, hourMs);
    const before = rig.service.listings.length;
    rig.outbox.signedIn();
    await rig.pass(15 * minuteMs, 1_000);
    const scans = rig.service.listings.slice(before).filter(({ limit }) => limit > 1);
    expect(scans.length).toBeGreaterThan(5);
    expect(scans.find(({ search }) => search === '')?.offset).toBe(0);
  });
});

describe('somebody who leaves', () => {
  const leave = async () => {
    let alarms: number | undefined;
    const left = rig.outbox.auditBeforeLeaving().then((foundCount) => {
      alarms = foundCount;
    });
    await rig.pass(minuteMs, 1_000);
    expect(alarms).toBe(0);
    await left;
  };

  it('does not wait until a service that is too busy has time', async () => {
    await rig.untilState(rig.sell(), 'confirmed');
    await rig.pass(2 * hourMs, minuteMs);
    rig.service.behaviour.list = ({ search }) => (search === '' ? undefined : busyForAnHour);
    await leave();
  });

  it('does not wait for an audit either that waits already', async () => {
    rig.service.behaviour.list = ({ search }) => (search === '' ? undefined : busyForAnHour);
    await rig.untilState(rig.sell(), 'confirmed');
    await rig.pass(2 * minuteMs, 1_000);
    await leave();
  });
});

it('a look-up in a sale’s turn goes on at its page, and others are sold meanwhile', async () => {
  const sale = await doubtOne(2_500);
  const times: number[] = [];
  rig.service.behaviour.list = () => {
    const nowMs = rig.clock.monotonicMs();
    while ((times[0] ?? nowMs) <= nowMs - minuteMs) times.shift();
    if (times.length >= 20) return { status: 429, headers: { 'retry-after': '20' } };
    times.push(nowMs);
    return undefined;
  };
  let longestMs = 0;
  for (let minute = 0; minute < 90; minute += 1) {
    if (rig.saleOf(sale.reference).state === 'confirmed') break;
    await rig.pass(minuteMs, 1_000);
    const soldAtMs = rig.clock.monotonicMs();
    await rig.untilState(rig.sell(), 'confirmed', hourMs);
    longestMs = Math.max(longestMs, rig.clock.monotonicMs() - soldAtMs);
  }
  expect(rig.saleOf(sale.reference).state).toBe('confirmed');
  expect(longestMs).toBeLessThan(2 * minuteMs);
}, 120_000);
