// Draws the codes of a page and the bars of its labels as SVG. Loaded with the first page: loading
// takes a while, which the start of the till need not wait for.
import { code128, drawingSVG, qrcode, ean13, ean8, upca } from 'bwip-js/generic';
import { columnsOf, type Paper } from '../contract/printing.ts';
import type { CodeDrawer } from './html.ts';
import { fitsBars, isForQr } from './scan-codes.ts';
import type { BarCode, Symbology } from './shelf-label.ts';

const moduleMm = 0.25;
const qrMm = 30;

function key(data: string, paper: Paper): string | undefined {
  if (!fitsBars(data, columnsOf[paper === '58' ? 58 : 80][0])) return qr(data);
  const svg = code128({ bcid: 'code128', text: data, scale: 1, height: 10 }, drawingSVG());
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  return sized(svg, modules * moduleMm, 9);
}

const qr = (data: string): string | undefined =>
  isForQr(data)
    ? sized(qrcode({ bcid: 'qrcode', text: data, scale: 1 }, drawingSVG()), qrMm, qrMm)
    : undefined;

const sized = (svg: string, widthMm: number, heightMm: number): string =>
  svg.replace(
    '<svg ',
    `<svg width="${widthMm}mm" height="${heightMm}mm" preserveAspectRatio="none" `,
  );

export const codeDrawer: CodeDrawer = { key, qr };

/** The nominal width of an EAN's module; no bars are wider. */
const nominalMm = 0.33;
/** The narrowest modules: eighty percent of an EAN's nominal size; scanners read finer Code 128. */
const leastMm: Readonly<Record<Symbology, number>> = {
  ean13: 0.264,
  ean8: 0.264,
  upca: 0.264,
  code128: 0.19,
};
/** How many modules stay white, both sides together. */
const quietModules = 22;

const encoders = { ean13, ean8, upca, code128 } as const;

/** Returns undefined if the bars would be too fine for a label of this width. */
export function drawBars({ symbology, data }: BarCode, labelMm: number): string | undefined {
  const bars = encoders[symbology];
  const options = { bcid: symbology, text: data, scale: 1, height: 10, includetext: false };
  const svg = bars(options, drawingSVG());
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const moduleMm = Math.min(nominalMm, labelMm / (modules + quietModules));
  if (!(moduleMm >= leastMm[symbology])) return undefined;
  // A share of the label's whole width keeps the preview in proportion at any size.
  const percent = ((100 * moduleMm * modules) / labelMm).toFixed(2);
  return svg.replace(
    '<svg ',
    `<svg width="${percent}%" height="100%" preserveAspectRatio="none" shape-rendering="crispEdges" `,
  );
}
