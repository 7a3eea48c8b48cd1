// What the till's settings say of its controls, for every one of them.
import { createContext } from 'svelte';
import type { SellingSettings } from '../../src-main/contract/selling.ts';

export type ControlSettings = Pick<SellingSettings, 'keyHints' | 'numberPad'>;

/** Hands out a function, since the settings change. */
export const [useControlSettings, provideControlSettings] = createContext<() => ControlSettings>();
