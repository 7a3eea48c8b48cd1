// What is attached: printers and screens, as the till or a command of the system tells them.
import type { Finding, ScreenSize } from '../contract/computer.ts';
import type { PrintError } from '../contract/print-jobs.ts';
import { printerName, type Printer } from '../contract/printing.ts';
import { shortLine } from '../receipt/foreign-text.ts';

/** What the command prints; rejects where there is no such command, or it fails. */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

/** Of the till's window: below it, parts of the screen cannot be reached. */
const smallest = { width: 1000, height: 540 };
/** Names come from whoever set the printers up. */
const mostLetters = 60;
const mostNames = 20;

const shortName = (name: string): string => shortLine(name, mostLetters);

/** Null: the system does not tell. Without any, receipts can still go elsewhere. */
export function judgePrinters(names: readonly string[] | null): Finding {
  const shown = names?.map(shortName).filter((name) => name !== '');
  if (!shown) return { item: 'printers', verdict: 'unknown', names: null };
  const verdict = shown.length === 0 ? 'look_at' : 'fine';
  return { item: 'printers', verdict, names: shown.slice(0, mostNames) };
}

export interface TriedPrinter {
  readonly printer: Printer | null;
  /** Why nothing can be printed on it now; null where it is there. */
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

/** What it quotes of others is as short as a name. */
const shortened = (error: PrintError): PrintError =>
  error.code === 'printer_missing' ? { ...error, name: shortName(error.name) } : error;

/** By a command: the till asks its own window. */
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

/** Linux alone has a command for it that needs nothing installed but X's own tools. */
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
