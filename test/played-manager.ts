// Whoever stands at the PIN window when the lock asks a manager: types what a test says, one PIN
// after the other, and else closes it.
import { err, type Result } from '../src-main/contract/errors.ts';
import type { Cashier, PinEntry } from '../src-main/contract/lock.ts';
import type { AskManager, ToApprove } from '../src-main/staff/lock.ts';

export class PlayedManager {
  /** What was asked, in order. */
  readonly asked: ToApprove[] = [];
  /** What each PIN was answered. */
  readonly said: Result<Cashier>[] = [];
  #entries: PinEntry[] = [];

  /** At the next question. */
  types(...entries: readonly PinEntry[]): void {
    this.#entries.push(...entries);
  }

  readonly ask: AskManager = async (toApprove, check) => {
    this.asked.push(toApprove);
    for (const entry of this.#entries.splice(0)) {
      const said = await check(entry);
      this.said.push(said);
      if (said.ok) return said;
    }
    return err({ code: 'pin_not_given' });
  };
}
