// Tests a document that is being made: its total, its rules, and that it is saved once.
import { expect, test } from 'vitest';
import type { Argument } from '../../../../src-main/contract/api.ts';
import { err, ok, type Result } from '../../../../src-main/contract/errors.ts';
import type { SaleSummary } from '../../../../src-main/contract/sales.ts';
import {
  NewDocumentDraft,
  NewDocumentPage,
} from '../../../../src-renderer/new-document/new-document.svelte.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';
import { line } from '../../receipt/sample-receipts.ts';
import { tillOf } from '../sell/catalogue-till.ts';
import { sale } from '../documents/service-till.ts';

const english = formatFor('en');
const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };

function fill(draft: NewDocumentDraft): NewDocumentDraft {
  draft.entry.kind = { by: 'natureCode', typed: 'GR', name: 'Delivery note' };
  draft.lines.add(line('Café', 2000, 800_000), english);
  return draft;
}

test('the total is shown before everything else is valid', () => {
  const draft = new NewDocumentDraft(english);
  draft.lines.add(line('Café', 2000, 5_000_000), english);
  expect(draft.document).toBeNull();
  expect(draft.totalCents).toBe(1000);
  draft.entry.discount = '10';
  draft.entry.roundCents = '-0.05';
  expect(draft.totalCents).toBe(895);
  draft.entry.roundCents = 'x';
  expect(draft.totalCents).toBeNull();
});

test('what cannot be used is told, lines first', () => {
  const draft = fill(new NewDocumentDraft(english));
  expect(draft.wrong).toEqual([]);
  draft.lines.addFree('DIV', '1');
  draft.entry.discount = '101';
  expect(draft.wrong).toEqual(['lines', 'discount']);
  expect(draft.document).toBeNull();
});

test('rules are checked whatever else cannot be used yet', () => {
  const draft = fill(new NewDocumentDraft(english));
  expect(draft.broken).toEqual([]);
  draft.entry.discount = 'x';
  draft.entry.serieId = '4';
  draft.entry.roundCents = '0.02';
  expect(draft.broken).toEqual(['serie_needs_document_type', 'rounding_only_on_purchases']);
  draft.entry.kind = { by: 'documentTypeId', typed: '11', name: '' };
  expect(draft.broken).toEqual([]);
});

test('a customer who is chosen takes the place of what was typed', () => {
  const draft = fill(new NewDocumentDraft(english));
  draft.entry.partyId = '7';
  draft.chooseCustomer(customer);
  expect(draft.document?.cart).toMatchObject({ customer, taxNumber: '509442013' });
  draft.chooseCustomer(null);
  expect(draft.document?.cart).not.toHaveProperty('customer');
});

/** Returns a page, and `letIt`, with which main answers all its requests that wait. */
function pageOf(answer: () => Result<SaleSummary> = () => ok(sale('CF-1'))) {
  const requests: Argument<'documents.create'>[] = [];
  const waiting: (() => void)[] = [];
  const till = tillOf(async (name, argument) => {
    if (name !== 'documents.create') throw new Error(name);
    requests.push(argument as Argument<'documents.create'>);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return answer();
  });
  const page = new NewDocumentPage(till);
  const letIt = () => {
    for (const one of waiting.splice(0)) one();
  };
  return { page, asked: requests, letIt };
}

test('an invalid document is not sent, and its errors are shown', async () => {
  const { page, asked } = pageOf();
  fill(page.draft).entry.email = true;
  page.draft.entry.finalize = false;
  expect(page.tried).toBe(false);
  expect(await page.save()).toBeNull();
  expect(page.tried).toBe(true);
  expect(asked).toEqual([]);
});

test('a double press saves one document, and an empty one follows', async () => {
  const { page, asked, letIt } = pageOf();
  const { document } = fill(page.draft);
  const first = page.save();
  expect(page.busy).toBe(true);
  expect(await page.save()).toBeNull();
  letIt();
  expect(await first).toMatchObject({ reference: 'CF-1' });
  expect(asked).toEqual([document]);
  expect(page).toMatchObject({ busy: false, tried: false, error: null });
  expect(page.draft.isEmpty).toBe(true);
  expect(fill(page.draft).document?.cart.cartId).not.toBe(document?.cart.cartId);
});

test('what main does not take stays, and is the same document when it is saved again', async () => {
  const { page, asked, letIt } = pageOf(() => err({ code: 'disk_full' }));
  fill(page.draft);
  for (let time = 0; time < 2; time += 1) {
    const saving = page.save();
    letIt();
    expect(await saving).toBeNull();
  }
  expect(page.error).toEqual({ code: 'disk_full' });
  expect(page.draft.isEmpty).toBe(false);
  expect(asked[1]?.cart.cartId).toBe(asked[0]?.cart.cartId);
});

test('discarding leaves nothing', async () => {
  const { page } = pageOf();
  page.draft.entry.discount = '101';
  await page.save();
  page.discard();
  expect(page.draft.isEmpty).toBe(true);
  expect(page.tried).toBe(false);
});
