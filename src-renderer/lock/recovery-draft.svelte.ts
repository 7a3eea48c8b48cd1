// A manager's new PIN while it is typed, and the proof of whoever types it.
import type { Profile } from '../../src-main/contract/profiles.ts';
import type { Cashier } from '../../src-main/contract/lock.ts';
import type { ProofWay, RecoverPin } from '../../src-main/contract/recovery.ts';
import { NewPin } from './new-pin.svelte.ts';

export class RecoveryDraft {
  /** Null in practice, which asks for none. */
  readonly way: ProofWay | null;
  cashierId = $state('');
  username = $state('');
  password = $state('');
  token = $state('');
  readonly newPin = new NewPin(false);

  constructor({ kind, way, username }: Profile, managers: readonly Cashier[]) {
    this.way = kind === 'practice' ? null : way === 'token' ? 'token' : 'password';
    this.username = username;
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

  get isWrong(): boolean {
    const { newPin, usernameMissing, passwordMissing, tokenMissing } = this;
    return newPin.isWrong || usernameMissing || passwordMissing || tokenMissing;
  }

  get request(): RecoverPin {
    return { cashierId: this.cashierId, pin: this.newPin.pin, proof: this.#proof };
  }

  /** After a refusal: what only the person knows is typed anew. */
  forgetSecret(): void {
    this.password = '';
    this.token = '';
  }

  get #proof(): RecoverPin['proof'] {
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
