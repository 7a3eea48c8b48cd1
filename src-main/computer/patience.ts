// What a system is asked may never be answered: each check ends all the same.

/** @throws an error with the code ETIMEDOUT where it takes longer. */
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

/** The code of a failure that the system, or `within`, tells. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unexpected';
