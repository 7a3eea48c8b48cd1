// The page of figures in its states, in both languages: what it shows, and its examination.
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Figures } from '../../src-main/contract/figures.ts';
import { cents } from '../../src-main/contract/money.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { button, shows } from './locators.ts';
import { coveredControls } from './covered-controls.ts';
import { examine } from './examine.ts';
import { noting, show, signedIn, unanswered, type Answers } from './shown-till.ts';
import { sizesFor } from '../screen-sizes.ts';
import { layOut } from './lay-out.ts';
import { playedLanguages } from './played-languages.ts';

const sum = (count: number, totalCents: number) => ({ count, totalCents: cents(totalCents) });
const named = (name: string, count: number, totalCents: number) => ({
  ...{ name, ...sum(count, totalCents) },
});
const atMs = new Date(2026, 10, 21, 17, 42).getTime();
const hostile = '\u202e<img src=x onerror=alert(1)>';
const products = [
  {
    ...{ code: 'BACALHAU', description: 'Bacalhau', unit: 'kg', quantityThousandths: 7_312 },
    totalCents: cents(11_626),
  },
  {
    ...{ code: 'X', description: hostile, unit: '', quantityThousandths: 94_000 },
    totalCents: cents(7_520),
  },
];
const day = { from: '2026-11-21', until: '2026-11-21' };
const nothing: Figures = {
  ...{ kind: 'day', period: day, atMs, now: { day: '2026-11-21', minute: '17:42' } },
  unreadable: { count: 0, references: [] },
  ...{ firstDay: null, sold: sum(0, 0), open: sum(0, 0) },
  earlier: { periods: 0, whole: sum(0, 0), soFar: sum(0, 0) },
  ...{ times: [], usualWeek: { from: '2026-09-26', until: '2026-11-20', hours: [], weekdays: [] } },
  trend: [{ ...day, ...sum(0, 0), isWhole: false }],
  products: { distinct: 0, byAmount: [], byQuantity: [] },
  returned: [],
  ...{ methods: [], cashiers: [], discounts: { line: sum(0, 0), sale: sum(0, 0) } },
  ...{ cancelled: [], corrected: [], cash: [], documents: { kinds: [], lastSeenAtMs: null } },
};
const busy: Figures = {
  ...{ ...nothing, firstDay: '2026-01-02', sold: sum(86, 124_318), open: sum(3, 3_194) },
  earlier: { periods: 4, whole: sum(400, 600_000), soFar: sum(324, 460_480) },
  times: [
    { ...named('16', 40, 60_000), meanCents: cents(50_000), when: 'past' },
    { ...named('17', 46, 64_318), meanCents: cents(70_000), when: 'now' },
    { ...named('18', 0, 0), meanCents: cents(90_000), when: 'ahead' },
  ],
  usualWeek: {
    ...{ from: '2026-09-26', until: '2026-11-20', hours: ['16', '17', '18'] },
    weekdays: Array.from({ length: 7 }, (_, weekday) => ({
      days: 8,
      meanCents: [cents(4_000 + weekday * 1_000), cents(15_000), weekday === 6 ? null : cents(100)],
    })),
  },
  trend: [
    { from: '2026-11-20', until: '2026-11-20', ...sum(80, 100_000), isWhole: true },
    { ...day, ...sum(86, 124_318), isWhole: false },
  ],
  products: { distinct: 2, byAmount: products, byQuantity: products.toReversed() },
  methods: [named('Multibanco', 33, 61_208), named('Numerário', 53, 63_110)],
  cashiers: [named('Inês', 80, 120_000), named('', 6, 4_318)],
  discounts: { line: sum(2, 150), sale: sum(1, 300) },
  cancelled: [named('Rui', 1, 250)],
  corrected: [named('Inês', 1, -120)],
  cash: [
    {
      ...{ zId: 7, installation: 'AB3D', number: 7, date: '2026-11-21' },
      ...{ expectedCents: cents(37_205), countedCents: cents(37_055) },
    },
  ],
  documents: {
    kinds: [{ ...named('Fatura simplificada', 136, 184_207), status: 'Finalizado' }],
    lastSeenAtMs: atMs,
  },
};

