// Figures are shown as the person at the till may see them.
import { ok } from '../../../src-main/contract/errors.ts';
import { expect, test } from 'vitest';
import type { Figures, FigureTable } from '../../../src-main/contract/figures.ts';
import type { Role } from '../../../src-main/contract/lock.ts';
import { figureRequests } from '../../../src-main/handlers/figures.ts';
import { managerActionsOf } from '../../declared-requests.ts';
import { asking } from '../../asking.ts';

const query = { period: 'day', date: '2026-11-23' } as const;
const read = {
  methods: [{ name: 'Cash', count: 1, totalCents: 65 }],
  cash: [{ zId: 1, expectedCents: 65, countedCents: 60 }],
  cashiers: [{ name: 'Rui', count: 1, totalCents: 65 }],
} as unknown as Figures;

function seenBy(role: Role, managerActions: readonly string[]) {
  const lock = { state: { atTill: { role }, rules: { managerActions } } };
  const context = { lock, now: () => new Date() };
  const till = { figures: { read: () => Promise.resolve(ok(read)) } };
  return asking(figureRequests(context as never), () => till)['figures.read'](query);
}

test('only those who may see the drawer see what a count should come to', async () => {
  expect(await seenBy('cashier', ['see_drawer'])).toEqual({
    ok: true,
    value: { ...read, methods: [], cash: [], hidden: ['methods', 'cash'] },
  });
  expect(await seenBy('cashier', [])).toEqual({ ok: true, value: read });
  expect(await seenBy('manager', ['see_drawer'])).toEqual({ ok: true, value: read });
});

test('nor can others export it', () => {
  const needed = (table: FigureTable) =>
    managerActionsOf('figures.export', { ...query, table }, {});
  for (const table of ['methods', 'cash'] as const) expect(needed(table)).toContain('see_drawer');
  expect(needed('cashiers')).toEqual(['see_figures', 'export']);
});
