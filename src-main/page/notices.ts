// What went wrong and was survived. It is shown until a person dismisses it.
import type { AppError } from '../contract/errors.ts';

export class Notices {
  readonly #onChanged: () => void;
  #all: readonly AppError[];

  constructor(startNotices: readonly AppError[], onChanged: () => void) {
    this.#all = startNotices;
    this.#onChanged = onChanged;
  }

  get all(): readonly AppError[] {
    return this.#all;
  }

  readonly add = (notice: AppError): void => {
    this.#all = [...this.#all, notice];
    this.#onChanged();
  };

  /** Takes back notices that are no longer true. */
  readonly withdraw = (code: AppError['code']): void => {
    this.#all = this.#all.filter((notice) => notice.code !== code);
    this.#onChanged();
  };

  dismiss(): void {
    this.#all = [];
    this.#onChanged();
  }
}
