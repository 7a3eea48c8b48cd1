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

export interface ComputerNetworkOptions {
  readonly session: WebSession;
  /** The address of the owner's script; null if there is none. */
  readonly script: () => string | null;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onFailure: (what: string, error: unknown) => void;
}

export class ComputerNetwork {
  readonly findRoutes: (url: string) => Promise<string>;
  readonly trust: ReturnType<typeof systemTrust>;
  /** Puts the script to use that the settings name. */
  readonly followScript: () => void;
  readonly #script: ProxyScript;

  constructor({ session, script, clock, onFailure }: ComputerNetworkOptions) {
    this.findRoutes = (url) => session.resolveProxy(url);
    this.trust = systemTrust((error) => {
      onFailure('the system’s certificate authorities could not be read', error);
    });
    this.#script = new ProxyScript({
      use: (text) =>
        session.setProxy(
          text === null
            ? { mode: 'system' }
            : { mode: 'pac_script', pacScript: scriptAsAddress(text) },
        ),
      trust: this.trust,
      sleep: (ms, signal) => clock.sleep(ms, signal),
      waitMs: (failures) =>
        growingWaitMs(failures, { firstMs: 5_000, capMs: 300_000 }, Math.random()),
      onFailure: (what) => onFailure('the proxy script is not in use', what),
    });
    this.followScript = () => this.#script.follow(script());
  }

  close(): void {
    this.#script.close();
  }
}
