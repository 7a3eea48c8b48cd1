// Everything around the tills in a history: the network with its faults, the service's tokens, the
// computers' clocks, and the people who decide about sales.
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { unsentStates, type SaleState } from '../../src-main/contract/outbox-states.ts';
import type { ReturnSource } from '../../src-main/contract/returns.ts';
import { referenceSchema } from '../../src-main/contract/sales.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { signIn } from '../../src-main/service/endpoints.ts';
import { readDocuments } from './ending.ts';
import type { ChooseFault, FaultProxy } from './fault-proxy.ts';
import { faultName, isRefusal, randomFault, randomPoison, type Fault } from './fault.ts';
import { latenessOf, type HistoryKind } from './history-plan.ts';
import type { HistoryStep, TillStep, ToGiveBack, ToSell, WorldStep } from './history-steps.ts';
import { seeded, type Seeded } from './seeded.ts';
import { noTroubles } from './proxied-lists.ts';
import type { TillDriver } from './till-driver.ts';
import { isPoisoned } from './poison.ts';
import { ours, settlingMs, tillTimeMs } from './times.ts';

/**
 * The share of creations to which something happens while people deal with what is left to them.
 */
const calmShare = 0.4;

export class World {
  readonly faults: string[] = [];
  kills = 0;
  readonly #proxy: FaultProxy;
  readonly #serviceUrl: string;
  readonly #practiceFile: string;
  readonly #chooseFault: (share: number) => ChooseFault;
  readonly #people: Seeded;
  readonly #service: Seeded;
  readonly #customers: Seeded;
  readonly #lastOriginal = new Map<TillDriver, ReturnSource>();
  readonly #originMs: number;
  readonly #kept = new Map<TillDriver, KeptFolder>();
  /** What the service answers to every creation. */
  #refusal: Fault | null = null;
  /** What each sale that the service cannot take is always answered. */
  readonly #poisons = new Map<string, Fault>();
  readonly putBackAtMs: number[] = [];
  /** Work that should have ended by then. */
  readonly late: { readonly reference: string; readonly what: string }[] = [];
  /** References of documents that the service lost. */
  readonly dropped = new Set<string>();
  #tills: TillDriver[] = [];
  readonly #retired: TillDriver[] = [];
  #isReachable = true;

