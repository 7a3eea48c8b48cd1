// How long a main thread with turns of its own is held up by what runs beside them.

/** The longest turn while it runs, in milliseconds. */
export async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  let lastAtMs = performance.now();
  let longestMs = 0;
  const look = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastAtMs);
    lastAtMs = nowMs;
  };
  const timer = setInterval(look, 1);
  await work();
  // What came last may have been the longest.
  look();
  clearInterval(timer);
  return longestMs;
}
