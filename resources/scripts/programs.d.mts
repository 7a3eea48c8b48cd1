// Types of programs.mjs, which is plain JavaScript to run before anything is installed.
export interface Command {
  runtime: 'electron' | 'stand-in';
  program: string;
  args: string[];
}

export interface Machine {
  isRoot: () => boolean;
  refusesSandbox: () => boolean;
  hasDisplay: () => boolean;
  canMakeDisplay: () => boolean;
}

export const thisMachine: Machine;
export const root: string;
export const projectNode: string;
export const npmBrowser: string;
export const howToGetChromium: string;
export const isOnPath: (program: string) => boolean;
export const findElectron: () => string | undefined;
export const findChromium: () => string | undefined;
export const usableElectron: (
  machine?: Machine,
) => { program: string; obstacle?: undefined } | { program?: undefined; obstacle: string };
export const windowSystemSwitches: (args: readonly string[], env?: NodeJS.ProcessEnv) => string[];
export const whyNoWindow: (machine?: Machine, browser?: string) => string | undefined;
export const tillCommand: (args: readonly string[], machine?: Machine) => Command;
