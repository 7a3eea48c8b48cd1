// Ends what belongs together, in order.

/** Takes each step, even after one that has failed. @throws what failed last. */
export async function endAll([step, ...others]: readonly (() => unknown)[]): Promise<void> {
  if (!step) return;
  try {
    await step();
  } finally {
    await endAll(others);
  }
}
