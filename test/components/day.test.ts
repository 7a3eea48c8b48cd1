// The Day screen in each of its states, in both languages: what it shows, and its examination.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import {
  defaultDaySettings,
  type CashMovement,
  type CommittedCount,
  type DaySettings,
} from '../../src-main/contract/day.ts';
import { comparisonNote, type DayComparison } from '../../src-main/contract/day-comparison.ts';
import type {
  DaySnapshot,
  DayState,
  OpenDay,
  OpenSale,
  ToClose,
  ZReport,
} from '../../src-main/contract/day-report.ts';
import { cents } from '../../src-main/contract/money.ts';
import type { PrintJob } from '../../src-main/contract/print-jobs.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { formatFor } from '../../src-renderer/bridge/format.ts';
import { button, shows, textbox } from './locators.ts';
import { examine } from './examine.ts';
import { ines, lockWith, noting, show, signedIn, type Answers } from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const settings: DaySettings = { ...defaultDaySettings, mode: 'required', cashMethods: [1] };
const sum = (count: number, totalCents: number) => ({ count, totalCents: cents(totalCents) });
const atMs = Date.UTC(2026, 10, 21, 17, 31);
const openSales: readonly OpenSale[] = [
  {
    ...{ reference: 'CF-AB3D-0011-WXYZ', state: 'queued', totalCents: cents(1_944) },
    ...{ atMs, method: 'Multibanco' },
  },
  {
    ...{ reference: 'CF-AB3D-0012-WXYZ', state: 'in_doubt', totalCents: cents(1_250) },
    ...{ atMs, method: 'Numerário' },
  },
];
const movements: readonly CashMovement[] = [
  {
    ...{ movementId: 1, atMs, amountCents: cents(15_000), note: '', by: 'Rui', approvedBy: 'Inês' },
    ...{ reference: null, reverses: null },
    direction: 'out',
    reason: 'safe',
  },
  {
    ...{ movementId: 2, atMs, amountCents: cents(2_000), note: 'Coins from the bank', by: 'Inês' },
    ...{ approvedBy: null, reference: null, reverses: null },
    direction: 'in',
    reason: 'change',
  },
];
const methods = [
  { name: 'Numerário', ...sum(41, 43_765), isCash: true },
  { name: 'Multibanco', ...sum(33, 61_208), isCash: false },
];
const openDay: OpenDay = {
  ...{ date: '2026-11-21', openedAtMs: atMs, openedBy: 'Inês', floatCents: cents(10_000) },
  ...{ leftBeforeCents: cents(10_000), sales: 74, cashDocuments: [], movements },
  takings: { ...sum(74, 104_973), methods },
  returned: { ...sum(0, 0), methods: [], kinds: [] },
  ...{ open: openSales, draft: null, counted: null, isCountVoid: false },
};
const nothing: DayState = {
  ...{ settings, day: null, leftBeforeCents: cents(10_000), closed: [] },
  ...{ areSettingsDamaged: false, restored: [], moneyOfFound: [] },
  withoutDay: { ...sum(2, 2_630), references: ['CF-AB3D-0001-WXYZ', 'CF-AB3D-0002-WXYZ'] },
};
const dayIsOpen: DayState = { ...nothing, day: openDay };
const counted: CommittedCount = {
  ...{ countId: 3, atMs, by: 'Inês', count: { pieces: [], otherCents: cents(0) } },
  ...{ countedCents: cents(37_055), expectedCents: cents(37_205) },
  purpose: 'close',
};
const earlier: CommittedCount = { ...counted, countId: 2, purpose: 'handover' };
const snapshot: DaySnapshot = {
  ...{ openingApprovedBy: null, cashDocuments: [], moneyOfFound: [], unreadable: [], restored: [] },
  returned: { ...sum(0, 0), methods: [], kinds: [] },
  differing: [
    {
      reference: 'CF-7K2M-9QXZ-4T10',
      docKey: 'FS A/1',
      differences: [{ field: 'total', sold: '1', shown: '2' }],
    },
  ],
  ...{
    sinceLast: null,
    marks: { saleId: 9, stepId: 9, decisionId: 9, openingId: 9, recoveryId: 9 },
  },
  ...{ date: '2026-11-21', openedAtMs: atMs, openedBy: 'Inês', atMs, by: 'Inês', approvedBy: null },
  ...{ sales: sum(74, 104_973), firstReference: null, lastReference: null, methods },
  cashiers: [{ name: 'Inês', ...sum(74, 104_973) }],
  fiscal: {
    ...{ sold: sum(72, 101_779), answered: sum(71, 101_780), roundingCents: cents(1) },
    taxed: { count: 70, netCents: cents(90_000), taxesCents: cents(11_779) },
    natures: [{ name: 'Fatura simplificada', ...sum(71, 101_780) }],
    ...{ firstKey: 'FS 2026A/12', lastKey: 'FS 2026A/92' },
  },
  ...{ open: [...openSales], otherDocuments: 0, cancelled: sum(1, 250), discounts: sum(0, 0) },
  drawerOpenings: 2,
  cash: {
    ...{ floatCents: cents(10_000), leftBeforeCents: cents(10_000), sales: sum(41, 43_765) },
    returned: sum(0, 0),
    ...{ in: sum(1, 2_000), out: sum(1, 18_560), expectedCents: cents(37_205) },
    ...{ movements: [...movements], count: counted, counts: [earlier, counted] },
    ...{ leftCents: cents(10_000), note: 'Trocos mal dados' },
  },
  exceptions: [{ by: 'Rui', kind: 'drawer_opened', count: 2, amountCents: null }],
  auditedAtMs: null,
};
const cashier = { ...ines, role: 'cashier' } as const;
const toClose: ToClose = {
  ...{ snapshot, count: counted, isBeyondLimit: true, oldestOpenAtMs: atMs },
};
const report: ZReport = {
  ...{
    zId: 7,
    installation: 'AB3D',
    number: 7,
    hash: 'a'.repeat(64),
    previousHash: 'b'.repeat(64),
  },
  ...{ isWhole: true, snapshot },
  comparison: null,
  addenda: [
    {
      ...{ atMs, reference: 'CF-AB3D-0011-WXYZ', state: 'confirmed', docKey: 'FS 2026A/93' },
      ...{ totalCents: cents(1_944), serviceTotalCents: cents(1_944) },
    },
  ],
};
const closedState: DayState = {
  ...nothing,
  closed: [
    {
      ...{ zId: 7, installation: 'AB3D', number: 7, date: '2026-11-21', closedAtMs: atMs },
      ...{ closedBy: 'Inês', leftCents: cents(10_000), open: 2, settled: 1 },
    },
  ],
};

