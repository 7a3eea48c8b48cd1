// Types of setup.mjs, which is plain JavaScript to run before anything is installed.
import type { Machine } from './programs.mjs';

export const isInstalled: (folder: string) => boolean;
export const installDependencies: (folder?: string) => Promise<void>;
export const hashOfFiles: (folder: string, paths: readonly string[]) => string;
export const setUp: (options?: { alwaysWithChromium?: boolean }) => Promise<void>;
export const setUpBuild: (options?: { forSmokeTest?: boolean }) => Promise<void>;
export const lacksDisplay: (machine?: Machine) => boolean;
export const runToTheEnd: (
  program: string,
  args: readonly string[],
  options?: { showsTill?: boolean },
) => Promise<never>;
