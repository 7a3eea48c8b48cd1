import { expect, test } from 'vitest';
import type { Printing } from '../../../src-main/contract/printing.ts';
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../../../src-main/contract/sales.ts';
import { AutomaticPrinting } from '../../../src-main/printing/automatic.ts';
import { HandClock } from '../../hand-clock.ts';

const sale = (state: SaleState) => ({ reference: 'CF-1', state }) as SaleSummary;

function automatic(mode: Printing['automatic'], { isOnline = true } = {}) {
  const clock = new HandClock();
  let prints = 0;
  const printing = new AutomaticPrinting({
    mode: () => mode,
    isOnline: () => isOnline,
    print: () => (prints += 1),
    receiptMs: 3_000,
    clock,
  });
  return { printing, prints: () => prints, clock };
}

test('in the mode “never” nothing is printed', async () => {
  const { printing, prints, clock } = automatic('never');
  printing.finished(sale('queued'));
  printing.changed(sale('confirmed'));
  await clock.pass(10_000);
  expect(prints()).toBe(0);
});

test('after a sale the receipt is printed as soon as it comes, and nothing after it', async () => {
  const { printing, prints, clock } = automatic('after_sale');
  printing.finished(sale('queued'));
  printing.changed(sale('sending'));
  expect(prints()).toBe(0);
  printing.changed(sale('confirmed'));
  expect(prints()).toBe(1);
  printing.changed(sale('confirmed'));
  await clock.pass(10_000);
  expect(prints()).toBe(1);
});

test.each(['queued', 'rejected', 'incomplete', 'conflict'] as const)(
  'a sale that goes on as %s has its slip at once',
  (state) => {
    const { printing, prints } = automatic('after_sale');
    printing.finished(sale('queued'));
    printing.changed(sale('sending'));
    printing.changed(sale(state));
    expect(prints()).toBe(1);
  },
);

test('a slow service gives a slip in time, and offline it does not even wait', async () => {
  const slow = automatic('after_sale');
  slow.printing.finished(sale('queued'));
  slow.printing.changed(sale('sending'));
  slow.printing.changed(sale('in_doubt'));
  await slow.clock.pass(2_999);
  expect(slow.prints()).toBe(0);
  await slow.clock.pass(1);
  expect(slow.prints()).toBe(1);
  slow.printing.changed(sale('confirmed'));
  expect(slow.prints()).toBe(1);
  const offline = automatic('after_sale', { isOnline: false });
  offline.printing.finished(sale('queued'));
  expect(offline.prints()).toBe(1);
});

test('when confirmed, whatever waited is printed once it is, and no slip', async () => {
  const { printing, prints, clock } = automatic('when_confirmed', { isOnline: false });
  printing.finished(sale('queued'));
  printing.changed(sale('in_doubt'));
  await clock.pass(10_000);
  expect(prints()).toBe(0);
  printing.changed(sale('confirmed'));
  expect(prints()).toBe(1);
});
