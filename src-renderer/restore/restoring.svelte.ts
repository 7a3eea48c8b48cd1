// Chooses a backup, says what was found in it, and puts it in place.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { BackupChoice, BackupVerdict } from '../../src-main/contract/restore.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class Restoring {
  readonly #till: Till;
  readonly list;
  #verdict = $state.raw<BackupVerdict | null>(null);
  #error = $state.raw<AppError | null>(null);
  #busy = $state<'looking' | 'using' | null>(null);

  constructor(till: Till) {
    this.#till = till;
    this.list = new Loaded(() => till.request('restore.list', undefined));
  }

  get verdict(): BackupVerdict | null {
    return this.#verdict;
  }

  get error(): AppError | null {
    return this.#error;
  }

  get busy(): 'looking' | 'using' | null {
    return this.#busy;
  }

  async look(choice: BackupChoice): Promise<void> {
    if (this.#busy) return;
    this.#busy = 'looking';
    this.#verdict = null;
    this.#error = null;
    const answer = await this.#till.request('restore.look', choice);
    this.#busy = null;
    if (answer.ok) this.#verdict = answer.value;
    // A person who closes the window for the key knows that they did.
    else if (answer.error.code !== 'pin_not_given') this.#error = answer.error;
  }

  /** Returns whether the till is now another one than the screens know. */
  async use(lookId: number): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = 'using';
    this.#error = null;
    const answer = await this.#till.request('restore.use', { lookId });
    this.#busy = null;
    if (answer.ok) return answer.value;
    this.#error = answer.error;
    if (answer.error.code === 'backup_not_looked_at') this.#verdict = null;
    return false;
  }
}
