// What is printed on and how: the printer, its drawer, and what of a receipt the shop chooses.
import * as v from 'valibot';
import { drawerSchema } from './drawer.ts';

/** Millimetres of the roll. */
export const rollWidths = [80, 58] as const;
export type RollWidth = (typeof rollWidths)[number];

export const columnCounts = [48, 42, 32] as const;
/** Letters side by side. */
export type Columns = (typeof columnCounts)[number];

/** The usual ones of each roll first. */
export const columnsOf: Readonly<Record<RollWidth, readonly [Columns, ...Columns[]]>> = {
  80: [48, 42],
  58: [32],
};

export const papers = ['80', '58', 'A4'] as const;
export type Paper = (typeof papers)[number];

export const printerLanguages = ['esc-pos', 'star-prnt'] as const;
export type PrinterLanguage = (typeof printerLanguages)[number];

/** Those that hold every letter of Portuguese and the euro sign. */
export const codePages = ['cp858', 'windows1252', 'iso8859-15'] as const;
export type CodePage = (typeof codePages)[number];

const oneLine = (most: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most), v.regex(/^\P{Cc}*$/u));

/** Star's printers have no ISO 8859-15. */
export const codePagesOf: Readonly<Record<PrinterLanguage, readonly CodePage[]>> = {
  'esc-pos': codePages,
  'star-prnt': ['cp858', 'windows1252'],
};

/** How a thermal printer is written to, whichever way the bytes go. */
export const thermalSchema = v.pipe(
  v.strictObject({
    language: v.picklist(printerLanguages),
    width: v.picklist(rollWidths),
    columns: v.picklist(columnCounts),
    codePage: v.picklist(codePages),
    /** Whether it has a knife. */
    cuts: v.boolean(),
  }),
  v.check(({ language, codePage }) => codePagesOf[language].includes(codePage)),
  v.check(({ width, columns }) => columnsOf[width].includes(columns)),
);
export type Thermal = v.InferOutput<typeof thermalSchema>;

export const systemPrinterNameSchema = oneLine(200);

/** Of printers on a cable or Bluetooth, on Linux and macOS: no other file is ever opened. */
const deviceFile =
  /^\/dev\/((usb\/lp|lp|usblp|ttyUSB|ttyACM|ttyS|rfcomm)\d{1,3}|(serial\/by-(id|path)|usb\/by-id)\/[\w.:+-]+|(cu|tty)\.[\w.-]+)$/;

export const printerSchema = v.variant('kind', [
  /** One of the system's, by its driver. */
  v.strictObject({
    kind: v.literal('system'),
    name: systemPrinterNameSchema,
    paper: v.picklist(papers),
  }),
  v.strictObject({
    kind: v.literal('tcp'),
    host: oneLine(253),
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    thermal: thermalSchema,
  }),
  /** A device file, such as /dev/usb/lp0. */
  v.strictObject({
    kind: v.literal('device'),
    file: v.pipe(oneLine(200), v.regex(deviceFile)),
    thermal: thermalSchema,
  }),
  /** One of the system's, past its driver. */
  v.strictObject({ kind: v.literal('queue'), name: oneLine(200), thermal: thermalSchema }),
]);
export type Printer = v.InferOutput<typeof printerSchema>;

/** Where it is, or what its system calls it. */
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

/** Of this computer. */
export const printingSchema = v.strictObject({
  /** Null prints on the system's default printer. */
  printer: v.nullable(printerSchema),
  /** Null where there is none. */
  drawer: v.nullable(drawerSchema),
  /**
   * After a sale: its receipt, or its slip while it waits. When confirmed: the receipt alone,
   * whenever it comes.
   */
  automatic: v.picklist(automaticPrints),
});
export type Printing = v.InferOutput<typeof printingSchema>;

/** What is not given stays as it is. */
export const printingChangeSchema = v.strictObject({
  printer: v.exactOptional(printingSchema.entries.printer),
  drawer: v.exactOptional(printingSchema.entries.drawer),
  automatic: v.exactOptional(printingSchema.entries.automatic),
});

export const defaultPrinting: Printing = { printer: null, drawer: null, automatic: 'never' };

const textBlock = v.pipe(v.string(), v.maxLength(1_000), v.regex(/^[\P{Cc}\n]*$/u));

/** In dots of a thermal printer, 576 of which stand side by side on a roll of 80 mm. */
export const logoMost = { width: 576, height: 320 } as const;

/** Of the till's company: what the service does not say. */
export const receiptSettingsSchema = v.strictObject({
  /** Under the company's name. */
  addressLines: textBlock,
  companyTaxNumber: v.pipe(v.string(), v.maxLength(20), v.regex(/^\P{Cc}*$/u)),
  headerText: textBlock,
  footerText: textBlock,
  /** A PNG, none of which is shorter, printed above the name; null for none. */
  logo: v.nullable(v.pipe(v.instance(Uint8Array), v.minLength(57), v.maxLength(256 * 1024))),
  /** What happens to a receipt for which the service has sent no fiscal marks. */
  withoutMarks: v.picklist(['print', 'refuse']),
  /** Printed in place of the marks; empty for the till's own sentence. */
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
  /** For people. */
  readonly label: string;
}
