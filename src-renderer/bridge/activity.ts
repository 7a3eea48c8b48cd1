// Tells that somebody is busy at the till: keys, touches, the mouse and the wheel, at most once a
// second; and that something stands there half-typed.
import { every } from './timer.ts';

const eventsOfPeople = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
const restMs = 1000;

/** Returns the function that stops telling. */
export function reportActivity(window: EventTarget, tell: () => void): () => void {
  let toldAtMs = -Infinity;
  const noticed = ({ timeStamp }: Event) => {
    if (timeStamp - toldAtMs < restMs) return;
    toldAtMs = timeStamp;
    tell();
  };
  // Captured before anything keeps an event to itself, as a scan does.
  const options = { capture: true, passive: true };
  for (const name of eventsOfPeople) window.addEventListener(name, noticed, options);
  return () => {
    for (const name of eventsOfPeople) window.removeEventListener(name, noticed, options);
  };
}

const halfTypedEveryMs = 60_000;
/** Nobody comes back after so long. */
const longestHalfTypedMs = 60 * 60_000;

interface Field extends EventTarget {
  readonly isConnected?: boolean;
  readonly value?: unknown;
}

/**
 * Tells once a minute that the field that was filled in last still stands there, up to an hour.
 * Returns the function that stops it.
 */
export function reportHalfTyped(window: EventTarget, tell: () => void): () => void {
  let last: { readonly field: Field; readonly atMs: number } | null = null;
  const typed = ({ target, timeStamp }: Event) => {
    last = target && { field: target, atMs: timeStamp };
  };
  const end = every(halfTypedEveryMs, () => {
    if (last?.field.isConnected !== true || last.field.value === '') return;
    if (performance.now() - last.atMs < longestHalfTypedMs) tell();
  });
  window.addEventListener('input', typed, { capture: true });
  return () => {
    end();
    window.removeEventListener('input', typed, { capture: true });
  };
}
