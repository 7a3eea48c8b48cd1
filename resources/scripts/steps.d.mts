// Types of steps.mjs, which is plain JavaScript to run before anything is installed.
export const canInstallPackages: () => boolean;
export const installPackages: (packages: readonly string[]) => Promise<number>;
export const isAgreed: (
  question: string,
  input?: NodeJS.ReadableStream & { isTTY?: boolean },
  output?: NodeJS.WritableStream & { isTTY?: boolean },
) => Promise<boolean>;
export const endWith: (sentence: string) => never;
export const endWithSentence: (error: unknown) => never;
