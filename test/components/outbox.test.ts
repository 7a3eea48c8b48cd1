// The outbox and one sale in each of their states, in both languages: what each shows, and its
// examination.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { cents } from '../../src-main/contract/money.ts';
import type { OutboxReport } from '../../src-main/contract/outbox-report.ts';
import { saleStates, type SaleState } from '../../src-main/contract/outbox-states.ts';
import type { Returned } from '../../src-main/contract/returns.ts';
import type { Evidence, OpenedSale, SaleDetail, SaleStep } from '../../src-main/contract/sales.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { quietReport } from '../quiet-report.ts';
import { document, opened, sale } from '../unit/receipt/sample-receipts.ts';
import { button, shows, visible } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { show, signedIn, unanswered, type Answers } from './shown-till.ts';

const atMs = Date.UTC(2026, 10, 21, 14, 3);
const unreachable = { code: 'service_unreachable', reason: 'timeout' } as const;
const references = Array.from({ length: 40 }, (_, index) => `CF-7K2M-9QXZ-4T${10 + index}`);
const errors = [
  { field: 'details[1].code', message: 'Produto inexistente na lista de artigos', code: 'invalid' },
  { field: 'payments', message: 'Modo de pagamento inativo', code: 'inactive' },
];
const seenDocuments = [
  { id: 71, docKey: 'FS 2026A/71', totalCents: cents(1_212) },
  { id: 72, docKey: 'FS 2026A/72', totalCents: cents(99_999_999) },
];
const evidence: Readonly<Record<SaleState, Evidence>> = {
  queued: { kind: 'not_sent', what: 'ECONNREFUSED' },
  sending: { kind: 'attempt', number: 2 },
  in_doubt: { kind: 'no_clear_answer', what: '504' },
  incomplete: { kind: 'found', documents: seenDocuments.slice(0, 1) },
  rejected: { kind: 'judged', said: 'refused', errors },
  conflict: { kind: 'found', documents: seenDocuments },
  confirmed: { kind: 'found', documents: seenDocuments.slice(0, 1) },
  cancelled: { kind: 'decided', by: 'Inês', note: 'O cliente desistiu da compra.' },
};
const hasDocument = (state: SaleState) => state === 'confirmed' || state === 'conflict';
const summaries = Array.from({ length: 40 }, (_, index) => {
  const state = saleStates[index % saleStates.length] ?? 'queued';
  return sale({
    ...{ reference: references[index] ?? '', state, committedAtMs: atMs - index * 60_000 },
    ...(!hasDocument(state) && { docKey: null, documentId: null }),
    lastEvidence: evidence[state],
    nextStepAtMs: state === 'queued' || state === 'in_doubt' ? atMs + 3_600_000 : null,
  });
});