  constructor(
    kind: HistoryKind,
    seed: number,
    proxy: FaultProxy,
    serviceUrl: string,
    practiceFile: string,
    originMs: number,
  ) {
    this.#originMs = originMs;
    this.#service = seeded(seed ^ 0x5e41ce);
    this.#proxy = proxy;
    this.#serviceUrl = serviceUrl;
    this.#practiceFile = practiceFile;
    this.#people = seeded(seed ^ 0xdec1de);
    this.#customers = seeded(seed ^ 0xba5e);
    const random = seeded(seed ^ 0x5eed);
    this.#chooseFault = (share) => (isHiding) => {
      if (!random.chance(share)) return null;
      const fault = randomFault(random, latenessOf[kind].faults);
      if (isRefusal(fault) && isHiding && kind !== 'refused_unseen') return null;
      this.faults.push(faultName(fault));
      return fault;
    };
  }

  async begin(tills: readonly TillDriver[]): Promise<void> {
    this.#tills = [...tills];
    this.#setDate(0);
    this.#proxy.planFor((body) => this.#refusal ?? this.#poisonOf(body));
    await this.#renewTokens();
    for (const till of tills) await till.start();
  }

  /** The tills in use. */
  get tills(): readonly TillDriver[] {
    return this.#tills;
  }

  /** Also the tills of which a copy is in use. */
  get everyTill(): readonly TillDriver[] {
    return [...this.#retired, ...this.#tills];
  }

  async take(step: HistoryStep): Promise<void> {
    if (!('till' in step)) return this.#changeWorld(step);
    const till = this.#tills[step.till];
    if (!till) throw new Error(`there is no till ${step.till}`);
    return this.#useTill(step, till);
  }

  /** Ends every lasting trouble, except that clocks stay wrong and late things stay late. */
  async calm(): Promise<void> {
    this.#proxy.planEach(this.#chooseFault(calmShare));
    this.#proxy.breakLists(false);
    this.#proxy.hideNew(null);
    this.#proxy.setDown(null);
    this.#proxy.trouble(noTroubles);
    this.#refusal = null;
    this.#setDate(0);
    await this.#setReachable(true);
    await this.#renewTokens();
  }

  /** Sells on, since a sale is judged only beside others that are accepted. */
  sellOn(): void {
    for (const till of this.#tills) till.sell(plainSale);
  }

  #poisonOf(body: string): Fault | null {
    if (!isPoisoned(body)) return null;
    const poison = this.#poisons.get(body) ?? randomPoison(this.#service);
    this.#poisons.set(body, poison);
    this.faults.push(`poison ${faultName(poison)}`);
    return poison;
  }

  #setDate(aheadMs: number): void {
    this.#proxy.setDate(() => new Date(tillTimeMs(this.#originMs) + aheadMs));
  }

  /** From here on nobody harms the tills, and nobody helps them. */
  heal(): void {
    this.#proxy.planEach(null);
  }

  /** A person settles every sale in one of these states, by the service's own records. */
  settle(till: TillDriver, states: readonly SaleState[]): void {
    for (const { reference, state } of shownBy(till)) {
      if (states.includes(state)) this.#settleOne(till, reference);
    }
  }

  /**
   * A person settles returns that are long in doubt: without a confirmed one the till cannot prove
   * that the lists would show another, and leaves it to people.
   */
  settleReturns(): void {
    for (const till of this.#tills) {
      for (const reference of doubtedReturnsOf(till)) {
        if (till.isDoubtedFor(reference, 8 * settlingMs)) this.#settleOne(till, reference);
      }
    }
  }

  async #changeWorld(step: WorldStep): Promise<void> {
    switch (step.do) {
      case 'wait':
        await delay(ours(step.ms));
        return;
      case 'set_faults':
        this.#proxy.planEach(this.#chooseFault(step.share));
        return;
      case 'unplug':
        this.faults.push(step.do);
        await this.#setReachable(false);
        return;
      case 'plug_in':
        await this.#setReachable(true);
        return;
      case 'revoke_token':
        this.faults.push(step.do);
        this.#forgetTokens();
        return;
      case 'renew_token':
        await this.#renewTokens();
        return;
      case 'hide_new':
        this.faults.push(`${step.do} from ${step.hiding.from}`);
        this.#proxy.hideNew(step.hiding);
        return;
      case 'hide_no_more':
        this.#proxy.hideNew(null);
        return;
      case 'break_lists':
        this.faults.push(`${step.do} ${step.status}`);
        this.#proxy.breakLists(true, step);
        return;
      case 'mend_lists':
        this.#proxy.breakLists(false);
        return;
      case 'refuse_all':
        this.faults.push(`${step.do} ${step.status}`);
        this.#refusal = { kind: 'status_before', status: step.status, body: step.body };
        return;
      case 'refuse_no_more':
        this.#refusal = null;
        return;
      case 'trouble_lists':
        this.faults.push(`lists: ${Object.keys(step.troubles).join(' ')}`);
        this.#proxy.trouble(step.troubles);
        return;
      case 'untrouble_lists':
        this.#proxy.trouble(step.troubles);
        return;
      case 'set_date':
        if (step.aheadMs !== 0) this.faults.push(step.do);
        this.#setDate(step.aheadMs);
        return;
      case 'service_down':
        this.faults.push(`${step.do} ${step.down.answer}`);
        this.#proxy.setDown(() => ({
          ...step.down,
          carriesOutAfterMs: this.#service.chance(0.7) ? this.#service.between(0, 80) : null,
        }));
        return;
      case 'service_up':
        this.#proxy.setDown(null);
        return;
      case 'until_delivered':
        await this.#untilCounted(step, () => this.#proxy.deliveries.length);
        return;
      case 'until_looked':
        await this.#untilCounted(
          step,
          () => this.#proxy.pages.filter(({ search }) => v.is(referenceSchema, search)).length,
        );
        return;
      case 'plan_faults':
        this.#proxy.plan(...step.faults);
        return;
      case 'drop_document':
        this.#dropDocument();
        return;
      case 'change_total':
        this.#changeTotal();
        return;
    }
  }

  async #useTill(step: TillStep, till: TillDriver): Promise<void> {
    switch (step.do) {
      case 'sell':
        till.sell(step);
        return;
      case 'try_now':
        till.tryNow();
        return;
      case 'kill':
        this.kills += 1;
        await delay(step.afterMs);
        await till.kill();
        await till.start();
        return;
      case 'restart':
        await till.stop();
        await till.start();
        return;
      case 'move_to_copy':
        await this.#moveToCopy(till, step.how);
        return;
      case 'keep_folder':
        await till.stop();
        this.#kept.set(till, keptFolder(till));
        await till.start();
        return;
      case 'put_back':
        await this.#putBack(till);
        return;
      case 'until_settled':
        await this.#untilSettled(till, step);
        return;
      case 'set_clock':
        this.faults.push(step.do);
        till.setClock(step.offsetMs);
        return;
      case 'correct': {
        const reference = this.#choose(till, ['rejected', 'in_doubt']);
        const { lines, moneyMoved = false } = step;
        if (reference === undefined) return;
        till.decide({ event: 'correct_body', reference, lines, moneyMoved });
        return;
      }
      case 'send_again': {
        const reference = this.#choose(till, ['rejected']);
        if (reference !== undefined) till.decide({ event: 'corrected', reference });
        return;
      }
      case 'cancel': {
        const reference = this.#choose(till, ['rejected', 'queued', 'in_doubt']);
        if (reference === undefined) return;
        const isDoubted = shownBy(till).some(
          (sale) => sale.reference === reference && sale.state === 'in_doubt',
        );
        const { moneyMoved = false } = step;
        till.decide({ event: isDoubted ? 'ask_to_cancel' : 'cancelled', reference, moneyMoved });
        return;
      }
      case 'open_day':
      case 'move_cash':
      case 'take_back':
      case 'count_drawer':
      case 'close_day':
        till.actOnDay(step);
        return;
      case 'set_up_returns':
        till.setUpReturns(step);
        return;
      case 'give_back': {
        const source = this.#chooseOriginal(till, step);
        if (source) till.giveBack(source, step);
        return;
      }
      case 'settle': {
        const reference = this.#choose(till, ['in_doubt'], (doubtful) =>
          till.isDoubtedFor(doubtful, settlingMs),
        );
        if (reference !== undefined) this.#settleOne(till, reference);
        return;
      }
    }
  }

  /** Copies the till as a person copies a profile to another computer. */
  async #moveToCopy(till: TillDriver, how: 'kill' | 'stop'): Promise<void> {
    this.faults.push(`move_to_copy after ${how}`);
    await till[how]();
    const folder = dirname(till.file);
    cpSync(folder, `${folder}-copy`, { recursive: true });
    const copy = till.copyTo(join(`${folder}-copy`, basename(till.file)));
    this.#retired.push(till);
    this.#tills = this.#tills.map((used) => (used === till ? copy : used));
    await copy.start();
  }

  /**
   * Waits until nothing is sending and the lists show everything, since the till that is put back
   * must be able to learn it.
   */
  async #putBack(till: TillDriver): Promise<void> {
    const kept = this.#kept.get(till);
    if (!kept) return;
    this.faults.push('put_back');
    await till.stop();
    this.#proxy.setDown(null);
    await this.#proxy.idle();
    await this.#proxy.allShown();
    const folder = dirname(till.file);
    for (const name of readdirSync(folder)) {
      if (!kept.files.has(name)) rmSync(join(folder, name), { recursive: true });
    }
    // Written into the existing files, which stay the same to the file system.
    for (const [name, bytes] of kept.files) writeFileSync(join(folder, name), bytes);
    till.giveUp(kept);
    this.putBackAtMs.push(performance.now());
    await till.start();
  }

  async #untilCounted(
    { do: what, count, limitMs }: Extract<WorldStep, { readonly count: number }>,
    counted: () => number,
  ): Promise<void> {
    const deadlineMs = performance.now() + limitMs;
    while (counted() < count) {
      if (performance.now() > deadlineMs) {
        this.late.push({ reference: what, what: `${counted()} of ${count} within ${limitMs} ms` });
        return;
      }
      await delay(2);
    }
  }

  async #untilSettled(
    till: TillDriver,
    { first, limitMs, sellsOn }: Extract<TillStep, { do: 'until_settled' }>,
  ): Promise<void> {
    const deadlineMs = performance.now() + limitMs;
    for (;;) {
      const sales = shownBy(till).filter(({ reference }) => isAmongFirst(till, reference, first));
      const open = sales.filter(({ state }) => unsentNames.includes(state));
      if (sales.length >= first && open.length === 0) return;
      if (performance.now() > deadlineMs) {
        const what = `not within ${limitMs} ms`;
        this.late.push(...open.map(({ reference }) => ({ reference, what })));
        return;
      }
      if (sellsOn) till.sell(plainSale);
      await delay(sellsOn ? sellingEveryMs : 40);
    }
  }

  #dropDocument(): void {
    this.faults.push('drop_document');
    const reference = this.#changeOne('DELETE FROM documents WHERE our_reference = ?');
    if (reference !== undefined) this.dropped.add(reference);
  }

  #changeTotal(): void {
    this.faults.push('change_total');
    this.#changeOne('UPDATE documents SET total_cents = total_cents + 1 WHERE our_reference = ?');
  }

  /** Changes the document of a confirmed sale at the service, and returns which. */
  #changeOne(sql: string): string | undefined {
    const confirmed = this.#tills.flatMap((till) => shownBy(till)).filter(isConfirmed);
    const [first, ...rest] = confirmed.map(({ reference }) => reference);
    if (first === undefined) return undefined;
    const reference = this.#people.pick([first, ...rest]);
    const db = new Database(this.#practiceFile);
    try {
      db.pragma('foreign_keys = OFF');
      db.prepare(sql).run(reference);
    } finally {
      db.close();
    }
    return reference;
  }

  #settleOne(till: TillDriver, reference: string): void {
    const isThere = readDocuments(this.#practiceFile).some((held) => held.reference === reference);
    till.decide({ event: isThere ? 'settled_confirmed' : 'settled_cancelled', reference });
  }

  /** Chooses one of the sales that the till shows in these states. */
  #choose(
    till: TillDriver,
    states: readonly SaleState[],
    isOpenToPeople: (reference: string) => boolean = () => true,
  ): string | undefined {
    const [first, ...rest] = shownBy(till)
      .filter(({ state, reference }) => states.includes(state) && isOpenToPeople(reference))
      .map(({ reference }) => reference);
    return first === undefined ? undefined : this.#people.pick([first, ...rest]);
  }

  /** A customer comes with goods, mostly of a sale that the service has confirmed. */
  #chooseOriginal(till: TillDriver, { of }: ToGiveBack): ReturnSource | undefined {
    const last = this.#lastOriginal.get(till);
    if (of === 'the_same' && last) return last;
    const seller = of === 'another_till' ? this.#tills.find((other) => other !== till) : till;
    const [first, ...rest] = soldBy(seller ?? till);
    if (!first) return undefined;
    const { reference, documentId } = this.#customers.pick([first, ...rest]);
    const source: ReturnSource =
      seller === till ? { kind: 'sale', reference } : { kind: 'document', id: documentId };
    this.#lastOriginal.set(till, source);
    return source;
  }

  /** Makes a token for each till, bound to it. */
  async #renewTokens(): Promise<void> {
    const client = createServiceClient({ baseUrl: this.#serviceUrl });
    try {
      for (const till of this.#tills) {
        const token = await signIn(client, { ...practiceAccount, tillCode: till.tillCode });
        if (!token.ok) throw new Error(token.error.code);
        till.setToken(token.value);
      }
    } finally {
      await client.close();
    }
  }

  async #setReachable(reachable: boolean): Promise<void> {
    if (reachable === this.#isReachable) return;
    this.#isReachable = reachable;
    await this.#proxy.setReachable(reachable);
  }

  /** The service has no call to revoke a token, but whoever runs it can. */
  #forgetTokens(): void {
    const db = new Database(this.#practiceFile);
    try {
      db.prepare('DELETE FROM tokens').run();
    } finally {
      db.close();
    }
  }
}

