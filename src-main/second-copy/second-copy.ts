// The second copy of the open till, as main knows it: only from what its helper tells. Main itself
// never touches the medium, where even a look at a folder may never end.
import { after, inTime, type Clock } from '../clock.ts';
import type { AppError } from '../contract/errors.ts';
import { shortLine } from '../contract/foreign-text.ts';
import type { Profile } from '../contract/profiles.ts';
import {
  noSecondCopy,
  type MediumProblem,
  type SecondCopyStatus,
} from '../contract/second-copy.ts';
import { keyOf } from '../account/profiles.ts';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import type { Log } from '../log.ts';
import { integer, readValue } from '../store/prepared.ts';
import { readRecoveryRecipient } from '../store/recovery-recipient.ts';
import {
  readSecondCopy,
  removeSecondCopy,
  writeSecondCopy,
  type SecondCopySetting,
} from '../store/second-copy-setting.ts';
import { installationOf } from '../store/till.ts';
import type { AccompaniedTill, Companion } from '../till/environment.ts';
import type { copyJob, CopyNews } from './copy-job.ts';
import { copyFolder, type CopiedTill } from './folders.ts';

export interface SecondCopyOptions {
  readonly startHelper: StartHelper;
  readonly log: Log;
  /** Called when there is something else to show than before. */
  readonly onChanged: () => void;
  readonly notify: (notice: AppError) => void;
  readonly withdraw: (code: AppError['code']) => void;
  /** How often the helper looks for what is new. */
  readonly pollMs?: number;
}

const tickMs = 1_000;
/** A helper that says nothing for so long waits for its medium. */
const silentMs = 10_000;
/** Before its first word it has to start. */
const startMs = 20_000;
/** Long before another computer may send anything: it looks for everything first. */
const unsentMs = 60_000;
/** From when on a person is told. */
const overdueMs = 5 * 60_000;
/** How long closing waits for the last sales to be copied, and then for the helper's end. */
const lastCopyMs = 1_000;
const endMs = 500;
/** A helper that ended though nobody asked it to. */
const againMs = 5_000;

/** As much of a computer's name as is shown. */
export const longestName = 60;

/** With these, somebody may have taken the medium elsewhere. */
const awayProblems: readonly MediumProblem[] = ['not_there', 'other_contents', 'failed'];

export const copiedTillOf = (profile: Profile): CopiedTill => {
  const { kind, way, serviceAddress, companyCode, companyName, tillCode, tillName } = profile;
  return { kind, way, serviceAddress, companyCode, companyName, tillCode, tillName };
};

export class SecondCopy implements Companion {
  readonly #till: AccompaniedTill;
  readonly #options: SecondCopyOptions;
  readonly #clock: Clock;
  #setting: SecondCopySetting | undefined;
  #recipient: string | null = null;
  #helper: { readonly over: AbortController; readonly ended: Promise<unknown> } | null = null;
  readonly #closing = new AbortController();
  /** By the clock that nobody can set. */
  #startedMs = 0;
  #lastNewsMs = 0;
  #problem: { readonly what: MediumProblem; readonly sinceMs: number } | null = null;
  #copied: { readonly saleId: number; readonly atMs: number } | null = null;
  /** The last sale when the till was opened. */
  readonly #atStart: number;
  /** The last sale that may be on a medium that is away, told or not; null while none is away. */
  #away: { readonly saleId: number; readonly sinceMs: number } | null = null;
  /** Whether nothing is sent until the medium was seen, or was seen to be away. */
  #isAsking = false;
  #isUnreadable = false;
  #shownStatus = '';

  constructor(till: AccompaniedTill, options: SecondCopyOptions) {
    this.#till = till;
    this.#options = options;
    this.#clock = till.clock;
    this.#setting = readSecondCopy(till.db);
    this.#atStart = this.#newestSale;
    const { takenOver } = this.#setting ?? {};
    if (takenOver) till.outbox.hold(replaced(takenOver));
    else if (this.#setting && this.#queuedUpTo(this.#atStart) > 0) {
      this.#isAsking = true;
      till.outbox.hold({ code: 'second_copy_asked' });
    }
    this.#start();
    this.#tick();
  }

