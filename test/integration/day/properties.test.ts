// Plays random sales, cash movements, decisions, clock changes, crashes and closings on a till that
// keeps days.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveCash, settleMoney, takeBack } from '../../../src-main/day/cash.ts';
import { readToClose } from '../../../src-main/day/close.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { replaceContent } from '../../../src-main/store/corrections.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { bindTill, setInstallation } from '../../../src-main/store/till.ts';
import { beforeTheFirst, readZReport } from '../../../src-main/store/z-reports.ts';
import { isLong } from '../../tier.ts';
import { binding, installation, reference, sale } from '../store/samples.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { at, close, count, keepDays, open, sell, stateOf } from './day-till.ts';
import { must } from '../../must.ts';

const amount = fc.integer({ min: 1, max: 5_000 });
const which = fc.nat({ max: 50 });
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('sell'), isCash: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open'), float: amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('in', 'out'), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take back'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel'), which, gives: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('correct'), which, amount, moves: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('clock'), by: fc.integer({ min: -1e9, max: 1e9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy') }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('close'), off: fc.integer({ min: -50, max: 50 }) }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** Keeps apart from the till what the drawer of the open day must hold. */
class Played {
  readonly #file = join(temporaryFolder(), 'till.db');
  db: Store = this.#opened();
  drawer: number | null = null;
  /** For each sale the day that was open, or null, and its cash in the drawer. */
  readonly sales = new Map<number, { day: number | null; held: number; total: number }>();
  #day = 0;
  #copies = 0;
  #nowMs = 1_000_000_000_000;

  constructor() {
    bindTill(this.db, binding, installation);
    keepDays(this.db, { mode: 'reminded' });
  }

  #opened(): Store {
    const opened = openStore(this.#file);
    if (!opened.ok) throw new Error(opened.error.code);
    return opened.value;
  }

