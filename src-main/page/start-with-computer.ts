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

/** Quotes the program as the Desktop Entry Specification asks. */
function autostartEntry({ name, program }: LoginItems): string {
  const quoted = program.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  // Backslashes have a meaning in a value too, and are read first.
  const value = `"${quoted}"`.replaceAll('\\', '\\\\');
  return `[Desktop Entry]\nType=Application\nName=${name}\nExec=${value}\n`;
}