function openedSale(state: SaleState): OpenedSale {
  const steps: readonly SaleStep[] = [
    { atMs, event: 'committed', state: 'queued', evidence: { kind: 'committed' } },
    {
      atMs: atMs + 1_000,
      event: 'claimed',
      state: 'sending',
      evidence: { kind: 'attempt', number: 1 },
    },
    { atMs: atMs + 9_000, event: 'no_clear_answer', state, evidence: evidence[state] },
  ];
  return {
    ...sale({
      ...{ state, steps, lastEvidence: evidence[state] },
      ...(!hasDocument(state) && { docKey: null, documentId: null }),
      doubtedAtMs: state === 'in_doubt' ? atMs : null,
      nextStepAtMs: state === 'queued' || state === 'in_doubt' ? atMs + 3_600_000 : null,
    }),
    ...{ decidableAtMs: state === 'in_doubt' ? atMs : null, requestedDecision: null },
    ...{ held: null, wasCash: true, isCash: true, movedCents: null, notices: [] },
  };
}

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { outbox } = messages;
  const at = (change: Partial<TillState> = {}): TillState => ({ ...signedIn, language, ...change });
  const showsError = (error: AppError) => shows(errorSentence(messages.errors, error));
  const list = (answers: Answers = {}, change: Partial<TillState> = {}) =>
    show(at(change), answers, '#/outbox');
  const many: Answers = { 'outbox.list': { count: 1_234, sales: summaries } };
  const withReport = (change: Partial<OutboxReport>): Answers => ({
    ...many,
    'outbox.report': { ...quietReport, ...change },
  });

  it('nothing was sold', async () => {
    list();
    await shows(outbox.empty);
    await examine();
  });

  it('sales are searched for, and none matches', async () => {
    const searches: unknown[] = [];
    list({
      'outbox.list': (query: Argument<'outbox.list'>) => {
        searches.push(query.search);
        if (query.search === undefined) return { count: 40, sales: summaries };
        const sales = query.search.text === '12' ? summaries.slice(0, 3) : [];
        return { count: null, hasMore: false, sales };
      },
    });
    const rows = () => page.getByRole('table').getByRole('link').elements().length;
    await expect.poll(rows).toBe(40);
    const field = page.getByRole('searchbox', { name: outbox.search.text });
    await field.fill('12');
    await expect.poll(rows).toBe(3);
    await examine();
    await page.getByLabelText(outbox.search.day).fill('2026-11-21');
    await expect.poll(() => searches.at(-1)).toEqual({ text: '12', day: '2026-11-21' });
    await field.fill('nobody');
    await shows(outbox.search.nothing);
    await field.fill('');
    await page.getByLabelText(outbox.search.day).fill('');
    await expect.poll(rows).toBe(40);
  });

  it('sales that somebody must see are named', async () => {
    list(withReport({ notices: [{ reference: references[0] ?? '', kind: 'differs' }] }));
    await shows(messages.differences.toSee(1));
    await examine();
  });

  it('a document that differs is told on the sale’s page until it is ticked off', async () => {
    const reference = references[0] ?? '';
    const unseen = { atMs, seenAtMs: null, seenBy: null };
    const notices: OpenedSale['notices'] = [
      {
        ...{ kind: 'differs', ...unseen },
        what: [
          { field: 'total', sold: '1350', shown: '100' },
          { field: 'taxNumber', sold: '503504564', shown: '' },
          { field: 'date', sold: '2026-11-21', shown: '2025-11-21' },
        ],
      },
      {
        ...{ kind: 'not_carried_out', ...unseen },
        what: { decision: 'cancel', by: 'Rui', note: 'x' },
      },
    ];
    const toldSale = { ...openedSale('confirmed'), reference, notices };
    show(at(), { 'outbox.get': toldSale, 'outbox.tickOff': null }, `#/outbox/${reference}`);
    await shows(messages.differences.title);
    await shows(messages.differences.notCarriedOut.cancel('Rui'));
    await expect.element(button(messages.differences.tickOff)).toBeVisible();
    await examine();
  });

  it('nothing is open', async () => {
    list();
    await page.getByRole('checkbox', { name: outbox.openOnly }).click();
    await shows(outbox.emptyOpen);
    await examine();
  });

  it('what waits is amber, what is being confirmed blue, what is confirmed green', async () => {
    list(many);
    const table = page.getByRole('table', { name: outbox.title });
    const tones = [
      ...[['queued', 'warning'] as const, ['sending', 'warning'] as const],
      ...[['in_doubt', 'calm'] as const, ['confirmed', 'good'] as const],
    ];
    const { documentElement: root } = globalThis.document;
    for (const [state, tone] of tones) {
      const chip = table.getByText(messages.states[state], { exact: true }).first();
      await expect.element(chip).toBeVisible();
      const probe = root.appendChild(globalThis.document.createElement('i'));
      probe.style.background = `var(--${tone}-surface)`;
      const wantedColour = getComputedStyle(probe).backgroundColor;
      probe.remove();
      expect(getComputedStyle(chip.element()).backgroundColor, state).toBe(wantedColour);
    }
  });

  it.each([false, true])(
    'a refused sale says so, and what can be done (paused: %s)',
    async (isPaused) => {
      const refusedSale = sale({
        ...{ reference: references[0] ?? '', state: 'in_doubt', docKey: null, documentId: null },
        lastEvidence: { kind: 'refused', errors: [{ ...errors[0], field: 'details.0.code' }] },
      } as Partial<SaleDetail>);
      list(
        { 'outbox.list': { count: 1, sales: [refusedSale] } },
        isPaused
          ? { connection: 'paused', pause: { code: 'service_refused', errors: [] }, unsent: 1 }
          : {},
      );
      const table = page.getByRole('table', { name: outbox.title });
      await expect.element(table.getByText(outbox.refused)).toBeVisible();
      await expect.element(table.getByText(messages.states.in_doubt)).not.toBeInTheDocument();
      await visible(table.getByText(outbox.canBeDone[isPaused ? 'waiting' : 'refused']));
      await expect.element(table.getByText(/(Linha 1, código|Line 1, code):/)).toBeVisible();
      await examine();
    },
  );

  it('the list is being loaded', async () => {
    list({ 'outbox.list': unanswered, 'outbox.report': unanswered });
    await shows(messages.common.loading);
    await examine();
  });

  it('the list cannot be loaded', async () => {
    const error = { code: 'store_failed', detail: 'SQLITE_IOERR' } as const;
    list({ 'outbox.list': error });
    await showsError(error);
    await examine();
  });

  it('there are many, in every state', async () => {
    list(many);
    for (const state of saleStates) await shows(messages.states[state]);
    await examine();
  });

  it('says why nothing is sent, and what waits too long', async () => {
    const overdue = summaries.map(({ reference }, index) => ({
      ...{ reference, sinceMs: atMs - index * 60_000 },
      why: (['queued', 'in_doubt', 'sending'] as const)[index % 3] ?? 'queued',
    }));
    list(
      withReport({
        ...{ overdue, nextTryAtMs: Date.now() + 3_600_000, clockAheadMs: 7_200_000 },
        ...{ gateSinceMs: atMs, mayRelease: true },
      }),
      { connection: 'offline', connectionError: unreachable, unsent: 13 },
    );
    const why = errorSentence(messages.errors, unreachable);
    await visible(page.getByText(why, { exact: false }).first());
    await shows(outbox.report.overdue.mark);
    await examine();
  });

  it('says that the service refuses everything, and what the audit found', async () => {
    const audit = {
      ...{ atMs, checked: 1_234, confirmed: 1_230, alarms: 2 },
      missing: references.slice(0, 14),
      ...{ lost: references.slice(0, 12), differing: references.slice(14, 16) },
    };
    list(withReport({ audit, pause: { code: 'service_refused', errors } }), {
      ...{ connection: 'paused', pause: { code: 'service_refused', errors }, unsent: 3 },
    });
    await shows(outbox.report.held.refusing);
    await examine();
  });

  it('letting sales go asks for a name and a reason', async () => {
    list(withReport({ gateSinceMs: atMs, mayRelease: true }));
    await button(outbox.report.gate.release).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await examine();
  });

  describe('a sale', () => {
    const open = (answers: Answers) => show(at(), answers, '#/outbox/CF-7K2M-9QXZ-4T0A');
    const documents: Answers = {
      'documents.get': ({ id }) => opened({ ...document(), id, docKey: `FS 2026A/${id}` }),
    };

    it('is being loaded', async () => {
      open({ 'outbox.get': unanswered });
      await shows(messages.common.loading);
      await examine();
    });

    it('cannot be loaded', async () => {
      open({ 'outbox.get': { code: 'not_found' } });
      await showsError({ code: 'not_found' });
      await examine();
    });

    it.each(saleStates)('is shown as %s', async (state) => {
      open({ ...documents, 'outbox.get': openedSale(state) });
      await shows(outbox.page.life);
      if (state === 'in_doubt') await shows(outbox.decision.headings.settleable);
      await examine();
    });

    it('is being decided about, and says what is missing', async () => {
      open({ 'outbox.get': openedSale('rejected') });
      await page.getByRole('radio', { name: outbox.decision.choices.correct }).click();
      await page.getByRole('textbox', { name: outbox.decision.by }).clear();
      await button(outbox.decision.actions.correct).click();
      await shows(outbox.decision.byNeeded);
      await examine();
    });
  });
});

