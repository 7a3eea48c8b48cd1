// The latest print jobs and drawer openings, as they change.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { DrawerOpening } from '../../src-main/contract/drawer.ts';
import type { PrintJob } from '../../src-main/contract/print-jobs.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class PrintLists {
  readonly #jobs: Loaded<readonly PrintJob[]>;
  readonly #openings: Loaded<readonly DrawerOpening[]>;
  /** Jobs as main has told of them since. A list that was asked for before does not know them. */
  #newJobs = $state.raw<readonly PrintJob[]>([]);
  readonly #jobsNow = $derived.by(() => this.#newJobs.reduce(withJob, this.#jobs.value ?? []));

  constructor(till: Till) {
    this.#jobs = new Loaded(() => till.request('printing.jobs', undefined));
    this.#openings = new Loaded(() => till.request('printing.openings', undefined));
  }

  get jobs(): readonly PrintJob[] {
    return this.#jobsNow;
  }

  get openings(): readonly DrawerOpening[] {
    return this.#openings.value ?? [];
  }

  get error(): AppError | null {
    return this.#jobs.error ?? this.#openings.error;
  }

  /** Must be called for each job that changes. */
  changed(job: PrintJob): void {
    this.#newJobs = [...this.#newJobs.filter(({ jobId }) => jobId !== job.jobId), job];
  }

  async load(): Promise<void> {
    await this.#jobs.load();
    await this.loadOpenings();
  }

  loadOpenings(): Promise<void> {
    return this.#openings.load();
  }
}

const withJob = (jobs: readonly PrintJob[], job: PrintJob): readonly PrintJob[] =>
  jobs.some(({ jobId }) => jobId === job.jobId)
    ? jobs.map((known) => (known.jobId === job.jobId ? job : known))
    : [job, ...jobs].toSorted((one, other) => other.jobId - one.jobId);
