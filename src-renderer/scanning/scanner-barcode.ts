// Draws a barcode that a scanner reads from the screen. It is loaded when one is asked for, and not
// at every start of the till.
import { code128, drawingSVG } from 'bwip-js/generic';

export interface BarcodePicture {
  /** The address of a picture, which can run nothing, whatever is in it. */
  readonly source: string;
  /** Every bar is whole pixels wide at this width. */
  readonly width: number;
  /** The number of narrow bars that it is as wide as. */
  readonly modules: number;
}

const pixelsPerModule = 2;

export function barcodePicture(text: string): BarcodePicture {
  const svg = code128({ bcid: 'code128', text, scale: pixelsPerModule, height: 12 }, drawingSVG());
  const width = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  return {
    source: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    width,
    modules: width / pixelsPerModule,
  };
}
