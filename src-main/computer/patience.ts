// Ends each check even if the system never answers what it is asked.

/** @throws an error with the code ETIMEDOUT if it takes longer. */
export async function within<Value>(longestMs: number, asked: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error('out of time'), { code: 'ETIMEDOUT' }));
  }, longestMs);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the code of a failure, given by the system or by `within`. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unexpected';
