// Notes of changes by hand for the till's own file: written with the change, told once, and not
// lost if the program ends in between.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { CatalogueWriter } from '../../../src-main/catalogue/writer.ts';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import { openStore } from '../../../src-main/store/open.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import { expectOk, product, temporaryFolder, unitPrice } from './import-samples.ts';

const doer = { atMs: 7, by: 'Rui', approvedBy: 'Inês' };
const ever = { fromMs: 0, untilMs: 100 };

function openBoth() {
  const folder = temporaryFolder();
  const { catalogue } = Catalogue.open(folder);
  const till = expectOk(openStore(join(folder, 'till.db')));
  const key = { code: 'A', colour: null };
  replaceQuickKeyPages(till, [{ name: '', keys: [key] }]);
  onTestFinished(() => {
    till.close();
  });
  return { folder, catalogue, till, file: join(folder, 'catalogue.db') };
}

const keysOf = (till: Parameters<typeof readQuickKeyPages>[0]) =>
  readQuickKeyPages(till).flatMap(({ keys }) => keys.map((key) => key?.code));

test('a note and a renamed quick key outlast the end of the program', () => {
  const { folder, catalogue, till, file } = openBoth();
  expectOk(catalogue.keep(product('A')));
  const id = 1;
  const renamed = product('B', { description: 'Product A', unitPrice: unitPrice(10_000) });
  const { changeId } = expectOk(catalogue.save({ id, product: renamed }, 'typed', 7, doer));
  catalogue.close();
  expect(readDecisions(till, ever)).toEqual([]);
  const { catalogue: again } = Catalogue.open(folder);
  onTestFinished(() => {
    again.close();
  });
  again.tell(till);
  const what = {
    ...{ kind: 'catalogue_changed', product: { code: 'B', description: 'Product A' } },
    ...{ before: 1_250_000, after: 10_000 },
  };
  expect(readDecisions(till, ever)).toEqual([{ ...doer, what }]);
  expect(keysOf(till)).toEqual(['B']);
  // The program ended after the till's file had the note, and before the catalogue knew that.
  const db = new Database(file);
  const insert = db.prepare('INSERT INTO to_tell (what) VALUES (?)');
  insert.run(JSON.stringify({ kind: 'noted', ...doer, what }));
  insert.run(JSON.stringify({ kind: 'renamed', before: 'A', after: 'B' }));
  db.close();
  again.tell(till);
  expect(readDecisions(till, ever)).toHaveLength(1);
  expect(keysOf(till)).toEqual(['B']);
  expectOk(again.undo(changeId, { ...doer, atMs: 8 }));
  again.tell(till);
  expect(keysOf(till)).toEqual(['A']);
  expect(readDecisions(till, ever)).toHaveLength(2);
});

test('a note that the till’s file cannot take waits', () => {
  const { catalogue, till } = openBoth();
  onTestFinished(() => {
    catalogue.close();
  });
  expectOk(catalogue.keep(product('A'), 'typed', 7, doer));
  till.exec('ALTER TABLE decision RENAME TO elsewhere');
  expect(() => {
    catalogue.tell(till);
  }).toThrow();
  till.exec('ALTER TABLE elsewhere RENAME TO decision');
  catalogue.tell(till);
  expect(readDecisions(till, ever)).toHaveLength(1);
});

test('waiting notes outlast an import that replaces the catalogue', () => {
  const { folder, catalogue, till } = openBoth();
  onTestFinished(() => {
    catalogue.close();
  });
  expectOk(catalogue.keep(product('A')));
  const renamed = product('B', { unitPrice: unitPrice(10_000) });
  expectOk(catalogue.save({ id: 1, product: renamed }, 'typed', 7, doer));
  const newFile = join(folder, 'new.db');
  new CatalogueWriter(newFile).finish(1);
  expectOk(catalogue.replaceWith(newFile));
  expect(catalogue.summary()).toEqual({ products: 0, importedAtMs: 1 });
  catalogue.tell(till);
  expect(readDecisions(till, ever)).toMatchObject([
    { ...doer, what: { kind: 'catalogue_changed', product: { code: 'B' }, after: 10_000 } },
  ]);
  expect(keysOf(till)).toEqual(['B']);
  catalogue.tell(till);
  expect(readDecisions(till, ever)).toHaveLength(1);
});

test('an import from a missing file takes none of the waiting notes', () => {
  const { folder, catalogue, till } = openBoth();
  onTestFinished(() => {
    catalogue.close();
  });
  expectOk(catalogue.keep(product('A'), 'typed', 7, doer));
  expect(() => catalogue.replaceWith(join(folder, 'nowhere.db'))).toThrow();
  expect(catalogue.byCode('A')).toBeDefined();
  catalogue.tell(till);
  expect(readDecisions(till, ever)).toHaveLength(1);
});
