// A scanner that is played key by key: each key says its own time, so the machine's pace does not
// count, and writes into the field that has the focus as a keyboard does.
import { defaultSelling } from '../../src-main/contract/selling.ts';
import { isTyping } from '../../src-renderer/lines/typing.ts';

export interface PlayedKey {
  readonly key: string;
  /** The pause before it. */
  readonly gapMs: number;
  readonly ctrlKey?: boolean;
}

/** Starts well after the keys that were played before. */
let atMs = 0;
const betweenScansMs = 2000;

export function play(keys: readonly PlayedKey[]): void {
  atMs = Math.max(atMs, performance.now()) + betweenScansMs;
  for (const { key, gapMs, ctrlKey = false } of keys) {
    atMs += gapMs;
    press(key, ctrlKey, atMs);
  }
}

function press(key: string, ctrlKey: boolean, timeStamp: number): void {
  const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  (document.activeElement ?? document.body).dispatchEvent(event);
  if (!event.defaultPrevented && isTyping(event)) write(key);
}

/** Writes where the focus is now, as a key that opened the field goes into it. */
function write(key: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return;
  field.dispatchEvent(new InputEvent('beforeinput', { data: key, bubbles: true }));
  field.setRangeText(key, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { data: key, bubbles: true }));
}

/** A text at a scanner's pace, with pauses before the keys of these numbers, and what ends it. */
export function playScan(
  text: string,
  end: readonly Omit<PlayedKey, 'gapMs'>[] = [{ key: 'Enter' }],
  pauses: Readonly<Record<number, number>> = {},
): void {
  const keys = [...Array.from(text, (key) => ({ key })), ...end];
  play(keys.map((key, at) => ({ ...key, gapMs: pauses[at] ?? 8 })));
}

/** In one turn, as a scanner's keys come; then for as long as a hand needs between two scans. */
export async function scanInTurn(...codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    // An event's time is that at which it was made: a busy page makes no scanner slow.
    const presses = code
      .split('\n')
      .flatMap((line) => [...Array.from(line), 'Enter'])
      .map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (const press of presses) (document.activeElement ?? document.body).dispatchEvent(press);
    await new Promise((resolve) => setTimeout(resolve, defaultSelling.scanner.gapMs + 50));
  }
}
