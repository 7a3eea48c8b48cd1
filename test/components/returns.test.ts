// Goods that come back, by touch, by keys and by scanner, and how the shop is set up for it, in
// both languages: what each shows, and its examination.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import { emptyCart } from '../../src-main/contract/cart.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { sharedFormat } from '../../src-main/contract/format.ts';
import { cents, noDiscount, oneUnit, unitPriceSchema } from '../../src-main/contract/money.ts';
import type { OpenedReturn, ReturnFinish, TrialResult } from '../../src-main/contract/returns.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { opened as openedDocument, sale } from '../unit/receipt/sample-receipts.ts';
import { sampleProfile } from '../sample-profile.ts';
import { button, shows, textbox, visible } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { playScan } from './played-scanner.ts';
import { lineOf } from '../../src-renderer/lines/product-line.ts';
import { product } from '../unit/src-renderer/sell/catalogue-till.ts';
import {
  finishedSale,
  noting,
  scanned,
  show,
  signedIn,
  unanswered,
  type Answers,
} from './shown-till.ts';

const reference = 'CF-7K2M-9QXZ-4T10';
const line = (code: string, description: string, sold: number, left: number) =>
  ({ code, description, unit: '', unitPrice: 175_000_0, sold, left }) as unknown as NonNullable<
    OpenedReturn['lines']
  >[number];
