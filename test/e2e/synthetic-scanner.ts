// A scanner that types like a keyboard, exact to the millisecond: every key carries the time at
// which it was pressed.
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

export interface Scanner {
  /**
   * Types the text and the ending key with this pause between the keys. Resolves after `rest`, by
   * default long enough that a following key counts as a person's.
   */
  readonly scan: (text: string, gapMs?: number, rest?: number) => Promise<void>;
}

const namedKeys = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
} as const;
const shift = 8;
/** The rest after a scan, longer than the pause that tells a scanner from a person. */
export const restMs = 100;

function eventsOf(key: string, atMs: number) {
  const down = { type: 'keyDown', timestamp: atMs / 1000 } as const;
  const up = { type: 'keyUp', timestamp: atMs / 1000 } as const;
  if (key === 'Enter' || key === 'Tab') {
    return [
      { ...down, ...namedKeys[key] },
      { ...up, key },
    ];
  }
  const windowsVirtualKeyCode = key.toUpperCase().charCodeAt(0);
  const character = { ...down, key, text: key, windowsVirtualKeyCode };
  if (!/[A-Z]/.test(key)) return [character, { ...up, key }];
  return [
    { ...down, key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, modifiers: shift },
    { ...character, modifiers: shift },
    { ...up, key, modifiers: shift },
    { ...up, key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 },
  ];
}

export async function connectScanner(
  page: Page,
  suffix: keyof typeof namedKeys = 'Enter',
): Promise<Scanner> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let atMs = 0;
  return {
    scan: async (text, gapMs = 1, rest = restMs) => {
      // Never before the last key, which another hand may have typed.
      atMs = Math.max(atMs, Date.now());
      const sent = [...Array.from(text), suffix].flatMap((key) =>
        eventsOf(key, (atMs += gapMs)).map((event) =>
          session.send('Input.dispatchKeyEvent', event),
        ),
      );
      const endsAtMs = atMs;
      await Promise.all(sent);
      await delay(Math.max(0, endsAtMs + rest - Date.now()));
    },
  };
}
