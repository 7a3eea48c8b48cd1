// How the printer is reached, while it is being edited: text until it is tried or saved.
import * as v from 'valibot';
import { wholeNumber } from '../lines/entry.ts';
import {
  codePagesOf,
  columnsOf,
  printerLanguages,
  printerSchema,
  rollWidths,
  type CodePage,
  type Columns,
  type Paper,
  type Printer,
  type PrinterLanguage,
  type RollWidth,
} from '../../src-main/contract/printing.ts';

export type PrinterKind = Printer['kind'];

/** A code page for each language that its printers have from the factory. */
const usualPages: Readonly<Record<PrinterLanguage, CodePage>> = {
  'esc-pos': 'cp858',
  'star-prnt': 'windows1252',
};

export class PrinterDraft {
  kind = $state<PrinterKind>('system');
  /** Empty for the system's default printer. */
  name = $state('');
  paper = $state<Paper>('80');
  host = $state('');
  port = $state('9100');
  file = $state('');
  queue = $state('');
  #language = $state<PrinterLanguage>('esc-pos');
  #width = $state<RollWidth>(80);
  columns = $state<Columns>(48);
  codePage = $state<CodePage>('cp858');
  cuts = $state(true);

  constructor(printer: Printer | null) {
    if (!printer) return;
    this.kind = printer.kind;
    if (printer.kind === 'system') {
      this.name = printer.name;
      this.paper = printer.paper;
      return;
    }
    if (printer.kind === 'tcp') {
      this.host = printer.host;
      this.port = String(printer.port);
    } else if (printer.kind === 'device') this.file = printer.file;
    else this.queue = printer.name;
    const { language, width, columns, codePage, cuts } = printer.thermal;
    this.language = language;
    this.width = width;
    this.columns = columns;
    this.codePage = codePage;
    this.cuts = cuts;
  }

  get isThermal(): boolean {
    return this.kind !== 'system';
  }

  get language(): PrinterLanguage {
    return this.#language;
  }

  set language(language: PrinterLanguage) {
    this.#language = language;
    this.codePage = usualPages[language];
  }

  /** Chooses the next of all languages. */
  otherLanguage(): void {
    const at = printerLanguages.indexOf(this.language);
    const next = printerLanguages[(at + 1) % printerLanguages.length];
    if (next) this.language = next;
  }

  get width(): RollWidth {
    return this.#width;
  }

  set width(width: RollWidth) {
    this.#width = width;
    this.columns = columnsOf[width][0];
  }

  /** Chooses the next of all numbers of columns. */
  otherColumns(): void {
    const all = rollWidths.flatMap((width) =>
      columnsOf[width].map((columns) => ({ width, columns })),
    );
    const at = all.findIndex(({ columns }) => columns === this.columns);
    const next = all[(at + 1) % all.length];
    if (next) {
      this.width = next.width;
      this.columns = next.columns;
    }
  }

  get codePages(): readonly CodePage[] {
    return codePagesOf[this.language];
  }

  /** Returns null for the system's default printer, and undefined if something is missing. */
  read(): Printer | null | undefined {
    const { kind, name, paper, host, file, queue, language, width, columns, codePage, cuts } = this;
    if (kind === 'system' && name === '') return null;
    const port = wholeNumber(this.port);
    const thermal = { language, width, columns, codePage, cuts };
    const parts = {
      system: { name, paper },
      tcp: { host, port, thermal },
      device: { file, thermal },
      queue: { name: queue, thermal },
    };
    const printer = v.safeParse(printerSchema, { kind, ...parts[kind] });
    return printer.success ? printer.output : undefined;
  }
}
