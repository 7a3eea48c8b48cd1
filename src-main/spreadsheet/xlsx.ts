// An xlsx file: its parts, found by the relations between them as the format wants it (ECMA-376
// part 2), since programs name them differently.
import { posix } from 'node:path';
import {
  mostSheets,
  type OnRow,
  type OnSheetRow,
  type SheetCell,
  type Spreadsheet,
} from './cells.ts';
import { unusable } from './trouble.ts';
import { attributeNamed, readXml, type XmlListener } from './xml.ts';
import { XlsxRows } from './xlsx-rows.ts';
import { XlsxStyles } from './xlsx-styles.ts';
import { SharedTexts } from './xlsx-texts.ts';
import { counted, type ZipParts } from './zip-parts.ts';

interface Relation {
  readonly id: string;
  /** The end of the relation's type address: "worksheet". */
  readonly type: string;
  readonly part: string;
}

interface NamedSheet {
  readonly name: string;
  readonly part: string;
}

interface Book {
  readonly sheets: readonly NamedSheet[];
  readonly epoch: 1900 | 1904;
  readonly styles: string | undefined;
  readonly texts: string | undefined;
}

const mostRelations = 10_000;
/** A name may be as long as somebody likes. */
const longestName = 100;

/** Returns undefined if the archive is something else. @throws trouble. */
export async function openXlsx(parts: ZipParts): Promise<Spreadsheet | undefined> {
  const main = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument');
  const part = main?.part ?? 'xl/workbook.xml';
  if (!parts.has(part)) return undefined;
  if (part.toLowerCase().endsWith('.bin')) throw unusable('other_format');
  const book = await bookOf(parts, part);
  if (!book) return undefined;
  const styles = new XlsxStyles();
  if (book.styles !== undefined) await readXml(parts.read(book.styles), styles);
  return new Xlsx(parts, book, styles);
}

class Xlsx implements Spreadsheet {
  readonly #parts: ZipParts;
  readonly #book: Book;
  readonly #styles: XlsxStyles;

  constructor(parts: ZipParts, book: Book, styles: XlsxStyles) {
    this.#parts = parts;
    this.#book = book;
    this.#styles = styles;
  }

