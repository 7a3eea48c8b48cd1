// What became of something that was sent to a printer.
import type { PrintError } from '../contract/print-jobs.ts';

export type Sent =
  | { readonly outcome: 'printed' }
  /** Provably nothing of it has reached the printer. */
  | { readonly outcome: 'not_sent'; readonly error: PrintError }
  /** Paper may have come out. */
  | { readonly outcome: 'unclear'; readonly error: PrintError };

export const printed: Sent = { outcome: 'printed' };
export const notSent = (error: PrintError): Sent => ({ outcome: 'not_sent', error });
export const unclear = (error: PrintError): Sent => ({ outcome: 'unclear', error });
