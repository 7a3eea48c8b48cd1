// What became of something that was sent to a printer.
import type { PrintError } from '../contract/print-jobs.ts';

export type PrintOutcome =
  | { readonly outcome: 'printed' }
  /** It is certain that nothing of it has reached the printer. */
  | { readonly outcome: 'not_sent'; readonly error: PrintError }
  /** Paper may have come out. */
  | { readonly outcome: 'unclear'; readonly error: PrintError };

export const printed: PrintOutcome = { outcome: 'printed' };
export const notSent = (error: PrintError): PrintOutcome => ({ outcome: 'not_sent', error });
export const unclear = (error: PrintError): PrintOutcome => ({ outcome: 'unclear', error });
