// Lists what has no place of its own on the screen, as names and texts, within bounds.
import type { DocumentDetail } from '../contract/documents.ts';
import { isRecord } from './json-object.ts';
import type { ShownFields } from './lenient-fields.ts';
import {
  fieldsOf,
  isPlain,
  maxTextLength,
  shortenedLine,
  Visits,
  textOfValue,
} from './lenient-values.ts';

const maxOthers = 300;
const maxDepth = 5;
const maxNameLength = 120;
/**
 * The bound on visited fields and elements, shown or not: those shown elsewhere are passed over.
 */
const maxVisits = 100_000;

/**
 * Returns every text, number and boolean, named as `payments[0].payment_method.code`, in the
 * answer's order.
 */
export function othersOf(body: unknown, shownFields: ShownFields): DocumentDetail['others'] {
  const others: { name: string; value: string }[] = [];
  const visits = new Visits(maxVisits);
  const isFull = () => others.length >= maxOthers || !visits.take();
  const visit = (value: unknown, longName: string, depth: number): void => {
    if (depth > maxDepth) return;
    const name = shortenedLine(longName, maxNameLength);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && !isFull(); index += 1) {
        visit(value[index], `${name}[${index}]`, depth + 1);
      }
    } else if (isRecord(value)) {
      const shownHere = shownFields.get(value);
      for (const key of fieldsOf(value, Infinity)) {
        if (isFull()) return;
        if (!shownHere?.has(key))
          visit(value[key], name === '' ? key : `${name}.${key}`, depth + 1);
      }
    } else if (isPlain(value) && value !== '') {
      others.push({ name, value: shortenedLine(textOfValue(value), maxTextLength) });
    }
  };
  visit(body, '', 0);
  return others;
}
