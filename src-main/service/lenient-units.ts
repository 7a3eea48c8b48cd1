// Recognises the units of a document's lines.
import { codeNames, descriptionNames } from './lenient-names.ts';
import { isOfLine } from './lenient-lines.ts';
import { valueAt, type Column, type Table } from './lenient-rows.ts';

const maxOfAKind = 8;
const longestUnit = 20;

const unitNames = new Set(
  'unit unidade un uom unitcode codigounidade unidademedida measureunit unitofmeasure'.split(' '),
);

/** Returns one unit for each row; empty if the row has none. */
export function readUnits({ rows, columns }: Table): string[] {
  const units = columns.filter(isUnit).slice(0, maxOfAKind);
  return rows.map((row) => {
    for (const column of units) {
      const value = valueAt(row, column);
      if (typeof value === 'string' && isUnitText(value)) return value.trim();
    }
    return '';
  });
}

/**
 * Returns whether the column is the line's own unit, its product's, or the code or name of an
 * object that is named like a unit.
 */
function isUnit(column: Column): boolean {
  const { inner, parentWords, words } = column;
  const name = words.join('');
  if (isOfLine(column) && unitNames.has(name)) return true;
  const isNaming = codeNames.has(name) || descriptionNames.has(name);
  return inner !== null && unitNames.has(parentWords.join('')) && isNaming;
}

const isUnitText = (text: string): boolean =>
  text.trim().length <= longestUnit && /\p{L}/u.test(text) && !/\p{Cc}/u.test(text);
