// The queue of one printer, which does one thing at a time: the drawer first, then the jobs that
// wait, oldest first, then what can wait for all of them. Nobody waits for it.
import { inTime, systemClock } from '../clock.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/open.ts';
import { passingStoreError } from '../store/store-errors.ts';
import { claimPrintJob, doubtPrintJobs, stepPrintJob, type JobLane } from '../store/print-jobs.ts';
import { notSent, unclear, type PrintOutcome } from './outcome.ts';

export interface PrintQueueOptions {
  readonly db: Store;
  readonly log: Log;
  /** Which jobs belong to it: papers unless told otherwise. */
  readonly lane?: JobLane;
  /** Makes what the job is of, and sends it. */
  readonly print: (job: PrintJob, signal: AbortSignal) => Promise<PrintOutcome>;
  readonly onJobChanged: (job: PrintJob) => void;
  /** Called when a bug has ended the queue. The next thing to do begins it again. */
  readonly onFailure: (error: unknown) => void;
  /** The pause between two attempts to write down what has happened. */
  readonly retryMs?: number;
}

/**
 * The second signal tells a job behind the others that something else waits for the printer by now.
 */
type Send = (signal: AbortSignal, wanted: AbortSignal) => Promise<PrintOutcome>;

const interrupted = { code: 'print_interrupted' } as const;

/** How long closing waits for what is on its way to the printer. */
const closeGraceMs = 2_000;

export class PrintQueue {
  readonly #options: PrintQueueOptions;
  readonly #ahead: (() => Promise<void>)[] = [];
  readonly #behind: (() => Promise<void>)[] = [];
  readonly #lane: JobLane;
  readonly #closing = new AbortController();
  #wanted = new AbortController();
  /**
   * Resolves once the jobs that an earlier run left waiting are marked for a person to decide.
   * Nothing is claimed before.
   */
  readonly #doubted: Promise<unknown>;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #wakes = 0;
  #isStopped = false;

  constructor(options: PrintQueueOptions) {
    this.#options = options;
    this.#lane = options.lane ?? 'papers';
    this.#doubted = this.#durably(() => {
      doubtPrintJobs(options.db, this.#lane);
    });
    this.#doubted.catch((error: unknown) => {
      options.log.failure('the print jobs of the last run are left as they were', error);
    });
  }

  /** Handles that there is something new to do. */
  wake(): void {
    this.#wanted.abort();
    this.#goOn();
  }

  #goOn(): void {
    this.#wakes += 1;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#running = this.#run().catch(this.#options.onFailure);
  }

  /**
   * Sends once nothing else is on its way to the printer, ahead of all jobs. Sends nothing once the
   * till is being closed.
   */
  ahead(send: Send): Promise<PrintOutcome> {
    const sent = this.#later(this.#ahead, send);
    this.#wanted.abort();
    return sent;
  }

  /**
   * Sends once no job waits and nothing ahead of the jobs. Sends nothing once the till is closed.
   */
  behind(send: Send): Promise<PrintOutcome> {
    return this.#later(this.#behind, send);
  }

  #later(list: (() => Promise<void>)[], send: Send): Promise<PrintOutcome> {
    if (this.#isStopped) return Promise.resolve(notSent(interrupted));
    const { promise, resolve, reject } = Promise.withResolvers<PrintOutcome>();
    list.push(async () => {
      if (this.#isStopped) resolve(notSent(interrupted));
      else await send(this.#closing.signal, this.#wanted.signal).then(resolve, reject);
    });
    this.#goOn();
    return promise;
  }

  /**
   * Stops. What has not begun stays for a person; what is on its way is given a moment, and is
   * uncertain after that.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await inTime(systemClock, this.#running, closeGraceMs);
    this.#closing.abort();
    await this.#running;
    for (const work of [...this.#ahead.splice(0), ...this.#behind.splice(0)]) await work();
  }

  async #run(): Promise<void> {
    try {
      // Whoever asked is not kept waiting.
      await Promise.resolve();
      while (!this.#isStopped) {
        const wakes = this.#wakes;
        const work = this.#ahead.shift();
        if (work) await work();
        else if (!(await this.#printNext()) && wakes === this.#wakes) {
          const last = this.#behind.shift();
          if (!last) break;
          this.#wanted = new AbortController();
          await last();
        }
      }
    } finally {
      // Set at once: whoever wakes the queue from now on begins it again, and nobody begins a
      // second one.
      this.#isRunning = false;
    }
  }

  /** Returns whether there was a job to print. */
  async #printNext(): Promise<boolean> {
    await this.#doubted;
    if (this.#isStopped) return false;
    const job = await this.#durably(() => claimPrintJob(this.#options.db, this.#lane));
    if (job) await this.#print(job);
    return job !== undefined;
  }

  async #print(job: PrintJob): Promise<void> {
    const { db, log, print, onJobChanged } = this.#options;
    onJobChanged(job);
    const { signal } = this.#closing;
    const sent = await print(job, signal).catch((error: unknown) =>
      unclear({ code: 'unexpected', id: log.failure('a print job failed', error) }),
    );
    const error = sent.outcome === 'printed' ? null : signal.aborted ? interrupted : sent.error;
    const changed = await this.#durably(() => stepPrintJob(db, job.jobId, sent.outcome, error));
    if (changed) onJobChanged(changed);
  }

  /**
   * Writes again and again until the till is closed, as what has happened at the printer must not
   * be forgotten because the disk is full.
   */
  async #durably<T>(write: () => T): Promise<T | undefined> {
    const { db, log, retryMs = 2_000 } = this.#options;
    for (let isFirst = true; ; isFirst = false) {
      try {
        return write();
      } catch (error) {
        if (!db.open || !passingStoreError(error, db.name)) throw error;
        if (isFirst) log.error('a print job cannot be written down yet', error);
        if (this.#isStopped) return undefined;
        await systemClock.sleep(retryMs, this.#closing.signal);
      }
    }
  }
}
