// How long the main thread, with turns of its own, is held up by other work.

/** Returns the longest turn during the work, in milliseconds. */
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
  // The last turn may have been the longest.
  look();
  clearInterval(timer);
  return longestMs;
}
