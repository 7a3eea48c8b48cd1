// Listens for a scanner that types like a keyboard, wherever the focus is. A scan leaves no trace
// in the control that had the focus, and presses nothing.
import type { ScannerSettings } from '../../src-main/contract/selling.ts';
import { Timer } from '../bridge/timer.ts';
import { stop } from '../ui/waiting.ts';
import { DeferredEvents } from './deferred-events.ts';
import {
  longestPauseMs,
  mostPauses,
  ScanDetector,
  type KeyReading,
  type ScanTyped,
} from './scanner-rhythm.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface FieldState {
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Marks an element in which what is typed is shown as it came, and is no scan. */
export const scanTrial = 'data-scan-trial';
/** Marks a field into which nobody types a complete barcode at a scanner's pace. */
export const scanField = 'data-scan-field';
/** How long the next key of a scan may take through a busy page. */
const marginMs = 100;

/**
 * Listens. The times are the keys' own, so it does not matter how busy the page is. Returns the
 * function that stops listening.
 */
export function listenForScans(
  window: Window,
  settings: () => ScannerSettings,
  onscan: (scan: ScanTyped) => void,
): () => void {
  const detector = new ScanDetector(settings);
  /**
   * What the fields held before the keys that may be a scan, and before each part of them that came
   * after a pause.
   */
  let before: Map<TextField, FieldState>[] = [new Map<TextField, FieldState>()];
  const effects = new DeferredEvents(window, () => settings().gapMs);
  /** Keys that were held back and turned out to be a person's. */
  const released = new WeakSet<Event>();
  const holding = new Timer();
  const ending = new Timer();

  /** Ends the scan if no key follows: by the key that was held back, or for want of one. */
  function endLater(target: EventTarget | null, hasEnd: boolean) {
    ending.start((hasEnd ? settings().gapMs : longestPauseMs) + marginMs, () => {
      const scanned = detector.finish(hasEnd);
      if (scanned) take(scanned, target);
    });
  }

  function take(
    { text, longestGapMs, isChained, pauses }: Extract<KeyReading, { kind: 'scanned' }>,
    target: EventTarget | null,
  ) {
    holding.stop();
    effects.drop();
    const own = before.slice(-(pauses + 1)).reverse();
    for (const fields of own) for (const [field, state] of fields) restore(field, state);
    onscan({
      text,
      isSecret: isSecret(target) || own.flatMap((fields) => [...fields.keys()]).some(isSecret),
      longestGapMs,
      isChained,
    });
    before = [new Map<TextField, FieldState>()];
  }

  function keydown(event: KeyboardEvent) {
    if (released.has(event) || isTrial(event.target)) return;
    ending.stop();
    const reading = detector.press({
      key: event.key,
      atMs: timeOf(event),
      isByHand: event.repeat,
      isCommand: isCommand(event),
    });
    switch (reading.kind) {
      case 'begins':
        before = [
          ...(reading.mayGoOn ? before.slice(-mostPauses) : []),
          new Map<TextField, FieldState>(),
        ];
        effects.watch(isTextField(event.target) ? null : event.target);
        if (isShortcut(event)) hold(event);
        break;
      case 'goes_on':
        holding.stop();
        effects.goOn();
        if (!isTextField(event.target)) stop(event);
        if (isScanField(event.target)) endLater(event.target, false);
        break;
      case 'held_back':
        stop(event);
        if (reading.mayEnd) endLater(event.target, true);
        break;
      case 'scanned':
        stop(event);
        take(reading, event.target);
        break;
      case 'other':
    }
  }

  /**
   * Holds a key outside a text field back until the next key tells whether it is a shortcut or the
   * first of a scan.
   */
  function hold(event: KeyboardEvent) {
    const { target } = event;
    stop(event);
    holding.start(settings().gapMs, () => {
      const again = new KeyboardEvent('keydown', event);
      released.add(again);
      target?.dispatchEvent(again);
    });
  }

  function beforeInput({ target }: Event) {
    const fields = before.at(-1);
    if (!isTextField(target) || !fields || fields.has(target)) return;
    const { value, selectionStart: start, selectionEnd: end } = target;
    fields.set(target, { value, start, end });
  }

  /** Listens in a page within the page, whose keys do not reach this one. */
  function listenWithin({ target }: Event) {
    if (target instanceof HTMLIFrameElement)
      target.contentWindow?.addEventListener('keydown', keydown, true);
  }

  window.addEventListener('keydown', keydown, true);
  window.addEventListener('beforeinput', beforeInput, true);
  window.document.addEventListener('load', listenWithin, true);
  return () => {
    holding.stop();
    ending.stop();
    effects.stop();
    window.removeEventListener('keydown', keydown, true);
    window.removeEventListener('beforeinput', beforeInput, true);
    window.document.removeEventListener('load', listenWithin, true);
  };
}

/** Returns the time of the event. A page within the page counts from a beginning of its own. */
const timeOf = ({ timeStamp, view }: KeyboardEvent): number =>
  (view ?? window).performance.timeOrigin + timeStamp;

/**
 * Returns whether the key is a command. AltGr writes characters, and some systems report it as
 * Control and Alt.
 */
const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');

const isShortcut = ({ key, target }: KeyboardEvent): boolean =>
  !isTextField(target) && !/[\p{L}\p{N} ]/u.test(key);

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !otherInputs.has(target.type));

const otherInputs: ReadonlySet<string> = new Set(
  'button checkbox color date datetime-local file image month radio range reset submit time week'.split(
    ' ',
  ),
);

const isSecret = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'password';

const isTrial = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`[${scanTrial}]`) !== null;

const isScanField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.hasAttribute(scanField);

function restore(field: TextField, { value, start, end }: FieldState): void {
  if (field.value === value) return;
  field.value = value;
  if (start !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
