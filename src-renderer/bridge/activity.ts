// Tells that somebody is busy at the till: keys, touches, the mouse and the wheel, at most once a
// second.
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
