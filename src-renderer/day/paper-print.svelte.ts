// Prints a report of the day, and follows it until it has come out or needs a person.
import type { AskedPaper } from '../../src-main/contract/day-report.ts';
import type { PrintJob } from '../../src-main/contract/print-jobs.ts';
import { Asking } from '../bridge/asking.svelte.ts';
import { FollowedJob } from '../bridge/followed-job.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class PaperPrint {
  readonly #till: Till;
  readonly asking = new Asking();
  readonly #followed: FollowedJob;

  /** Follows for as long as the component that makes it lives. */
  constructor(till: Till) {
    this.#till = till;
    this.#followed = new FollowedJob(till);
  }

  /** The job, if it has not come out, or perhaps not. */
  readonly troubled = $derived.by((): PrintJob | null => {
    const { job } = this.#followed;
    return this.#till.state.troubledJobs.find(({ jobId }) => jobId === job?.jobId) ?? null;
  });

  /** Says how far it is; empty before it is asked for and once it needs a person. */
  readonly progress = $derived.by(() => {
    if (this.troubled) return '';
    const { printing, day } = this.#till.messages;
    switch (this.#followed.job?.state) {
      case 'waiting':
      case 'printing':
        return printing.states[this.#followed.job.state];
      case 'printed':
        return day.printed;
      default:
        return '';
    }
  });

  async print(paper: AskedPaper): Promise<void> {
    this.#followed.follow(null);
    const answer = await this.asking.ask(this.#till.request('day.print', paper));
    if (answer.ok) this.#followed.follow(answer.value);
  }
}
