/** Listens to what is told while something is asked, until it is answered. */
export async function listening<Answer>(
  listen: () => () => void,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const stop = listen();
  try {
    return await ask();
  } finally {
    stop();
  }
}
