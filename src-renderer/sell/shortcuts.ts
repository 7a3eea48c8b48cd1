// The keys of the sell screen, and what each of them does. The overlay lists them all.
import type { Messages } from '../../resources/messages/en.ts';

export type ShortcutName = keyof Messages['sellActions']['shortcuts']['names'];
/** The shortcuts with a button in the bar below the product field. */
export type BarAction = Extract<ShortcutName, 'freeLine' | 'priceCheck' | 'held'>;

/** What the keys do; null while it cannot be done. */
export type Actions = Readonly<Record<ShortcutName, (() => void) | null>>;

export const shortcuts: Readonly<Record<ShortcutName, string>> = {
  help: 'F1',
  search: 'F2',
  freeLine: 'Shift+F2',
  priceCheck: 'F3',
  hold: 'F4',
  holdNamed: 'Shift+F3',
  clear: 'Shift+F4',
  held: 'F6',
  repeat: 'F7',
  discount: 'Shift+F1',
  pay: 'F8',
  invoice: 'Shift+F6',
  printLast: 'Shift+F8',
  customer: 'F9',
  drawer: 'Shift+F9',
  quickKeys: 'F10',
  arrange: 'Shift+F7',
  undo: 'Control+Z',
};

/** The fields of a keyboard event that matter here. */
interface PressedKeys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const names = Object.keys(shortcuts) as ShortcutName[];

export function shortcutOf(event: PressedKeys): ShortcutName | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const keys = [
    ...(ctrlKey || metaKey ? ['Control'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ].join('+');
  return names.find((name) => shortcuts[name] === keys);
}

/** Returns the keys as they are printed on a keyboard. */
export const keysOf = (name: ShortcutName): string =>
  shortcuts[name].replace('Control', 'Ctrl').replace('+', ' + ');
