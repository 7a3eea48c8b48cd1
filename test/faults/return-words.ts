// What a till said of goods that came back, so that a person counts on it.
import type { ReturnFinish } from '../../src-main/contract/returns.ts';

export type ReturnWord =
  /** The page asks for it; whether it is made is not known yet. */
  | { readonly did: 'asked'; readonly wanted: ReturnFinish }
  | {
      readonly did: 'returned';
      readonly returnId: string;
      readonly reference: string;
      /** The original's. */
      readonly docKey: string;
    }
  | { readonly did: 'refused'; readonly code: string };