  async read(
    sheet: number,
    onRow: OnRow,
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<void> {
    let bytes = 0;
    const count = (more: number): void => {
      bytes += more;
      onBytes(bytes);
    };
    const texts = await this.#texts(() => false, count);
    let isEnough = false;
    const rows = this.#rows(
      (index) => textAt(texts, index),
      (line, cells) => {
        isEnough ||= onRow({ line, cells }) === 'enough';
      },
    );
    const source = counted(this.#parts.read(this.#part(sheet)), count);
    await readXml(source, rows, () => isEnough);
  }

  /**
   * Reads the rows once to learn which shared texts they need, loads these, and reads the rows
   * again.
   */
  async begin(onRow: OnSheetRow): Promise<readonly string[]> {
    let lastText = -1;
    for (const sheet of this.#book.sheets.keys()) {
      let begun = 0;
      const rows = this.#rows(
        (index) => {
          lastText = Math.max(lastText, index);
          return { number: '' };
        },
        () => {
          begun += 1;
        },
      );
      await readXml(this.#parts.read(this.#part(sheet)), rows, () => begun >= mostBegun);
    }
    const texts = await this.#texts((soFar) => soFar.length > lastText);
    for (const sheet of this.#book.sheets.keys()) {
      let isEnough = false;
      const rows = this.#rows(
        (index) => {
          if (!(index > lastText)) return textAt(texts, index);
          // This row lies further down than the first reading went.
          isEnough = true;
          return '';
        },
        (line, cells) => {
          isEnough ||= onRow(sheet, { line, cells }) === 'enough';
        },
      );
      await readXml(this.#parts.read(this.#part(sheet)), rows, () => isEnough);
    }
    return this.#book.sheets.map(({ name }) => name);
  }

  sizeOf(sheet: number): number {
    const { texts } = this.#book;
    return this.#parts.sizeOf(this.#part(sheet)) + this.#parts.sizeOf(texts ?? '');
  }

  close(): void {
    this.#parts.close();
  }

  #part(sheet: number): string {
    const part = this.#book.sheets[sheet]?.part;
    if (part === undefined || !this.#parts.has(part)) throw unusable('damaged');
    return part;
  }

  #rows(
    sharedText: (index: number) => SheetCell,
    onRow: (line: number, cells: readonly SheetCell[]) => void,
  ): XlsxRows {
    return new XlsxRows({ styles: this.#styles, epoch: this.#book.epoch, sharedText }, onRow);
  }

  async #texts(
    isEnough: (texts: readonly string[]) => boolean,
    count: (bytes: number) => void = () => undefined,
  ): Promise<readonly string[]> {
    const { texts: part } = this.#book;
    const shared = new SharedTexts();
    if (part === undefined || isEnough(shared.texts)) return shared.texts;
    const source = counted(this.#parts.read(part), count);
    await readXml(source, shared, () => isEnough(shared.texts));
    return shared.texts;
  }
}

/** How many rows of each sheet the first reading takes; a chunk may bring a few more. */
const mostBegun = 300;

function textAt(texts: readonly string[], index: number): string {
  const text = texts[index];
  if (text === undefined) throw unusable('damaged');
  return text;
}

/** Returns undefined if the part is no workbook. */
async function bookOf(parts: ZipParts, part: string): Promise<Book | undefined> {
  const relations = await relationsOf(parts, part);
  const ofType = (type: string) => relations.find((each) => each.type === type)?.part;
  const all: (NamedSheet & { readonly isHidden: boolean })[] = [];
  const found: { isWorkbook: boolean; epoch: Book['epoch'] } = { isWorkbook: false, epoch: 1900 };
  await readXml(
    parts.read(part),
    listener((name, attributes) => {
      if (name === 'workbook') found.isWorkbook = true;
      if (name === 'workbookPr' && /^(?:1|true)$/u.test(attributes.date1904 ?? '')) {
        found.epoch = 1904;
      }
      if (name !== 'sheet' || all.length >= mostRelations) return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const relation = relations.find((each) => each.id === id);
      // Chart and macro sheets have no cells.
      if (relation?.type !== 'worksheet') return;
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      all.push({
        name: (attributes.name ?? '').slice(0, longestName),
        part: relation.part,
        isHidden,
      });
    }),
  );
  if (!found.isWorkbook) return undefined;
  const sheets = all.filter(({ isHidden }) => !isHidden).slice(0, mostSheets);
  const named = new Set(sheets.map((each) => each.part.toLowerCase()));
  // A part that several sheets name would be read several times.
  if (sheets.length === 0 || named.size < sheets.length) throw unusable('damaged');
  return { sheets, epoch: found.epoch, styles: ofType('styles'), texts: ofType('sharedStrings') };
}

/** Returns the relations of a part, or those of the package if `part` is empty. */
async function relationsOf(parts: ZipParts, part: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!parts.has(file)) return relations;
  await readXml(
    parts.read(file),
    listener((name, attributes) => {
      if (name !== 'Relationship' || relations.length >= mostRelations) return;
      const target = attributeNamed(attributes, 'Target') ?? '';
      if (attributeNamed(attributes, 'TargetMode') === 'External') return;
      relations.push({
        id: attributeNamed(attributes, 'Id') ?? '',
        type: posix.basename(attributeNamed(attributes, 'Type') ?? ''),
        part: target.startsWith('/')
          ? posix.normalize(target.slice(1))
          : posix.join(folder, target),
      });
    }),
  );
  return relations;
}

const listener = (open: XmlListener['open']): XmlListener => ({
  open,
  text: () => undefined,
  close: () => undefined,
});
