// What the checks find out about the computer that a till runs on, as data: a screen and a report
// put it into words.
import * as v from 'valibot';
import type { AppError } from './errors.ts';
import type { PrintError } from './print-jobs.ts';
import type { Printer } from './printing.ts';

/** The checks in the order in which they show. Each runs by itself, and may find several things. */
export const checkNames = [
  'runtime',
  'key_store',
  'printers',
  'proxy',
  'service',
  'disk',
  'screens',
] as const;
export type CheckName = (typeof checkNames)[number];
export const checkNameSchema = v.picklist(checkNames);

/** `unknown`: this system does not tell. */
export type Verdict = 'fine' | 'look_at' | 'bad' | 'unknown';

/** `none`: the only store is one that everybody can open. */
export type FoundKeyStore = 'real' | 'none' | 'silent';

export type Finding = { readonly verdict: Verdict } & (
  | {
      readonly item: 'runtime';
      readonly versions: Readonly<Record<string, string>>;
      readonly hasElectron: boolean;
    }
  | {
      readonly item: 'key_store';
      readonly store: FoundKeyStore;
      /** The store's name on Linux; null on a system with only one. */
      readonly backend: string | null;
      /** Whether the owner accepts that the sign-in is kept without a key store. */
      readonly keepsWeakly: boolean;
    }
  | {
      /** The printer that receipts go to. */
      readonly item: 'printer';
      /** Null is the system's default printer. */
      readonly way: Printer['kind'] | null;
      /** Its address, file or name; empty for the system's default printer. */
      readonly name: string;
      readonly error: PrintError | null;
      /** The printer is there, but tells nothing of paper and cover. */
      readonly isMute: boolean;
    }
  /** The printers that the system knows. */
  | { readonly item: 'printers'; readonly names: readonly string[] | null }
  /** The ways to the service, in their order: origins of proxies, and null for a direct one. */
  | { readonly item: 'route'; readonly routes: readonly (string | null)[] | null }
  /** The proxies' origins, by the name of the environment variable. */
  | { readonly item: 'proxy'; readonly proxies: Readonly<Record<string, string>> }
  | {
      readonly item: 'service';
      /** The address without user name, path and query. */
      readonly origin: string;
      /** The HTTP status, or why there was none. */
      readonly answer: number | string;
      readonly tookMs: number;
      /** What is wrong, if more is known than the answer says. */
      readonly trouble: AppError | null;
    }
  | { readonly item: 'no_service' }
  /** Seconds that this computer's clock is ahead of the service's. */
  | { readonly item: 'clock'; readonly aheadS: number | null }
  | { readonly item: 'disk_failed'; readonly code: string }
  | { readonly item: 'space'; readonly freeBytes: number }
  | { readonly item: 'sync'; readonly medianMs: number; readonly longestMs: number }
  | {
      readonly item: 'rights';
      readonly found: 'own' | 'absent' | 'not_writable' | 'open_to_others';
    }
  | { readonly item: 'screens'; readonly sizes: readonly ScreenSize[] | null }
  | ({ readonly item: 'scanner' } & ScanTrial)
);

export interface ScreenSize {
  /** Width and height are in the screen's own pixels. */
  readonly width: number;
  readonly height: number;
  /** How many screen pixels side by side make one pixel of the page. */
  readonly scale: number;
}

/** The keys that end a scan; keyboards make the last two of a line feed. */
export const scanEnds = ['Enter', 'Tab', 'ArrowDown', 'Ctrl+J'] as const;
export type ScanEnd = (typeof scanEnds)[number];

/** How a trial scan came: its rhythm, and nothing of what was scanned. */
export const scanTrialSchema = v.strictObject({
  characters: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  longestGapMs: v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)),
  end: v.nullable(v.picklist(scanEnds)),
  /** Whether the till takes it for a scan. */
  isScan: v.boolean(),
});
export type ScanTrial = v.InferOutput<typeof scanTrialSchema>;

export const judgeScan = (trial: ScanTrial): Finding => ({
  ...{ item: 'scanner', verdict: trial.isScan ? 'fine' : 'look_at' },
  ...trial,
});

/** The least free space on the till's disk: below it, a till may stop within a week. */
export const littleSpaceBytes = 256 * 1024 * 1024;
