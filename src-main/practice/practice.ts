// Practice: the embedded service's life inside the till.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { discardPractice, finishDiscarding, type PracticeFolders } from './discarding.ts';
import { practiceAccount } from '../practice-service/accounts.ts';
import { startPracticeService, type PracticeService } from '../practice-service/server.ts';
import { Rehearsals, type RehearsalTimes } from './rehearsals.ts';
import { beforeShopDays } from './shop-days.ts';

/**
 * What stands for the service's address: the port that practice listens on is another at every
 * start.
 */
export const practiceAddress = 'practice';

/** Started when first needed, and once. */
export class Practice {
  readonly #folders: PracticeFolders;
  readonly rehearsals: Rehearsals;
  #service: Promise<PracticeService> | undefined;
  #baseUrl: string | null = null;
  /** The service's clock where that is not the computer's. */
  #past: Pick<Clock, 'nowMs'> | null = null;

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
    const databaseFile = join(this.#folders.service, 'practice-service.db');
    // What a new one holds is older than the days that its till will have had.
    const seededAtMs = beforeShopDays(Date.now()).getTime();
    if (!existsSync(databaseFile)) this.#past = { nowMs: () => seededAtMs };
    try {
      const service = await startPracticeService({
        databaseFile,
        line: this.rehearsals.line,
        now: () => new Date(this.#past?.nowMs() ?? Date.now()),
      });
      this.#baseUrl = service.baseUrl;
      return service;
    } finally {
      this.#past = null;
    }
  }

  /** The service goes by that clock meanwhile. Nothing is done while it is unplugged. */
  async inThePast(clock: Pick<Clock, 'nowMs'>, work: () => Promise<void>): Promise<void> {
    if (!(await this.start()).isPlugged) return;
    this.#past = clock;
    try {
      await work();
    } finally {
      this.#past = null;
    }
  }

  /** Where it listens. Null: it has not been started. */
  get baseUrl(): string | null {
    return this.#baseUrl;
  }

  async setPlugged(plugged: boolean): Promise<void> {
    const service = await this.start();
    if (plugged === service.isPlugged) return;
    await (plugged ? service.plugIn() : service.unplug());
  }

  /** Whoever is signed in to practice is asked for the password again. */
  async expireToken(): Promise<void> {
    (await this.start()).endSessions(practiceAccount.username);
  }

  /**
   * What its till and its service hold is deleted. The till must be closed. @throws when the files
   * cannot be deleted.
   */
  async discard(tillFolder: string): Promise<void> {
    await this.close();
    this.#service = undefined;
    this.#baseUrl = null;
    discardPractice(this.#folders, tillFolder);
  }

  async close(): Promise<void> {
    this.rehearsals.endAll();
    await (await this.#service)?.close();
  }
}
