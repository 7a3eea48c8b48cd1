// The till's log file: one JSON object a line, no secrets, no customers, bounded in size.
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 5 * 1024 * 1024;
/** How many full files are kept; `till.log.1` is the newest. */
const keptFiles = 4;

export interface Log {
  readonly file: string;
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, error: unknown): void;
  /** Writes down a bug that the program survives. Returns its identifier in the log. */
  failure(message: string, error: unknown): string;
  /** From now on this text never appears in the log. */
  hide(secret: string): void;
}

export function createLog(file: string, now: () => Date = () => new Date()): Log {
  const secrets = new Set<string>();

  // Known secrets come first: a pattern that ends within one of them would leave its tail.
  const redact = (text: string): string =>
    [...secrets]
      .reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text)
      .replace(/(Token |api_token=)[^\s"&\\]+/g, '$1[redacted]');

  const write = (level: string, message: string, details: Readonly<Record<string, unknown>>) => {
    const line = redact(JSON.stringify({ at: now().toISOString(), level, message, ...details }));
    try {
      mkdirSync(dirname(file), { recursive: true });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) rotate(file);
      appendFileSync(file, `${line}\n`);
    } catch {
      // A disk that takes no log line must not stop a sale. A terminal still shows it.
      process.stderr.write(`${line}\n`);
    }
  };

  const textOf = (error: unknown): string =>
    error instanceof Error ? (error.stack ?? error.message) : String(error);

  return {
    file,
    info: (message, details = {}) => write('info', message, details),
    error: (message, error) => write('error', message, { error: textOf(error) }),
    failure: (message, error) => {
      const id = randomUUID().slice(0, 8);
      write('error', message, { id, error: textOf(error) });
      return id;
    },
    hide: (secret) => {
      // The secret as it stands in a line of JSON.
      if (secret !== '') secrets.add(JSON.stringify(secret).slice(1, -1));
    },
  };
}

/**
 * Moves the full files on. One that another program holds, as a virus scanner does on Windows,
 * grows until it is let go, and is moved at a later line.
 */
function rotate(file: string): void {
  const full = `${file}.full`;
  const left = statSync(full, { throwIfNoEntry: false });
  try {
    if (!left?.isFile()) renameSync(file, full);
    for (let number = keptFiles - 1; number > 0; number -= 1) {
      if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`);
    }
    renameSync(full, `${file}.1`);
  } catch {
    return;
  }
}
