// Many sales as a shop makes them, on the days before a given moment, so that figures look real.
import type { Store } from '../src-main/store/open.ts';
import { commitSale, sha256 } from '../src-main/store/sales.ts';
import { soldAs } from './integration/figures/figures-till.ts';

const products = [
  ['Bacalhau seco graúdo', 15_900_000, 'kg'],
  ['Azeite virgem extra 750 ml', 8_990_000, ''],
  ['Café expresso', 800_000, ''],
  ['Pão alentejano 500 g', 1_750_000, ''],
  ['Banana da Madeira', 1_990_000, 'kg'],
  ['Leite meio-gordo 1 L', 920_000, ''],
  ['Queijo da serra', 18_500_000, 'kg'],
  ['Pastel de nata', 1_200_000, ''],
] as const;
const methods = ['Multibanco', 'Multibanco', 'Multibanco', 'Numerário', 'Numerário', 'MB WAY'];
const cashiers = ['Inês', 'Rui', 'Inês', undefined];
/** How many of a hundred sales fall into each hour from eight on. */
const busy = [4, 6, 9, 10, 11, 9, 5, 6, 8, 11, 12, 7, 2];

/** Draws the same numbers each time. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface SeedingOfSales {
  readonly sales: number;
  readonly perDay: number;
  /** No sale is later. */
  readonly untilMs: number;
}

/**
 * Confirms every sale but some of the last, and cancels one in a hundred. Does not wait for the
 * disk, and leaves out the steps that the outbox would have taken.
 */
export function seedSales(db: Store, { sales, perDay, untilMs }: SeedingOfSales): void {
  const draw = draws(7);
  const hours = busy.flatMap((weight, hour) => Array<number>(weight).fill(8 + hour));
  const last = new Date(untilMs);
  const days = Math.ceil(sales / perDay);
  let number = 0;
  const sellOne = (atMs: number): void => {
    number += 1;
    const lines = Array.from({ length: 1 + draw(3) }, () => {
      const code = draw(products.length);
      const [, price, unit] = products[code] ?? products[0];
      return {
        ...{ code: `P${String(code)}`, price, quantity: unit === '' ? 1000 : 200 + draw(900) },
        ...(unit !== '' && { unit }),
        ...(draw(40) === 0 && { listPrice: price + 500_000 }),
      };
    });
    const { content, ...rest } = soldAs(number, {
      ...{ lines, atMs, method: methods[draw(methods.length)] ?? '', by: cashiers[draw(4)] },
      discount: draw(60) === 0 ? 1_000 : 0,
    });
    const named = content.cart.lines.map((line) => ({
      ...line,
      description: products[Number(line.code.slice(1))]?.[0] ?? line.description,
    }));
    commitSale(db, { ...rest, content: { ...content, cart: { ...content.cart, lines: named } } });
  };
  db.pragma('synchronous = off');
  db.transaction(() => {
    for (let back = days - 1; back >= 0; back -= 1) {
      const day = new Date(last.getFullYear(), last.getMonth(), last.getDate() - back);
      const weekend = day.getDay() === 0 ? 0.5 : day.getDay() === 6 ? 1.3 : 1;
      const today = Math.min(
        sales - number,
        Math.round(perDay * weekend * (0.85 + draw(30) / 100)),
      );
      const times = Array.from({ length: today }, () =>
        new Date(day).setHours(hours[draw(hours.length)] ?? 12, draw(60), draw(60)),
      );
      for (const atMs of times.sort()) if (atMs <= untilMs) sellOne(atMs);
    }
    const bytes = Buffer.from('{}');
    db.prepare(
      `UPDATE sale SET state = iif(sale_id % 100 = 0, 'cancelled', 'confirmed'), body = ?,
         body_sha256 = ? WHERE sale_id <= (SELECT max(sale_id) - 3 FROM sale)`,
    ).run(bytes, sha256(bytes));
  })();
}
