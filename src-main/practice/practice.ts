// Practice: the embedded service's life inside the till.
import { join } from 'node:path';
import { discardPractice, finishDiscarding, type PracticeFolders } from './discarding.ts';
import { practiceAccount } from '../practice-service/accounts.ts';
import { startPracticeService, type PracticeService } from '../practice-service/server.ts';
import { Rehearsals, type RehearsalTimes } from './rehearsals.ts';

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
    return startPracticeService({
      databaseFile: join(this.#folders.service, 'practice-service.db'),
      line: this.rehearsals.line,
    });
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
    discardPractice(this.#folders, tillFolder);
  }

  async close(): Promise<void> {
    this.rehearsals.endAll();
    await (await this.#service)?.close();
  }
}
