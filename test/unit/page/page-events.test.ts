// Tests what the page is told unasked, and what of it waits while nobody is at the till.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PrintJob } from '../../../src-main/contract/print-jobs.ts';
import type { SaleSummary } from '../../../src-main/contract/sales.ts';
import type { TillState } from '../../../src-main/contract/till-state.ts';
import { PageEvents } from '../../../src-main/page/page-events.ts';

const state = { version: '1' } as TillState;
const saleIn = (is: SaleSummary['state'], reference = 'CF-1') =>
  ({ reference, state: is }) as SaleSummary;
const jobIn = (is: PrintJob['state']) => ({ jobId: 1, state: is }) as PrintJob;

function page() {
  const toldEvents: [string, unknown][] = [];
  const till = { isLocked: false, isSwitching: false, open: 'AAAA' as string | null };
  const events = new PageEvents({
    push: (name, event) => toldEvents.push([name, event]),
    isLocked: () => till.isLocked,
    isSwitching: () => till.isSwitching,
    till: () => till.open,
    state: () => state,
  });
  events.tillChanged();
  /** Closes the till, runs `meanwhile`, and opens the next till, or none. */
  const switchTo = (next: string | null, meanwhile: () => void): void => {
    till.isSwitching = true;
    till.open = null;
    events.tillChanged();
    meanwhile();
    till.open = next;
    events.tillChanged();
    till.isSwitching = false;
    events.tillChanged();
  };
  return { toldEvents, till, events, switchTo };
}

const changes = [
  ['outbox.saleChanged', saleIn('confirmed')],
  ['printing.jobChanged', jobIn('failed')],
];

test('many changes of one turn are told once, and the next turn’s again', async () => {
  const { toldEvents, events } = page();
  events.stateChanged();
  events.saleChanged(saleIn('queued'));
  events.jobChanged(jobIn('waiting'));
  expect(toldEvents.map(([name]) => name)).toEqual(['outbox.saleChanged', 'printing.jobChanged']);
  await nextTurn();
  expect(toldEvents.slice(2)).toEqual([['app.stateChanged', state]]);
  events.stateChanged();
  await nextTurn();
  expect(toldEvents).toHaveLength(4);
});

test('between two tills nothing is told: nobody can say who is there', async () => {
  const { toldEvents, till, events } = page();
  till.isSwitching = true;
  events.stateChanged();
  events.saleChanged(saleIn('confirmed'));
  events.jobChanged(jobIn('printing'));
  events.progress('catalogue.progress', { bytes: 1, totalBytes: 2, rows: 1 });
  await nextTurn();
  expect(toldEvents).toEqual([]);
});

test('changes while the till was closed are told if the same till comes back, and not to another', async () => {
  const { toldEvents, events, switchTo } = page();
  const change = () => {
    events.saleChanged(saleIn('sending'));
    events.saleChanged(saleIn('confirmed'));
    events.jobChanged(jobIn('failed'));
    events.lockChanged();
  };
  switchTo('AAAA', change);
  expect(toldEvents).toEqual(changes);
  switchTo('BBBB', change);
  switchTo(null, change);
  switchTo('BBBB', () => undefined);
  await nextTurn();
  expect(toldEvents).toEqual([...changes, ['app.stateChanged', state]]);
});

test('if it comes back locked, they wait until it is unlocked, and another till is not told', () => {
  const { toldEvents, till, events, switchTo } = page();
  till.isLocked = true;
  const change = () => {
    events.saleChanged(saleIn('confirmed'));
    events.jobChanged(jobIn('failed'));
  };
  switchTo('AAAA', change);
  expect(toldEvents).toEqual([]);
  till.isLocked = false;
  events.lockChanged();
  expect(toldEvents).toEqual(changes);
  till.isLocked = true;
  change();
  switchTo('BBBB', () => undefined);
  till.isLocked = false;
  events.lockChanged();
  expect(toldEvents).toEqual(changes);
});

test('what changed while the page was locked is told once it is unlocked: the latest of each, and once', async () => {
  const { toldEvents, till, events } = page();
  till.isLocked = true;
  events.saleChanged(saleIn('sending'));
  events.saleChanged(saleIn('confirmed'));
  events.saleChanged(saleIn('queued', 'CF-2'));
  events.jobChanged(jobIn('printing'));
  events.jobChanged(jobIn('failed'));
  events.progress('catalogue.progress', { bytes: 1, totalBytes: 2, rows: 1 });
  events.lockChanged();
  await nextTurn();
  expect(toldEvents).toEqual([['app.stateChanged', state]]);

  till.isLocked = false;
  events.lockChanged();
  await nextTurn();
  const latest = [
    ['outbox.saleChanged', saleIn('confirmed')],
    ['outbox.saleChanged', saleIn('queued', 'CF-2')],
    ['printing.jobChanged', jobIn('failed')],
  ];
  expect(toldEvents.slice(1)).toEqual([...latest, ['app.stateChanged', state]]);
  events.lockChanged();
  await nextTurn();
  expect(toldEvents.slice(5)).toEqual([['app.stateChanged', state]]);
});
