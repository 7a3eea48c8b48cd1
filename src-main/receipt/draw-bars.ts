// The bars of a label as SVG, as wide as its label has room for. Loaded with the first sheet.
import { code128, drawingSVG, ean13, ean8, upca } from 'bwip-js/generic';
import type { BarCode, Symbology } from './shelf-label.ts';

/** The nominal size of an EAN's module; no bars are wider. */
const nominalMm = 0.33;
/** The least of an EAN is eighty percent of its nominal size; scanners read finer Code 128. */
const leastMm: Readonly<Record<Symbology, number>> = {
  ean13: 0.264,
  ean8: 0.264,
  upca: 0.264,
  code128: 0.19,
};
/** Modules that stay white at both sides together. */
const quietModules = 22;

const encoders = { ean13, ean8, upca, code128 } as const;

/** Undefined where the bars would be too fine for the label. `labelMm`: how wide it is. */
export function drawBars({ symbology, data }: BarCode, labelMm: number): string | undefined {
  const bars = encoders[symbology];
  const options = { bcid: symbology, text: data, scale: 1, height: 10, includetext: false };
  const svg = bars(options, drawingSVG());
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const moduleMm = Math.min(nominalMm, labelMm / (modules + quietModules));
  if (!(moduleMm >= leastMm[symbology])) return undefined;
  // Of the label's whole width, so that the preview is in proportion at any size.
  const percent = ((100 * moduleMm * modules) / labelMm).toFixed(2);
  return svg.replace(
    '<svg ',
    `<svg width="${percent}%" height="100%" preserveAspectRatio="none" shape-rendering="crispEdges" `,
  );
}
