// Everything that a till does to its file, each operation alone, so that it can be interrupted at
// every change it makes.
import { readFileSync, statSync } from 'node:fs';
import { defaultDaySettings } from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { closeDay } from '../../../src-main/day/close.ts';
import { commitCount, saveDraft } from '../../../src-main/day/count.ts';
import { snapshotOf } from '../../../src-main/day/figures.ts';
import { openDay } from '../../../src-main/day/open-day.ts';
import { makePaperJob } from '../../../src-main/day/papers.ts';
import { writeDaySettings } from '../../../src-main/store/day-settings.ts';
import { endShift, readOpenShift } from '../../../src-main/store/shifts.ts';
import { insertZReport } from '../../../src-main/store/z-reports.ts';
import type { SaleEvent } from '../../../src-main/contract/outbox-states.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { doubtUnsettled } from '../../../src-main/store/restored.ts';
import { doubtUnfinished, type StepEvent } from '../../../src-main/store/sale-steps.ts';
import { commitSale, requireSale, type NewSale } from '../../../src-main/store/sales.ts';
import { laterSchema } from '../../integration/store/later-schema.ts';
import { seeded } from '../seeded.ts';
import {
  cancelLater,
  claim,
  claimOnceMore,
  correct,
  fill,
  nextMs,
  opened,
  openedTill,
  saleOf,
  sell,
  step,
  walk,
} from './acts.ts';
import type { Say } from './words.ts';

export interface Operation {
  readonly name: string;
  /** Makes the file as the operation finds it, unless there is none. */
  prepare(file: string, seed: number, say: Say): void;
  /** Calls `begin` where the operation begins. */
  run(file: string, seed: number, begin: () => void, say: Say): void;
  /** It brings the file up to a later schema. */
  readonly migrates?: boolean;
}

type Act = (db: Store, sale: NewSale, say: Say) => void;

/**
 * Done on the till's newest sale, after it has been through `events`; those before it have all been
 * confirmed.
 */
function withSale(name: string, events: readonly SaleEvent[], act: Act): Operation {
  const newest = (seed: number) => saleOf(2 + (seed % 5), seed);
  return {
    name,
    prepare: (file, seed, say) => {
      const db = openedTill(file);
      for (let number = 1; number < 2 + (seed % 5); number += 1) {
        walk(db, saleOf(number, seed), ['claimed', 'accepted'], say);
      }
      walk(db, newest(seed), events, say);
      // Of an even seed the till was closed; otherwise its log is still there, as after a crash.
      if (seed % 2 === 0) db.close();
    },
    run: (file, seed, begin, say) => {
      const db = openedTill(file);
      begin();
      act(db, newest(seed), say);
    },
  };
}

const withStep = (name: string, events: readonly SaleEvent[], event: StepEvent): Operation =>
  withSale(name, events, (db, sale, say) => {
    step(db, sale, event, say);
  });

const sellAnother: Act = (db, sale, say) => {
  sell(db, anotherThan(sale), say);
};
const anotherThan = (sale: NewSale): NewSale => saleOf(9, sale.body.length);

const openFresh: Operation = {
  name: 'open a fresh file and sell',
  prepare: () => undefined,
  run: (file, seed, begin, say) => {
    begin();
    sell(openedTill(file), saleOf(1, seed), say);
  },
};

const startAfterCrash: Operation = {
  ...withSale('start after a crash', ['claimed'], () => undefined),
  run: (file, seed, begin, say) => {
    begin();
    const db = openedTill(file);
    const sale = saleOf(2 + (seed % 5), seed);
    doubtUnfinished(db, nextMs());
    say(sale.reference, requireSale(db, sale.reference).state, sale.body);
  },
};

const counted = { pieces: [], otherCents: cents(165) };
const doing = { by: 'Rui', approvedBy: null, auditedAtMs: null };
const openADay = (db: Store): void => {
  writeDaySettings(db, { ...defaultDaySettings, mode: 'required', cashMethods: [1] });
  const day = openDay(db, { by: 'typed', cents: cents(100) }, { ...doing, atMs: nextMs() });
  if (!day.ok) throw new Error(day.error.code);
};

/** With a sale of its own, and counted. */
const dayToClose = (name: string, run: (db: Store, countId: number) => void): Operation => ({
  name,
  prepare: (file, seed, say) => {
    const db = openedTill(file);
    openADay(db);
    sell(db, { ...saleOf(1, seed), isCash: true }, say);
    saveDraft(db, { pieces: [], other: '1.65' });
    commitCount(db, { count: counted, purpose: 'close' }, { ...doing, atMs: nextMs() });
    if (seed % 2 === 0) db.close();
  },
  run: (file, _seed, begin) => {
    const db = openedTill(file);
    begin();
    run(db, 1);
  },
});

const closeADay = dayToClose('close a day', (db, countId) => {
  const closing = { countId, leftCents: cents(100), note: '' };
  const closed = closeDay(db, closing, { ...doing, atMs: nextMs(), prints: 'en' });
  if (!closed.ok) throw new Error(closed.error.code);
});

