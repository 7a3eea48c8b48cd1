// What goes along with something else: once that has been answered, and without keeping it from succeeding.
export function beside(work: () => Promise<void>, onFailure: (error: unknown) => void): void {
  setImmediate(() => {
    // Also what fails at once comes as a rejection.
    (async () => work())().catch(onFailure);
  });
}
