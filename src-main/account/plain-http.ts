// Guards plain http over a network, where others read along. The till speaks it only to addresses
// that a person has accepted, in a dialog that the page can neither see nor answer.
import { err, ok, type Result } from '../contract/errors.ts';
import { parseServiceAddress } from '../service/client.ts';
import type { Settings } from '../settings.ts';

export interface PlainHttpOptions {
  readonly settings: Settings;
  /** Asks the person at the computer. */
  readonly askPlainHttp: (address: string) => Promise<boolean>;
}

export class PlainHttp {
  readonly #options: PlainHttpOptions;

  constructor(options: PlainHttpOptions) {
    this.#options = options;
  }

  readonly isAccepted = (address: string): boolean =>
    this.#options.settings.value.acceptedHttp.includes(address);

  /**
   * Has a person accept each address that nobody has accepted yet, and remembers it. Error:
   * `invalid_value` with the field whose address is not valid, or is not accepted.
   */
  async accept(addresses: Readonly<Record<string, string | null>>): Promise<Result<null>> {
    for (const [field, text] of Object.entries(addresses)) {
      if (text === null || parseServiceAddress(text, this.isAccepted).ok) continue;
      const address = parseServiceAddress(text, () => true);
      const { settings, askPlainHttp } = this.#options;
      if (!address.ok || !(await askPlainHttp(address.value))) {
        return err({ code: 'invalid_value', field });
      }
      settings.update({ acceptedHttp: [...settings.value.acceptedHttp, address.value] });
    }
    return ok(null);
  }
}