const unreachable = { code: 'service_unreachable', reason: 'timeout' } as const;
const compared: DayComparison = {
  ...{ atMs, incomplete: null, confirmed: 72, notListed: 0, open: 0, differences: [] },
  sums: [
    {
      ...{ date: '2026-11-21', nature: 'Fatura simplificada', series: 'FS 2026A', whose: 'ours' },
      ...sum(72, 101_779),
    },
    {
      ...{ date: '2026-11-21', nature: '<b>NC</b>', series: '', whose: 'others' },
      ...sum(1, -500),
    },
  ],
};

const cashDocument = {
  ...{ reference: 'CF-AB3D-0020-WXYZ', kind: 'FR', method: 'Numerário' },
  totalCents: cents(4_500),
};
const hideMethods = (open: readonly OpenSale[]) => open.map((one) => ({ ...one, method: '' }));
const afterRestore: DayState['restored'][number] = {
  last: { name: 'AB3D-7', hash: 'a'.repeat(64) },
  later: ['AB3D-8', 'AB3D-9'].map((name) => ({ name, hash: 'b'.repeat(64) })),
  isLaterKnown: true,
  lost: [{ what: 'cash_movement', number: 12 }],
};
const moneyOfFound = [{ reference: 'CF-AB3D-0012-WXYZ', movedCents: cents(-1_250) }];

