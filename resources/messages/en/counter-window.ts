// How the program stands at a counter, in English.
import type { CounterScreen, WindowKind } from '../../../src-main/contract/counter.ts';

const windowKinds: Record<WindowKind, string> = {
  window: 'In a window',
  full_screen: 'Full screen',
  kiosk: 'Kiosk: only a manager leaves it',
};

export const enCounter = {
  title: 'At the counter',
  windowKind: 'The till shows',
  windowKinds,
  kioskHint:
    'A kiosk is full screen that does not close. The computer’s own keys go on working, so its user should have nothing else. Where the till has no cashiers, anybody may leave it.',
  screen: 'On the screen',
  firstScreen: 'The first screen',
  screenName: ({ name, width, height }: CounterScreen, number: number) =>
    `${name === '' ? `Screen ${number}` : name} (${width} × ${height})`,
  missingScreen: 'A screen that is not connected now',
  cannotPlace:
    'The till runs on Wayland here, where no program can choose its screen. Ask whoever looks after this computer to start the till with X11 (--ozone-platform=x11).',
  startsWithComputer: 'Start with the computer',
  staysAwake: 'Keep the screen awake while somebody is at the till',
  save: 'Save',
  saved: 'Saved.',
  leaveKiosk: 'Leave the kiosk',
  leaveFirst: 'Leave the kiosk first, in Settings: choosing a file leads out of it.',
  leaveHint: 'Until the next start, or until it is saved again.',
};
