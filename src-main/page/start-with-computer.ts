// Starts the program with the computer. Windows and macOS are told; a Linux desktop reads a file.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  const folder = join(by.configFolder, 'autostart');
  const file = join(folder, `${by.name.toLowerCase()}.desktop`);
  if (isWanted) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, autostartEntry(by));
  } else {
    rmSync(file, { force: true });
  }
}

const autostartEntry = ({ name, program }: LoginItems): string =>
  `[Desktop Entry]\nType=Application\nName=${name}\nExec=${execOf(program)}\n`;

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
