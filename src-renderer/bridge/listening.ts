/** Listens to events while a question is asked, until it is answered. */
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
