// A receipt's page on its way out: into a PDF file, or to the system's printer, through a hidden window.
import type { BrowserWindow, WebContents } from 'electron';
import type { Result } from '../contract/errors.ts';
import { writeNewFile } from './new-file.ts';

/** The parts of Electron's window that printing needs. */
export interface HiddenWindow extends Pick<BrowserWindow, 'loadURL' | 'destroy'> {
  readonly webContents: Pick<
    WebContents,
    'executeJavaScript' | 'getPrintersAsync' | 'print' | 'printToPDF'
  >;
}

const cssPixelsPerInch = 96;
const micronsPerInch = 25_400;
const widthMicrons = 80_000;
/** Rounding must not push the last line onto a second page. */
const spareMicrons = 1_000;
/** Drivers turn a page that is wider than high. */
const leastHeightMicrons = widthMicrons + spareMicrons;
/** 200 inches, the most that a page of a PDF can have: what is longer goes on on another page. */
const mostHeightMicrons = 200 * micronsPerInch;

/**
 * Writes the receipt at `url` as a PDF of one page, 80 mm wide and as long as its content, and answers where: beside
 * `file`, with a number added, if there is such a file already.
 * Errors: `disk_full`, `file_not_written`.
 */
export function saveReceiptPdf(
  openHidden: () => HiddenWindow,
  url: string,
  file: string,
): Promise<Result<{ readonly file: string }>> {
  return withReceipt(openHidden, url, async ({ webContents }, { width, height }) => {
    const pdf = await webContents.printToPDF({
      pageSize: {
        width: width / micronsPerInch,
        height: height / micronsPerInch,
      },
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      printBackground: true,
    });
    return writeNewFile(file, pdf);
  });
}

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** @throws when the address shows no receipt: whoever calls has made sure that there is one. */
export async function withReceipt<Answer>(
  openHidden: () => HiddenWindow,
  url: string,
  use: (window: HiddenWindow, pageMicrons: PageSize) => Promise<Answer>,
): Promise<Answer> {
  const window = openHidden();
  try {
    await window.loadURL(url);
    const height: unknown = await window.webContents.executeJavaScript(
      `document.querySelector('.paper')?.getBoundingClientRect().height`,
    );
    if (typeof height !== 'number') throw new Error(`no receipt at ${url}`);
    const microns = Math.ceil((height / cssPixelsPerInch) * micronsPerInch) + spareMicrons;
    const heightMicrons = Math.min(Math.max(microns, leastHeightMicrons), mostHeightMicrons);
    return await use(window, { width: widthMicrons, height: heightMicrons });
  } finally {
    window.destroy();
  }
}
