// Starts the program with the computer. Windows and macOS are told; a Linux desktop reads a file.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface LoginItems {
  readonly platform: NodeJS.Platform;
  readonly setLoginItemSettings: (settings: { readonly openAtLogin: boolean }) => void;
  /** The user's configuration folder (`XDG_CONFIG_HOME`). */
  readonly configFolder: string;
  /** The program to start; for an AppImage the image, and not what it unpacks. */
  readonly program: string;
  readonly name: string;
}

/** @throws when the file cannot be written. */
export function startWithComputer(isWanted: boolean, by: LoginItems): void {
  if (by.platform !== 'linux') {
    by.setLoginItemSettings({ openAtLogin: isWanted });
    return;
  }
  const file = entryFile(by);
  if (isWanted) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `[Desktop Entry]\nType=Application\nName=${by.name}\n${execLine(by)}\n`);
  } else {
    rmSync(file, { force: true });
  }
}

/**
 * Corrects what the entry executes, as earlier versions did not ask for X11 and the program may lie
 * elsewhere now. What a desktop has noted in the entry stays; one that was removed is not restored.
 * @throws when the file cannot be read or written.
 */
export function renewEntry(by: LoginItems): void {
  const file = entryFile(by);
  if (by.platform !== 'linux' || !existsSync(file)) return;
  const entry = readFileSync(file, 'utf8');
  const renewed = entry.replace(/^Exec=.*$/m, () => execLine(by));
  if (renewed !== entry) writeFileSync(file, renewed);
}

const entryFile = ({ configFolder, name }: LoginItems): string =>
  join(configFolder, 'autostart', `${name.toLowerCase()}.desktop`);

const execLine = ({ program }: LoginItems): string => `Exec=${execOf(program)}`;

/**
 * Returns what a desktop entry executes to start the program on X11 where that is there, in a
 * session on Wayland too: Wayland lets no program place its windows, and without X11 the program
 * would end at once. Only a shell can tell.
 */
export const execOf = (program: string): string =>
  ['sh', '-c', 'exec "$0" ${DISPLAY:+--ozone-platform=x11}', program].map(quoted).join(' ');

/** Quotes an argument as the Desktop Entry Specification asks. */
function quoted(argument: string): string {
  if (/^[\w/.-]+$/.test(argument)) return argument;
  const escaped = argument.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  // Backslashes have a meaning in a value too, and are read first.
  return `"${escaped}"`.replaceAll('\\', '\\\\');
}
