// How somebody shows the service who they are, while they type it.
import type { Proof, ProofWay } from '../../src-main/contract/recovery.ts';

export class ProofDraft {
  /** Null in practice, which asks for no proof. */
  readonly way: ProofWay | null;
  username = $state('');
  password = $state('');
  token = $state('');

  constructor(way: ProofWay | null, username = '') {
    this.way = way;
    this.username = username;
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

  get isMissing(): boolean {
    return this.usernameMissing || this.passwordMissing || this.tokenMissing;
  }

  get proof(): Proof | null {
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

  /** Forgets, after a refusal, what only the person knows, so that they type it anew. */
  forgetSecret(): void {
    this.password = '';
    this.token = '';
  }
}
