// A PIN that is typed twice, so that no slip keeps anybody out.
import { isPinFor, type Role } from '../../src-main/contract/lock.ts';

export class NewPin {
  readonly #roleOf: () => Role;
  readonly #mayBeEmpty: () => boolean;
  pin = $state('');
  again = $state('');

  /** Empty it stands for the former one, where there is one. */
  constructor(roleOf: () => Role, mayBeEmpty: () => boolean = () => false) {
    this.#roleOf = roleOf;
    this.#mayBeEmpty = mayBeEmpty;
  }

  /** Whose PIN it is to be: a manager's is longer. */
  get role(): Role {
    return this.#roleOf();
  }

  get mayBeEmpty(): boolean {
    return this.#mayBeEmpty();
  }

  /** Null for the former one. */
  get chosen(): string | null {
    return this.mayBeEmpty && this.pin === '' ? null : this.pin;
  }

  get isNone(): boolean {
    return this.chosen !== null && !isPinFor(this.role, this.pin);
  }

  get differs(): boolean {
    return this.pin !== this.again;
  }

  get isWrong(): boolean {
    return this.isNone || this.differs;
  }
}