const openedReturn: OpenedReturn = {
  origin: { documentId: 7, docKey: 'FS 2026A/42', reference },
  ...{ documentName: 'Fatura simplificada', date: '2026-11-21', party: null, discount: noDiscount },
  lines: [
    line('P001', 'Pão alentejano 500 g', 3_000, 2_000),
    line('P002', 'Azeite virgem extra da Cooperativa dos Olivicultores, 750 ml', 1_000, 1_000),
    line('P003', 'Leite meio-gordo 1 L', 6_000, 0),
  ],
  leftCents: cents(525),
  earlier: [
    { name: 'NC 2026A/3', totalCents: cents(175), state: 'confirmed' },
    { name: 'NC 2026B/9', totalCents: cents(1_050), state: null },
  ],
  ...{ notAsked: null, unaskedLimitCents: null, isTrial: false, isSeenByOthers: true },
};
const alone: OpenedReturn = {
  ...openedReturn,
  lines: [line('P001', 'Pão alentejano 500 g', 1_000, 1_000)],
  ...{ leftCents: cents(175), earlier: [] },
};
const trial: TrialResult = {
  ...{ reference, state: 'confirmed', docKey: 'NC 2026A/4', documentName: 'Nota de crédito' },
  ...{ status: 'Finalizado', sign: 'negative', linkField: null, keepsReference: false },
};
const setup = {
  kind: { kind: { by: 'natureId', id: 304 }, name: 'Nota de crédito' },
  ...{ sendsPayment: true, namesOrigin: true, unaskedLimitCents: cents(2_000) },
} as const;

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { returns } = messages;
  const at = (change: Partial<TillState> = {}): TillState => ({
    ...{ ...signedIn, language, takesReturns: true },
    day: { mode: 'reminded', openedAtMs: 1, cashMethods: [1] },
    ...change,
  });
  const euros = (amount: number) => sharedFormat(language).money(cents(amount));
  const open = (answers: Answers) => show(at(), answers, '#/returns/7');

  /** Answers a finished return, and keeps what was asked. */
  function finishing() {
    const requests: ReturnFinish[] = [];
    const answers: Answers = {
      'returns.finish': (wanted) => {
        requests.push(wanted);
        const { totalCents } = wanted;
        return sale({ reference, state: 'queued', docKey: null, documentId: null, totalCents });
      },
    };
    return { asked: requests, answers };
  }

  /** Sells one thing at this price, and keeps how it was paid. */
  function buying(micros: number) {
    const sales: Argument<'sell.finish'>[] = [];
    const unitPrice = v.parse(unitPriceSchema, micros);
    const cheese = { ...product('P9'), description: 'Queijo', unitPrice };
    const answers: Answers = {
      'sell.openCart': {
        ...emptyCart('00000000-0000-4000-8000-000000000000'),
        lines: [lineOf(cheese, oneUnit, unitPrice)],
      },
      'sell.finish': (wanted) => {
        sales.push(wanted);
        return finishedSale(wanted);
      },
    };
    return { sales, sale: answers };
  }

  it('a document leads to taking it back', async () => {
    show(
      at(),
      { 'documents.get': openedDocument({ id: 7 }), 'returns.open': alone },
      '#/documents/7',
    );
    await button(returns.start).click();
    await visible(page.getByRole('heading', { name: returns.of('FS 2026A/42') }));
  });

  it('the receipt is printed without prices where the goods are given away', async () => {
    const requests: unknown[] = [];
    show(
      at(),
      {
        'documents.get': openedDocument({ id: 7 }),
        'receipt.printGift': noting(requests, { code: 'no_printer' }),
      },
      '#/documents/7',
    );
    await expect.element(button(messages.receiptActions.printGift)).toBeVisible();
    await examine();
    await button(messages.receiptActions.printGift).click();
    await shows(errorSentence(messages.errors, { code: 'no_printer' }));
    expect(requests).toEqual([{ kind: 'document', id: 7, language }]);
  });

  it('the code of a receipt leads to its return, where the shop takes goods back', async () => {
    const become = show(at(), {
      'returns.open': alone,
      'documents.list': ({ search }) => ({
        ...{ count: 1, offset: 0, hasNext: false, remembered: null },
        results: search === '' ? [] : [openedDocument({ id: 7, docKey: 'FS 2026A/42' }).detail],
      }),
    });
    await expect.element(page.getByRole('button', { name: messages.sell.pay })).toBeVisible();
    playScan('FS 2026A/42');
    await expect.element(button(returns.start)).toBeVisible();
    await examine();
    become(at({ takesReturns: false }));
    await expect.element(button(returns.start)).not.toBeInTheDocument();
    become(at());
    await button(returns.start).click();
    await visible(page.getByRole('heading', { name: returns.of('FS 2026A/42') }));
  });

  it('a credit note cannot come back', async () => {
    const note = openedDocument({ id: 8, documentName: 'Nota de crédito' });
    show(at(), { 'documents.get': note }, '#/documents/8');
    await expect.element(button(messages.documents.page.copyKey)).toBeVisible();
    expect(button(returns.start).query()).toBe(null);
  });

  it('one thing that was sold alone comes back with one press', async () => {
    const { asked, answers } = finishing();
    open({ 'returns.open': alone, ...answers });
    await visible(page.getByRole('heading', { name: returns.of('FS 2026A/42') }));
    await examine();
    await button(returns.finish).click();
    expect(asked).toMatchObject([
      {
        ...{ source: { kind: 'document', id: 7 }, docKey: 'FS 2026A/42', totalCents: 175 },
        lines: [{ position: 0, quantity: 1_000 }],
        ...{ method: { id: 1, label: 'Numerário' }, withoutAsking: false },
      },
    ]);
    await shows(returns.doneTitle);
    await examine();
  });

  it('lines come back by presses and by typing, and never more than is left', async () => {
    const { asked, answers } = finishing();
    open({ 'returns.open': openedReturn, ...answers });
    await expect.element(button(returns.finish)).toBeDisabled();
    await shows(returns.pick);
    await examine();
    const bread = 'Pão alentejano 500 g';
    await button(returns.more(bread)).click();
    await button(returns.more(bread)).click();
    await expect.element(button(returns.more(bread))).toBeDisabled();
    await textbox(returns.howMany(bread)).fill('2,5');
    await userEvent.tab();
    await shows(returns.tooMany('2'));
    await textbox(returns.howMany(bread)).fill('1');
    await userEvent.tab();
    await page
      .getByRole('combobox', { name: returns.reason })
      .selectOptions(returns.reasons.defective);
    await textbox(returns.note).fill('Bolor');
    await page.getByRole('radio', { name: 'Multibanco' }).click();
    await examine();
    await button(returns.finish).click();
    expect(asked).toMatchObject([
      {
        ...{ lines: [{ position: 0, quantity: 1_000 }], reason: 'defective', note: 'Bolor' },
        ...{ method: { id: 2 }, totalCents: 175 },
      },
    ]);
    // Nothing more can be had of what has come back.
    expect(
      page.getByRole('textbox', { name: returns.howMany('Leite meio-gordo 1 L') }).query(),
    ).toBe(null);
  });

  it('an exchange stays in the drawer, and of the sale that follows only the rest is paid', async () => {
    const { asked, answers } = finishing();
    const { sales, sale: selling } = buying(5_000_000);
    const paidOut: unknown[] = [];
    const become = show(
      at(),
      {
        'returns.open': alone,
        ...answers,
        ...selling,
        'returns.payOut': noting(paidOut, null),
      },
      '#/returns/7',
    );
    await page.getByRole('radio', { name: returns.exchange }).click();
    await examine();
    await button(returns.finish).click();
    expect(asked).toMatchObject([{ method: { id: 1 }, totalCents: 175, isExchange: true }]);
    await shows(new RegExp(returns.doneExchange('').slice(0, 20)));
    const exchange = { reference, docKey: 'FS 2026A/42', totalCents: cents(175), isNext: true };
    const other = { ...exchange, reference: 'CF-7K2M-9QXZ-4T11', docKey: 'FS 2026A/9' };
    become(at({ exchanges: [{ ...other, totalCents: cents(200), isNext: false }, exchange] }));
    await page.getByRole('link', { name: messages.frame.screens.sell }).last().click();
    await page.getByRole('button', { name: messages.sell.pay }).click();
    const check = (key: string) =>
      page.getByRole('checkbox', { name: messages.payment.ofReturn(key) });
    await expect.element(check('FS 2026A/42')).toBeChecked();
    await expect.element(check('FS 2026A/9')).not.toBeChecked();
    await examine();
    await button(messages.payment.giveCash(euros(200))).click();
    expect(paidOut).toEqual([{ reference: other.reference }]);
    const tendered = page.getByRole('textbox', { name: messages.payment.tendered });
    await tendered.fill('3');
    await shows(messages.finished.stillToPay);
    await tendered.fill('4');
    await page.getByRole('button', { name: messages.payment.finish }).click();
    expect(sales).toMatchObject([{ payment: { tenderedCents: 575 }, exchanges: [reference] }]);
  });

  it('by card an exchange is not spent', async () => {
    const { sales, sale: selling } = buying(1_000_000);
    const exchange = { reference, docKey: 'FS 2026A/42', totalCents: cents(175), isNext: true };
    show(at({ exchanges: [exchange] }), selling);
    await page.getByRole('button', { name: messages.sell.pay }).click();
    // More came back than is bought: the rest is change.
    await shows(euros(75));
    await page.getByRole('radio', { name: 'Multibanco' }).click();
    expect(page.getByRole('checkbox').query()).toBe(null);
    await page.getByRole('button', { name: messages.payment.finish }).click();
    expect(sales).toMatchObject([{ payment: { method: { id: 2 } } }]);
    expect(sales[0]).not.toHaveProperty('exchanges');
  });

  it('what is scanned comes back, by its code or by its barcode', async () => {
    const { asked, answers } = finishing();
    open({
      'returns.open': openedReturn,
      'sell.scan': ({ text }) =>
        text === '5601234567890' ? scanned(product('P002')) : { kind: 'unknown' },
      ...answers,
    });
    await expect.element(button(returns.finish)).toBeVisible();
    playScan('P001');
    await shows(returns.scanned('1', 'Pão alentejano 500 g'));
    playScan('5601234567890');
    await shows(returns.scanned('1', openedReturn.lines?.[1]?.description ?? ''));
    playScan('4001234567890');
    await shows(returns.scanUnknown('4001234567890'));
    await button(returns.finish).click();
    expect(asked).toMatchObject([
      {
        lines: [
          { position: 0, quantity: 1_000 },
          { position: 1, quantity: 1_000 },
        ],
        totalCents: 350,
      },
    ]);
  });

  it('offline a manager may let little go, and the screen says what was not asked', async () => {
    const { asked, answers } = finishing();
    const unasked = { ...openedReturn, notAsked: 'away' as const, unaskedLimitCents: cents(200) };
    open({ 'returns.open': unasked, ...answers });
    await shows(new RegExp(returns.notAsked('away', null).slice(0, 40)));
    await button(returns.allOf('Pão alentejano 500 g')).click();
    await expect.element(button(returns.finishUnasked)).toBeDisabled();
    await examine();
    await button(returns.less('Pão alentejano 500 g')).click();
    await button(returns.finishUnasked).click();
    expect(asked).toMatchObject([{ withoutAsking: true, totalCents: 175 }]);
  });

  it('the first return is a trial, and leads to what it has shown', async () => {
    open({ 'returns.open': { ...alone, isTrial: true }, ...finishing().answers });
    await shows(returns.trial);
    await examine();
    await button(returns.finish).click();
    await expect.element(page.getByRole('link', { name: returns.seeTrial })).toBeVisible();
    await examine();
  });

  it('where the service shows no lines, what comes back is entered, up to the total', async () => {
    const { asked, answers } = finishing();
    const unitPrice = v.parse(unitPriceSchema, 1_750_000);
    open({
      'returns.open': { ...openedReturn, lines: null, discount: noDiscount },
      'sell.scan': scanned({ ...product('P001'), unitPrice }),
      ...answers,
    });
    await shows(new RegExp(returns.linesUnknown('').slice(0, 40)));
    await expect.element(button(returns.finish)).toBeDisabled();
    await examine();
    playScan('5601234567890');
    const first = page.getByRole('group', { name: messages.outbox.correction.line(1) });
    await expect
      .element(first.getByRole('textbox', { name: messages.sell.code }))
      .toHaveValue('P001');
    await button(messages.sell.freeLine).click();
    const second = page.getByRole('group', { name: messages.outbox.correction.line(2) });
    await second.getByRole('textbox', { name: messages.sell.unitPrice }).fill('3,51');
    await shows(/5[.,]25/);
    await expect.element(button(returns.finish)).toBeDisabled();
    await examine();
    await second.getByRole('textbox', { name: messages.sell.unitPrice }).fill('3,50');
    await button(returns.finish).click();
    expect(asked).toMatchObject([
      {
        ...{ lines: [], totalCents: 525 },
        typedLines: [
          { code: 'P001', quantity: 1_000, unitPrice: 1_750_000 },
          { quantity: 1_000, unitPrice: 3_500_000 },
        ],
      },
    ]);
  });

  it('an open return follows the network, and keeps what was chosen', async () => {
    const { asked, answers } = finishing();
    let now: OpenedReturn = openedReturn;
    const become = show(at(), { 'returns.open': () => now, ...answers }, '#/returns/7');
    await button(returns.allOf('Pão alentejano 500 g')).click();
    now = { ...openedReturn, notAsked: 'away', unaskedLimitCents: cents(1_000) };
    become(at({ connection: 'offline' }));
    await expect.element(button(returns.finishUnasked)).toBeEnabled();
    // Another till has taken some back meanwhile.
    const [bread, ...others] = openedReturn.lines ?? [];
    now = { ...openedReturn, lines: bread ? [{ ...bread, left: 1_000 }, ...others] : others };
    become(at());
    await expect.element(button(returns.finish)).toBeEnabled();
    await button(returns.finish).click();
    expect(asked).toMatchObject([
      { withoutAsking: false, lines: [{ position: 0, quantity: 1_000 }], totalCents: 175 },
    ]);
  });

  it.each<[string, Partial<OpenedReturn>, string]>([
    ['other tills do not see it', { isSeenByOthers: false }, returns.unseen],
    [
      'the search does not find it, and not that the till is offline',
      { notAsked: 'not_searchable' },
      returns.notAsked('not_searchable', null),
    ],
  ])('an open return says that %s', async (_, change, sentence) => {
    open({ 'returns.open': { ...openedReturn, ...change } });
    await shows(sentence);
  });

  it('a kind that does not look like a credit note is warned of', async () => {
    const invoice = { kind: { by: 'natureId', id: 303 }, name: 'Fatura-recibo' } as const;
    show(
      at(),
      {
        'returns.setup': { setup, trial: null, needsTrial: true },
        'returns.kinds': [setup.kind, invoice],
      },
      '#/settings/returns',
    );
    await expect.element(button(returns.setting.save)).toBeVisible();
    expect(page.getByText(returns.setting.noNote).query()).toBe(null);
    await page.getByRole('combobox', { name: returns.setting.kind }).selectOptions('Fatura-recibo');
    await shows(returns.setting.noNote);
    await examine();
  });

  it('a quotation that was made a sale here before says so', async () => {
    const becomes = { customer: null, madeHere: reference };
    show(at(), { 'documents.get': { ...openedDocument({ id: 7 }), becomes } }, '#/documents/7');
    await expect.element(button(messages.documents.page.becomeSale)).toBeVisible();
    await shows(messages.documents.page.madeHere);
    await examine();
    const link = page.getByRole('link', { name: messages.documents.page.openSale(reference) });
    await expect.element(link).toHaveAttribute('href', `#/outbox/${reference}`);
  });

  it('earlier returns are being looked for', async () => {
    open({ 'returns.open': unanswered });
    await shows(returns.loading);
    await examine();
  });

  it.each<AppError>([
    { code: 'return_not_set_up' },
    { code: 'return_trial_open', reference },
    { code: 'not_returnable', why: 'queued' },
  ])('nothing can come back: %o', async (error) => {
    open({ 'returns.open': error });
    await shows(errorSentence(messages.errors, error));
    await examine();
  });

  it('what was refused is said, and what was chosen stays', async () => {
    const error: AppError = { code: 'returned_too_much', what: 'Pão alentejano 500 g' };
    open({ 'returns.open': alone, 'returns.finish': error });
    await button(returns.finish).click();
    await shows(errorSentence(messages.errors, error));
    await examine();
    await expect.element(textbox(returns.howMany('Pão alentejano 500 g'))).toHaveValue('1');
  });

  it('practice rehearses a service that does not link', async () => {
    const requests: unknown[] = [];
    const practice = at({ profile: { ...sampleProfile, kind: 'practice' } });
    show(practice, { 'practice.rehearse': noting(requests, { withdrawnCode: 'X' }) });
    const { unlinked_return: texts } = messages.practice.rehearsals;
    await button(messages.practice.rehearse).click();
    await page.getByRole('tab', { name: texts.name }).click();
    await expect.element(page.getByText(texts.look, { exact: false })).toBeVisible();
    await examine();
    await button(texts.begin).click();
    expect(requests).toEqual([{ rehearsal: 'unlinked_return', isUnderWay: true }]);
  });

  it('a manager chooses the kind, and sees what the first return has shown', async () => {
    const requests: unknown[] = [];
    show(
      at(),
      {
        'returns.setup': { setup, trial, needsTrial: false },
        'returns.kinds': [setup.kind],
        'returns.changeSetup': noting(requests, null),
      },
      '#/settings/returns',
    );
    for (const text of [
      returns.setting.showed('Nota de crédito', 'Finalizado'),
      ...[returns.setting.negative, returns.setting.notLinked, returns.setting.losesReference],
    ])
      await shows(text);
    await examine();
    await page.getByRole('checkbox', { name: returns.setting.sendsPayment }).click();
    await textbox(returns.setting.unasked).fill('');
    await button(returns.setting.save).click();
    await shows(returns.setting.saved);
    expect(requests).toEqual([{ ...setup, sendsPayment: false, unaskedLimitCents: null }]);
  });
});
