// The service's documents in their states, an opened one, and a new one through its errors, in both
// languages: what each shows, and its examination.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Argument } from '../../src-main/contract/api.ts';
import type { Cart } from '../../src-main/contract/cart.ts';
import {
  defaultDocumentColumns,
  documentColumns,
  type DocumentSummary,
  type ListedDocuments,
} from '../../src-main/contract/documents.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { saleStates } from '../../src-main/contract/outbox-states.ts';
import { cents } from '../../src-main/contract/money.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { document, fewLines, line, opened, sale } from '../unit/receipt/sample-receipts.ts';
import { button, shows, textbox } from './locators.ts';
import { examine } from './examine.ts';
import { layOut } from './lay-out.ts';
import { noting, show, signedIn, unanswered, type Answers } from './shown-till.ts';
import { playedLanguages } from './played-languages.ts';

const unreachable = { code: 'service_unreachable', reason: 'timeout' } as const;
const most = 700_000;
const longName = 'Sociedade Agrícola e Comercial dos Irmãos Vasconcelos de Montemor-o-Novo, Lda.';

/** Every fourth one has everything that is long. */
function summary(index: number): DocumentSummary {
  const id = most - index;
  const isLong = index % 4 === 1;
  return document({
    ...{ id, docKey: isLong ? `FT SERIE-LONGA-2026/${id}` : `FS 2026A/${id}` },
    totalCents: cents(isLong ? 99_999_999 : 1_212 + index),
    ...(isLong && { documentName: 'Fatura simplificada com pagamento em prestações' }),
    party: isLong
      ? { name: longName, fiscalNumber: '509442013' }
      : { name: 'Consumidor final', fiscalNumber: '999999990' },
  });
}

function pageOf(
  { offset, limit }: Argument<'documents.list'>,
  count = most,
): Omit<ListedDocuments, 'remembered'> {
  const length = Math.max(0, Math.min(limit, count - offset));
  const results = Array.from({ length }, (_, at) => summary(offset + at));
  return { count, offset, results, hasNext: offset + length < count };
}
const listAnswers: Answers = {
  'documents.list': (query) => ({ ...pageOf(query), remembered: null }),
};
const waiting = ['queued', 'in_doubt', 'rejected'].map((state, index) =>
  sale({
    ...{ reference: `CF-7K2M-9QXZ-4T0${index}`, state: state as 'queued' },
    ...{ docKey: null, documentId: null },
  }),
);

