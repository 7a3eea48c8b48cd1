// A process for many-killed.test.ts: it raises all prices and undoes that, again and again, and
// prints each step once it is done. Argument: the folder.
import * as v from 'valibot';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../../../src-main/catalogue/import.ts';
import { ManyProducts } from '../../../src-main/catalogue/many-products.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import { deedSchema, type Chosen } from '../../../src-main/contract/many-products.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { startHelper } from '../../helper-process.ts';
import { tellParent } from '../../tell-parent.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('a folder is needed');

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const till = must(openStore(`${folder}/till.db`));
const { catalogue } = Catalogue.open(folder);
catalogue.tell(till);
const imports = new CatalogueImport(startHelper, catalogue, folder);
const many = new ManyProducts(startHelper, catalogue, imports);
const deed = v.parse(deedSchema, {
  ...{ kind: 'price', direction: 'up', percent: 10_000, step: 'cent', way: 'nearest' },
});
const chosen: Chosen = { kind: 'all', view: { text: '', group: null }, except: [] };
for (let round = 1; ; round += 1) {
  const doer = { atMs: Date.now() * 100 + (round % 100), by: 'Rui', approvedBy: null };
  const { previewId } = must(await many.preview(chosen, deed));
  const { changeId } = must(
    await many.change(previewId, doer, () => {
      tellParent('progress');
    }),
  );
  tellParent('changed');
  catalogue.tell(till);
  must(
    await many.undo(changeId, doer, () => {
      tellParent('undoing');
    }),
  );
  tellParent('undone');
  catalogue.tell(till);
}