describe.each(playedLanguages)('in %s', (language) => {
  const { comparison, day, frame, payment, sell } = messagesFor(language);
  const { money } = formatFor(language);
  const at = (change: Partial<TillState> = {}): TillState => ({ ...signedIn, language, ...change });
  const showDay = (answer: DayState, more: Answers = {}) =>
    show(at(), { 'day.state': answer, ...more }, '#/day');

  it('says that days are off', async () => {
    showDay({ ...nothing, settings: defaultDaySettings });
    await shows(day.off);
    await expect
      .element(page.getByRole('link', { name: frame.screens.day }))
      .toHaveAttribute('aria-current', 'page');
    await examine();
  });

  it('opens a day with a float that is counted or typed', async () => {
    const requests: unknown[] = [];
    const open: Answers = {
      'day.open': noting(requests, { code: 'day_is_open' }, ({ float }) => float),
    };
    showDay(nothing, open);
    await textbox(day.float).fill('90');
    await shows(day.lessThanLeft(money(cents(1_000))));
    await examine();
    await button(day.open).click();
    await textbox(day.howManyOf(money(cents(5_000)))).fill('2');
    await shows(day.sameAsLeft);
    await button(day.open).click();
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    expect(requests).toEqual([
      { by: 'typed', cents: 9_000 },
      { by: 'counted', count: { pieces: [{ denomination: 5_000, pieces: 2 }], otherCents: 0 } },
    ]);
  });

  it('shows the open day, and not what should be in the drawer', async () => {
    showDay(dayIsOpen);
    await shows(day.hidden);
    for (const name of [day.xReport, day.cashIn, day.cashOut, day.countAndClose]) {
      await expect.element(button(name)).toBeVisible();
    }
    await shows('CF-AB3D-0012-WXYZ');
    await examine();
  });

  it('shows the X report before it is printed, and offers its PDF where there is no printer', async () => {
    const printed: unknown[] = [];
    const job: PrintJob = {
      ...{ jobId: 7, atMs, state: 'printing', error: null, title: 'X 2026-11-21', language },
      ...{ documentId: null, reference: null, isCopy: false, isAutomatic: false, askedBy: 'Rui' },
      ...{ isDayPaper: true, isGift: false, isLabels: false },
    };
    const become = show(
      at(),
      {
        'day.state': dayIsOpen,
        'day.preview': { preview: 'about:blank' },
        'day.print': noting(printed, job),
        'day.savePdf': { file: '/tmp/X 2026-11-21.pdf' },
      },
      '#/day',
    );
    await button(day.xReport).click();
    const dialog = page.getByRole('dialog', { name: day.xReport });
    await expect.element(dialog.getByTitle(day.xPreview)).toBeVisible();
    expect(printed).toEqual([]);
    await dialog.getByRole('button', { name: day.print, exact: true }).click();
    await expect.poll(() => printed).toEqual([{ kind: 'x', language }]);
    become(at({ troubledJobs: [{ ...job, state: 'failed', error: { code: 'no_printer' } }] }));
    await expect.element(dialog.getByText(day.savePdfInstead)).toBeVisible();
    const widths = [day.print, day.savePdf, day.done].map(
      (name) =>
        dialog.getByRole('button', { name, exact: true }).element().getBoundingClientRect().width,
    );
    expect(new Set(widths).size).toBe(1);
    await expect.element(page.getByText(day.printed)).not.toBeInTheDocument();
    await examine();
    await dialog.getByRole('button', { name: day.savePdf, exact: true }).click();
    await expect.element(dialog.getByText(/X 2026-11-21\.pdf/)).toBeVisible();
    await examine();
  });

  it('tells a cashier how many sales there were, but not the takings', async () => {
    const blind = { ...openDay, takings: null };
    showDay({ ...dayIsOpen, day: { ...blind, open: hideMethods(openSales) } });
    await shows(day.takingsHidden);
    await expect.element(page.getByText(money(cents(104_973)))).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('columnheader', { name: day.columns.payment }))
      .not.toBeInTheDocument();
    await examine();
  });

  it('reports damage, a restored backup, and money of sales that were found', async () => {
    showDay({ ...nothing, areSettingsDamaged: true, restored: [afterRestore], moneyOfFound });
    await shows(day.settingsDamaged);
    await shows(day.restoredLater('AB3D-8, AB3D-9'));
    await shows(day.restoredLost(messagesFor(language).exceptions.lostRows(afterRestore.lost)));
    await shows(day.moneyOut(money(cents(1_250))));
    await textbox(day.float).fill('10');
    await shows(day.beyondLimit);
    await examine();
  });

  it('shows the rest of a report besides its sums', async () => {
    const full: DaySnapshot = {
      ...snapshot,
      cash: { ...snapshot.cash, leftBeforeCents: cents(9_000) },
      unreadable: ['CF-AB3D-0013-WXYZ'],
      cashDocuments: [cashDocument],
      sinceLast: {
        ...{ report: 'AB3D-6', closedAtMs: atMs, sales: sum(2, 2_630), drawerOpenings: 1 },
        exceptions: [{ by: 'Rui', kind: 'drawer_opened', count: 1, amountCents: null }],
      },
    };
    showDay(closedState, { 'day.report': { ...report, snapshot: full } });
    await page.getByRole('button', { name: day.showReport('AB3D-7') }).click();
    await shows(day.unreadable('CF-AB3D-0013-WXYZ'));
    await shows(day.floatDifference);
    const { counts, purposes } = messagesFor(language).dayPaper;
    const all = page.getByRole('table', { name: counts });
    await expect.element(all.getByText(purposes.handover)).toBeVisible();
    const since = page.getByRole('table', { name: day.sinceLast('AB3D-6') });
    await expect.element(since.getByText(day.sinceOpenings)).toBeVisible();
    await shows(cashDocument.reference);
    await examine();
  });

  it.each(['cashIn', 'cashOut'] as const)('asks for amount and reason: %s', async (name) => {
    showDay(dayIsOpen);
    await button(day[name]).click();
    await page
      .getByRole('radio', { name: day.reasons[name === 'cashIn' ? 'in' : 'out'].other })
      .click();
    await textbox(day.amount).fill('15');
    const done = new RegExp(`^${name === 'cashIn' ? day.putIn : day.takeOut}`);
    await page.getByRole('button', { name: done }).click();
    await shows(day.reasonNeeded);
    await expect.element(textbox(day.reason)).toBeVisible();
    await examine();
  });

  it('counts blind, and shows the three sums once it is counted', async () => {
    const become = showDay(dayIsOpen, { 'day.count': counted, 'day.toClose': toClose });
    await button(day.countAndClose).click();
    await textbox(day.howManyOf(money(cents(1)))).fill('7');
    await expect.element(page.getByText(money(cents(7))).last()).toBeVisible();
    await shows(day.blind);
    await examine();
    await button(day.counted).click();
    for (const name of [day.inTheDrawer, day.atTheService, day.stillOpen]) {
      await expect.element(page.getByRole('heading', { name })).toBeVisible();
    }
    await shows(day.missing(money(cents(150))));
    // Without cashiers there is no manager and no PIN.
    await shows(day.beyondLimit);
    await expect.element(page.getByText(/PIN|manager|gerente/)).not.toBeInTheDocument();
    become(at({ lock: lockWith([cashier], cashier) }));
    await shows(day.needsManager);
    await expect.element(button(day.countAgain)).toBeVisible();
    await expect.element(textbox(day.note)).toBeVisible();
    // What the screen is for is in sight, however much there is besides the sums.
    await expect.element(button(day.close)).toBeInViewport({ ratio: 1 });
    await expect.element(textbox(day.left)).toHaveValue(formatFor(language).editable(10_000, 2, 2));
    await examine();
  });

  it('closes the day, and shows its report', async () => {
    const committed = { ...dayIsOpen, day: { ...openDay, counted } };
    showDay(committed, { 'day.toClose': toClose, 'day.close': report });
    await button(day.countAndClose).click();
    await textbox(day.left).fill('999');
    await expect.element(button(day.close)).toBeDisabled();
    await textbox(day.left).fill('100');
    await button(day.close).click();
    await shows(day.zReport('AB3D-7'));
    await expect.element(page.getByRole('cell', { name: /FS 2026A\/93/ })).toBeVisible();
    await examine();
  });

  it('says what the drawer holds of exchanges while it is counted', async () => {
    const exchange = {
      ...{ reference: 'CF-AB3D-0013-WXYZ', docKey: 'FS 2026A/42' },
      ...{ totalCents: cents(2_000), isNext: false },
    };
    const requests: unknown[] = [];
    const answers = {
      'day.state': dayIsOpen,
      'day.saveDraft': null,
      'returns.payOut': noting(requests, null),
    };
    show(at({ exchanges: [exchange] }), answers, '#/day');
    await button(day.countAndClose).click();
    const amount = money(cents(2_000));
    await shows(day.heldOfExchange('FS 2026A/42', amount));
    await examine();
    await button(payment.giveCash(amount)).click();
    await expect.poll(() => requests).toEqual([{ reference: exchange.reference }]);
  });

  it('says that a count is void', async () => {
    showDay({ ...dayIsOpen, day: { ...openDay, isCountVoid: true } });
    await shows(day.countVoid);
    await button(day.countAndClose).click();
    await expect.element(button(day.counted)).toBeDisabled();
    await examine();
  });

  it('shows a closed day once more, and that it was changed', async () => {
    showDay(closedState, { 'day.report': { ...report, isWhole: false } });
    await button(day.showReport('AB3D-7')).click();
    await shows(day.notWhole);
    await examine();
  });

  it('shows the last comparison of a closed day, with its time', async () => {
    const keptNote = comparisonNote({
      ...compared,
      differences: [{ problem: 'twice', reference: 'CF-AB3D-0011-WXYZ', docKey: 'FS A/1' }],
    });
    showDay(closedState, {
      'day.report': { ...report, comparison: keptNote },
      'day.compare': compared,
    });
    await button(day.showReport('AB3D-7')).click();
    await shows(new RegExp(comparison.verdicts.differs(1).slice(0, 30)));
    await shows(comparison.problems.twice);
    await expect.element(page.getByText(comparison.notAsked)).not.toBeInTheDocument();
    await examine();
    await button(comparison.again).click();
    await shows(new RegExp(comparison.verdicts.agrees(72).slice(0, 30)));
    await expect.element(page.getByText(comparison.problems.twice)).not.toBeInTheDocument();
  });

  it.each([
    ['agrees', compared],
    ['incomplete', { ...compared, incomplete: { why: 'asking', error: unreachable } }],
    [
      'differs',
      {
        ...{ ...compared, open: 1 },
        differences: [{ problem: 'twice', reference: 'CF-AB3D-0011-WXYZ', docKey: 'FS A/1' }],
      },
    ],
  ] as const)('compares a closed day with the service: %s', async (verdict, answer) => {
    showDay(closedState, { 'day.report': report, 'day.compare': answer });
    await button(day.showReport('AB3D-7')).click();
    await shows(comparison.notAsked);
    await button(comparison.compare).click();
    await shows(
      new RegExp(comparison.verdicts[verdict](verdict === 'agrees' ? 72 : 1).slice(0, 30)),
    );
    await expect.element(page.getByRole('table', { name: comparison.sums })).toBeVisible();
    if (verdict === 'differs') {
      await shows(comparison.problems.twice);
      await shows(comparison.open(1));
    }
    await expect.element(button(comparison.again)).toBeEnabled();
    await examine();
  });

  it('counts the drawer for a handover', async () => {
    showDay(dayIsOpen, { 'day.count': { ...counted, purpose: 'handover' } });
    await button(day.handover).click();
    await button(day.counted).click();
    await expect.element(button(day.xReport)).toBeVisible();
    await examine();
  });

  it.each(['required', 'reminded'] as const)('asks for the day if days are %s', async (mode) => {
    show(at({ day: { mode, openedAtMs: null, cashMethods: [1] } }));
    await shows(day[mode]);
    await expect.element(page.getByRole('link', { name: day.goToDay })).toBeVisible();
    await expect.element(page.getByRole('button', { name: sell.pay })).toBeVisible();
    await examine();
  });

  it('is set up with the other settings', async () => {
    const requests: unknown[] = [];
    const change: Answers = { 'day.changeSettings': noting(requests, null) };
    show(at(), change, '#/settings/day');
    await page.getByRole('radio', { name: day.modes.required }).click();
    await textbox(day.differenceLimit).fill('10');
    await button(day.saveSettings).click();
    await shows(day.settingsSaved);
    expect(requests).toEqual([
      { mode: 'required', cashMethods: [], differenceLimitCents: 1_000, printsZ: true },
    ]);
  });
});
