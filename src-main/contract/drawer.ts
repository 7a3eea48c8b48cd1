// The cash drawer: how its plug is wired, when it opens by itself, and every opening.
import * as v from 'valibot';
import { filledLineSchema } from './one-line.ts';

/** The lines of a drawer's plug that can open it. */
export const drawerPins = [2, 5] as const;

export const drawerSchema = v.strictObject({
  pin: v.picklist(drawerPins),
  /** How long the pulse lasts, and the pause after it. ESC/POS counts in 2 ms up to 510. */
  onMs: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(510)),
  offMs: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(510)),
  /** The payment methods for which the drawer opens by itself when a sale is paid in cash. */
  opensFor: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), v.maxLength(20)),
});
export type Drawer = v.InferOutput<typeof drawerSchema>;

/** How an opening of the drawer ended. `unknown`: the till ended before it was told. */
export const openingOutcomes = ['opened', 'failed', 'unclear', 'unknown'] as const;

export const drawerOpeningSchema = v.object({
  openingId: v.pipe(v.number(), v.safeInteger()),
  atMs: v.pipe(v.number(), v.safeInteger()),
  openedBy: v.string(),
  /** The manager who allowed it; null if nobody had to. */
  approvedBy: v.nullable(v.string()),
  /** The reason in a person's words; null if a sale was paid in cash. */
  reason: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  outcome: v.picklist(openingOutcomes),
});
export type DrawerOpening = Readonly<v.InferOutput<typeof drawerOpeningSchema>>;

export const openingReasonSchema = filledLineSchema(100);
