// What helpers are at work on with the catalogue's file. Windows gives no other file the place of
// one that is open, and of two changes at once one would be lost.
import type { AppError } from '../contract/errors.ts';

export class FileUses {
  readonly #underWay = { reading: 0, changing: 0 };

  /** An import has it open, this till's or that of a set-up file. */
  get isRead(): boolean {
    return this.#underWay.reading > 0;
  }

  /** A change of many is made in a copy of it. */
  get isChanged(): boolean {
    return this.#underWay.changing > 0;
  }

  /** Why no other file may take its place now; null where one may. */
  get obstacle(): AppError | null {
    if (this.isChanged) return { code: 'change_under_way' };
    return this.isRead ? { code: 'import_under_way' } : null;
  }

  /** Until the work has ended, well or badly. */
  async during<Value>(use: 'reading' | 'changing', work: () => Promise<Value>): Promise<Value> {
    this.#underWay[use] += 1;
    try {
      return await work();
    } finally {
      this.#underWay[use] -= 1;
    }
  }
}
