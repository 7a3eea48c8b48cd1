// What is found of the computer that a till runs on, as data: a report or a screen says it.

/** Unknown: this system does not tell. */
export type Verdict = 'fine' | 'look_at' | 'bad' | 'unknown';

export type Finding = { readonly verdict: Verdict } & (
  | {
      readonly item: 'runtime';
      readonly versions: Readonly<Record<string, string>>;
      readonly hasElectron: boolean;
    }
  | { readonly item: 'disk_failed'; readonly code: string }
  | { readonly item: 'space'; readonly freeBytes: number }
  | { readonly item: 'sync'; readonly medianMs: number; readonly longestMs: number }
  | {
      readonly item: 'rights';
      readonly found: 'own' | 'absent' | 'not_writable' | 'open_to_others';
    }
  | {
      readonly item: 'service';
      /** Without user name, path or query. */
      readonly origin: string;
      /** A status, or why there was none. */
      readonly answer: number | string;
      readonly tookMs: number;
    }
  | { readonly item: 'no_service' }
  /** Seconds that this computer's clock is ahead of the service's. */
  | { readonly item: 'clock'; readonly aheadS: number | null }
  /** Origins, by the name of the variable. */
  | { readonly item: 'proxy'; readonly proxies: Readonly<Record<string, string>> }
  | { readonly item: 'printers'; readonly names: readonly string[] | null }
  | { readonly item: 'screens'; readonly sizes: readonly ScreenSize[] | null }
);

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** An address without what may be secret in it; "not an address" for what is none. */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return 'not an address';
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
