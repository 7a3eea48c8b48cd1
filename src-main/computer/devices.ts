// What is attached, as far as a command of the system tells: printers and screens.
import type { Finding, ScreenSize } from './findings.ts';

/** What the command prints; rejects where there is no such command, or it fails. */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

/** Of the till's window: below it, parts of the screen cannot be reached. */
const smallest: ScreenSize = { width: 1000, height: 540 };

export async function printers(run: Run, platform: NodeJS.Platform): Promise<Finding> {
  try {
    const printed = await (platform === 'win32'
      ? run('powershell', ['-NoProfile', '-Command', '(Get-Printer).Name'])
      : run('lpstat', ['-e']));
    const names = linesOf(printed);
    return { item: 'printers', verdict: names.length === 0 ? 'look_at' : 'fine', names };
  } catch {
    return { item: 'printers', verdict: 'unknown', names: null };
  }
}

/** Linux alone has a command for it that needs nothing installed but X's own tools. */
export async function screens(run: Run, platform: NodeJS.Platform): Promise<Finding> {
  try {
    if (platform !== 'linux') throw new Error('no command for it');
    const printed = await run('xrandr', ['--current']);
    const sizes = [...printed.matchAll(/ connected (?:primary )?(\d+)x(\d+)\+/g)].map(
      ([, width, height]) => ({ width: Number(width), height: Number(height) }),
    );
    const isLarge = ({ width, height }: ScreenSize) =>
      width >= smallest.width && height >= smallest.height;
    if (sizes.length === 0) return { item: 'screens', verdict: 'unknown', sizes: null };
    return { item: 'screens', verdict: sizes.some(isLarge) ? 'fine' : 'bad', sizes };
  } catch {
    return { item: 'screens', verdict: 'unknown', sizes: null };
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
