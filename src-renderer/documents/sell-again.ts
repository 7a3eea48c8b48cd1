// A document's lines as those of a new sale.
import * as v from 'valibot';
import { cartSchema, type CartLine } from '../../src-main/contract/cart.ts';
import { withoutDirections } from './foreign-text.ts';
import type { LineToSell } from './line-names.ts';

/** As the cart's lines bound it. */
const maxDescriptionLength = 200;
const linesSchema = v.pipe(cartSchema.entries.lines, v.minLength(1));

/** Null unless every line can be sold as it is: by its code, quantity and unit price. Unit and list price go with it. */
export function linesToSell(lines: readonly LineToSell[]): CartLine[] | null {
  const parsed = v.safeParse(
    linesSchema,
    lines.map(({ code, description, quantity, unitPrice, unit, listPrice }) => ({
      lineId: crypto.randomUUID(),
      code,
      description: printable(description) || code,
      quantity,
      unitPrice,
      ...(unit !== undefined && { unit }),
      ...(listPrice !== undefined && { listPrice }),
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
