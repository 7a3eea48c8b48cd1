// Types of steps.mjs, which is plain JavaScript to run before anything is installed.
export const isAgreed: (
  question: string,
  input?: NodeJS.ReadableStream & { isTTY?: boolean },
  output?: NodeJS.WritableStream & { isTTY?: boolean },
) => Promise<boolean>;
