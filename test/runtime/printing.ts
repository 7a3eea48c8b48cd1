// Paper: Chromium renders the PDF, and CUPS prints it if it is installed.
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { CDPSession } from 'playwright-core';

const run = promisify(execFile);

/** Width and height in inches. */
const paperInches: Record<string, readonly [number, number]> = {
  A0: [33.11, 46.81],
  A1: [23.39, 33.11],
  A2: [16.54, 23.39],
  A3: [11.69, 16.54],
  A4: [8.27, 11.69],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
  Tabloid: [11, 17],
  Ledger: [17, 11],
};
const micronsPerInch = 25_400;
const pixelsPerInch = 96;

/** As Electron's webContents.printToPDF, with sizes and margins in inches. */
export async function renderPdf(
  session: CDPSession,
  options: Electron.PrintToPDFOptions,
): Promise<Buffer> {
  const { pageSize = 'Letter', margins, ...asTheyAre } = options;
  const [paperWidth, paperHeight] =
    typeof pageSize === 'string'
      ? (paperInches[pageSize] ?? [])
      : [pageSize.width, pageSize.height];
  if (paperWidth === undefined || paperHeight === undefined)
    throw new Error(`Invalid pageSize ${JSON.stringify(pageSize)}`);
  const { data } = await session.send('Page.printToPDF', {
    ...asTheyAre,
    paperWidth,
    paperHeight,
    ...(margins?.top === undefined ? {} : { marginTop: margins.top }),
    ...(margins?.bottom === undefined ? {} : { marginBottom: margins.bottom }),
    ...(margins?.left === undefined ? {} : { marginLeft: margins.left }),
    ...(margins?.right === undefined ? {} : { marginRight: margins.right }),
  });
  return Buffer.from(data, 'base64');
}

/** Turns Electron's print options into options of a PDF: microns and pixels become inches. */
function asPdfOptions(options: Electron.WebContentsPrintOptions): Electron.PrintToPDFOptions {
  const { pageSize, margins, pageRanges, scaleFactor } = options;
  const inches = (pixels: number | undefined) => (pixels ?? 0) / pixelsPerInch;
  return {
    landscape: options.landscape ?? false,
    printBackground: options.printBackground ?? false,
    scale: (scaleFactor ?? 100) / 100,
    pageRanges: (pageRanges ?? [])
      .map(({ from, to }) => `${String(from + 1)}-${String(to + 1)}`)
      .join(','),
    ...(pageSize === undefined
      ? {}
      : {
          pageSize:
            typeof pageSize === 'string'
              ? pageSize
              : {
                  width: pageSize.width / micronsPerInch,
                  height: pageSize.height / micronsPerInch,
                },
        }),
    ...(margins === undefined || margins.marginType === 'default'
      ? {}
      : {
          margins: {
            top: inches(margins.top),
            bottom: inches(margins.bottom),
            left: inches(margins.left),
            right: inches(margins.right),
          },
        }),
  };
}

/** Returns `undefined` if CUPS is not installed or not running. */
async function queryCups(...args: string[]): Promise<string | undefined> {
  try {
    return (await run('lpstat', args)).stdout;
  } catch {
    return undefined;
  }
}

export async function listPrinters(): Promise<Electron.PrinterInfo[]> {
  const names = (await queryCups('-e')) ?? '';
  return names
    .split('\n')
    .filter((name) => name !== '')
    .map((name) => ({ name, displayName: name, description: '', options: {} }));
}

/** @returns why nothing was printed, or an empty string. */
export async function printWithCups(
  session: CDPSession,
  options: Electron.WebContentsPrintOptions,
): Promise<string> {
  if (options.silent !== true) return 'The print dialog needs Electron itself';
  const printers = await listPrinters();
  if (printers.length === 0) return 'No printers available';
  const { deviceName = '', copies = 1 } = options;
  if (deviceName !== '' && !printers.some(({ name }) => name === deviceName))
    return 'Invalid printer settings';
  const pdf = await renderPdf(session, asPdfOptions(options));
  const lp = spawn(
    'lp',
    [...(deviceName === '' ? [] : ['-d', deviceName]), '-n', String(copies), '-'],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  );
  const failure = new Promise<string>((resolve) => {
    lp.on('error', (error) => {
      resolve(error.message);
    });
    lp.on('close', (code) => {
      resolve(code === 0 ? '' : 'Print job failed');
    });
  });
  lp.stdin.on('error', () => undefined); // The exit code tells.
  lp.stdin.end(pdf);
  return failure;
}
