// Practice: the embedded service's life inside the till.
import { mkdirSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { practiceAccount } from '../practice-service/accounts.ts';
import { startPracticeService, type PracticeService } from '../practice-service/server.ts';
import { Rehearsals, type RehearsalTimes } from './rehearsals.ts';
import { renamePatiently } from '../store/patient-rename.ts';

/** Stands for the service's address, as practice listens on another port at every start. */
export const practiceAddress = 'practice';

/** The service, started once, when it is first needed. */
export class Practice {
  /** The folder of the program's data. */
  readonly #folder: string;
  readonly #serviceFolder: string;
  readonly rehearsals: Rehearsals;
  #service: Promise<PracticeService> | undefined;
  #baseUrl: string | null = null;

  constructor(folder: string, times?: RehearsalTimes) {
    this.#folder = folder;
    this.#serviceFolder = join(folder, 'practice');
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
    this.#finishDiscarding();
    const service = await startPracticeService({
      databaseFile: join(this.#serviceFolder, 'practice-service.db'),
      line: this.rehearsals.line,
    });
    this.#baseUrl = service.baseUrl;
    return service;
  }

  /** Where the service listens. Null if it has not been started. */
  get baseUrl(): string | null {
    return this.#baseUrl;
  }

  /** A folder that stands for a stick: it is not lost with the till. */
  stick(): string {
    const stick = join(this.#serviceFolder, 'stick');
    mkdirSync(stick, { recursive: true });
    return stick;
  }

  /** Deletes what the till holds, which must be closed. @throws when that cannot be deleted. */
  lose(tillFolder: string): void {
    const lost = join(this.#folder, 'practice-lost');
    rmSync(lost, { recursive: true, force: true });
    renamePatiently(tillFolder, lost);
    rmSync(lost, { recursive: true, force: true });
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

  /** Deletes all of practice, its till closed. @throws when the files cannot be deleted. */
  async discard(tillFolder: string): Promise<void> {
    await this.close();
    this.#service = undefined;
    this.#baseUrl = null;
    this.#finishDiscarding();
    const discarded = this.#discarded;
    mkdirSync(discarded.all, { recursive: true });
    // From here on the next start finishes it.
    if (existsSync(tillFolder)) renamePatiently(tillFolder, discarded.till);
    else mkdirSync(discarded.till);
    this.#finishDiscarding();
  }

  get #discarded() {
    const all = join(this.#folder, 'practice-discarded');
    return { all, till: join(all, 'till'), service: join(all, 'service') };
  }

  /** Finishes what was begun before. @throws when the files cannot be moved or deleted. */
  #finishDiscarding(): void {
    const discarded = this.#discarded;
    const service = this.#serviceFolder;
    if (!existsSync(discarded.all)) return;
    if (existsSync(discarded.till) && !existsSync(discarded.service) && existsSync(service)) {
      renamePatiently(service, discarded.service);
    }
    // The till goes first: as long as it is there, its service must still be moved away as well.
    rmSync(discarded.till, { recursive: true, force: true });
    rmSync(discarded.all, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    this.rehearsals.endAll();
    await (await this.#service)?.close();
  }
}
