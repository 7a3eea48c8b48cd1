// Shows how business went: on screen, and each figure's table as a file.
import { join } from 'node:path';
import { ok } from '../contract/errors.ts';
import { productsShown, type FigureTable } from '../contract/figures.ts';
import { figuresCsv } from '../figures/csv.ts';
import { maySee, withoutDrawer } from '../page/hidden-from-cashiers.ts';
import { fileNameOf, writeNewFile } from '../receipt/new-file.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function figureHandlers(context: Context): HandlersOf<'figures'> {
  const nowMs = () => context.now().getTime();
  return {
    'figures.read': (query, { figures }) => {
      const read = figures.read(query, nowMs(), productsShown);
      return ok(maySee(context.lock, 'see_drawer') ? read : withoutDrawer(read));
    },
    'figures.export': ({ table, ...query }, { figures, profile }) => {
      const read = figures.read(query, nowMs(), Infinity);
      const text = figuresCsv(read, table, context.language());
      const { from, until } = read.period;
      const days = from === until ? from : `${from}-${until}`;
      const name = fileNameOf([profile.companyCode, 'figures', fileNames[table], days], 'csv');
      return writeNewFile(join(context.receiptFolder(), name), Buffer.from(text, 'utf8'));
    },
  };
}

const fileNames: Readonly<Record<FigureTable, string>> = {
  times: 'times',
  usualWeek: 'usual-week',
  trend: 'trend',
  products: 'products',
  methods: 'payment-methods',
  cashiers: 'cashiers',
  reductions: 'reductions',
  cash: 'cash',
  documents: 'documents',
};
