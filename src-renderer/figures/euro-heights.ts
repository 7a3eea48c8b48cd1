// Works out how high an amount stands in a picture.
import { scaleLinear, type ScaleLinear } from 'd3-scale';

/** The room above the highest amount, and the room below for the names of times. */
const top = 8;
const bottom = 22;

/**
 * Returns the scale from euros to the pixels of a picture that is `height` high and has about this
 * many lines.
 */
export const euroHeights = (
  amountsCents: readonly number[],
  height: number,
  lines: number,
): ScaleLinear<number, number> =>
  scaleLinear(
    [0, Math.max(100, ...amountsCents) / 100],
    [Math.max(height - bottom, top + 1), top],
  ).nice(lines);
