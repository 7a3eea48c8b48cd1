// An ods file (OpenDocument 1.3 part 3): one part holds all its sheets, one after the other.
import { mostSheets, type OnRow, type OnSheetRow, type Spreadsheet } from './cells.ts';
import { OdsSheets } from './ods-rows.ts';
import { unusable } from './trouble.ts';
import { readXml } from './xml.ts';
import { counted, type ZipParts } from './zip-parts.ts';

const content = 'content.xml';
const manifest = 'META-INF/manifest.xml';
const spreadsheet = 'application/vnd.oasis.opendocument.spreadsheet';

/** Returns undefined if the archive is something else. @throws trouble. */
export async function openOds(parts: ZipParts): Promise<Spreadsheet | undefined> {
  if (!(await startOf(parts, 'mimetype')).startsWith(spreadsheet)) return undefined;
  const found = { isProtected: false };
  if (parts.has(manifest)) {
    await readXml(parts.read(manifest), {
      open: (name) => {
        if (name === 'encryption-data') found.isProtected = true;
      },
      text: () => undefined,
      close: () => undefined,
    });
  }
  if (found.isProtected) throw unusable('protected');
  if (!parts.has(content)) throw unusable('damaged');
  return new Ods(parts);
}

class Ods implements Spreadsheet {
  readonly #parts: ZipParts;

  constructor(parts: ZipParts) {
    this.#parts = parts;
  }

  async begin(onRow: OnSheetRow): Promise<readonly string[]> {
    const sheets = new OdsSheets((sheet, row) =>
      sheet < mostSheets ? onRow(sheet, row) : 'enough',
    );
    await readXml(this.#parts.read(content), sheets);
    if (sheets.names.length === 0) throw unusable('damaged');
    return sheets.names.slice(0, mostSheets);
  }

  async read(
    sheet: number,
    onRow: OnRow,
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<void> {
    let bytes = 0;
    const sheets = new OdsSheets((at, row) => (at === sheet ? onRow(row) : 'enough'));
    const source = counted(this.#parts.read(content), (more) => {
      bytes += more;
      onBytes(bytes);
    });
    await readXml(source, sheets, () => sheets.isOver(sheet));
    if (!sheets.isOver(sheet)) throw unusable('damaged');
  }

  sizeOf(): number {
    return this.#parts.sizeOf(content);
  }

  close(): void {
    this.#parts.close();
  }
}

async function startOf(parts: ZipParts, name: string): Promise<string> {
  for await (const bytes of parts.read(name)) return bytes.toString('latin1', 0, 200);
  return '';
}
