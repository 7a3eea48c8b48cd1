// How high an amount stands in a picture.
import { scaleLinear, type ScaleLinear } from 'd3-scale';

/** Above the highest amount, and below for the names of times. */
const top = 8;
const bottom = 22;

/** From euros to the pixels of a picture that is `height` high and has about so many lines. */
export const euroHeights = (
  amountsCents: readonly number[],
  height: number,
  lines: number,
): ScaleLinear<number, number> =>
  scaleLinear(
    [0, Math.max(100, ...amountsCents) / 100],
    [Math.max(height - bottom, top + 1), top],
  ).nice(lines);
