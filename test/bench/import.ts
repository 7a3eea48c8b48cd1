// Importing a file in the place of as many products, with its helpers and indexes, compared with
// csv-parse alone on the same file.
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { Catalogue } from '../../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../../src-main/catalogue/import.ts';
import type { Reading } from '../../src-main/contract/catalogue.ts';
import { startHelper } from '../helper-process.ts';
import { must } from '../must.ts';
import type { BenchEntry } from './harness.ts';

const reading: Reading = {
  delimiter: ';',
  encoding: 'utf-8',
  decimalMark: ',',
  ...{ sheet: null, firstLine: 1 },
  hasHeader: false,
  columns: ['code', 'description', 'barcodes', 'unitPrice', 'unit', 'vatLabel', 'group'],
};

const words = ['Arroz', 'Azeite', 'Água', 'Bolacha', 'Café', 'Leite', 'Massa', 'Queijo', 'Sumo'];
const makers = ['Serrana', 'do Norte', 'da Quinta', 'Marítima', 'Real', 'Tradição', 'Bom Dia'];

const rowOf = (row: number): string =>
  [
    `A${row}`,
    `${words[row % 9] ?? ''} ${makers[row % 7] ?? ''} ${(row % 40) * 25} g ${row}`,
    5_600_000_000_000 + row,
    `${row % 90},${10 + (row % 90)}`,
    'un',
    '23%',
    `Grupo ${row % 50}`,
  ].join(';');

const importEntry = (rows: number, samples: number): BenchEntry => ({
  name: `import.rows-${rows}`,
  size: `1 file of ${rows} rows`,
  warmUps: 1,
  samples,
  baselineName: 'csv-parse alone',
  prepare: (folder) => {
    const { catalogue } = Catalogue.open(folder);
    const imports = new CatalogueImport(startHelper, catalogue, folder);
    const bytes = Buffer.from(Array.from({ length: rows }, (_, row) => rowOf(row)).join('\n'));
    const file = join(folder, 'rows.csv');
    writeFileSync(file, bytes);
    return {
      ours: {
        before: async () => {
          must(await imports.receive({ isFirst: true, bytes }));
        },
        run: async () => {
          const { products } = must(await imports.read(reading, 0, () => undefined));
          if (products !== rows) throw new Error(`${products} of ${rows} rows were read`);
          must(await imports.use());
        },
      },
      baseline: {
        run: async () => {
          const parser = parse({ delimiter: ';' });
          parser.resume();
          await pipeline(createReadStream(file), parser);
        },
      },
      cleanUp: async () => {
        await imports.discard();
        catalogue.close();
      },
    };
  },
});

export const importEntries: readonly BenchEntry[] = [
  importEntry(10_000, 10),
  importEntry(100_000, 5),
];
