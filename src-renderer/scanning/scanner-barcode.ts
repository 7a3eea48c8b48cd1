// Draws a barcode that a scanner reads from the screen. It is loaded when one is asked for, and not
// at every start of the till.
import { code128, drawingSVG } from 'bwip-js/generic';

/** Returns the address of a picture, which can run nothing, whatever is in it. */
export function barcodePicture(text: string): string {
  const svg = code128({ bcid: 'code128', text, scale: 3, height: 12 }, drawingSVG());
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
