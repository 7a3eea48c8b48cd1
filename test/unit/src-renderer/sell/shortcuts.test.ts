// The keys of the sell screen are told apart with and without Shift, and no key stands for two
// actions.
import { expect, test } from 'vitest';
import {
  keysOf,
  shortcutOf,
  shortcuts,
  type ShortcutName,
} from '../../../../src-renderer/sell/shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const pressed = (key: string, change: Partial<typeof plain> = {}) =>
  shortcutOf({ ...plain, ...change, key });

test('no two actions have the same keys', () => {
  expect(new Set(Object.values(shortcuts)).size).toBe(Object.keys(shortcuts).length);
});

test('keys with Shift or Control are others than those without', () => {
  expect(pressed('F4')).toBe('hold');
  expect(pressed('F3', { shiftKey: true })).toBe('holdNamed');
  expect(pressed('F4', { shiftKey: true })).toBe('clear');
  expect(pressed('z', { ctrlKey: true })).toBe('undo');
  expect(pressed('z', { metaKey: true })).toBe('undo');
  expect(pressed('z')).toBeUndefined();
  expect(pressed('F4', { altKey: true })).toBeUndefined();
});

test('none of them is a key that a browser keeps for itself, or that writes something', () => {
  const reserved = ['F5', 'F11', 'F12', 'Shift+F10', 'Alt+F4'];
  expect(Object.values(shortcuts).filter((keys) => reserved.includes(keys))).toEqual([]);
  expect(Object.values(shortcuts).filter((keys) => keys.length === 1)).toEqual([]);
});

test('they are shown as they are printed on the keys', () => {
  const names: ShortcutName[] = ['pay', 'clear', 'undo'];
  expect(names.map(keysOf)).toEqual(['F8', 'Shift + F4', 'Ctrl + Z']);
});
