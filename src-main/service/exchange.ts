// One request to the service and everything that can come of it, as data.
import type { UnreachableReason } from '../contract/errors.ts';

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** The path below the service's address; it begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** JSON, sent byte for byte. */
  readonly body?: Uint8Array;
  readonly token?: string;
  readonly signal?: AbortSignal;
  /** When the request must have ended, if that is sooner than the client's own time-outs. */
  readonly timeoutMs?: number;
}

export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Parsed JSON; undefined if the body is empty. */
      readonly body: unknown;
      readonly retryAfterMs: number | null;
      /** The service's clock, if the answer's `Date` tells it. */
      readonly servedAtMs?: number;
    }
  /** An answer began, but its content cannot be known. */
  | {
      readonly kind: 'unreadable';
      readonly status: number;
      /** `not_json`, `too_large`, `cut_off`, or the code of the error that ended it. */
      readonly what: string;
      readonly retryAfterMs: number | null;
    }
  | {
      readonly kind: 'no_answer';
      /** False only if it is proven that nothing of the request left the till. */
      readonly sent: boolean;
      /** The code of undici's or the socket's error. */
      readonly what: string;
      readonly reason: UnreachableReason;
    };
