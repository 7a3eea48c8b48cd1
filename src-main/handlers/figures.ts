// Shows how business went: on screen, and each figure's table as a file.
import { join } from 'node:path';
import { ok } from '../contract/errors.ts';
import {
  productsShown,
  type FigureTable,
  drawerTables,
  type FiguresQuery,
} from '../contract/figures.ts';
import { figuresCsv } from '../figures/csv.ts';
import { maySee, withoutDrawer } from '../page/hidden-from-cashiers.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import type { Context } from './context.ts';
import type { Requests } from './request.ts';
import type { SharedFormat } from '../contract/format.ts';
import { periodOf } from '../contract/periods.ts';

export function figureRequests(context: Context): Requests<'figures'> {
  const nowMs = () => context.now().getTime();
  return {
    'figures.read': {
      actions: 'see_figures',
      words: (query, { says, format }) => [says.seeFigures(figureDays(query, format))],
      run: async (query, { figures }) => {
        const read = await figures.read(query, nowMs(), productsShown);
        if (!read.ok || maySee(context.lock, 'see_drawer')) return read;
        return ok(withoutDrawer(read.value));
      },
    },
    'figures.export': {
      actions: ({ table }) => [
        ...(isOfDrawer(table) ? (['see_drawer'] as const) : []),
        ...(['see_figures', 'export'] as const),
      ],
      words: (query, { says, format }) => [says.exportFigures(figureDays(query, format))],
      run: async ({ table, ...query }, { figures, profile }) => {
        const read = await figures.read(query, nowMs(), Number.MAX_SAFE_INTEGER);
        if (!read.ok) return read;
        const text = figuresCsv(read.value, table, context.language());
        const { from, until } = read.value.period;
        const days = from === until ? from : `${from}-${until}`;
        const what = fileNames[table] ?? table;
        const name = fileNameOf([profile.companyCode, 'figures', what, days], 'csv');
        return writeNewFile(join(context.receiptFolder(), name), Buffer.from(text, 'utf8'));
      },
    },
  };
}

/** Those that are named otherwise than their tables. */
const fileNames: Readonly<Partial<Record<FigureTable, string>>> = {
  usualWeek: 'usual-week',
  methods: 'payment-methods',
};

const isOfDrawer = (table: FigureTable): boolean => drawerTables.some((one) => one === table);

function figureDays({ period, date }: FiguresQuery, format: SharedFormat): string {
  const { from, until } = periodOf(period, date);
  return from === until ? format.date(from) : `${format.date(from)}–${format.date(until)}`;
}
