// What one start of the program tells the next: which version it wanted to become. The next one
// says so if it is not that version.
import { isNewer } from './updates.ts';

const wanted = '--updated-to=';
const isWanted = (argument: string): boolean => argument.startsWith(wanted);

/** Returns the command line of the next start. */
export const argumentsToUpdate = (args: readonly string[], version: string): readonly string[] => [
  ...args.filter((argument) => !isWanted(argument)),
  wanted + version,
];

/** Returns whether the last start wanted a newer version than the one that is running now. */
export function isNotUpdated(args: readonly string[], version: string): boolean {
  const wantedVersion = args.find(isWanted)?.slice(wanted.length) ?? '';
  return isNewer(wantedVersion, version);
}
