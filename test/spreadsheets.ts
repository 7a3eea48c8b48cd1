// Spreadsheets and archives for tests, made by hand from their formats: as Excel, LibreOffice and
// Google write them, and as no program should.
import { crc32, deflateRawSync } from 'node:zlib';
import { CFB } from '@e965/xlsx';

const { utils: containers, write: writeContainer } = CFB as {
  readonly utils: {
    readonly cfb_new: () => object;
    readonly cfb_add: (container: object, name: string, content: Buffer) => void;
  };
  readonly write: (container: object, options: { readonly type: 'buffer' }) => Uint8Array;
};

/** False statements of the archive about a part. */
export interface PartLies {
  readonly uncompressedSize?: number;
  readonly flags?: number;
  readonly crc32?: number;
}

export type Parts = Readonly<Record<string, string | Buffer>>;

/** Returns an archive (PKWARE's APPNOTE 4.3): local headers, the directory, its end. */
export function zipOf(
  parts: Parts | readonly (readonly [string, string | Buffer])[],
  lies: Readonly<Record<string, PartLies>> = {},
): Buffer {
  const entries = Array.isArray(parts)
    ? (parts as readonly (readonly [string, string | Buffer])[])
    : Object.entries(parts as Parts);
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(lies[name]?.flags ?? 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(lies[name]?.crc32 ?? crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(lies[name]?.uncompressedSize ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    const local = [Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed];
    files.push(...local);
    directory.push(
      ...[Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, entry, Buffer.from(name)],
    );
    offset += local.reduce((sum, each) => sum + each.length, 0);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const ofDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const ofPackage = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const spreadsheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The list of what each part is: `kinds` has the last word of each part's type. */
export const typesXml = (kinds: Readonly<Record<string, string>>): string =>
  `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ` +
  `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(kinds)
    .map(
      ([part, kind]) =>
        `<Override PartName="/${part}" ContentType="${spreadsheetMl}.${kind}+xml"/>`,
    )
    .join('')}</Types>`;

export const relations = (
  targets: readonly { readonly id: string; readonly type: string; readonly target: string }[],
): string =>
  `${declaration}<Relationships xmlns="${ofPackage}">${targets
    .map(
      ({ id, type, target }) =>
        `<Relationship Id="${id}" Type="${ofDocument}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** `rows` is the XML inside of `sheetData`. */
export const sheetXml = (rows: string): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;

export interface HandmadeSheet {
  readonly name: string;
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
}

export interface Handmade {
  readonly sheets: readonly HandmadeSheet[];
  /** Inside of `sst`. */
  readonly texts?: string;
  /** Inside of `styleSheet`. */
  readonly styles?: string;
  readonly workbookPr?: string;
}

/** Lays the parts out as Excel does. */
export function xlsxParts({ sheets, texts, styles, workbookPr = '' }: Handmade): Parts {
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"` +
      `${state ? ` state="${state}"` : ''}/>`,
  );
  const workbook = sheets.map((_, at) => ({
    ...{ id: `rId${at + 1}`, type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` },
  }));
  return {
    '[Content_Types].xml': typesXml({
      'xl/workbook.xml': 'sheet.main',
      'xl/styles.xml': 'styles',
      'xl/sharedStrings.xml': 'sharedStrings',
      ...Object.fromEntries(
        sheets.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, 'worksheet']),
      ),
    }),
    '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${ofDocument}">${workbookPr}` +
      `<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...workbook,
      { id: 'rIdS', type: 'styles', target: 'styles.xml' },
      { id: 'rIdT', type: 'sharedStrings', target: 'sharedStrings.xml' },
    ]),
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}">${styles ?? ''}</styleSheet>`,
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}">${texts ?? ''}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)]),
    ),
  };
}

export const xlsxOf = (handmade: Handmade): Buffer => zipOf(xlsxParts(handmade));

export const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

/**
 * Returns the rows of a table of texts and numbers, with texts inside their cells; leaves out empty
 * cells.
 */
export const rowsOf = (table: readonly (readonly (string | number)[])[], firstLine = 1): string =>
  table
    .map((cells, row) => {
      const line = firstLine + row;
      const xml = cells.map((cell, column) => {
        const at = `${columnName(column)}${line}`;
        if (cell === '') return '';
        return typeof cell === 'number'
          ? `<c r="${at}"><v>${cell}</v></c>`
          : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
      });
      return `<row r="${line}">${xml.join('')}</row>`;
    })
    .join('');

export const tableXlsx = (table: readonly (readonly (string | number)[])[]): Buffer =>
  xlsxOf({ sheets: [{ name: 'Folha1', rows: rowsOf(table) }] });

/** Returns the list of an ods file's parts; `more` stands within the entry of its content. */
export const manifestXml = (more: string): string =>
  `${declaration}<manifest:manifest ` +
  'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry ' +
  'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>' +
  `<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">${more}` +
  '</manifest:file-entry></manifest:manifest>';

/** Formats of cells, as LibreOffice writes them. */
const odsFormats =
  '<number:number-style style:name="N1"><number:number number:decimal-places="2" ' +
  'number:min-integer-digits="1"/></number:number-style><number:number-style style:name="N2">' +
  '<number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style>' +
  '<number:percentage-style style:name="N3"><number:number number:decimal-places="0" ' +
  'number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>' +
  [1, 2, 3]
    .map(
      (at) =>
        `<style:style style:name="ce${at}" style:family="table-cell" style:data-style-name="N${at}"/>`,
    )
    .join('');

/**
 * Returns an ods file of these tables; `rows` is the XML inside of `table:table`. Cells of the
 * style `ce1` have two decimals, of `ce2` five digits; `ce3` is a percentage.
 */
export function odsOf(
  tables: readonly { readonly name: string; readonly rows: string; readonly isHidden?: boolean }[],
  more: Parts = {},
): Buffer {
  const xml = tables.map(
    ({ name, rows, isHidden }) =>
      `<table:table table:name="${escaped(name)}" table:style-name="${isHidden ? 'ta2' : 'ta1'}">` +
      `${rows}</table:table>`,
  );
  const names = ['office', 'style', 'number', 'table', 'text', 'calcext']
    .map((prefix) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${prefix}:1.0"`)
    .join(' ');
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml':
      `${declaration}<office:document-content ${names}><office:automatic-styles>` +
      odsFormats +
      '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>' +
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>' +
      `</office:automatic-styles><office:body><office:spreadsheet>${xml.join('')}` +
      '</office:spreadsheet></office:body></office:document-content>',
    'styles.xml': `${declaration}<office:document-styles ${names}/>`,
    'META-INF/manifest.xml': manifestXml(''),
    ...more,
  });
}

/** Returns Microsoft's container with a stream of this name. */
export function compoundOf(stream: string): Buffer {
  const container = containers.cfb_new();
  containers.cfb_add(container, `/${stream}`, Buffer.alloc(5000, 1));
  return Buffer.from(writeContainer(container, { type: 'buffer' }));
}
