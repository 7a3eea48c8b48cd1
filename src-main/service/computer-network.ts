// The computer's own ways to the network: its proxies, or the script that the owner has named, and
// the certificate authorities that it trusts.
import { growingWaitMs, type Clock } from '../clock.ts';
import { ProxyScript, scriptAsAddress } from './proxy-script.ts';
import { systemTrust } from './trust.ts';

/** What is used of Electron's session. */
interface WebSession {
  readonly resolveProxy: (url: string) => Promise<string>;
  readonly setProxy: (
    config:
      | { readonly mode: 'system' }
      | { readonly mode: 'pac_script'; readonly pacScript: string },
  ) => Promise<void>;
}

interface ComputerNetworkOptions {
  readonly session: WebSession;
  /** The address of the owner's script; null if there is none. */
  readonly script: () => string | null;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onFailure: (what: string, error: unknown) => void;
}

export function computerNetwork({ session, script, clock, onFailure }: ComputerNetworkOptions) {
  const trust = systemTrust((error) => {
    onFailure('the system’s certificate authorities could not be read', error);
  });
  const proxyScript = new ProxyScript({
    use: (text) =>
      session.setProxy(
        text === null
          ? { mode: 'system' }
          : { mode: 'pac_script', pacScript: scriptAsAddress(text) },
      ),
    trust,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    waitMs: (failures) => growingWaitMs(failures, { firstMs: 5_000, capMs: 300_000 }),
    onFailure: (what) => onFailure('the proxy script is not in use', what),
  });
  return {
    findRoutes: (url: string) => session.resolveProxy(url),
    trust,
    /** Puts the script to use that the settings name. */
    followScript: () => proxyScript.follow(script()),
    close: () => proxyScript.close(),
  };
}
