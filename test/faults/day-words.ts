// What a till has said of its days: a person who has heard it counts on it.

export type DayWord =
  /** Null: no day was open, or it was not paid in cash. */
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
      /** Out of the drawer is negative. */
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
  /** What should have been done at once. */
  | { readonly did: 'refused'; readonly what: string; readonly code: string };
