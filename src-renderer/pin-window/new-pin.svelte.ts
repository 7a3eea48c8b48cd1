// A PIN that is typed twice, so that no slip keeps anybody out.
import { isPinFor, type Role } from '../../src-main/contract/lock.ts';

export class NewPin {
  /** The role of the person whose PIN it is to be: a manager's is longer. */
  readonly role: Role;
  pin = $state('');
  again = $state('');

  constructor(role: Role) {
    this.role = role;
  }

  get isNone(): boolean {
    return !isPinFor(this.role, this.pin);
  }

  get differs(): boolean {
    return this.pin !== this.again;
  }

  get isWrong(): boolean {
    return this.isNone || this.differs;
  }
}
