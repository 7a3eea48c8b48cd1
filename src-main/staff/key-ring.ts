// The keys of each till of this computer. Practice has none: there is nothing to guard.
import { join } from 'node:path';
import { keyOf } from '../account/profiles.ts';
import type { Profile } from '../contract/profiles.ts';
import { StaffKeys, type KeyStore, type StaffKeysOptions } from './staff-key.ts';

export class KeyRing {
  readonly #options: Omit<StaffKeysOptions, 'till'>;
  readonly #tills = new Map<string, StaffKeys>();

  /** `folder` is the folder of all tills' keys. */
  constructor(options: Omit<StaffKeysOptions, 'till'>) {
    this.#options = options;
  }

  /** Returns whether this computer keeps keys at all. Asks each time, and not for ever. */
  async probe(): Promise<KeyStore> {
    const { folder } = this.#options;
    const options = { till: 'none', folder: join(folder, 'none'), onAnswered: () => undefined };
    const probeKeys = new StaffKeys({ ...this.#options, ...options });
    // Asking writes nothing to the disk.
    const first = probeKeys.store;
    if (first !== 'asking') return first;
    await probeKeys.settled();
    return probeKeys.store;
  }

  of(profile: Profile | undefined): StaffKeys {
    const isGuarded = profile !== undefined && profile.kind !== 'practice';
    const till = isGuarded ? keyOf(profile) : 'practice';
    let keys = this.#tills.get(till);
    if (!keys) {
      const { isWeak, folder } = this.#options;
      keys = new StaffKeys({
        ...this.#options,
        isWeak: () => !isGuarded || isWeak(),
        till,
        folder: join(folder, till),
      });
      this.#tills.set(till, keys);
    }
    return keys;
  }
}
