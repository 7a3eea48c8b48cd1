// Puts the customer's display together: its window, and what it is told.
import type { BrowserWindow, Rectangle, Screen } from 'electron';
import { displayAddress } from '../address.ts';
import type { Clock } from '../clock.ts';
import type { Profile } from '../contract/profiles.ts';
import { pushToDisplay } from '../ipc.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { readReceiptSettings } from '../store/receipt-settings.ts';
import type { Store } from '../store/open.ts';
import { DisplayTeller } from './display-teller.ts';
import { DisplayWindow, type DisplayFrame } from './display-window.ts';

export interface CustomerDisplayParts {
  readonly settings: Settings;
  readonly screen: Screen;
  /** False where no program chooses the screens of its windows. */
  readonly canPlaceWindows: boolean;
  readonly tillWindow: () => BrowserWindow | null;
  /** Makes a window that is not shown yet and has no page. */
  readonly create: (bounds: Rectangle) => BrowserWindow;
  readonly till: () => { readonly profile: Profile; readonly db: Store } | null;
  readonly isLocked: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export function customerDisplay(parts: CustomerDisplayParts) {
  const { settings, screen, canPlaceWindows, tillWindow, create, till } = parts;
  const { isLocked, clock, log } = parts;
  const onFailure = (error: unknown): void => log.error('the customer display failed', error);
  let displayWindow: BrowserWindow | null = null;

  const teller: DisplayTeller = new DisplayTeller({
    ...{ isLocked, clock, onFailure },
    isShown: () => window.isShown,
    push: (what) => pushToDisplay(displayWindow?.webContents, what),
    settings: () => settings.value.display,
    theme: () => settings.value.theme,
    shop: () => {
      const profile = till()?.profile;
      return profile ? { name: profile.companyName, kind: profile.kind } : null;
    },
    address: () => {
      const db = till()?.db;
      const receipts = db && readReceiptSettings(db);
      return receipts?.ok ? receipts.value.addressLines.split('\n').join(', ') : '';
    },
  });

  function open(bounds: Rectangle, onGone: () => void): DisplayFrame {
    const opened = create(bounds);
    displayWindow = opened;
    opened.on('closed', onGone);
    opened.webContents.on('render-process-gone', onGone);
    opened.webContents.on('did-finish-load', teller.pageIsNew);
    opened.loadURL(displayAddress).catch((error: unknown) => {
      // The window was closed while its page loaded.
      if (opened.isDestroyed()) return;
      onFailure(error);
      onGone();
    });
    return {
      setBounds: (moved) => opened.setBounds(moved),
      destroy: () => {
        if (displayWindow === opened) displayWindow = null;
        if (!opened.isDestroyed()) opened.destroy();
      },
    };
  }

  const window: DisplayWindow = new DisplayWindow({
    ...{ screen, canPlaceWindows, open, clock, onFailure },
    screenId: () => settings.value.display.screenId,
    tillBounds: () => {
      const tills = tillWindow();
      if (!tills || tills.isDestroyed()) return null;
      return tills.isMinimized() ? tills.getNormalBounds() : tills.getBounds();
    },
  });

  /** Starts the display, once the till has its window. */
  function begin(tills: BrowserWindow): void {
    screen.on('display-added', window.place);
    screen.on('display-removed', window.place);
    screen.on('display-metrics-changed', window.place);
    // A person may move the till to the very screen that the customer looks at.
    for (const moved of ['move', 'resize', 'restore'] as const)
      tills.on(moved as 'move', window.place);
    window.place();
  }

  return { teller, window, begin };
}
