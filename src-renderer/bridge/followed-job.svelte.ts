// Follows a print job that was just asked for, until it has come out or needs a person.
import type { PrintJob } from '../../src-main/contract/print-jobs.ts';
import type { Till } from './till.svelte.ts';

export class FollowedJob {
  #job = $state.raw<PrintJob | null>(null);
  /**
   * Jobs heard of so far: a job may be printed before the screen has been told that there is one.
   */
  #heard: readonly PrintJob[] = [];

  /** Listens for as long as the component that makes it lives. */
  constructor(till: Till) {
    $effect(() =>
      till.on('printing.jobChanged', (job) => {
        this.#heard = [...this.#heard, job].slice(-20);
        if (this.#job?.jobId === job.jobId) this.#job = job;
      }),
    );
  }

  get job(): PrintJob | null {
    return this.#job;
  }

  follow(job: PrintJob | null): void {
    this.#job = this.#heard.findLast(({ jobId }) => jobId === job?.jobId) ?? job;
  }
}
