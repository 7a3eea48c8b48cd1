// What a till does with its store; each act says its word once it is done.
import type { SaleEvent } from '../../../src-main/contract/outbox-states.ts';
import {
  keepPendingDecision,
  carryOutPendingDecision,
  replaceContent,
} from '../../../src-main/store/corrections.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import {
  claimAgain,
  claimNext,
  mustStep,
  type Step,
  type StepEvent,
} from '../../../src-main/store/sale-steps.ts';
import { commitSale, type NewSale } from '../../../src-main/store/sales.ts';
import { bindTill, type TillFile } from '../../../src-main/store/till.ts';
import * as samples from '../../integration/store/samples.ts';
import { seeded } from '../seeded.ts';
import type { Say } from './words.ts';

/** No two acts have the same time, since two equal records would count as one. */
let latestMs = 1_000_000;
export const nextMs = (): number => (latestMs += 1);

/** The length depends on the seed, so that the pages of the file fall differently. */
export function saleOf(number: number, seed: number): NewSale {
  const filling = 'x'.repeat(seeded(seed * 1009 + number).between(0, 400));
  return { ...samples.sale(number), body: bodyOf(samples.reference(number), filling) };
}

const bodyOf = (reference: string, filling: string): Buffer =>
  Buffer.from(JSON.stringify({ our_reference: reference, filling }));

export function opened(file: string, schema = migrations): Store {
  const store = openStore(file, schema);
  if (!store.ok) throw new Error(`not opened: ${JSON.stringify(store.error)}`);
  return store.value;
}

/** Opens the file and says which till it is, which every till knows before it sells. */
export function openedTill(file: string): Store {
  const db = opened(file);
  bindTill(db, samples.binding, samples.installation);
  return db;
}

export const tillFile = (file: string): TillFile => ({
  file,
  binding: samples.binding,
  newInstallation: () => samples.installation,
  nowMs: 1,
});

export function sell(db: Store, sale: NewSale, say: Say): void {
  const { reference, state } = commitSale(db, sale);
  say(reference, state, sale.body);
}

export function claim(db: Store, say: Say): void {
  const claimed = claimNext(db, nextMs());
  if (!claimed?.body) throw new Error('nothing is queued');
  say(claimed.sale.reference, 'sending', claimed.body);
}

const eventsWithDocument: readonly SaleEvent[] = ['accepted', 'found', 'settled_confirmed'];

export function step(db: Store, sale: NewSale, event: StepEvent, say: Say): void {
  const { reference, state } = mustStep(db, stepOf(sale, event));
  say(reference, state, sale.body);
}

/** Claims as the outbox does once the service is proven not to hold the sale. */
export function claimOnceMore(db: Store, { reference }: NewSale, say: Say): void {
  const claimed = claimAgain(db, reference, { lookUps: 3, settledMs: 600_000 }, nextMs());
  if (!claimed?.body) throw new Error(`${reference} is not in doubt`);
  say(reference, 'sending', claimed.body);
}

/**
 * A person asks for it while the sale is in doubt; it takes effect once the sale is proven absent.
 */
export function cancelLater(db: Store, { reference, body }: NewSale, say: Say): void {
  const asked = keepPendingDecision(
    db,
    reference,
    { decision: 'cancel', by: 'Rui', note: 'Sold twice' },
    nextMs(),
  );
  if (!asked.ok) throw new Error(asked.error.code);
  say(reference, asked.value.state, body);
  const done = carryOutPendingDecision(db, reference, nextMs());
  if (!done) throw new Error(`nothing was asked of ${reference}`);
  say(reference, done.sale.state, body);
}

function stepOf({ reference }: NewSale, event: StepEvent): Step {
  const number = Number(reference.slice(-4));
  return {
    reference,
    event,
    evidence: samples.evidence,
    atMs: nextMs(),
    ...(eventsWithDocument.includes(event) && {
      document: samples.document(1000 + number, number),
    }),
  };
}

export function correct(db: Store, { isCash = false, ...sale }: NewSale, say: Say): void {
  const body = bodyOf(sale.reference, `corrected ${sale.body.length}`);
  const corrected = replaceContent(db, {
    ...sale,
    body,
    isCash,
    by: 'Rui',
    note: 'Wrong code',
    atMs: nextMs(),
  });
  if (!corrected.ok) throw new Error(corrected.error.code);
  say(sale.reference, corrected.value.state, body);
}

/**
 * Fills the file with queued, sent and doubted sales, of a till that was closed for an even seed
 * and crashed for an odd one.
 */
export function fill(file: string, seed: number, say: Say): void {
  const db = openedTill(file);
  walk(db, saleOf(1, seed), ['claimed', 'no_clear_answer'], say);
  walk(db, saleOf(2, seed), ['claimed'], say);
  for (let number = 3; number < 5 + (seed % 5); number += 1) sell(db, saleOf(number, seed), say);
  if (seed % 2 === 0) db.close();
}

/** Sells the sale, and takes it through the events. */
export function walk(db: Store, sale: NewSale, events: readonly SaleEvent[], say: Say): void {
  sell(db, sale, say);
  for (const event of events) {
    if (event === 'claimed') claim(db, say);
    else step(db, sale, event, say);
  }
}
