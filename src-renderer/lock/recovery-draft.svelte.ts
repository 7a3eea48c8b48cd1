// A manager's new PIN while it is typed, and the proof of whoever types it.
import * as v from 'valibot';
import type { Profile } from '../../src-main/contract/profiles.ts';
import { cashierNameSchema, type Cashier } from '../../src-main/contract/lock.ts';
import type { ProofWay, RecoverPin } from '../../src-main/contract/recovery.ts';
import { NewPin } from './new-pin.svelte.ts';

export class RecoveryDraft {
  /** Null in practice, which asks for none. */
  readonly way: ProofWay | null;
  cashierId = $state('');
  username = $state('');
  password = $state('');
  token = $state('');
  /** Of a new manager, where the till has none. */
  name = $state('');
  readonly isNew: boolean;
  readonly newPin = new NewPin(() => 'manager');

  constructor({ kind, way, username }: Profile, managers: readonly Cashier[]) {
    this.way = kind === 'practice' ? null : way === 'token' ? 'token' : 'password';
    this.username = username;
    this.isNew = managers.length === 0;
    this.cashierId = managers[0]?.cashierId ?? '';
  }

  get usernameMissing(): boolean {
    return this.way === 'password' && this.username.trim() === '';
  }

  get passwordMissing(): boolean {
    return this.way === 'password' && this.password === '';
  }

  get tokenMissing(): boolean {
    return this.way === 'token' && this.token.trim() === '';
  }

  get nameWrong(): boolean {
    return this.isNew && !v.is(cashierNameSchema, this.name);
  }

  get isProofMissing(): boolean {
    return this.usernameMissing || this.passwordMissing || this.tokenMissing;
  }

  get isWrong(): boolean {
    return this.newPin.isWrong || this.nameWrong || this.isProofMissing;
  }

  get request(): RecoverPin {
    const { isNew, cashierId, name, proof } = this;
    const manager = isNew ? { cashierId: null, name } : { cashierId };
    return { ...manager, pin: this.newPin.pin, proof };
  }

  /** After a refusal: what only the person knows is typed anew. */
  forgetSecret(): void {
    this.password = '';
    this.token = '';
  }

  get proof(): RecoverPin['proof'] {
    const { way, username, password, token } = this;
    switch (way) {
      case null:
        return null;
      case 'password':
        return { way, username, password };
      case 'token':
        return { way, token };
    }
  }
}