describe.each(playedLanguages)('in %s', (language) => {
  const { common, figures } = messagesFor(language);
  const { money } = formatFor(language);
  const showFigures = (answer: Figures, more: Answers = {}) =>
    show({ ...signedIn, language }, { 'figures.read': answer, ...more }, '#/figures');

  it('says that nothing was sold', async () => {
    showFigures(nothing);
    await shows(figures.nothingSold);
    await shows(figures.nothingBefore);
    await examine();
  });

  it('shows each figure as a picture with a sentence, as a table, and saves it', async () => {
    const requests: unknown[] = [];
    showFigures(busy, { 'figures.export': noting(requests, { file: '/tmp/figures.csv' }) });
    await shows(money(cents(124_318)));
    const sentence = new RegExp(`^${figures.byHour}:`);
    await expect.element(page.getByRole('img', { name: sentence })).toBeVisible();
    expect(globalThis.document.querySelector('main img')).toBeNull();
    await examine();
    // A person who does not see the picture has its table, which others can show.
    const table = page.getByRole('table', { name: figures.byHour, exact: true });
    await expect
      .element(table.getByRole('cell', { name: money(cents(64_318)) }))
      .toBeInTheDocument();
    await button(figures.table(figures.byHour)).click();
    await expect.element(table).toBeVisible();
    await expect.element(page.getByRole('img', { name: sentence })).not.toBeInTheDocument();
    await button(figures.csv(figures.byHour)).click();
    await shows(/figures\.csv/);
    expect(requests).toEqual([{ period: 'day', date: '2026-11-21', table: 'times' }]);
    await examine();
  });

  it('says where it covers no control that a table could not be saved', async () => {
    showFigures(busy, { 'figures.export': { code: 'disk_full' } });
    await button(figures.csv(figures.byHour)).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    for (const size of sizesFor('all')) {
      await layOut(size);
      expect(coveredControls()).toEqual([]);
    }
  });

  it('is printed', async () => {
    const print = vi.spyOn(globalThis, 'print').mockReturnValue();
    showFigures(busy);
    await button(figures.print).click();
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it('says what is hidden from a cashier, who can neither see nor save those tables', async () => {
    showFigures({ ...busy, methods: [], cash: [], hidden: ['methods', 'cash'] });
    await expect.element(page.getByText(figures.hidden)).toHaveLength(2);
    const { methods, cash } = figures.titles;
    for (const title of [methods, cash]) {
      await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
      for (const name of [figures.table(title), figures.csv(title)])
        await expect.element(button(name)).not.toBeInTheDocument();
      await expect.element(page.getByRole('table', { name: title })).not.toBeInTheDocument();
    }
    await examine();
  });

  it('says that everything is reserved for managers', async () => {
    const error = { code: 'manager_needed', action: 'see_figures' } as const;
    showFigures(busy, { 'figures.read': error });
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    await expect.element(button(common.retry)).toBeVisible();
    await examine();
  });

  it('is being read', async () => {
    showFigures(busy, { 'figures.read': unanswered });
    await expect.element(page.getByText(figures.looking)).toBeVisible();
    await examine();
  });

  it('says what is unconfirmed, and what cannot be read', async () => {
    showFigures({ ...busy, unreadable: { count: 1, references: ['CF-AB3D-0001-WXYZ'] } });
    await shows(figures.notConfirmed(3, money(cents(3_194))));
    await shows(/CF-AB3D-0001-WXYZ/);
    await examine();
  });

  it('says that it is reading, and of all that was asked meanwhile reads the last', async () => {
    const first = Promise.withResolvers<Figures>();
    const requests: string[] = [];
    showFigures(busy, {
      'figures.read': ({ period }) => {
        requests.push(period);
        return requests.length === 1 ? first.promise : busy;
      },
    });
    await expect.element(page.getByRole('status').getByText(figures.looking)).toBeVisible();
    await button(figures.periods.week).click();
    await button(figures.periods.month).click();
    first.resolve(busy);
    await shows(figures.untilNow('17:42'));
    await expect.element(page.getByText(figures.looking)).not.toBeInTheDocument();
    expect(requests).toEqual(['day', 'month']);
  });

  it('asks for another period, and keeps the present one if that is refused', async () => {
    const requests: unknown[] = [];
    showFigures(busy, {
      'figures.read': (query) => {
        requests.push(query);
        return query.period === 'day' ? busy : { code: 'manager_needed', action: 'see_figures' };
      },
    });
    await button(figures.earlier('day')).click();
    await button(figures.periods.month).click();
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    expect(requests).toMatchObject([{ period: 'day' }, { period: 'day' }, { period: 'month' }]);
    await examine();
  });
});
