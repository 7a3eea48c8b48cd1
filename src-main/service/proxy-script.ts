// Follows a network's proxy script (PAC), whose address somebody has typed. Chromium only runs the
// script and never fetches it, since no name leads anywhere there; it is handed over as text.
import type { SecureContext } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { deadline, systemClock } from '../clock.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { boundedText } from './bounded-download.ts';
import { connectorOf } from './connect.ts';

/** Chromium reads no longer script. */
const mostBytes = 1024 * 1024;
const longestMs = 10_000;
/** After how long it is fetched again: a network changes it now and then. */
const freshMs = 6 * 3_600_000;

/** Returns the address as it is kept: http or https, without a user name or password. */
export function parseScriptAddress(text: string): Result<string> {
  const url = URL.parse(text.trim());
  const isPlain = url?.username === '' && url.password === '';
  return isPlain && /^https?:$/.test(url.protocol)
    ? ok(url.href)
    : err({ code: 'invalid_value', field: 'proxyScript' });
}

export interface ProxyScriptOptions {
  /** Puts a script into use; null puts the system's own settings into use. */
  readonly use: (script: string | null) => Promise<void>;
  readonly trust: () => SecureContext;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns the wait after so many failures in a row. */
  readonly waitMs: (failures: number) => number;
  /** Is told why a script cannot be fetched or used; the one in use stays. */
  readonly onFailure: (what: string) => void;
}

export class ProxyScript {
  readonly #options: ProxyScriptOptions;
  #following = new AbortController();
  #address: string | null = null;

  constructor(options: ProxyScriptOptions) {
    this.#options = options;
  }

  /** Follows the script at this address, fetched now and then; null ends that. */
  follow(address: string | null): void {
    if (address === this.#address) return;
    const hadOne = this.#address !== null;
    this.#address = address;
    this.close();
    this.#following = new AbortController();
    if (address !== null) void this.#follow(address, this.#following.signal);
    else if (hadOne) void this.#use(null);
  }

  close(): void {
    this.#following.abort();
  }

  async #follow(address: string, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const isUsed = await this.#fetch(address, signal);
      failures = isUsed ? 0 : failures + 1;
      await this.#options.sleep(isUsed ? freshMs : this.#options.waitMs(failures), signal);
    }
  }

  async #fetch(address: string, signal: AbortSignal): Promise<boolean> {
    const over = new AbortController();
    try {
      const ending = AbortSignal.any([signal, deadline(systemClock, longestMs, over.signal)]);
      const script = await fetchScript(address, this.#options.trust, ending);
      return !signal.aborted && (await this.#use(script));
    } catch (error) {
      // An address may contain what nobody should read.
      const { origin, pathname } = new URL(address);
      if (!signal.aborted) this.#options.onFailure(`${origin}${pathname}: ${String(error)}`);
      return false;
    } finally {
      over.abort();
    }
  }

  async #use(script: string | null): Promise<boolean> {
    try {
      await this.#options.use(script);
      return true;
    } catch (error) {
      this.#options.onFailure(String(error));
      return false;
    }
  }
}

/** Fetches the script directly. The environment does not decide what TLS trusts. */
async function fetchScript(
  address: string,
  trust: () => SecureContext,
  signal: AbortSignal,
): Promise<string> {
  const findRoutes = () => Promise.resolve('DIRECT');
  const dispatcher = new Agent({ connect: connectorOf(longestMs, { findRoutes, trust }) });
  try {
    return await read(await dispatcher.request({ ...partsOf(address), method: 'GET', signal }));
  } finally {
    await dispatcher.destroy();
  }
}

const partsOf = (address: string): { readonly origin: string; readonly path: string } => {
  const { origin, pathname, search } = new URL(address);
  return { origin, path: pathname + search };
};

async function read({ statusCode, body }: Dispatcher.ResponseData): Promise<string> {
  const script = await boundedText(body, mostBytes);
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  // A sign-in page, for example, is no script.
  if (!script.includes('FindProxyForURL')) throw new Error('it is no proxy script');
  return script;
}

/** Returns the script as an address for Electron's `setProxy`. */
export const scriptAsAddress = (script: string): string =>
  `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`;
