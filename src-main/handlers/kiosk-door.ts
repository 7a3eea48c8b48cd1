// The third way into main, beside the pages' requests: the system, or whoever clicks there, closes
// the till's window. For a kiosk that is the request to leave it, which may need a manager.
import type { AppError } from '../contract/errors.ts';
import type { Act } from '../ipc.ts';
import type { CounterWindow } from '../page/counter-window.ts';

interface KioskDoor {
  readonly counterWindow: Pick<CounterWindow, 'isKiosk'>;
  /** Returns whether the program ends, and every window with it. */
  readonly isEnding: () => boolean;
  readonly inBackground: (whatFailed: string, work: () => Promise<void>) => void;
  readonly notify: (notice: AppError) => void;
}

/** Returns what listens to the window's `close`. Only somebody who may leave a kiosk closes it. */
export const kioskDoor =
  (act: Act, { counterWindow, isEnding, inBackground, notify }: KioskDoor) =>
  (event: { readonly preventDefault: () => void }): void => {
    if (isEnding() || !counterWindow.isKiosk) return;
    event.preventDefault();
    inBackground('the kiosk was not left', async () => {
      const left = await act('counter.leaveKiosk', undefined);
      if (!left.ok && left.error.code !== 'locked') notify(left.error);
    });
  };
