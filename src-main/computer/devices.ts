// Which printers and screens are attached, as the till or a command of the system tells them.
import type { Finding, ScreenSize } from '../contract/computer.ts';
import type { PrintError } from '../contract/print-jobs.ts';
import { printerName, type Printer } from '../contract/printing.ts';
import { shortLine } from '../receipt/foreign-text.ts';

/** Resolves to what the command prints. Rejects if there is no such command, or it fails. */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

/** The smallest size of the till's window. On a smaller screen parts of it cannot be reached. */
const smallest = { width: 1000, height: 540 };
/** The longest name that is shown, as names come from whoever set the printers up. */
const mostLetters = 60;
const mostNames = 20;

const shortName = (name: string): string => shortLine(name, mostLetters);

/**
 * `names` is null if the system does not tell. Without any printer, receipts can still go
 * elsewhere.
 */
export function judgePrinters(names: readonly string[] | null): Finding {
  const shown = names?.map(shortName).filter((name) => name !== '');
  if (!shown) return { item: 'printers', verdict: 'unknown', names: null };
  const verdict = shown.length === 0 ? 'look_at' : 'fine';
  return { item: 'printers', verdict, names: shown.slice(0, mostNames) };
}

export interface TriedPrinter {
  readonly printer: Printer | null;
  /** Why nothing can be printed on it now; null if it is there. */
  readonly error: PrintError | null;
  readonly isMute: boolean;
}

export function judgePrinter({ printer, error, isMute }: TriedPrinter): Finding {
  return {
    ...{ item: 'printer', verdict: error === null ? 'fine' : 'bad' },
    ...{
      way: printer?.kind ?? null,
      name: printer === null ? '' : shortName(printerName(printer)),
    },
    ...{ error: error && shortened(error), isMute },
  };
}

/** Shortens what the error quotes of others to the length of a name. */
const shortened = (error: PrintError): PrintError =>
  error.code === 'printer_missing' ? { ...error, name: shortName(error.name) } : error;

/** Asks a command, unlike the till, which asks its own window. */
export async function listPrinters(
  run: Run,
  platform: NodeJS.Platform,
): Promise<readonly string[] | null> {
  try {
    return linesOf(
      await (platform === 'win32'
        ? run('powershell', ['-NoProfile', '-Command', '(Get-Printer).Name'])
        : run('lpstat', ['-e'])),
    );
  } catch {
    return null;
  }
}

export function judgeScreens(sizes: readonly ScreenSize[] | null): Finding {
  if (!sizes || sizes.length === 0) return { item: 'screens', verdict: 'unknown', sizes: null };
  const isLarge = ({ width, height, scale }: ScreenSize) =>
    width / scale >= smallest.width && height / scale >= smallest.height;
  return { item: 'screens', verdict: sizes.some(isLarge) ? 'fine' : 'bad', sizes };
}

/**
 * Returns null but on Linux, which alone has a command for it that needs nothing but X's own tools.
 */
export async function listScreens(
  run: Run,
  platform: NodeJS.Platform,
): Promise<readonly ScreenSize[] | null> {
  if (platform !== 'linux') return null;
  try {
    const printed = await run('xrandr', ['--current']);
    return [...printed.matchAll(/ connected (?:primary )?(\d+)x(\d+)\+/g)].map(
      ([, width, height]) => ({ width: Number(width), height: Number(height), scale: 1 }),
    );
  } catch {
    return null;
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
