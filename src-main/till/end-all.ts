// Ends what belongs together, in order.

/** Does as `endAll` with steps that nobody has to wait for. */
export function endAllNow([step, ...others]: readonly (() => void)[]): void {
  if (!step) return;
  try {
    step();
  } finally {
    endAllNow(others);
  }
}

/** Takes each step, even after one that has failed. @throws what failed last. */
export async function endAll([step, ...others]: readonly (() => unknown)[]): Promise<void> {
  if (!step) return;
  try {
    await step();
  } finally {
    await endAll(others);
  }
}
