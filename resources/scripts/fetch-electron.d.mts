// Types of fetch-electron.mjs, which is plain JavaScript to run before anything is installed.
export const hasJustFailed: (file: string, nowMs: number) => boolean;
export const runInstaller: (
  folder: string,
  times?: { stallMs?: number; lookMs?: number; tellMs?: number },
) => Promise<string | undefined>;
