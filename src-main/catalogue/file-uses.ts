// What helpers are doing with the catalogue's file. Windows lets no other file take the place of an
// open one, and of two changes at once one would be lost.
import type { AppError } from '../contract/errors.ts';

export class FileUses {
  readonly #underWay = { reading: 0, changing: 0 };

  /** True while an import, of this till or of a set-up file, has the file open. */
  get isRead(): boolean {
    return this.#underWay.reading > 0;
  }

  /** True while a change of many is made in a copy of the file. */
  get isChanged(): boolean {
    return this.#underWay.changing > 0;
  }

  /** Why no other file may take this one's place now; null if one may. */
  get obstacle(): AppError | null {
    if (this.isChanged) return { code: 'change_under_way' };
    return this.isRead ? { code: 'import_under_way' } : null;
  }

  /** Counts the use as under way until the work has ended, well or badly. */
  async during<Value>(use: 'reading' | 'changing', work: () => Promise<Value>): Promise<Value> {
    this.#underWay[use] += 1;
    try {
      return await work();
    } finally {
      this.#underWay[use] -= 1;
    }
  }
}
