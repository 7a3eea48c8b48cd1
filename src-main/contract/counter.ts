// How the program stands at a counter: settings of this computer.
import * as v from 'valibot';

/** `kiosk`: full screen that does not close, and that only a manager leaves. */
export const windowKinds = ['window', 'full_screen', 'kiosk'] as const;
export type WindowKind = (typeof windowKinds)[number];

export const counterSchema = v.strictObject({
  windowKind: v.picklist(windowKinds),
  /** Electron's id of a display; null for the first screen. */
  screenId: v.nullable(v.pipe(v.number(), v.integer())),
  startsWithComputer: v.boolean(),
  /** Keeps the screen awake as long as somebody is at the till. */
  staysAwake: v.boolean(),
});
export type Counter = v.InferOutput<typeof counterSchema>;

export const defaultCounter: Counter = {
  windowKind: 'window',
  screenId: null,
  startsWithComputer: false,
  staysAwake: false,
};

export interface CounterState {
  readonly settings: Counter;
  /** Whether it is a kiosk now: a manager may have left it until the next start. */
  readonly isKiosk: boolean;
  /** Only an installed program can. */
  readonly canStartWithComputer: boolean;
  /** Whether this session lets the till choose the screens of its windows. Wayland does not. */
  readonly canPlaceWindows: boolean;
}

export interface CounterScreen {
  readonly id: number;
  /** The system's name for the screen, often empty. */
  readonly name: string;
  /** Width and height are in the screen's pixels. */
  readonly width: number;
  readonly height: number;
  readonly isFirst: boolean;
}
