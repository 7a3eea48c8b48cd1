// Brings a receipt's page into a PDF file, or to the system's printer, through a hidden window.
import type { BrowserWindow, WebContents } from 'electron';
import type { Result } from '../contract/errors.ts';
import type { Paper } from '../contract/printing.ts';
import { writeNewFile } from '../store/new-file.ts';

/** The parts of Electron's window that printing needs. */
export interface HiddenWindow extends Pick<BrowserWindow, 'destroy'> {
  readonly loadPage: (html: string) => Promise<void>;
  readonly webContents: Pick<
    WebContents,
    'executeJavaScript' | 'getPrintersAsync' | 'print' | 'printToPDF'
  >;
}

const cssPixelsPerInch = 96;
const micronsPerInch = 25_400;
/** Spare length, so that rounding does not push the last line onto a second page. */
const spareMicrons = 1_000;
/** 200 inches, the most that a page of a PDF can have: a longer receipt goes on on another page. */
const mostHeightMicrons = 200 * micronsPerInch;
const a4 = { width: 210_000, height: 297_000 } as const;

export type PageSize = Readonly<Record<'width' | 'height', number>>;

/** Returns the page's size. A roll is longer than wide, as drivers turn a wider page. */
function pageSizeMicrons(paper: Paper, contentMicrons: number): PageSize {
  if (paper === 'A4') return a4;
  const width = Number(paper) * 1_000;
  const height = Math.max(contentMicrons + spareMicrons, width + spareMicrons);
  return { width, height: Math.min(height, mostHeightMicrons) };
}

/**
 * Writes the receipt's page as a PDF: on a roll one page as long as its content, on A4 as many
 * pages as needed. Returns its path, with a number added to `file` if there is such a file already.
 * Errors: `disk_full`, `file_not_written`.
 */
export function saveReceiptPdf(
  openHidden: () => HiddenWindow,
  page: string,
  file: string,
  paper: Paper,
): Promise<Result<{ readonly file: string }>> {
  return withReceipt(openHidden, page, paper, async ({ webContents }, { width, height }) => {
    const pdf = await webContents.printToPDF({
      pageSize: { width: width / micronsPerInch, height: height / micronsPerInch },
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      printBackground: true,
    });
    return writeNewFile(file, pdf);
  });
}

/**
 * Loads the page and uses it. Returns `instead` if that comes sooner: the page may never load, and
 * the system may never say what printers there are.
 * @throws if the page shows no receipt.
 */
export async function withReceipt<Answer>(
  openHidden: () => HiddenWindow,
  page: string,
  paper: Paper,
  use: (window: HiddenWindow, pageSize: PageSize) => Promise<Answer>,
  instead: Promise<Answer> = Promise.withResolvers<Answer>().promise,
): Promise<Answer> {
  const window = openHidden();
  const load = async () => {
    await window.loadPage(page);
    const height: unknown = await window.webContents.executeJavaScript(
      `document.querySelector('.paper')?.getBoundingClientRect().height`,
    );
    if (typeof height !== 'number') throw new Error('no receipt on the page');
    const microns = Math.ceil((height / cssPixelsPerInch) * micronsPerInch);
    return use(window, pageSizeMicrons(paper, microns));
  };
  try {
    return await Promise.race([load(), instead]);
  } finally {
    window.destroy();
  }
}