  #one(number: number): number {
    return this.sales.size === 0 ? 0 : (number % this.sales.size) + 1;
  }

  play(one: Happening): void {
    const { db } = this;
    this.#nowMs += 1;
    const now = at(this.#nowMs);
    switch (one.do) {
      case 'sell': {
        const number = this.sales.size + 1;
        const isCash = 'isCash' in one && one.isCash;
        sell(db, number, { isCash, atMs: this.#nowMs });
        const held = isCash ? 65 : 0;
        this.sales.set(number, { day: this.drawer === null ? null : this.#day, held, total: 65 });
        this.#move(held);
        return;
      }
      case 'open':
        if (this.drawer !== null || !('float' in one)) return;
        open(db, one.float, this.#nowMs);
        this.drawer = one.float;
        this.#day += 1;
        return;
      case 'in':
      case 'out': {
        if (!('amount' in one)) return;
        const direction = one.do === 'in' ? 'in' : 'out';
        const movement = {
          direction,
          amountCents: cents(one.amount),
          reason: 'change',
          note: '',
        } as const;
        const moved = moveCash(db, movement, now);
        expect(moved.ok).toBe(this.drawer !== null);
        if (moved.ok) this.#move(direction === 'in' ? one.amount : -one.amount);
        return;
      }
      case 'take back': {
        const movements = stateOf(db).day?.movements ?? [];
        const former = 'which' in one ? movements[one.which % (movements.length || 1)] : undefined;
        if (former?.reference !== null) return;
        const taken = takeBack(db, former.movementId, now);
        const { direction, amountCents } = former;
        if (taken.ok) this.#move(Number(amountCents) * (direction === 'in' ? -1 : 1));
        return;
      }
      case 'cancel': {
        const number = 'which' in one ? this.#one(one.which) : 0;
        const evidence = { kind: 'decided', by: 'Rui', note: '' } as const;
        const step = takeStep(db, {
          reference: reference(number),
          event: 'cancelled',
          evidence,
          atMs: this.#nowMs,
        });
        if (step.ok && 'gives' in one && one.gives) this.#settle(number, 0);
        return;
      }
      case 'correct': {
        if (!('amount' in one) || !('moves' in one)) return;
        const number = this.#one(one.which);
        this.#refuse(number);
        const { body, content } = sale(number);
        const corrected = replaceContent(db, {
          ...{ reference: reference(number), body, content, totalCents: cents(one.amount) },
          ...{ isCash: one.moves, by: 'Rui', note: '', atMs: this.#nowMs },
        });
        if (corrected.ok && one.moves) this.#settle(number, one.amount);
        return;
      }
      case 'confirm':
        this.#accept();
        return;
      case 'clock':
        if ('by' in one) this.#nowMs += one.by;
        return;
      case 'crash':
        db.close();
        this.db = this.#opened();
        return;
      case 'copy':
        this.#copies += 1;
        setInstallation(db, `C${String(this.#copies).padStart(3, '0')}`);
        return;
      case 'close': {
        if (this.drawer === null || !('off' in one)) return;
        const counted = Math.max(0, this.drawer + one.off);
        const { countId, expectedCents } = count(db, counted, this.#nowMs);
        expect(expectedCents).toBe(this.drawer);
        must(close(db, countId, Math.min(10, counted), this.#nowMs));
        this.drawer = null;
        return;
      }
    }
  }

  #move(by: number): void {
    if (this.drawer !== null) this.drawer += by;
  }

  #settle(number: number, heldCents: number): void {
    settleMoney(
      this.db,
      { reference: reference(number), heldCents: cents(heldCents), note: '' },
      at(this.#nowMs),
    );
    const known = this.sales.get(number);
    if (!known) return;
    // Without a day nobody books the money, but the drawer has it.
    this.#move(heldCents - known.held);
    known.held = heldCents;
  }

  #events(number: number, events: readonly ('refused' | 'judged' | 'accepted')[]): void {
    const evidence = { kind: 'no_clear_answer', what: '' } as const;
    for (const event of events) {
      takeStep(this.db, { reference: reference(number), event, evidence, atMs: this.#nowMs });
    }
  }

  #claim(where: string): number | undefined {
    const found = this.db
      .prepare(`SELECT sale_id FROM sale WHERE state = 'queued' ${where} ORDER BY sale_id LIMIT 1`)
      .pluck()
      .get();
    if (typeof found !== 'number') return undefined;
    this.db.prepare(`UPDATE sale SET state = 'sending' WHERE sale_id = ?`).run(found);
    return found;
  }

  #refuse(number: number): void {
    if (this.#claim(`AND sale_id = ${number}`) !== undefined)
      this.#events(number, ['refused', 'judged']);
  }

  #accept(): void {
    const number = this.#claim('');
    if (number !== undefined) this.#events(number, ['accepted']);
  }

  check(): void {
    const { db, drawer, sales } = this;
    const reports = db.prepare('SELECT z_id FROM z_report ORDER BY z_id').pluck().all().map(Number);
    const numbers = new Map<string, number>();
    let hash = beforeTheFirst.toString('hex');
    let counted = 0;
    for (const zId of reports) {
      const report = readZReport(db, zId);
      if (!report) throw new Error(`no Z ${zId}`);
      const { cash } = report.snapshot;
      expect(report.isWhole).toBe(true);
      expect(report.previousHash).toBe(hash);
      expect(report.number).toBe((numbers.get(report.installation) ?? 0) + 1);
      expect(cash.expectedCents).toBe(
        cash.floatCents + cash.sales.totalCents + cash.in.totalCents - cash.out.totalCents,
      );
      numbers.set(report.installation, report.number);
      ({ hash } = report);
      const { sales: taken, cancelled } = report.snapshot;
      counted += taken.count + cancelled.count;
    }
    const { day } = stateOf(db);
    expect(day === null).toBe(drawer === null);
    const placed = db
      .prepare('SELECT sale_id, shift_id FROM sale ORDER BY sale_id')
      .raw()
      .all() as [number, number | null][];
    expect(placed).toEqual([...sales].map(([number, { day: of }]) => [number, of]));
    const ofOpenDay = placed.filter(([, shift]) => day !== null && shift === this.#day).length;
    const ofNone = placed.filter(([, shift]) => shift === null).length;
    expect(counted + ofOpenDay + ofNone).toBe(sales.size);
    // The last count of the drawer expects what was moved.
    if (drawer !== null) expect(count(db, 0, this.#nowMs).expectedCents).toBe(drawer);
    // The sums in the file are the sums of the report.
    if (day !== null) {
      const { snapshot } = must(readToClose(db, at(this.#nowMs)));
      const { takings, open: waiting } = day;
      expect({ takings, waiting }).toEqual({
        takings: { ...snapshot.sales, methods: snapshot.methods },
        waiting: snapshot.open,
      });
    }
  }

  end(): void {
    this.db.close();
  }
}

/** Money that moved without a day, and then with one: found by chance, and played each time. */
const withAndWithoutDay: Happening[] = [
  { do: 'sell', isCash: false },
  { do: 'correct', which: 0, amount: 1, moves: true },
  { do: 'open', float: 1 },
  { do: 'correct', which: 0, amount: 1, moves: true },
];

test('drawer, Z reports and days agree with what happened', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
      const played = new Played();
      try {
        for (const one of happenings) played.play(one);
        played.check();
      } finally {
        played.end();
      }
    }),
    { numRuns: isLong ? 500 : 40, examples: [[withAndWithoutDay]] },
  );
});
