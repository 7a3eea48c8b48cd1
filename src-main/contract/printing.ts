// What is printed on and how: the printer, its drawer, and what the shop chooses for its receipts.
import * as v from 'valibot';
import { filledLineSchema, isOneLine } from './one-line.ts';
import { drawerSchema } from './drawer.ts';

/** The widths of the roll in millimetres. */
export const rollWidths = [80, 58] as const;
export type RollWidth = (typeof rollWidths)[number];

export const columnCounts = [48, 42, 32] as const;
/** The number of letters side by side. */
export type Columns = (typeof columnCounts)[number];

/** The numbers of letters that fit each roll, the usual one first. */
export const columnsOf: Readonly<Record<RollWidth, readonly [Columns, ...Columns[]]>> = {
  80: [48, 42],
  58: [32],
};

export const papers = ['80', '58', 'A4'] as const;
export type Paper = (typeof papers)[number];

export const printerLanguages = ['esc-pos', 'star-prnt'] as const;
export type PrinterLanguage = (typeof printerLanguages)[number];

/** The code pages that hold every letter of Portuguese and the euro sign. */
export const codePages = ['cp858', 'windows1252', 'iso8859-15'] as const;
export type CodePage = (typeof codePages)[number];

/** The code pages of each language: Star's printers have no ISO 8859-15. */
export const codePagesOf: Readonly<Record<PrinterLanguage, readonly CodePage[]>> = {
  'esc-pos': codePages,
  'star-prnt': ['cp858', 'windows1252'],
};

/** How the till writes to a thermal printer, whichever way the bytes go. */
export const thermalSchema = v.pipe(
  v.strictObject({
    language: v.picklist(printerLanguages),
    width: v.picklist(rollWidths),
    columns: v.picklist(columnCounts),
    codePage: v.picklist(codePages),
    cuts: v.boolean(),
  }),
  v.check(({ language, codePage }) => codePagesOf[language].includes(codePage)),
  v.check(({ width, columns }) => columnsOf[width].includes(columns)),
);
export type Thermal = v.InferOutput<typeof thermalSchema>;

export const systemPrinterNameSchema = filledLineSchema(200);

/** The files of printers on a cable or Bluetooth, on Linux and macOS: no others are opened. */
const deviceFile =
  /^\/dev\/((usb\/lp|lp|usblp|ttyUSB|ttyACM|ttyS|rfcomm)\d{1,3}|(serial\/by-(id|path)|usb\/by-id)\/[\w.:+-]+|(cu|tty)\.[\w.-]+)$/;

export const printerSchema = v.variant('kind', [
  /** A printer of the system, through its driver. */
  v.strictObject({
    kind: v.literal('system'),
    name: systemPrinterNameSchema,
    paper: v.picklist(papers),
  }),
  v.strictObject({
    kind: v.literal('tcp'),
    host: filledLineSchema(253),
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    thermal: thermalSchema,
  }),
  /** A device file, such as /dev/usb/lp0. */
  v.strictObject({
    kind: v.literal('device'),
    file: v.pipe(filledLineSchema(200), v.regex(deviceFile)),
    thermal: thermalSchema,
  }),
  /** A printer of the system, past its driver. */
  v.strictObject({ kind: v.literal('queue'), name: filledLineSchema(200), thermal: thermalSchema }),
]);
export type Printer = v.InferOutput<typeof printerSchema>;

/** Returns the printer's address or file, or the system's name for it. */
export function printerName(printer: Printer): string {
  switch (printer.kind) {
    case 'tcp':
      return `${printer.host}:${printer.port}`;
    case 'device':
      return printer.file;
    case 'system':
    case 'queue':
      return printer.name;
  }
}

export const automaticPrints = ['never', 'after_sale', 'when_confirmed'] as const;

/** Settings of this computer. */
export const printingSchema = v.strictObject({
  /** Null prints on the system's default printer. */
  printer: v.nullable(printerSchema),
  /** Null if there is none. */
  drawer: v.nullable(drawerSchema),
  /** `after_sale`: the receipt, or the slip if it waits. `when_confirmed`: only the receipt. */
  automatic: v.picklist(automaticPrints),
});
export type Printing = v.InferOutput<typeof printingSchema>;

/** Changes to the settings; what is left out stays as it is. */
export const printingChangeSchema = v.strictObject({
  printer: v.exactOptional(printingSchema.entries.printer),
  drawer: v.exactOptional(printingSchema.entries.drawer),
  automatic: v.exactOptional(printingSchema.entries.automatic),
});

export const defaultPrinting: Printing = { printer: null, drawer: null, automatic: 'never' };

const textBlock = v.pipe(v.string(), v.maxLength(1_000), v.regex(/^[\P{Cc}\n]*$/u));

/** The largest logo in dots of a thermal printer: a roll of 80 mm has 576 of them side by side. */
export const logoMost = { width: 576, height: 320 } as const;

/** What the till's company prints on receipts and the service does not say. */
export const receiptSettingsSchema = v.strictObject({
  /** The lines under the company's name. */
  addressLines: textBlock,
  companyTaxNumber: v.pipe(v.string(), v.maxLength(20), isOneLine),
  headerText: textBlock,
  footerText: textBlock,
  /** A PNG that is printed above the name; null for none. No PNG is shorter than 57 bytes. */
  logo: v.nullable(v.pipe(v.instance(Uint8Array), v.minLength(57), v.maxLength(256 * 1024))),
  /** What happens to a receipt if the service has sent no fiscal marks. */
  withoutMarks: v.picklist(['print', 'refuse']),
  /** The text in place of the marks; empty for the till's own sentence. */
  withoutMarksText: textBlock,
});
export type ReceiptSettings = v.InferOutput<typeof receiptSettingsSchema>;

export const defaultReceiptSettings: ReceiptSettings = {
  addressLines: '',
  companyTaxNumber: '',
  headerText: '',
  footerText: '',
  logo: null,
  withoutMarks: 'print',
  withoutMarksText: '',
};

export interface SystemPrinter {
  readonly name: string;
  readonly label: string;
}
