// A manager's new PIN while it is typed, and the proof of whoever types it.
import * as v from 'valibot';
import type { Profile } from '../../src-main/contract/profiles.ts';
import { pinSchema, type Cashier } from '../../src-main/contract/lock.ts';
import type { ProofWay, RecoverPin } from '../../src-main/contract/recovery.ts';

export class RecoveryDraft {
  /** Null in practice, which asks for none. */
  readonly way: ProofWay | null;
  cashierId = $state('');
  username = $state('');
  password = $state('');
  token = $state('');
  pin = $state('');
  pinAgain = $state('');

  constructor({ kind, way, username }: Profile, managers: readonly Cashier[]) {
    this.way = kind === 'practice' ? null : way === 'token' ? 'token' : 'password';
    this.username = username;
    this.cashierId = managers[0]?.cashierId ?? '';
  }

  get pinWrong(): boolean {
    return !v.is(pinSchema, this.pin);
  }

  get pinDiffers(): boolean {
    return this.pin !== this.pinAgain;
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
    const { pinWrong, pinDiffers, usernameMissing, passwordMissing, tokenMissing } = this;
    return pinWrong || pinDiffers || usernameMissing || passwordMissing || tokenMissing;
  }

  get request(): RecoverPin {
    const { cashierId, pin } = this;
    return { cashierId, pin, proof: this.#proof };
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
