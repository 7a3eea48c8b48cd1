// Everything around the till in a history: the network with its faults, the service's tokens, the computer's clock.
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { signIn } from '../../src-main/service/endpoints.ts';
import type { ChooseFault, FaultProxy } from './fault-proxy.ts';
import { faultName, isRefusal, randomFault } from './fault.ts';
import { faultLimits, type HistoryKind, type HistoryStep } from './history-plan.ts';
import { seeded } from './seeded.ts';
import type { TillDriver } from './till-driver.ts';

export class World {
  readonly faults: string[] = [];
  kills = 0;
  readonly #proxy: FaultProxy;
  readonly #serviceUrl: string;
  readonly #practiceFile: string;
  readonly #chooseFault: (share: number) => ChooseFault;
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
    const random = seeded(seed ^ 0x5eed);
    this.#chooseFault = (share) => (isHiding) => {
      if (!random.chance(share)) return null;
      const fault = randomFault(random, faultLimits[kind]);
      if (isRefusal(fault) && isHiding && kind !== 'refused_unseen') return null;
      this.faults.push(faultName(fault));
      return fault;
    };
  }

  async signIn(): Promise<string> {
    const client = createServiceClient({ baseUrl: this.#serviceUrl });
    const token = await signIn(client, practiceAccount);
    await client.close();
    if (!token.ok) throw new Error(token.error.code);
    return token.value;
  }

  async take(step: HistoryStep, till: TillDriver): Promise<void> {
    switch (step.do) {
      case 'sell':
        till.sell(step.lines);
        return;
      case 'wait':
        await delay(step.ms);
        return;
      case 'try_now':
        till.tryNow();
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
      case 'revoke_token':
        this.faults.push(step.do);
        this.#forgetTokens();
        return;
      case 'renew_token':
        till.setToken(await this.signIn());
        return;
      case 'hide_new':
        this.faults.push(`${step.do} from ${step.hiding.from}`);
        this.#proxy.hideNew(step.hiding);
        return;
      case 'show_all':
        this.#proxy.hideNew(null);
        return;
      case 'break_lists':
        this.faults.push(`${step.do} ${step.status}`);
        this.#proxy.breakLists(true, step);
        return;
      case 'mend_lists':
        this.#proxy.breakLists(false);
        return;
      case 'set_clock':
        this.faults.push(step.do);
        till.setClock(step.offsetMs);
        return;
    }
  }

  /** Ends every trouble, except that the clock stays wrong. From here on nobody helps the till. */
  async heal(till: TillDriver): Promise<void> {
    this.#proxy.planEach(null);
    this.#proxy.breakLists(false);
    this.#proxy.hideNew(null);
    await this.#setReachable(true);
    till.setToken(await this.signIn());
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
