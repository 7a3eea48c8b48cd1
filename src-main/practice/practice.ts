// Practice: the embedded service's life inside the till.
import { join } from 'node:path';
import { keyOf } from '../account/profiles.ts';
import type { Clock } from '../clock.ts';
import { practiceAccount } from '../practice-service/accounts.ts';
import { startPracticeService, type PracticeService } from '../practice-service/server.ts';
import { discardPractice, finishDiscarding, type PracticeFolders } from './discarding.ts';
import { discardHalfFurnished, noteFurnished, noteFurnishing } from './half-furnished.ts';
import { Rehearsals, type RehearsalTimes } from './rehearsals.ts';
import { beforeShopDays } from './shop-days.ts';

/** Stands for the service's address, as practice listens on another port at every start. */
export const practiceAddress = 'practice';

/** The one till that practises. */
const tillKey = keyOf({ way: 'password', serviceAddress: practiceAddress, ...practiceAccount });

/** The service, started once, when it is first needed. */
export class Practice {
  readonly #folders: PracticeFolders;
  readonly rehearsals: Rehearsals;
  #service: Promise<PracticeService> | undefined;
  #baseUrl: string | null = null;
  /** The service's clock while it is not the computer's. */
  #past: Pick<Clock, 'nowMs'> | null = null;
  /**
   * True after a failure. It is not tried again before the next start, as a till sells without it
   * as well.
   */
  #hasFailedToFurnish = false;

  constructor(folder: string, times?: RehearsalTimes) {
    this.#folders = { folder, service: join(folder, 'practice') };
    this.rehearsals = new Rehearsals(times);
  }

  start(): Promise<PracticeService> {
    this.#service ??= this.#start().catch((error: unknown) => {
      this.#service = undefined;
      throw error;
    });
    return this.#service;
  }

  async #start(): Promise<PracticeService> {
    finishDiscarding(this.#folders);
    discardHalfFurnished(this.#folders, tillKey);
    const service = await startPracticeService({
      databaseFile: join(this.#folders.service, 'practice-service.db'),
      line: this.rehearsals.line,
      // What a new service holds is older than the days that its till will have had.
      seedUntil: beforeShopDays(Date.now()),
      now: () => new Date(this.#past?.nowMs() ?? Date.now()),
    });
    this.#baseUrl = service.baseUrl;
    return service;
  }

  /**
   * Furnishes the till; meanwhile the service goes by the past clock. Does nothing while the
   * service is unplugged, or if it holds a newer document. If the program ends before the work
   * does, or the work throws, the next `start` begins practice anew: the till must not be opened
   * then. @throws what the work throws.
   */
  async furnish(clock: Pick<Clock, 'nowMs'>, work: () => Promise<void>): Promise<void> {
    const service = await this.start();
    if (this.#hasFailedToFurnish || !service.isPlugged) return;
    if (service.hasDocumentSince(new Date(clock.nowMs()))) return;
    this.#past = clock;
    try {
      noteFurnishing(this.#folders);
      await work();
      noteFurnished(this.#folders);
    } catch (error) {
      this.#hasFailedToFurnish = true;
      await this.#stop();
      throw error;
    } finally {
      this.#past = null;
    }
  }

  /** Where the service listens. Null if it has not been started. */
  get baseUrl(): string | null {
    return this.#baseUrl;
  }

  async setPlugged(plugged: boolean): Promise<void> {
    const service = await this.start();
    if (plugged === service.isPlugged) return;
    await (plugged ? service.plugIn() : service.unplug());
  }

  /** Makes practice ask the signed-in person for the password again. */
  async expireToken(): Promise<void> {
    (await this.start()).endSessions(practiceAccount.username);
  }

  /**
   * Deletes what the till and the service of practice hold. The till must be closed. @throws when
   * the files cannot be deleted.
   */
  async discard(tillFolder: string): Promise<void> {
    await this.#stop();
    discardPractice(this.#folders, tillFolder);
  }

  async #stop(): Promise<void> {
    await this.close();
    this.#service = undefined;
    this.#baseUrl = null;
  }

  async close(): Promise<void> {
    this.rehearsals.endAll();
    await (await this.#service)?.close();
  }
}