describe.each(playedLanguages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { documents, sell } = messages;
  const { newDocument, particulars } = documents;
  const at = (change: Partial<TillState> = {}): TillState => ({
    ...{ ...signedIn, language, documentColumns: defaultDocumentColumns },
    ...change,
  });
  const showsError = (error: AppError) => shows(errorSentence(messages.errors, error));
  const list = (answers: Answers = {}, change: Partial<TillState> = {}) =>
    show(at(change), answers, '#/documents');

  it('there are no documents', async () => {
    list();
    await shows(documents.none);
    await examine();
  });

  it('none is found, and all are shown again', async () => {
    list({
      'documents.list': (query) => ({
        ...pageOf(query, query.search === '' ? most : 0),
        remembered: null,
      }),
    });
    await page.getByRole('searchbox', { name: documents.search }).fill('FS 2019/71');
    await expect.element(button(documents.showAll)).toBeVisible();
    await examine();
  });

  it('the list is being loaded', async () => {
    list({ 'documents.list': unanswered });
    await expect
      .element(page.getByRole('table', { name: documents.title }))
      .toHaveAttribute('aria-busy', 'true');
    await shows(messages.common.loading);
    await examine();
  });

  it.each<AppError>([unreachable, { code: 'not_permitted' }])(
    'the list cannot be loaded: %o',
    async (error) => {
      list({ 'documents.list': error }, { connection: 'offline', connectionError: error });
      await showsError(error);
      await examine();
    },
  );

  it.each([[defaultDocumentColumns], [['total']]] as const)(
    'what could not be read stands in its place, in the columns %s',
    async (columns) => {
      const unread = { ...{ id: 5, docKey: '', date: '', ourReference: '' } };
      const results = [
        { ...unread, unreadable: 'document_status_id', docKey: 'FT SERIE-LONGA-2026/5' },
        { ...unread, unreadable: 'results', id: null },
        summary(0),
      ];
      const listed = { count: 3, offset: 0, hasNext: false, results, remembered: null };
      list({ 'documents.list': listed }, { documentColumns: columns });
      const link = (name: string) => page.getByRole('link', { name, exact: true });
      await expect.element(link('FT SERIE-LONGA-2026/5')).toHaveAttribute('href', '#/documents/5');
      await expect.element(link(summary(0).docKey)).toBeVisible();
      await shows(documents.unreadable('document_status_id'));
      await shows(documents.unreadable('results'));
      await examine();
    },
  );

  it('the list is as the till remembers it, with the unsent sales', async () => {
    list(
      {
        'documents.list': (query) => {
          const shownPage = pageOf(query, 40);
          const seenAtMs = shownPage.results.map(() => Date.UTC(2026, 10, 20, 18));
          return { ...shownPage, remembered: { error: unreachable, seenAtMs } };
        },
        'outbox.list': { count: waiting.length, sales: waiting },
      },
      { connection: 'offline', connectionError: unreachable, unsent: 3 },
    );
    const why = errorSentence(messages.errors, unreachable);
    await expect.element(page.getByRole('alert').filter({ hasText: why })).toBeVisible();
    await shows(messages.states.in_doubt);
    await examine();
    // Also the statuses of other services have room.
    const others = [
      ...['Em preparação', 'Finalizado', 'Anulado', 'In preparation', 'Pendente de envio'],
    ];
    const { document: shown } = globalThis;
    const chip = shown.querySelector('td.status .chip');
    const plain = shown.querySelector('td.status:not(:has(.chip))');
    const isCut = (element: Element | null | undefined) =>
      !element ||
      element.scrollWidth > element.clientWidth ||
      element.scrollHeight > element.clientHeight;
    for (const width of [1024, 1280]) {
      await layOut({ width, height: 768 });
      for (const text of [...saleStates.map((state) => messages.states[state]), ...others]) {
        if (chip?.lastChild) chip.lastChild.textContent = text;
        if (plain) plain.textContent = text;
        expect([isCut(chip?.closest('td')), isCut(plain)], text).toEqual([false, false]);
      }
    }
  });

  it.each([
    ['the usual columns', defaultDocumentColumns],
    ['all columns', documentColumns],
  ])('there are many, in %s', async (_, columns) => {
    list(listAnswers, { documentColumns: columns });
    await shows(`FS 2026A/${most}`);
    await examine();
    for (const [width, height] of [
      [1024, 768],
      [1366, 768],
      [1920, 1080],
    ] as const) {
      await layOut({ width, height });
      const amounts = [...globalThis.document.querySelectorAll('td.amount')];
      expect(amounts.length).toBeGreaterThan(5);
      const cut = amounts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      expect(cut.map(({ textContent }) => textContent)).toEqual([]);
      if (columns === documentColumns && width < 1366) continue;
      const { scrollWidth, clientWidth } = page
        .getByRole('group', { name: documents.title })
        .element();
      expect(scrollWidth, `sideways at ${String(width)}`).toBe(clientWidth);
    }
  });

  describe('one', () => {
    const open = (answers: Answers) => show(at(), answers, '#/documents/71');
    const long = {
      lines: Array.from({ length: 30 }, (_, index) => ({
        ...{ code: `PRODUTO-${index}`, description: index % 3 === 1 ? longName : 'Pão de Mafra' },
        quantity: fewLines[2]?.quantity ?? null,
        unitPrice: fewLines[2]?.unitPrice ?? null,
      })),
      party: { name: longName, fiscalNumber: '509442013' },
      payments: [
        { name: 'Transferência bancária', amountCents: cents(99_999_999) },
        { name: '', amountCents: null },
      ],
      taxes: [
        { name: 'IVA', amountCents: cents(176), rate: 2_300 as never, baseCents: cents(765) },
      ],
      headerText: `${longName}\n${longName}`,
      others: Array.from({ length: 12 }, (_, index) => ({
        name: `party.field_${index}`,
        value: longName,
      })),
    };

    it('is being loaded', async () => {
      open({ 'documents.get': unanswered });
      await shows(messages.common.loading);
      await examine();
    });

    it.each<AppError>([unreachable, { code: 'not_found' }])(
      'cannot be loaded: %o',
      async (error) => {
        open({ 'documents.get': error });
        await showsError(error);
        await examine();
      },
    );

    it('has all that a document can have', async () => {
      open({ 'documents.get': { ...opened(long), sale: sale() } });
      await shows(documents.page.heading('FS 2025/71'));
      await shows(documents.page.lines);
      await examine();
    });

    it('is as the till remembers it', async () => {
      open({
        'documents.get': {
          ...opened(),
          remembered: { error: unreachable, seenAtMs: Date.UTC(2026, 10, 20, 18) },
        },
      });
      await showsError(unreachable);
      await examine();
    });

    const { code, description, quantity, unitPrice } = line('Café', 2000, 850_000);
    const quotation = {
      ...{ docKey: 'OR 2026A/5', documentName: 'Orçamento', isTaxIncluded: true },
      lines: [{ code, description, quantity, unitPrice }],
    };

    it('becomes a sale with its customer, and says if it was converted before', async () => {
      const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
      const savedCarts: Cart[] = [];
      open({
        'documents.get': {
          ...opened({
            ...quotation,
            isConverted: true,
            totalCents: cents(170),
          }),
          becomes: { customer, madeHere: null },
        },
        'sell.saveCart': noting(savedCarts, null, ({ cart }) => cart),
      });
      await shows(documents.page.alreadyConverted);
      await examine();
      await button(documents.page.becomeSale).click();
      await shows(customer.name);
      expect(savedCarts.at(-1)).toMatchObject({ customer, extras: { madeFrom: 'OR 2026A/5' } });
      await page.getByRole('button', { name: messages.sell.pay }).click();
      await expect.element(page.getByRole('definition')).toHaveTextContent('OR 2026A/5');
      await examine();
    });

    it('does not become a sale where its lines do not come to its total', async () => {
      open({
        'documents.get': {
          ...opened({ ...quotation, totalCents: cents(85) }),
          becomes: { customer: null, madeHere: null },
        },
      });
      await shows(documents.page.notSellable);
      await expect.element(button(documents.page.becomeSale)).toBeDisabled();
      await expect.element(button(documents.page.sellAgain)).toBeDisabled();
    });

    it('is not finalized', async () => {
      open({
        'documents.get': opened({ status: { id: 1203, code: 'P', description: 'Por finalizar' } }),
      });
      await shows(documents.page.notFinalized);
      await examine();
    });
  });

  describe('a new one', () => {
    const begin = (answers: Answers = {}) => show(at(), answers, '#/documents/new');
    async function save(): Promise<void> {
      const kind = page.getByRole('combobox', { name: particulars.names.kind });
      await kind.selectOptions(documents.natures[321] ?? '');
      await button(messages.sell.freeLine).click();
      await textbox(sell.unitPrice).fill('1');
      await button(newDocument.save).click();
    }

    it('says all that is missing', async () => {
      begin();
      await button(newDocument.save).click();
      await shows(newDocument.wrong.kind);
      await examine();
    });

    it('says what is wrong in each field', async () => {
      begin();
      await button(messages.sell.freeLine).click();
      await textbox(sell.code).fill('');
      await textbox(sell.quantity).fill('x');
      await textbox(sell.unitPrice).fill('1.2.3');
      await textbox(newDocument.taxNumber).fill('12');
      await textbox(newDocument.partyId).fill('x');
      await textbox(newDocument.discount).fill('101');
      await page.getByText(newDocument.more, { exact: true }).click();
      await textbox(particulars.names.roundCents).fill('100');
      await button(newDocument.save).click();
      await shows(newDocument.wrong.discount);
      await examine();
      textbox(particulars.names.roundCents).element().scrollIntoView();
      await examine();
    });

    it('says why it was refused', async () => {
      const error = { code: 'disk_full' } as const;
      begin({ 'documents.create': error });
      await save();
      await showsError(error);
      await examine();
    });

    it('is being saved', async () => {
      begin({ 'documents.create': unanswered });
      await save();
      await expect.element(button(newDocument.saving)).toHaveAttribute('aria-busy', 'true');
      await examine();
    });
  });
});
