// What a till said of its days, so that a person counts on it.

export type DayWord =
  /** `shiftId`: null if no day was open. `cashCents`: null if the sale was not paid in cash. */
  | {
      readonly did: 'sold';
      readonly reference: string;
      readonly shiftId: number | null;
      readonly cashCents: number | null;
    }
  | { readonly did: 'opened'; readonly shiftId: number; readonly floatCents: number }
  | {
      readonly did: 'moved';
      readonly movementId: number;
      readonly shiftId: number;
      /** Negative for cash out of the drawer. */
      readonly movedCents: number;
    }
  | { readonly did: 'counted'; readonly countId: number; readonly expectedCents: number }
  | {
      readonly did: 'closed';
      readonly zId: number;
      /** `AB12-7` */
      readonly name: string;
      readonly hash: string;
      readonly tookMs: number;
    }
  /** A request that should have succeeded at once. */
  | { readonly did: 'refused'; readonly what: string; readonly code: string };
