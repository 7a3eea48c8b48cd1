// Everything that a till does to its file, as single operations, so that each can be interrupted at
// every change.
import { readFileSync, statSync } from 'node:fs';
import { snapshotOf } from '../../../src-main/day/day-sums.ts';
import { makePaperJob } from '../../../src-main/day/papers.ts';
import { makePrintJob } from '../../../src-main/store/print-jobs.ts';
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
import {
  closeTheDay,
  countTheDrawer,
  keepDays,
  moveSomeCash,
  openADay,
  sayClosed,
  takeOneBack,
} from './day-acts.ts';
import {
  fixReferences,
  giveBack,
  sayReturned,
  takesReturns,
  type WantedBack,
} from './return-acts.ts';
import { badReplacing, ofReplacing } from './replacing.ts';
import type { Operation } from './operation.ts';
import type { Say } from './words.ts';

type Act = (db: Store, sale: NewSale, say: Say) => void;

/**
 * Acts on the till's newest sale after it went through `events`; all sales before it are confirmed.
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
      // An even seed closes the till; an odd one leaves its log, as after a crash.
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

/** Acts on a day with a sale of its own. */
const withDay = (
  name: string,
  before: (db: Store) => void,
  run: (db: Store) => void,
): Operation => ({
  name,
  prepare: (file, seed, say) => {
    const db = openedTill(file);
    keepDays(db);
    before(db);
    sell(db, { ...saleOf(1, seed), isCash: true }, say);
    if (seed % 2 === 0) db.close();
  },
  run: (file, _seed, begin) => {
    const db = openedTill(file);
    begin();
    run(db);
  },
});

const openedDay = (db: Store): void => {
  openADay(db);
  moveSomeCash(db, 40);
};

const dayToClose = (name: string, run: (db: Store) => void): Operation =>
  withDay(name, openedDay, (db) => {
    countTheDrawer(db);
    run(db);
  });

const ofDays: readonly Operation[] = [
  withDay(
    'open a day',
    () => undefined,
    (db) => {
      openADay(db);
    },
  ),
  withDay('move cash', openedDay, (db) => {
    moveSomeCash(db, -30);
  }),
  withDay('take cash back', openedDay, takeOneBack),
  withDay('count the drawer', openedDay, (db) => {
    countTheDrawer(db);
  }),
  dayToClose('count, and close the day', closeTheDay),
];

/** On a day with a cash sale that the service has confirmed. */
const withReturn = (
  name: string,
  run: (db: Store, wanted: WantedBack, begin: () => void, say: Say) => Promise<void>,
  needsTrial = false,
): Operation => ({
  name,
  prepare: (file, seed, say) => {
    const db = openedTill(file);
    keepDays(db);
    takesReturns(db, needsTrial);
    openADay(db);
    walk(db, { ...saleOf(1, seed), isCash: true }, ['claimed', 'accepted'], say);
    if (seed % 2 === 0) db.close();
  },
  run: (file, seed, begin, say) => {
    const db = openedTill(file);
    fixReferences(seed);
    const { reference } = saleOf(1, seed);
    const returnId = '00000000-0000-4000-8000-999999999999';
    return run(db, { reference, returnId, wanted: 400 }, begin, say);
  },
});

const giveBackAtOnce = async (db: Store, wanted: WantedBack, begin: () => void, say: Say) => {
  await giveBack(db, wanted, { begin, say });
};

const ofReturns: readonly Operation[] = [
  withReturn('give goods back', giveBackAtOnce),
  withReturn('give goods back for the first time', giveBackAtOnce, true),
];

const frame = 4096 + 24;
/** Sooner than SQLite's own 1,000, which makes the same operation ten times as quick. */
const framesBetweenCheckpoints = 100;
const framesOfWalk = 40;

function openedForCheckpoint(file: string): Store {
  const db = openedTill(file);
  db.pragma(`wal_autocheckpoint = ${framesBetweenCheckpoints}`);
  return db;
}

/** Changes when the log is begun anew, after all of it was copied into the file. */
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
  ...ofDays,
  ...ofReturns,
  ...ofReplacing,
  checkpoint,
  migrate,
];

/**
 * Returns the operation of this name.
 * @throws if there is none.
 */
export function operationOf(name: string): Operation {
  const found = [...operations, ...badOperations].find((operation) => operation.name === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
}

/** Tills with a mistake each, to show that the checks notice it. */
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
    const doing = { by: 'Rui', approvedBy: null, auditedAtMs: null };
    const options = { ...doing, atMs: nextMs(), count: null, leftCents: null, note: '' };
    const zId = insertZReport(db, shift.shiftId, snapshotOf(db, shift, options));
    makePaperJob(db, { kind: 'z', zId }, { language: 'en', askedBy: 'Rui', atMs: nextMs() });
    sayClosed(db, shift.shiftId, zId);
  }),
  withReturn('give goods back: and make its paper later', async (db, wanted, begin, say) => {
    const made = await giveBack(db, wanted, { begin, say: null, prints: 'never' });
    if (made === undefined) throw new Error('nothing came back');
    const job = { documentId: null, reference: made, title: made, language: 'en' } as const;
    makePrintJob(db, { ...job, atMs: nextMs(), askedBy: 'Rui', isAutomatic: true });
    sayReturned(db, made, say);
  }),
  ...badReplacing,
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
