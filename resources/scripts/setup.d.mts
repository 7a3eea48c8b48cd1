// Types of setup.mjs, which is plain JavaScript to run before anything is installed.
export const isInstalled: (folder: string) => boolean;
export const hashOfFiles: (folder: string, paths: readonly string[]) => string;
export const setUp: (options?: {
  alwaysWithChromium?: boolean;
  showsTill?: boolean;
}) => Promise<void>;
export const setUpBuild: (options?: { forSmokeTest?: boolean }) => void;
export const lacksDisplay: () => boolean;
export const runToTheEnd: (
  program: string,
  args: readonly string[],
  options?: { showsTill?: boolean },
) => void;
