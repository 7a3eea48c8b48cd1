// An ods file (OpenDocument 1.3 part 3): one part holds all its sheets, one after the other.
import { mostSheets, type OnRow, type Spreadsheet } from './cells.ts';
import { OdsRows } from './ods-rows.ts';
import { OdsTables } from './ods-tables.ts';
import { unusable } from './trouble.ts';
import { readXml } from './xml.ts';
import { counted, type ZipParts } from './zip-parts.ts';

const content = 'content.xml';
const manifest = 'META-INF/manifest.xml';
const spreadsheet = 'application/vnd.oasis.opendocument.spreadsheet';

/** Undefined where the archive is something else. @throws trouble. */
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

  async names(): Promise<readonly string[]> {
    const tables = new OdsTables();
    await readXml(this.#parts.read(content), {
      open: (name, attributes) => {
        tables.open(name, attributes);
      },
      text: () => undefined,
      close: (name) => {
        tables.close(name);
      },
    });
    if (tables.names.length === 0) throw unusable('damaged');
    return tables.names.slice(0, mostSheets);
  }

  async read(
    sheet: number,
    onRow: OnRow,
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<void> {
    let bytes = 0;
    const rows = new OdsRows(sheet, onRow);
    const source = counted(this.#parts.read(content), (more) => {
      bytes += more;
      onBytes(bytes);
    });
    await readXml(source, rows, () => rows.isOver);
    if (!rows.isOver) throw unusable('damaged');
  }

  begin(sheet: number, onRow: OnRow): Promise<void> {
    return this.read(sheet, onRow);
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
