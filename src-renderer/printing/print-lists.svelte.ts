// The latest print jobs and drawer openings, as they change.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { DrawerOpening } from '../../src-main/contract/drawer.ts';
import type { PrintJob } from '../../src-main/contract/print-jobs.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class PrintLists {
  readonly #till: Till;
  #jobs = $state.raw<readonly PrintJob[]>([]);
  #openings = $state.raw<readonly DrawerOpening[]>([]);
  #error = $state.raw<AppError | null>(null);

  /** Listens for as long as the component that makes it. */
  constructor(till: Till) {
    this.#till = till;
    $effect(() =>
      till.onJobChanged((job) => {
        const isNew = this.#jobs.every(({ jobId }) => jobId !== job.jobId);
        this.#jobs = isNew
          ? [job, ...this.#jobs]
          : this.#jobs.map((known) => (known.jobId === job.jobId ? job : known));
      }),
    );
  }

  get jobs(): readonly PrintJob[] {
    return this.#jobs;
  }

  get openings(): readonly DrawerOpening[] {
    return this.#openings;
  }

  get error(): AppError | null {
    return this.#error;
  }

  async load(): Promise<void> {
    const jobs = await this.#till.request('printing.jobs', undefined);
    if (jobs.ok) this.#jobs = jobs.value;
    else this.#error = jobs.error;
    await this.loadOpenings();
  }

  async loadOpenings(): Promise<void> {
    const openings = await this.#till.request('printing.openings', undefined);
    if (openings.ok) this.#openings = openings.value;
    else this.#error = openings.error;
  }
}
