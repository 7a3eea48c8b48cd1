// Everything around the tills in a history: the network with its faults, the service's tokens, the computers' clocks, and
// the people who decide about sales.
import { cpSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { signIn } from '../../src-main/service/endpoints.ts';
import { readDocuments } from './ending.ts';
import type { ChooseFault, FaultProxy } from './fault-proxy.ts';
import { faultName, isRefusal, randomFault } from './fault.ts';
import {
  latenessOf,
  type HistoryKind,
  type HistoryStep,
  type TillStep,
  type WorldStep,
} from './history-plan.ts';
import { seeded, type Seeded } from './seeded.ts';
import type { TillDriver } from './till-driver.ts';
import { outboxTiming } from './times.ts';

/** Of creations to which something happens while people put right what is left to them. */
const calmShare = 0.4;

export class World {
  readonly faults: string[] = [];
  kills = 0;
  readonly #proxy: FaultProxy;
  readonly #serviceUrl: string;
  readonly #practiceFile: string;
  readonly #chooseFault: (share: number) => ChooseFault;
  readonly #people: Seeded;
  #tills: TillDriver[] = [];
  readonly #retired: TillDriver[] = [];
  #isReachable = true;

  constructor(
    kind: HistoryKind,
    seed: number,
    proxy: FaultProxy,
    serviceUrl: string,
    practiceFile: string,
  ) {
    this.#proxy = proxy;
    this.#serviceUrl = serviceUrl;
    this.#practiceFile = practiceFile;
    this.#people = seeded(seed ^ 0xdec1de);
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
    await this.#renewTokens();
    for (const till of tills) await till.start();
  }

  /** That are in use. */
  get tills(): readonly TillDriver[] {
    return this.#tills;
  }

  /** Those too of which a copy is in use. */
  get everyTill(): readonly TillDriver[] {
    return [...this.#retired, ...this.#tills];
  }

  async take(step: HistoryStep): Promise<void> {
    if (!('till' in step)) return this.#changeWorld(step);
    const till = this.#tills[step.till];
    if (!till) throw new Error(`there is no till ${step.till}`);
    return this.#useTill(step, till);
  }

  /** Ends every trouble that lasts, except that clocks stay wrong and what is late stays late. */
  async calm(): Promise<void> {
    this.#proxy.planEach(this.#chooseFault(calmShare));
    this.#proxy.breakLists(false);
    this.#proxy.hideNew(null);
    await this.#setReachable(true);
    await this.#renewTokens();
  }

  /** From here on nobody harms the tills, and nobody helps them. */
  heal(): void {
    this.#proxy.planEach(null);
  }

  /** A person settles every sale in one of these states, by what the service's own records say. */
  settle(till: TillDriver, states: readonly SaleState[]): void {
    for (const { reference, state } of shownBy(till)) {
      if (states.includes(state)) this.#settleOne(till, reference);
    }
  }

  async #changeWorld(step: WorldStep): Promise<void> {
    switch (step.do) {
      case 'wait':
        await delay(step.ms);
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
      case 'set_clock':
        this.faults.push(step.do);
        till.setClock(step.offsetMs);
        return;
      case 'correct': {
        const reference = this.#choose(till, ['rejected']);
        const { lines } = step;
        if (reference !== undefined) till.decide({ event: 'correct_body', reference, lines });
        return;
      }
      case 'send_again': {
        const reference = this.#choose(till, ['rejected']);
        if (reference !== undefined) till.decide({ event: 'corrected', reference });
        return;
      }
      case 'cancel': {
        const reference = this.#choose(till, ['rejected', 'queued']);
        if (reference !== undefined) till.decide({ event: 'cancelled', reference });
        return;
      }
      case 'settle': {
        const reference = this.#choose(till, ['in_doubt'], (doubtful) =>
          till.isDoubtedFor(doubtful, outboxTiming.settlingMs),
        );
        if (reference !== undefined) this.#settleOne(till, reference);
        return;
      }
    }
  }

  /** As a person copies a profile to another computer. */
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

  #settleOne(till: TillDriver, reference: string): void {
    const isThere = readDocuments(this.#practiceFile).some((held) => held.reference === reference);
    till.decide({ event: isThere ? 'settled_confirmed' : 'settled_cancelled', reference });
  }

  /** One of the sales that the till shows in these states. */
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

  /** A token for each till, bound to it. */
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

  /** The service gives no call to revoke a token; whoever runs it can. */
  #forgetTokens(): void {
    const db = new Database(this.#practiceFile);
    try {
      db.prepare('DELETE FROM tokens').run();
    } finally {
      db.close();
    }
  }
}

/** The sales of a till, oldest first, without all that is kept about each: people look often. */
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
