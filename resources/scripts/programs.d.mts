// Types of programs.mjs, which is plain JavaScript to run before anything is installed.
export interface Command {
  runtime: 'electron' | 'stand-in';
  program: string;
  args: string[];
}

export const root: string;
export const projectNode: string;
export const howToGetChromium: string;
export const findElectron: () => string | undefined;
export const findChromium: () => string | undefined;
export const tillCommand: (args: readonly string[]) => Command;
