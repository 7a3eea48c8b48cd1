// Whatever happens to a till's sales and whenever they are counted, the sums are those made one by
// one from its sales.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverageOf, countSome, SumsOfAnother } from '../../../src-main/figures/count.ts';
import { saleEvents, type SaleEvent } from '../../../src-main/contract/outbox-states.ts';
import { replaceContent } from '../../../src-main/store/corrections.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { setInstallation } from '../../../src-main/store/till.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { isLong } from '../../tier.ts';
import { document, evidence, reference } from '../store/samples.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';
import { countAll, openSums, sell, soldAs, summed, summedByHand } from './figures-till.ts';

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
  { weight: 4, arbitrary: fc.record({ do: fc.constant('count' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('count all' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

class Played {
  readonly #folder = temporaryFolder();
  readonly sales: Store = openTill(join(this.#folder, 'till.db'));
  sums: Store = openSums(this.#folder);
  #sold = 0;
  readonly #documents = new Set<number>();
  #copies = 0;

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
      case 'count':
        this.#count((sums) => countSome(sums, sales, 0));
        return;
      case 'count all':
        this.#countAll();
        return;
      case 'copy':
        this.#copies += 1;
        setInstallation(sales, `C${String(this.#copies).padStart(3, '0')}`);
        return;
      case 'lose':
        this.sums.close();
        this.sums = openSums(this.#folder);
        return;
    }
  }

  #countAll(): void {
    this.#count((sums) => {
      countAll(sums, this.sales);
    });
  }

  /** Counts in a new file if the old one is of another copy. */
  #count(by: (sums: Store) => void): void {
    try {
      by(this.sums);
    } catch (error) {
      if (!(error instanceof SumsOfAnother)) throw error;
      this.sums.close();
      rmSync(join(this.#folder, 'figures.db'));
      this.sums = openSums(this.#folder);
      by(this.sums);
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
    this.#countAll();
    expect(summed(this.sums)).toEqual(summedByHand(this.sales));
    const { counted, sales } = coverageOf(this.sums, this.sales);
    expect([counted, sales]).toEqual([this.#sold, this.#sold]);
  }
}

test('the sums are those of the sales, whatever happened', () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 1, maxLength: 60 }), (happenings) => {
      const played = new Played();
      for (const one of happenings) played.play(one);
      played.check();
      // The counting also goes on from here.
      for (const one of happenings.slice(0, 10)) played.play(one);
      played.check();
    }),
    { numRuns: isLong ? 300 : 40 },
  );
});
