// Returns at services that are not the practice service: what each makes of the first return is
// told as it is, and decides how the others are made.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { outboxRequests } from '../../../src-main/handlers/outbox.ts';
import { returnRequests } from '../../../src-main/handlers/returns.ts';
import { sellRequests } from '../../../src-main/handlers/sell.ts';
import { readSaleDetail } from '../../../src-main/store/sales.ts';
import { readSaleNotices } from '../../../src-main/store/sale-notices.ts';
import { asking } from '../../asking.ts';
import { startPrintingTill } from '../../printing-till.ts';
import { startReturnService, type ReturnBehaviour } from '../../return-service.ts';
import { everything } from '../documents/browsing.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { back, sell, type Finish } from './opened.ts';

async function startTill(behaviour: Partial<ReturnBehaviour> = {}) {
  const service = await startReturnService(behaviour);
  const open = () => {
    const { till, context } = startPrintingTill({
      folder: temporaryFolder(),
      service: { baseUrl: service.baseUrl, token: 'key' },
      printing: defaultPrinting,
      timing: { settlingMs: 300, firstLookUpMs: 50, lookUpCapMs: 400, decisionDelayMs: 100 },
    });
    onTestFinished(() => till.close().then(() => undefined));
    const requests = {
      ...outboxRequests(context),
      ...sellRequests(context),
      ...returnRequests(context),
    };
    return { till, ask: asking(requests, () => till) };
  };
  onTestFinished(() => service.close());
  return { service, open, ...open() };
}
type Opened = Pick<Awaited<ReturnType<typeof startTill>>, 'till' | 'ask'>;

async function setUp({ ask }: Opened) {
  const kinds = await ask['returns.kinds']({ lookUp: true });
  const kind = kinds.ok ? kinds.value[0] : undefined;
  if (!kind) throw new Error('no kind was seen');
  const setup = { kind, sendsPayment: true, namesOrigin: true, unaskedLimitCents: null };
  expect(await ask['returns.changeSetup'](setup)).toMatchObject({ ok: true });
  return kind;
}

type Sold = Awaited<ReturnType<typeof sell>>;
const one = ({ reference, document }: Sold) => back(reference, document.docKey, [[1, 1000]], 85);

async function take(opened: Opened, sold: Sold) {
  const done = await opened.ask['returns.finish'](one(sold));
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value.reference;
}
const stateOf = ({ till }: Opened, reference: string) => readSaleDetail(till.db, reference)?.state;

async function trialAt(behaviour: Partial<ReturnBehaviour>) {
  const opened = await startTill(behaviour);
  const kind = await setUp(opened);
  expect(kind).toMatchObject({ kind: { by: 'natureId', id: 777 }, name: 'Nota de crédito' });
  const sold = await sell(opened);
  const reference = await take(opened, sold);
  await expect.poll(() => stateOf(opened, reference)).toBe('confirmed');
  const state = await opened.ask['returns.setup'](undefined);
  if (!state.ok) throw new Error(state.error.code);
  return { ...opened, sold, reference, trial: state.value.trial };
}

test('a service that names the original in another field is told by that field', async () => {
  const { trial } = await trialAt({ link: (key) => ({ corrected_document: { doc_key: key } }) });
  expect(trial).toMatchObject({
    ...{ documentName: 'Nota de crédito', status: 'Finalizado', sign: 'positive' },
    ...{ linkField: 'corrected_document.doc_key', keepsReference: true },
  });
});

test('a service that names the original nowhere is told to', async () => {
  const { trial } = await trialAt({});
  expect(trial).toMatchObject({ linkField: null, keepsReference: true });
});

test('amounts below zero are told, and are no difference, nor do they let more come back', async () => {
  const opened = await trialAt({ sign: -1 });
  const { till, ask, reference, sold, trial } = opened;
  expect(trial).toMatchObject({ sign: 'negative' });
  expect(readSaleDetail(till.db, reference)).toMatchObject({ serviceTotalCents: -85 });
  expect(readSaleNotices(till.db, reference)).toEqual([]);
  await take(opened, sold);
  const source = { kind: 'sale', reference: sold.reference } as const;
  expect(await ask['returns.open']({ source })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 0 }], leftCents: 85 },
  });
  // Another till counts them as well.
  const other = opened.open();
  await setUp(other);
  const id = sold.document.id;
  expect(await other.ask['returns.open']({ source: { kind: 'document', id } })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 0 }], leftCents: 85 },
  });
});

test('returns beyond the first page count where no page names the next one, though the list counts more', async () => {
  const opened = await trialAt({ next: null });
  const { service, sold } = opened;
  await expect.poll(() => service.created.length).toBe(2);
  const second = await take(opened, sold);
  await expect.poll(() => stateOf(opened, second)).toBe('confirmed');
  const other = opened.open();
  await setUp(other);
  const source = { kind: 'document', id: sold.document.id } as const;
  expect(await other.ask['returns.open']({ source })).toMatchObject({
    value: { lines: [{ left: 1000 }, { left: 0 }], leftCents: 85 },
  });
});