const sellingEveryMs = ours(150);
const unsentNames: readonly string[] = unsentStates;
const plainSale: ToSell = {
  ...{ nature: 'FS', lines: 1, unknownProduct: false, poison: null, isCash: true },
};

const isAmongFirst = (till: TillDriver, reference: string, first: number): boolean =>
  till.promised.slice(0, first).some((promised) => promised.reference === reference);

const isConfirmed = ({ state }: { readonly state: string }): boolean => state === 'confirmed';

interface KeptFolder {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly promised: number;
  readonly decided: number;
  readonly dayWords: number;
}

function keptFolder(till: TillDriver): KeptFolder {
  const folder = dirname(till.file);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    files: new Map(files.map(({ name }) => [name, readFileSync(join(folder, name))])),
    promised: till.promised.length,
    decided: till.decided.length,
    dayWords: till.dayWords.length,
  };
}

/** Returns the sales of a till, oldest first, without their details, since people look often. */
function shownBy({ file }: TillDriver): readonly { reference: string; state: SaleState }[] {
  const db = new Database(file, { readonly: true });
  try {
    return db
      .prepare<[], { reference: string; state: SaleState }>(
        'SELECT reference, state FROM sale ORDER BY sale_id',
      )
      .all();
  } finally {
    db.close();
  }
}

interface Sold {
  readonly reference: string;
  readonly documentId: number;
}

/** Returns the sales at the counter of which the till knows a document. */
function soldBy({ file }: TillDriver): readonly Sold[] {
  const db = new Database(file, { readonly: true });
  try {
    return db
      .prepare<[], Sold>(
        `SELECT reference, document_id AS documentId FROM sale
         WHERE document_id IS NOT NULL AND content ->> '$.payment' IS NOT NULL ORDER BY sale_id`,
      )
      .all();
  } finally {
    db.close();
  }
}

function doubtedReturnsOf({ file }: TillDriver): readonly string[] {
  const db = new Database(file, { readonly: true });
  try {
    return db
      .prepare<[], { reference: string }>(
        `SELECT reference FROM sale
         WHERE state = 'in_doubt' AND content ->> '$.returned' IS NOT NULL`,
      )
      .all()
      .map(({ reference }) => reference);
  } finally {
    db.close();
  }
}