/** Begins to send three sales again, in a person's name and with a reason; returns its field. */
async function decideForAll() {
  const { decision, report } = messagesFor('en').outbox;
  await page.getByRole('button', { name: report.sendAll.action(3) }).click();
  await page.getByRole('textbox', { name: decision.by }).fill('Inês');
  const reason = page.getByRole('textbox', { name: decision.note });
  await reason.fill('Corrigido');
  return reason;
}

it('a decision for many that is under way is not made twice, by letters on screen or otherwise', async () => {
  let decided = 0;
  show(
    { ...signedIn, rejected: 3 },
    {
      'outbox.sendAllAgain': () => {
        decided += 1;
        return unanswered;
      },
    },
    '#/outbox',
  );
  const { sell } = messagesFor('en');
  const reason = await decideForAll();
  const field = reason.element() as HTMLInputElement;
  for (let time = 0; time < 2; time += 1) {
    field.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
    field.dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true }));
    await page.getByRole('button', { name: sell.letterPad.ok, exact: true }).click();
    await expect.poll(() => decided).toBe(1);
  }
  field.form?.requestSubmit();
  expect(decided).toBe(1);
});

it('names the sales that could not be sent again with the others', async () => {
  const notSent = ['CF-7K2M-9QXZ-4T0A'];
  const answers = { 'outbox.sendAllAgain': { count: 2, notSent } };
  show({ ...signedIn, rejected: 3 }, answers, '#/outbox');
  const { outbox } = messagesFor('en');
  const { sendAll } = outbox.report;
  await decideForAll();
  await page.getByRole('button', { name: sendAll.confirm(3) }).click();
  const texts = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent);
  const sentMessage = expect.poll(() => texts().join(' ').replaceAll(/\s+/g, ' '));
  await sentMessage.toContain(`${sendAll.done(2)} ${sendAll.notSent('CF-7K2M-9QXZ-4T0A')}`);
  await examine();
});

