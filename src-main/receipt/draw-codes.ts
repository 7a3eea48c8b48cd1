// What a page carries to be scanned, as SVG. Loaded with the first receipt: it takes a while, which the start of the till
// need not wait for.
import { code128, drawingSVG, qrcode } from 'bwip-js/generic';
import type { Paper } from '../contract/printing.ts';
import type { CodeDrawer } from './html.ts';
import { fitsBars, isForQr } from './scan-codes.ts';

const qr = (data: string): string | undefined =>
  isForQr(data) ? qrcode({ bcid: 'qrcode', text: data, scale: 1 }, drawingSVG()) : undefined;

const key = (data: string, paper: Paper): string | undefined =>
  fitsBars(data, paper === '58' ? 58 : 80)
    ? code128({ bcid: 'code128', text: data, scale: 1, height: 10 }, drawingSVG())
    : qr(data);

export const codeDrawer: CodeDrawer = { key, qr };
