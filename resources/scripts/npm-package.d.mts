// Types of npm-package.mjs, which is plain JavaScript to run before anything is installed.
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

export const fetchPackage: (wanted: PinnedPackage, folder: string) => Promise<string>;