it('money that was ticked as given back is not ticked for another amount', async () => {
  const heldMoney = { heldCents: cents(1_212), isDayOpen: true };
  show(
    signedIn,
    { 'outbox.get': { ...openedSale('rejected'), held: heldMoney } },
    '#/outbox/CF-7K2M-9QXZ-4T0A',
  );
  const { day, outbox, sell } = messagesFor('en');
  const { choices } = outbox.decision;
  const givenBack = (amount: string) =>
    page.getByRole('checkbox', { name: day.moneyGivenBack(amount) });
  await page.getByRole('radio', { name: choices.cancel }).click();
  await givenBack('€12.12').click();
  await page.getByRole('radio', { name: choices.correct }).click();
  await page.getByRole('textbox', { name: sell.discount, exact: true }).fill('50');
  await expect.element(givenBack('€6.06')).not.toBeChecked();
  await givenBack('€6.06').click();
  await expect.element(givenBack('€6.06')).toBeChecked();
});

it('nobody is asked about the money of a return: it counts as back in the drawer', async () => {
  const returned: Returned = {
    ...{ origin: { documentId: 42, docKey: 'FS 2026A/42', reference: null }, positions: [0] },
    ...{ reason: 'defective', note: '', method: { id: 1, label: 'Numerário' } },
    ...{ isTrial: false, namesOrigin: true, wasAsked: true },
  };
  const held = { heldCents: cents(-85), isDayOpen: true };
  const cancellable = { ...openedSale('rejected'), returned, held };
  show(signedIn, { 'outbox.get': cancellable }, `#/outbox/${cancellable.reference}`);
  const { day, outbox } = messagesFor('en');
  await page.getByRole('radio', { name: outbox.decision.choices.cancel }).click();
  await expect.element(page.getByText(day.moneyOfReturn('€0.85'))).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await examine();
});
