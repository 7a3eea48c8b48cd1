// A PIN that is typed twice, so that no slip keeps anybody out.
import * as v from 'valibot';
import { pinSchema } from '../../src-main/contract/lock.ts';

export class NewPin {
  readonly #mayBeEmpty: boolean;
  pin = $state('');
  again = $state('');

  /** Empty it stands for the former one, where there is one. */
  constructor(mayBeEmpty: boolean) {
    this.#mayBeEmpty = mayBeEmpty;
  }

  /** Null for the former one. */
  get chosen(): string | null {
    return this.#mayBeEmpty && this.pin === '' ? null : this.pin;
  }

  get isNone(): boolean {
    return this.chosen !== null && !v.is(pinSchema, this.pin);
  }

  get differs(): boolean {
    return this.pin !== this.again;
  }

  get isWrong(): boolean {
    return this.isNone || this.differs;
  }
}
