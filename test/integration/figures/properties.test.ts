// Whatever happens to a till's sales, the figures of each day are those made one by one from its
// sales.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFigures } from '../../../src-main/figures/read-figures.ts';
import { saleEvents, type SaleEvent } from '../../../src-main/contract/outbox-states.ts';
import { replaceContent } from '../../../src-main/store/corrections.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { isLong } from '../../tier.ts';
import { document, evidence, reference } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';
import { sell, soldAs, summed, summedByHand } from './figures-till.ts';

const line = fc.record(
  {
    code: fc.constantFrom('CAFE', 'PAO', '=1+1', '__proto__'),
    quantity: fc.integer({ min: 1, max: 5_000 }),
    price: fc.integer({ min: 0, max: 9_999_999 }),
    listPrice: fc.integer({ min: 0, max: 9_999_999 }),
    unit: fc.constantFrom('kg', 'un'),
  },
  { requiredKeys: ['code', 'quantity', 'price'] },
);
const sold = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  discount: fc.constantFrom(0, 0, 1_000, 3_333),
  method: fc.constantFrom('Numerário', 'Multibanco'),
  by: fc.constantFrom(undefined, 'Inês', 'Rui'),
  // Days around both clock changes, and any time that a wrong clock may have given.
  atMs: fc.oneof(
    fc.integer({ min: Date.UTC(2026, 2, 28), max: Date.UTC(2026, 2, 30) }),
    fc.integer({ min: Date.UTC(2026, 9, 24), max: Date.UTC(2026, 9, 26) }),
  ),
});
const which = fc.nat({ max: 40 });
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('sell' as const), sold }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('document' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      which,
      event: fc.constantFrom(...saleEvents),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('correct' as const), which, sold }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

class Played {
  readonly sales: Store = openTill();
  #sold = 0;
  readonly #documents = new Set<number>();

  play(one: Happening): void {
    const { sales } = this;
    const number = 'which' in one && this.#sold > 0 ? (one.which % this.#sold) + 1 : 0;
    switch (one.do) {
      case 'sell':
        this.#sold += 1;
        sell(sales, this.#sold, one.sold);
        return;
      case 'document':
        this.#sold += 1;
        this.#documents.add(this.#sold);
        commitSale(sales, sampleDocument({}, { reference: reference(this.#sold) }));
        return;
      case 'step':
        if (number > 0) this.#step(number, one.event);
        return;
      case 'correct': {
        if (number === 0 || this.#documents.has(number)) return;
        for (const event of ['claimed', 'no_clear_answer'] as const) this.#step(number, event);
        const { content: changed, totalCents, body } = soldAs(number, one.sold);
        replaceContent(sales, {
          ...{ reference: reference(number), body, content: changed, totalCents },
          ...{ isCash: false, by: 'Rui', note: '', atMs: 1 },
        });
        return;
      }
    }
  }

  /**
   * Takes the step if the table of states allows it. Only the outbox claims, and the oldest sale
   * first.
   */
  #step(number: number, event: SaleEvent): void {
    if (event === 'claimed') {
      this.sales
        .prepare(
          `UPDATE sale SET state = 'sending' WHERE reference = ? AND state IN ('queued', 'in_doubt')`,
        )
        .run(reference(number));
      return;
    }
    takeStep(this.sales, {
      ...{ reference: reference(number), event, evidence, atMs: number },
      ...(event === 'accepted' && { document: document(1_000 + number, number) }),
    });
  }

  check(): void {
    const days = summedByHand(this.sales);
    for (const [date, byHand] of days) {
      const query = { period: 'day', date, nowMs: Date.now(), products: 1_000 } as const;
      const figures = readFigures(this.sales, query);
      expect(summed(figures)).toEqual(byHand);
      // The same day as a part of its month, and of the trend that ends with another month.
      const month = readFigures(this.sales, { ...query, period: 'month' });
      expect(month.times.find(({ name }) => name === date)).toMatchObject(figures.sold);
      const later = readFigures(this.sales, { ...query, date: '2026-12-01', period: 'month' });
      const ofMonth = later.trend.find(({ from }) => from === month.period.from);
      expect(ofMonth).toMatchObject(month.sold);
    }
  }
}

test('the figures are those of the sales, whatever happened', () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 1, maxLength: 60 }), (happenings) => {
      const played = new Played();
      for (const one of happenings) played.play(one);
      played.check();
    }),
    { numRuns: isLong ? 300 : 40 },
  );
});
