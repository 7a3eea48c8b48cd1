// A document's lines as those of a new sale.
import * as v from 'valibot';
import { cartSchema, type CartLine } from '../../src-main/contract/cart.ts';
import type { DocumentLine } from '../../src-main/contract/documents.ts';
import { withoutDirections } from './foreign-text.ts';

/** As the cart's lines bound it. */
const maxDescriptionLength = 200;
const linesSchema = v.pipe(cartSchema.entries.lines, v.minLength(1));

/** Null unless every line can be sold as it is: by its code, quantity and unit price. */
export function linesToSell(lines: readonly DocumentLine[]): CartLine[] | null {
  const parsed = v.safeParse(
    linesSchema,
    lines.map(({ code, description, quantity, unitPrice }) => ({
      lineId: crypto.randomUUID(),
      code,
      description: printable(description) || code,
      quantity,
      unitPrice,
    })),
  );
  return parsed.success ? parsed.output : null;
}

/** A product's name is no reason not to sell it. */
const printable = (description: string): string =>
  withoutDirections(description)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxDescriptionLength);
