// Beginnings of words that very many products share. SQLite's full-text index needs some 70 ns for
// each such product, and what somebody types first is always such a beginning. The lists of numbers
// kept here are walked in a fraction of that.
import * as v from 'valibot';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { idForms, IdSet, type IdList } from './id-lists.ts';

/** The full-text index finds up to this many products within a millisecond. */
const mostUncommon = 1024;

/** A beginning of the word being read, and the products that have it. */
interface Gathering {
  readonly beginning: string;
  readonly ids: IdSet;
}

/** Reads the whole full-text index once, word after word in their order. */
export function writeCommonBeginnings(db: Store): void {
  const highest = v.parse(v.number(), prepared(db, 'SELECT last_id FROM about').pluck().get());
  const common: { readonly beginning: string; readonly list: IdList }[] = [];
  const spare: IdSet[] = [];
  const open: Gathering[] = [];
  const closeDownTo = (length: number): void => {
    for (const { beginning, ids } of open.splice(length)) {
      if (ids.size > mostUncommon) common.push({ beginning, list: ids.toList() });
      ids.clear();
      spare.push(ids);
    }
  };

  db.exec('CREATE VIRTUAL TABLE temp.word_in_product USING fts5vocab(main, word, instance)');
  const rows = db.prepare('SELECT term, doc FROM word_in_product').raw().iterate();
  let word: string | undefined;
  for (const [term, id] of rows as Iterable<[string, number]>) {
    if (term !== word) {
      word = term;
      const beginnings = beginningsOf(term);
      const kept = beginnings.findIndex((each, index) => open[index]?.beginning !== each);
      closeDownTo(kept === -1 ? beginnings.length : kept);
      for (const beginning of beginnings.slice(open.length)) {
        open.push({ beginning, ids: spare.pop() ?? new IdSet(highest, mostUncommon) });
      }
    }
    for (const { ids } of open) ids.add(id);
  }
  closeDownTo(0);
  db.exec('DROP TABLE temp.word_in_product');

  const insert = prepared(
    db,
    'INSERT INTO common_beginning (beginning, form, ids) VALUES (?, ?, ?)',
  );
  for (const { beginning, list } of common) insert.run(beginning, list.form, list.bytes);
}

const listRow = v.optional(
  v.pipe(
    v.object({ form: v.picklist(idForms), ids: v.instance(Uint8Array) }),
    v.transform(({ form, ids }): IdList => ({ form, bytes: ids })),
  ),
);

/** Returns undefined for a beginning that is not common. */
export function commonIds(db: Store, beginning: string): IdList | undefined {
  const select = prepared(db, 'SELECT form, ids FROM common_beginning WHERE beginning = ?');
  return v.parse(listRow, select.get(beginning));
}

function beginningsOf(word: string): readonly string[] {
  let beginning = '';
  return Array.from(word, (character) => (beginning += character));
}
