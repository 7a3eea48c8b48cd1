// Notes of changes by hand for the till's own file: written with the change, told once, and not
// lost if the program ends in between.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readDecisions } from '../../../src-main/store/decisions.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import {
  openedIn,
  product,
  temporaryFolder,
  tillIn,
  unitPrice,
  writtenFile,
} from './import-samples.ts';
import { must } from '../../must.ts';

const doer = { atMs: 7, by: 'Rui', approvedBy: 'Inês' };
const ever = { fromMs: 0, untilMs: 100 };

function openBoth() {
  const folder = temporaryFolder();
  const { catalogue } = openedIn(folder);
  const till = tillIn(folder);
  replaceQuickKeyPages(till, [{ name: '', keys: [{ code: 'A', colour: null }] }]);
  return { folder, catalogue, till, file: join(folder, 'catalogue.db') };
}

const keysOf = (till: Parameters<typeof readQuickKeyPages>[0]) =>
  readQuickKeyPages(till).flatMap(({ keys }) => keys.map((key) => key?.code));

test('a note and a renamed quick key outlast the end of the program', () => {
  const { folder, catalogue, till, file } = openBoth();
  must(catalogue.keep(product('A')));
  const id = 1;
  const renamed = product('B', { description: 'Product A', unitPrice: unitPrice(10_000) });
  const { changeId } = must(catalogue.save({ id, product: renamed }, 'typed', 7, doer));
  catalogue.close();
  expect(readDecisions(till, ever)).toEqual([]);
  const { catalogue: again } = openedIn(folder);
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
  must(again.undo(changeId, { ...doer, atMs: 8 }));
  again.tell(till);
  expect(keysOf(till)).toEqual(['A']);
  expect(readDecisions(till, ever)).toHaveLength(2);
});

test('a note that the till’s file cannot take waits', () => {
  const { catalogue, till } = openBoth();
  must(catalogue.keep(product('A'), 'typed', 7, doer));
  till.exec('ALTER TABLE decision RENAME TO elsewhere');
  expect(() => {
    catalogue.tell(till);
  }).toThrow();
  till.exec('ALTER TABLE elsewhere RENAME TO decision');
  catalogue.tell(till);
  expect(readDecisions(till, ever)).toHaveLength(1);
});

test('waiting notes outlast an import that replaces the catalogue', () => {
  const { catalogue, till } = openBoth();
  must(catalogue.keep(product('A')));
  const renamed = product('B', { unitPrice: unitPrice(10_000) });
  must(catalogue.save({ id: 1, product: renamed }, 'typed', 7, doer));
  must(catalogue.replaceWith(writtenFile([])));
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
  must(catalogue.keep(product('A'), 'typed', 7, doer));
  expect(() => catalogue.replaceWith(join(folder, 'nowhere.db'))).toThrow();
  expect(catalogue.byCode('A')).toBeDefined();
  must(catalogue.keep(product('MORE')));
  catalogue.tell(till);
  expect(readDecisions(till, ever)).toHaveLength(1);
});
