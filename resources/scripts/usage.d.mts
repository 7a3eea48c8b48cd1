// Types of usage.mjs, which is plain JavaScript to run before anything is installed.
export const argumentsOf: (usage: string, mostOthers?: number) => string[];
