// Sends bytes to a printer of the system, past its driver, with `lp`. Windows has no such program.
import { spawn } from 'node:child_process';
import { notSent, printed, unclear, type PrintOutcome } from './outcome.ts';

const detailCharacters = 200;

/** The longest text of the system's own words that is kept. */
export function sendToQueue(
  name: string,
  bytes: Uint8Array,
  { idleMs, signal }: { readonly idleMs: number; readonly signal: AbortSignal },
): Promise<PrintOutcome> {
  if (process.platform === 'win32') {
    return Promise.resolve(notSent({ code: 'printer_kind_not_offered' }));
  }
  if (signal.aborted) return Promise.resolve(notSent({ code: 'print_interrupted' }));
  return new Promise((resolve) => {
    const lp = spawn('lp', ['-d', name, '-o', 'raw', '-s'], {
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: idleMs,
      killSignal: 'SIGKILL',
      signal,
    });
    let errorText = '';
    lp.stderr.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(0, detailCharacters);
    });
    // The way in which `lp` ends tells of such errors.
    lp.stdin.on('error', () => undefined);
    lp.on('error', () => {
      resolve(lp.pid === undefined ? notSent({ code: 'no_printer' }) : interrupted);
    });
    lp.on('close', (code) => {
      if (code === 0) resolve(printed);
      else if (code === null) resolve(interrupted);
      else resolve(notSent({ code: 'print_failed', detail: errorText.trim() }));
    });
    lp.stdin.end(bytes);
  });
}

const interrupted = unclear({ code: 'print_unanswered' });
