// Listens for a scanner that types like a keyboard, wherever the focus is. A scan leaves no trace in the field that had the
// focus, and presses nothing.
import type { ScannerSettings } from '../../src-main/contract/selling.ts';
import { ScanDetector } from './scanner-rhythm.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface FieldState {
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Answers the function that stops listening. The times are the keys' own, so it does not matter how busy the page is. */
export function listenForScans(
  window: Window,
  settings: () => ScannerSettings,
  onscan: (text: string) => void,
): () => void {
  const detector = new ScanDetector(settings);
  /** What the fields held before the keys that may be a scan. */
  const before = new Map<TextField, FieldState>();
  /** Keys that were held back and turned out to be a person's. */
  const released = new WeakSet<Event>();
  let holding: ReturnType<typeof setTimeout> | undefined;

  function keydown(event: KeyboardEvent) {
    if (released.has(event)) return;
    const reading = detector.press({
      key: event.key,
      atMs: timeOf(event),
      isByHand: event.repeat || event.isComposing || event.key === 'Dead',
      isCommand: isCommand(event),
    });
    switch (reading.kind) {
      case 'begins':
        before.clear();
        if (isShortcut(event)) hold(event);
        break;
      case 'goes_on':
        clearTimeout(holding);
        if (!isTextField(event.target)) stop(event);
        break;
      case 'held_back':
        stop(event);
        break;
      case 'scanned':
        stop(event);
        for (const [field, state] of before) restore(field, state);
        before.clear();
        onscan(reading.text);
        break;
      case 'other':
    }
  }

  /** A sign outside a text field may be a shortcut, or the first of a scan: the next key tells. */
  function hold(event: KeyboardEvent) {
    const { target } = event;
    stop(event);
    holding = setTimeout(() => {
      const again = new KeyboardEvent('keydown', event);
      released.add(again);
      target?.dispatchEvent(again);
    }, settings().gapMs);
  }

  function beforeInput({ target }: Event) {
    if (!isTextField(target) || before.has(target)) return;
    const { value, selectionStart: start, selectionEnd: end } = target;
    before.set(target, { value, start, end });
  }

  /** The keys of a page within the page do not reach this one. */
  function listenWithin({ target }: Event) {
    if (target instanceof HTMLIFrameElement)
      target.contentWindow?.addEventListener('keydown', keydown, true);
  }

  window.addEventListener('keydown', keydown, true);
  window.addEventListener('beforeinput', beforeInput, true);
  window.document.addEventListener('load', listenWithin, true);
  return () => {
    clearTimeout(holding);
    window.removeEventListener('keydown', keydown, true);
    window.removeEventListener('beforeinput', beforeInput, true);
    window.document.removeEventListener('load', listenWithin, true);
  };
}

/** A page within the page counts from a beginning of its own. */
const timeOf = ({ timeStamp, view }: KeyboardEvent): number =>
  (view ?? window).performance.timeOrigin + timeStamp;

/** AltGr writes characters, and some systems report it as Control and Alt. */
const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');

const isShortcut = ({ key, target }: KeyboardEvent): boolean =>
  !isTextField(target) && !/[\p{L}\p{N} ]/u.test(key);

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    !['button', 'checkbox', 'radio', 'range', 'reset', 'submit'].includes(target.type));

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function restore(field: TextField, { value, start, end }: FieldState): void {
  if (field.value === value) return;
  field.value = value;
  if (start !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