test.each([30, 10])(
  'a service that refuses pages of more than %i rows shows them in smaller ones',
  async (longest) => {
    const { till, ask, sold } = await trialAt({ longest });
    const source = { kind: 'document', id: sold.document.id } as const;
    expect(await ask['returns.open']({ source })).toMatchObject({ value: { leftCents: 170 } });
    const query = { ...everything, descending: true };
    const page = { results: [{ returnOf: sold.document.docKey }, { id: sold.document.id }] };
    const shown = await till.documents.list({ ...query, limit: 100, view: 1 });
    expect(shown).toMatchObject({ value: { ...page, remembered: null } });
    expect(await till.listDocuments({ ...query, limit: 200 })).toMatchObject({ value: page });
  },
);

test('where the service shows no lines, what is typed comes back up to the total, and other tills count it', async () => {
  const opened = await trialAt({});
  const { service, ask, sold } = opened;
  const source = { kind: 'document', id: sold.document.id } as const;
  const other = opened.open();
  await setUp(other);
  service.behaviour.shows = () => [];
  expect(await other.ask['returns.open']({ source })).toMatchObject({
    value: { lines: null, leftCents: 170 },
  });
  const typed = (unitPrice: number, totalCents: number): Finish =>
    ({
      ...one(sold),
      ...{ source, returnId: randomUUID(), lines: [], totalCents },
      typedLines: [{ code: 'GALAO', description: 'Galão', quantity: 1000, unitPrice }],
    }) as unknown as Finish;
  const untyped = { ...typed(850_000, 85), typedLines: [] };
  expect(await other.ask['returns.finish'](untyped)).toMatchObject({
    error: { code: 'invalid_value', field: 'typedLines' },
  });
  expect(await other.ask['returns.finish'](typed(1_710_000, 171))).toMatchObject({
    error: { code: 'returned_too_much', what: sold.document.docKey },
  });
  const made = await other.ask['returns.finish'](typed(850_000, 85));
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  await expect.poll(() => stateOf(other, made.value.reference)).toBe('confirmed');
  expect(service.created.at(-1)).toMatchObject({
    ...{ document_reference: sold.document.docKey },
    details: [{ code: 'GALAO', base_qty: 1, line_unit_value: 0.85 }],
  });
  expect(await other.ask['returns.open']({ source })).toMatchObject({
    value: { lines: null, leftCents: 85 },
  });
  expect(await other.ask['returns.finish'](typed(860_000, 86))).toMatchObject({
    error: { code: 'returned_too_much' },
  });
  // Whoever knows the lines puts it down to them, once the return shows its own.
  service.behaviour.shows = (lines) => lines;
  const third = opened.open();
  await setUp(third);
  for (const knowing of [ask, third.ask])
    expect(await knowing['returns.open']({ source })).toMatchObject({
      value: { lines: [{ left: 1000 }, { left: 0 }], leftCents: 85 },
    });
});

test('a service that cuts the reference off still has one document, and later returns bear their own alone', async () => {
  const opened = await trialAt({ reference: (sent) => sent.slice(0, 20) });
  const { service, sold, trial } = opened;
  expect(trial).toMatchObject({ keepsReference: false });
  const second = await take(opened, sold);
  await expect.poll(() => stateOf(opened, second)).toBe('confirmed');
  expect(service.created.map(({ our_reference: text }) => text)).toEqual([
    sold.reference,
    `${opened.reference} ${sold.document.docKey}`,
    second,
  ]);
});

test('a refused trial is told, holds up other returns, and can be made again without the payment', async () => {
  const opened = await startTill({ refuses: (asked) => (asked.payments ? 'payments' : null) });
  const { ask, till } = opened;
  const kind = await setUp(opened);
  const sold = await sell(opened);
  const refused = await take(opened, sold);
  await expect
    .poll(() => readSaleDetail(till.db, refused)?.lastEvidence.kind)
    .not.toBe('committed');
  expect(await ask['returns.finish'](one(sold))).toMatchObject({
    error: { code: 'return_trial_open', reference: refused },
  });
  // Whether the lists show such a document is not documented, so a person ends it.
  const decision = { reference: refused, by: 'Ana', note: 'Refused', as: 'cancelled' } as const;
  await expect
    .poll(async () => (await ask['outbox.settle'](decision)).ok, { timeout: 15_000 })
    .toBe(true);
  expect(stateOf(opened, refused)).toBe('cancelled');
  const setup = { kind, sendsPayment: false, namesOrigin: true, unaskedLimitCents: null };
  await ask['returns.changeSetup'](setup);
  expect(await ask['returns.setup'](undefined)).toMatchObject({ value: { needsTrial: true } });
  const made = await take(opened, sold);
  await expect.poll(() => stateOf(opened, made)).toBe('confirmed');
  expect(await ask['returns.setup'](undefined)).toMatchObject({
    value: { needsTrial: false, trial: { reference: made, state: 'confirmed' } },
  });
}, 40_000);