  get status(): SecondCopyStatus {
    const setting = this.#setting;
    if (!setting) return noSecondCopy;
    const { folder, encrypts, isOnSameDisk, takenOver } = setting;
    const away = this.#trouble;
    const { count: behind, sinceMs: behindSinceMs } = this.#behind;
    const nowMs = this.#clock.nowMs();
    const sinceMs = away?.sinceMs ?? null;
    const waitsSinceMs = sinceMs ?? behindSinceMs;
    return {
      ...noSecondCopy,
      state: this.#state(behind),
      folder,
      problem: away?.what ?? null,
      behind,
      sinceMs,
      copiedAtMs: this.#copied?.atMs ?? null,
      isOverdue: waitsSinceMs !== null && nowMs - waitsSinceMs >= overdueMs,
      encrypts,
      isEncrypted: this.#recipient !== null,
      isOnSameDisk,
      takenOver: takenOver && { atMs: takenOver.atMs, computer: takenOver.computer },
    };
  }

  #state(behind: number): SecondCopyStatus['state'] {
    if (this.#setting?.takenOver) return 'taken_over';
    if (this.#trouble) return 'missing';
    if (!this.#copied) return 'starting';
    return behind > 0 ? 'behind' : 'up_to_date';
  }

  /** The folder of this till's copy on the medium; undefined if none is chosen. */
  get folder(): string | undefined {
    const { profile } = this.#till;
    return this.#setting && copyFolder(this.#setting.folder, copiedTillOf(profile), keyOf(profile));
  }

  /** Writes to this medium from now on. */
  use(setting: SecondCopySetting): void {
    if (setting.medium !== this.#setting?.medium) this.#doubtLeft();
    writeSecondCopy(this.#till.db, setting);
    this.#setting = setting;
    this.#restart();
  }

  /** Does nothing if no medium is chosen. */
  encrypt(encrypts: boolean): void {
    if (this.#setting) this.use({ ...this.#setting, encrypts });
  }

  /** What is on the medium stays there. A till that was taken over stays so. */
  stop(): void {
    if (this.#setting?.takenOver) return;
    this.#doubtLeft();
    removeSecondCopy(this.#till.db);
    this.#setting = undefined;
    this.#letGo();
    this.#restart();
  }

  /** Nobody watches the former medium any more, and what is on it may be sent from elsewhere. */
  #doubtLeft(): void {
    if (this.#setting && this.#queuedUpTo(this.#newestSale) > 0) this.#till.outbox.doubtQueued();
  }

  /** Goes on as a copy, although another computer has taken over: that one will stop then. */
  resume(): void {
    const { takenOver } = this.#setting ?? {};
    if (!this.#setting || !takenOver) return;
    const { generation, installation } = takenOver;
    this.#till.outbox.resumeAsCopy();
    this.use({ ...this.#setting, generation, installation, takenOver: null });
    this.#options.withdraw('till_replaced');
    this.#letGo();
  }

  /** Gives the helper a moment for the last sales; one that hangs is left to itself. */
  async close(): Promise<void> {
    const isWaiting = () => this.#helper && !this.#trouble && this.#behind.count > 0;
    for (let waitedMs = 0; isWaiting() && waitedMs < lastCopyMs; waitedMs += 50)
      await this.#clock.sleep(50);
    this.#closing.abort();
    const ended = this.#end();
    if (ended) await inTime(this.#clock, ended, endMs);
  }

  closeNow(): void {
    this.#closing.abort();
    void this.#end();
  }

  #end(): Promise<unknown> | undefined {
    const helper = this.#helper;
    this.#helper = null;
    helper?.over.abort();
    return helper?.ended;
  }

  /** Two helpers must not write at once; one that hangs ends when its medium answers. */
  #restart(): void {
    const ended = this.#end();
    this.#problem = null;
    this.#copied = null;
    this.#startedMs = this.#lastNewsMs = this.#clock.monotonicMs();
    if (ended)
      void inTime(this.#clock, ended, endMs).then(() => {
        if (!this.#helper) this.#start();
      });
    else this.#start();
    this.#show();
  }

  #start(): void {
    const setting = this.#setting;
    const { folder } = this;
    if (!setting || folder === undefined || setting.takenOver || this.#closing.signal.aborted)
      return;
    const { profile, db } = this.#till;
    const { medium, encrypts, generation, installation: lastInstallation } = setting;
    this.#recipient = encrypts ? (readRecoveryRecipient(db) ?? null) : null;
    this.#startedMs = this.#lastNewsMs = this.#clock.monotonicMs();
    const over = new AbortController();
    const installation = installationOf(db);
    const { startHelper, log, pollMs } = this.#options;
    const job = {
      ...{ file: db.name, folder, till: copiedTillOf(profile) },
      ...{ medium, encrypts, recipient: this.#recipient, generation },
      ...{ lastInstallation, installation, ...(pollMs !== undefined && { pollMs }) },
    };
    const answer = askHelper<typeof copyJob>(startHelper, 'secondCopy', job, {
      signal: over.signal,
      clock: this.#clock,
      onProgress: (news) => {
        if (over.signal.aborted) return;
        this.#unlessUnreadable(() => this.#take(news, installation));
      },
    });
    const ended = answer.catch((error: unknown) => {
      if (over.signal.aborted) return;
      log.failure('the second copy stopped', error);
      this.#note('failed');
      after(this.#clock, againMs, AbortSignal.any([over.signal, this.#closing.signal]), () => {
        this.#unlessUnreadable(() => this.#start());
      });
    });
    this.#helper = { over, ended };
  }

  #take(news: CopyNews, installation: string): void {
    this.#lastNewsMs = this.#clock.monotonicMs();
    switch (news.kind) {
      case 'there':
        this.#asked(false);
        break;
      case 'copied':
        this.#problem = null;
        this.#copied = news;
        break;
      case 'owned':
        this.#keep({ generation: news.generation, installation });
        break;
      case 'problem':
        this.#note(news.problem);
        break;
      case 'taken_over':
        this.#takenOver(news);
        break;
    }
    this.#doubtIfAway();
    this.#show();
  }

  #note(what: MediumProblem): void {
    const { sinceMs = this.#clock.nowMs() } = this.#problem ?? {};
    if (this.#problem?.what !== what)
      this.#options.log.info('second copy missing', { problem: what });
    this.#problem = { what, sinceMs };
  }

  #takenOver(news: Extract<CopyNews, { kind: 'taken_over' }>): void {
    const { generation, installation, atMs } = news;
    // Whoever can write to the medium can have this read anything.
    const computer = shortLine(news.computer, longestName);
    const takenOver = { generation, installation, atMs, computer };
    // In memory first: a disk that takes no write must not let anything be sent.
    const why = replaced(takenOver);
    this.#till.outbox.hold(why);
    this.#isAsking = false;
    this.#options.log.info('taken over', { ...takenOver });
    this.#options.notify(why);
    this.#keep({ takenOver });
    void this.#end();
  }

  /** Keeps what has changed. A disk that is full for now is told of elsewhere. */
  #keep(change: Partial<SecondCopySetting>): void {
    if (!this.#setting) return;
    this.#setting = { ...this.#setting, ...change };
    try {
      writeSecondCopy(this.#till.db, this.#setting);
    } catch (error) {
      this.#options.log.failure('what the medium says was not kept', error);
    }
  }

  /** What keeps the copy from being written; null if nothing does. */
  get #trouble(): { readonly what: MediumProblem; readonly sinceMs: number } | null {
    if (this.#setting?.takenOver !== null) return null;
    if (this.#problem) return this.#problem;
    const silenceMs = this.#clock.monotonicMs() - this.#lastNewsMs;
    const isStarting = this.#lastNewsMs === this.#startedMs;
    if (silenceMs < (isStarting ? startMs : silentMs)) return null;
    return { what: 'silent', sinceMs: Math.round(this.#clock.nowMs() - silenceMs) };
  }

  /** Whether somebody may have taken the medium elsewhere, or nobody has seen yet whose it is. */
  get #isAway(): boolean {
    const what = this.#trouble?.what;
    if (what === undefined) return false;
    return this.#isAsking || what === 'silent' || awayProblems.includes(what);
  }

  get #newestSale(): number {
    return readValue(this.#till.db, integer, 'SELECT coalesce(max(sale_id), 0) FROM sale');
  }

  #queuedUpTo(saleId: number): number {
    const sql = `SELECT count(*) FROM sale WHERE state = 'queued' AND sale_id <= ?`;
    return readValue(this.#till.db, integer, sql, saleId);
  }

  get #behind(): { readonly count: number; readonly sinceMs: number | null } {
    const { db } = this.#till;
    if (!this.#setting || !db.open) return { count: 0, sinceMs: null };
    const copied = this.#copied?.saleId ?? this.#atStart;
    // Sales are numbered without gaps, and none is ever removed: nothing has to be counted.
    const count = Math.max(0, this.#newestSale - copied);
    if (count === 0) return { count, sinceMs: null };
    const sql = 'SELECT committed_at_ms FROM sale WHERE sale_id > ? ORDER BY sale_id LIMIT 1';
    return { count, sinceMs: readValue(db, integer, sql, copied) };
  }

  /**
   * A medium that is away may have been taken to another computer, which then sends what was
   * copied. So that is looked for before it is sent from here: at once while the service is away,
   * else once it still waits after a minute, as while the till is paused.
   */
  #doubtIfAway(): void {
    if (this.#closing.signal.aborted) return;
    if (!this.#isAway) {
      this.#away = null;
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    const { saleId, sinceMs } = (this.#away ??= { saleId: this.#newestSale, sinceMs: nowMs });
    const isOut = this.#isAsking || this.#till.outbox.connection === 'offline';
    if (!isOut && nowMs - sinceMs < unsentMs) return;
    try {
      if (this.#queuedUpTo(saleId) > 0) this.#till.outbox.doubtQueued();
      this.#asked(true);
    } catch (error) {
      // The disk may be full: then nothing can be sent either, and it is tried again.
      this.#options.log.failure('what was copied is not in doubt yet', error);
    }
  }

  /** Ends the wait for the first word of the medium. */
  #asked(isAway: boolean): void {
    if (!this.#isAsking) return;
    this.#options.log.info('second copy asked', { isAway });
    this.#letGo();
  }

  #letGo(): void {
    this.#isAsking = false;
    this.#till.outbox.hold(null);
  }

  #tick(): void {
    after(this.#clock, tickMs, this.#closing.signal, () => {
      this.#tick();
      if (!this.#till.db.open) return;
      this.#unlessUnreadable(() => {
        const recipient = readRecoveryRecipient(this.#till.db) ?? null;
        const isOtherKey = this.#setting?.encrypts === true && recipient !== this.#recipient;
        const isRunning = this.#clock.monotonicMs() - this.#startedMs > tickMs;
        if (isOtherKey && isRunning && this.#helper) this.#restart();
        this.#doubtIfAway();
        this.#show();
      });
    });
  }

  /** A till's file that cannot be read, as on a disk that dies, must not end the program here. */
  #unlessUnreadable(act: () => void): void {
    try {
      act();
      this.#isUnreadable = false;
    } catch (error) {
      // It is tried each second.
      if (!this.#isUnreadable)
        this.#options.log.failure('the second copy was not looked after', error);
      this.#isUnreadable = true;
    }
  }

  #show(): void {
    // When everything was copied last changes all the time.
    const shownStatus = JSON.stringify({ ...this.status, copiedAtMs: null });
    if (shownStatus === this.#shownStatus) return;
    this.#shownStatus = shownStatus;
    this.#options.onChanged();
  }
}

const replaced = ({ atMs, computer }: { atMs: number; computer: string }): AppError => ({
  code: 'till_replaced',
  atMs,
  computer,
});
