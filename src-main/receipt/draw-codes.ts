// Draws the codes of a page as SVG. Loaded with the first receipt: loading takes a while, which the
// start of the till need not wait for.
import { code128, drawingSVG, qrcode } from 'bwip-js/generic';
import { columnsOf, type Paper } from '../contract/printing.ts';
import type { CodeDrawer } from './html.ts';
import { fitsBars, isForQr } from './scan-codes.ts';

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