const frame = 4096 + 24;
/** Sooner than SQLite's own 1,000, which makes the operation no other, but ten times as quick. */
const framesBetweenCheckpoints = 100;
const framesOfWalk = 40;

function openedForCheckpoint(file: string): Store {
  const db = openedTill(file);
  db.pragma(`wal_autocheckpoint = ${framesBetweenCheckpoints}`);
  return db;
}

/** Changes when the log is begun anew, which is after it has all been copied into the file. */
const saltOfLog = (file: string): number => readFileSync(`${file}-wal`).readUInt32BE(16);

const checkpoint: Operation = {
  name: 'sell through a checkpoint',
  prepare: (file, seed, say) => {
    const db = openedForCheckpoint(file);
    const fullEnough = framesBetweenCheckpoints - framesOfWalk - seeded(seed).between(0, 10);
    for (let number = 1; ; number += 1) {
      walk(db, saleOf(number, seed), ['claimed', 'accepted'], say);
      if (statSync(`${file}-wal`).size / frame > fullEnough) break;
    }
  },
  run: (file, seed, begin, say) => {
    const db = openedForCheckpoint(file);
    const salt = saltOfLog(file);
    begin();
    for (let number = 5001; saltOfLog(file) === salt; number += 1) {
      sell(db, saleOf(number, seed), say);
    }
  },
};

const migrate: Operation = {
  name: 'migrate',
  prepare: fill,
  run: (file, _seed, begin) => {
    begin();
    opened(file, laterSchema);
  },
  migrates: true,
};

export const operations: readonly Operation[] = [
  openFresh,
  withSale('commit a sale', [], sellAnother),
  withSale('claim', [], (db, _sale, say) => {
    claim(db, say);
  }),
  withStep('record: accepted', ['claimed'], 'accepted'),
  withStep('record: no clear answer', ['claimed'], 'no_clear_answer'),
  withStep('record: not sent', ['claimed'], 'not_sent'),
  withStep('record: refused', ['claimed'], 'refused'),
  withStep('record: created, but unclear', ['claimed'], 'created_unclear'),
  startAfterCrash,
  withStep('reconcile: found', ['claimed', 'no_clear_answer'], 'found'),
  withSale('reconcile: absent, and claim again', ['claimed', 'no_clear_answer'], claimOnceMore),
  withStep('reconcile: judged', ['claimed', 'refused'], 'judged'),
  withSale('correct a rejected sale', ['claimed', 'refused', 'judged'], correct),
  withStep('cancel', [], 'cancelled'),
  withSale('cancel what is in doubt', ['claimed', 'no_clear_answer'], cancelLater),
  withSale('doubt an older file', [], (db, sale, say) => {
    doubtUnsettled(db, 'older_file', 'TSET', nextMs());
    say(sale.reference, requireSale(db, sale.reference).state, sale.body);
  }),
  withStep(
    'settle a conflict',
    ['claimed', 'no_clear_answer', 'found_mismatch'],
    'settled_confirmed',
  ),
  closeADay,
  checkpoint,
  migrate,
];

/** @throws when there is none of that name. */
export function operationOf(name: string): Operation {
  const found = [...operations, ...badOperations].find((operation) => operation.name === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
}

/** Tills with a mistake each, to show that it would be noticed. */
export const badOperations: readonly Operation[] = [
  withSale('commit a sale: said before it is', [], (db, sale, say) => {
    const another = anotherThan(sale);
    say(another.reference, 'queued', another.body);
    commitSale(db, another);
  }),
  withSale('claim: in two transactions', [], (db, sale, say) => {
    const { reference } = sale;
    db.prepare(`UPDATE sale SET state = 'sending' WHERE reference = ?`).run(reference);
    db.transaction(() => {
      db.prepare(
        `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
         SELECT sale_id, 1, 'claimed', 'sending', '{"kind":"attempt","number":1}'
         FROM sale WHERE reference = ?`,
      ).run(reference);
      db.prepare('UPDATE sale SET attempts = 1 WHERE reference = ?').run(reference);
    })();
    say(reference, 'sending', sale.body);
  }),
  dayToClose('close a day: in two transactions', (db) => {
    const shift = readOpenShift(db);
    if (!shift) throw new Error('no day is open');
    endShift(db, shift.shiftId, nextMs());
    const options = { ...doing, atMs: nextMs(), count: null, leftCents: null, note: '' };
    const zId = insertZReport(db, shift.shiftId, snapshotOf(db, shift, options));
    makePaperJob(db, { kind: 'z', zId }, { language: 'en', askedBy: 'Rui', atMs: nextMs() });
  }),
  {
    ...migrate,
    name: 'migrate: without a backup',
    run: (file, _seed, begin) => {
      begin();
      const db = opened(file);
      db.transaction(() => {
        db.exec(laterSchema.at(-1) ?? '');
        db.pragma(`user_version = ${laterSchema.length}`);
      })();
    },
  },
];
