// A process for import.test.ts: it imports one catalogue after the other, and prints each step once
// it is done. Each catalogue's products are in a group whose number is one higher. Arguments: the
// folder, and how many products each catalogue has.
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../../../src-main/catalogue/import.ts';
import type { Reading } from '../../../src-main/contract/catalogue.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import { startHelper } from '../../helper-process.ts';
import { tellParent } from '../../tell-parent.ts';

const [folder, products] = process.argv.slice(2);
if (folder === undefined || products === undefined) {
  throw new Error('folder and products are needed');
}

const { catalogue } = Catalogue.open(folder);
const imports = new CatalogueImport(startHelper, catalogue, folder);
const reading: Reading = {
  delimiter: ';',
  encoding: 'utf-8',
  decimalMark: ',',
  ...{ sheet: null, firstLine: 1 },
  hasHeader: false,
  columns: ['code', 'description', 'unitPrice', 'group', 'barcodes'],
};

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

let number = Number([...catalogue.products()][0]?.group);
for (;;) {
  number += 1;
  const rows = Array.from(
    { length: Number(products) },
    (_, index) => `P${number}-${index};Product;1,50;${number};${number * 10_000 + index}`,
  );
  const bytes = new Uint8Array(Buffer.from(rows.join('\n')));
  must(await imports.receive({ isFirst: true, bytes }));
  tellParent('received');
  must(await imports.read(reading, 0, () => undefined));
  tellParent('read');
  must(await imports.use());
  tellParent('used');
}
