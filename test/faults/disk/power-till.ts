// A till that sells, sends, doubts, corrects, settles and keeps its days while every change to its
// files is recorded, and its words with them. Arguments: a folder of its own, and the options.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { next, saleEvents, type SaleState } from '../../../src-main/contract/outbox-states.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { readOpenShift } from '../../../src-main/store/shifts.ts';
import { openTillStore, type TillStore } from '../../../src-main/store/open-or-rebuild.ts';
import type { NewSale } from '../../../src-main/store/sales.ts';
import { laterSchema } from '../../integration/store/later-schema.ts';
import { seeded } from '../seeded.ts';
import { order, outputFile } from './interposed.ts';
import {
  cancelLater,
  claim,
  claimOnceMore,
  correct,
  fill,
  opened,
  saleOf,
  sell,
  step,
  tillFile,
} from './acts.ts';
import { goOnWithDay, keepDays } from './day-acts.ts';
import type { PowerTill } from './power-cuts.ts';
import { giveBack, returnIdOf, takesReturns } from './return-acts.ts';
import { databaseFile, sayIn, type Say } from './words.ts';

const [own = '', options = ''] = process.argv.slice(2);
const { seed, synchronous, migrates } = JSON.parse(options) as PowerTill;
const folder = join(own, 'till');
const file = join(folder, databaseFile);
const random = seeded(seed);
const steps = 400;
const reopens = 0.005;
const stepsWithSale = 0.65;
const stepsWithDay = 0.15;
const stepsWithReturn = 0.1;

const states = new Map<string, SaleState>();
const sales = new Map<string, NewSale>();
const write = sayIn(folder);
const say: Say = (reference, state, body) => {
  write(reference, state, body);
  states.set(reference, state);
  const sale = sales.get(reference);
  if (sale) sales.set(reference, { ...sale, body });
};

/** Opens the till as the program does, with its lock and its care for copies. */
function open(): TillStore {
  const till = openTillStore(tillFile(file));
  if (!till.ok || till.value.notices.length > 0) throw new Error(JSON.stringify(till));
  till.value.db.pragma(`synchronous = ${synchronous}`);
  return till.value;
}

/**
 * Which shares of the sales in doubt are sent again, and cancelled by a person who asked for it.
 */
const claimsAgain = 0.3;
const cancelsLater = 0.1;

/** Takes any step that the sale can take. */
function goOn(db: Store, sale: NewSale): void {
  const state = states.get(sale.reference);
  if (state === undefined) throw new Error(`nothing was said of ${sale.reference}`);
  if (state === 'in_doubt' && random.chance(claimsAgain)) {
    claimOnceMore(db, sale, say);
    return;
  }
  if (state === 'in_doubt' && random.chance(cancelsLater)) {
    cancelLater(db, sale, say);
    return;
  }
  const [event, ...others] = saleEvents
    .filter((each) => each !== 'claimed')
    .filter((each) => next(state, each) !== undefined);
  if (event === undefined) return;
  const chosen = random.pick([event, ...others]);
  if (chosen === 'corrected') correct(db, sale, say);
  else step(db, sale, chosen, say);
}

/** Gives some of any confirmed sale back, if a day is open and anything is left of it. */
async function takeSomethingBack(db: Store): Promise<void> {
  const confirmed = [...sales.keys()].filter((reference) => states.get(reference) === 'confirmed');
  const [first, ...others] = confirmed;
  if (first === undefined || !readOpenShift(db)) return;
  const reference = random.pick([first, ...others]);
  const wanted = { reference, returnId: returnIdOf(random), wanted: random.between(1, 600) };
  await giveBack(db, wanted, { say });
}

async function work(): Promise<void> {
  let { db, unlock } = open();
  keepDays(db);
  takesReturns(db, false);
  for (let done = 0; done < steps; done += 1) {
    const [oldest] = sales.values();
    if (random.chance(reopens)) {
      db.close();
      unlock();
      ({ db, unlock } = open());
    } else if (random.chance(stepsWithDay)) {
      goOnWithDay(db, random);
    } else if (random.chance(stepsWithReturn)) {
      await takeSomethingBack(db);
    } else if (oldest && random.chance(stepsWithSale)) {
      const waiting = [...states.values()].includes('queued');
      if (waiting && random.chance(0.5)) claim(db, say);
      else goOn(db, random.pick([oldest, ...sales.values()]));
    } else {
      const isCash = random.chance(0.6);
      const sale = { ...saleOf(sales.size + 1, seed), isCash };
      sales.set(sale.reference, sale);
      sell(db, sale, say);
    }
  }
}

mkdirSync(folder);
order(`watch ${folder}`);
order(`record ${join(own, outputFile)}`);
if (migrates) {
  fill(file, seed, say);
  opened(file, laterSchema).close();
} else {
  await work();
}
