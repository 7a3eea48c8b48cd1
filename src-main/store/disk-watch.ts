// Watches the disk with the tills' data for signs that it is failing or nearly full, so that a
// person is told before it ends. It is told what others have seen, and costs no sale anything.
import type { AppError } from '../contract/errors.ts';
import { type DiskRoom, littleSpaceBytes } from './free-space.ts';

/** From the most urgent. */
const signs = ['disk_failing', 'disk_nearly_full', 'disk_slow'] as const;
type SignCode = (typeof signs)[number];
export type DiskSign = Extract<AppError, { readonly code: SignCode }>;

export interface DiskWatchOptions {
  readonly nowMs: () => number;
  readonly notify: (sign: DiskSign) => void;
  readonly withdraw: (code: SignCode) => void;
}

/** What was dismissed is told again after this time, and a failure counts for as long. */
const dayMs = 86_400_000;
/** So many slow syncs in a row: one alone may have waited for something else. */
const slowInARow = 3;
const slowFromMs = 1_000;
const timesUsual = 10;
const mostUsual = 50;

/** Failures of the disk itself; neither a lack of memory nor a file that was moved is one. */
const ofDisk = /^SQLITE_(IOERR(?!_NOMEM)|READONLY(?!_DBMOVED)|CORRUPT)/;

export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #present = new Map<SignCode, DiskSign>();
  #failedAtMs = 0;
  #usualMs: readonly number[] = [];
  #slow = 0;
  #toldSign: { readonly code: SignCode; readonly atMs: number } | null = null;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
  }

  /** The most urgent sign; null if there is none. */
  get sign(): DiskSign | null {
    const code = signs.find((known) => this.#present.has(known));
    return (code && this.#present.get(code)) ?? null;
  }

  /** Handles an error that somebody has met; all but those of a failing disk are ignored. */
  readonly failed = (error: AppError | null | undefined): void => {
    const detail = failureOf(error);
    if (detail === undefined || !ofDisk.test(detail)) return;
    this.#failedAtMs = this.#options.nowMs();
    this.#note({ code: 'disk_failing', detail });
  };

  /** Handles how long a write to the till's file took until it was on the disk. */
  synced(tookMs: number): void {
    const usualMs = median(this.#usualMs);
    if (tookMs < Math.max(slowFromMs, timesUsual * (usualMs ?? 0))) {
      this.#slow = 0;
      this.#usualMs = [...this.#usualMs, tookMs].slice(-mostUsual);
      this.#end('disk_slow');
      return;
    }
    this.#slow += 1;
    if (this.#slow >= slowInARow) this.#note({ code: 'disk_slow', tookMs: Math.round(tookMs) });
  }

  /** Handles how much room there is, which is asked for now and then. */
  hasRoom({ freeBytes, monthBytes }: DiskRoom): void {
    const { nowMs } = this.#options;
    if (Math.abs(nowMs() - this.#failedAtMs) > dayMs) this.#end('disk_failing');
    const neededBytes = littleSpaceBytes + monthBytes;
    if (freeBytes < neededBytes) this.#note({ code: 'disk_nearly_full', freeBytes, neededBytes });
    else this.#end('disk_nearly_full');
  }

  #note(sign: DiskSign): void {
    this.#present.set(sign.code, sign);
    this.#tell();
  }

  #end(code: SignCode): void {
    if (this.#present.delete(code)) this.#tell();
  }

  /** Tells the most urgent sign, once a day: one notice at a time. */
  #tell(): void {
    const { nowMs, notify, withdraw } = this.#options;
    const { sign } = this;
    const toldSign = this.#toldSign;
    if (toldSign?.code === sign?.code && toldSign && Math.abs(nowMs() - toldSign.atMs) < dayMs)
      return;
    if (toldSign) withdraw(toldSign.code);
    this.#toldSign = sign && { code: sign.code, atMs: nowMs() };
    if (sign) notify(sign);
  }
}

function failureOf(error: AppError | null | undefined): string | undefined {
  if (error?.code === 'store_failed') return error.detail;
  return error?.code === 'store_damaged' ? 'SQLITE_CORRUPT' : undefined;
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
