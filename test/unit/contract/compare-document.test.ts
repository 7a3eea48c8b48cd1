// Tests the one comparison: whose document it is, and in what it differs from what was sold.
import { describe, expect, it } from 'vitest';
import {
  compareDocument,
  differencesNow,
  type AskedBody,
} from '../../../src-main/contract/compare-document.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { counterSale } from '../../../src-main/contract/new-document.ts';
import { askedBody, comparedSale, soldOn } from '../../asked-body.ts';
import { document as documentOf } from '../receipt/sample-receipts.ts';

const reference = 'CF-TEST-0000-0001';
const today = '2026-01-09';
const fs = { id: 302, code: 'FS', description: '' };
const gr = { id: 321, code: 'GR', description: '' };
const final = { id: 1202, code: 'F', description: '' };
const note = { kind: { by: 'natureCode', code: 'GR' }, finalize: true } as const;

const document = (changes: Parameters<typeof documentOf>[0] = {}) =>
  documentOf({
    ...{ ourReference: reference, nature: fs, status: final, date: soldOn, party: null },
    totalCents: cents(1_250),
    ...changes,
  });

const compare = (
  changes: Parameters<typeof documentOf>[0],
  body: Partial<AskedBody> = {},
  formerBodies: readonly AskedBody[] = [],
) =>
  compareDocument(
    { ...comparedSale(reference), body: askedBody(body), formerBodies },
    document(changes),
    today,
  );
const fieldsOf = (...args: Parameters<typeof compare>) => {
  const compared = compare(...args);
  return compared.is === 'own' ? compared.differences.map(({ field }) => field) : compared.is;
};

describe('a document', () => {
  it('is another sale’s by its reference, however like it is', () => {
    expect(compare({ ourReference: 'CF-TEST-0000-0002' }).is).toBe('other_sale');
  });

  it('is of another kind only if no body ever asked for its kind', () => {
    expect(compare({ nature: gr }).is).toBe('other_kind');
    expect(compare({ nature: gr }, {}, [askedBody({ requestedKind: note })]).is).toBe(
      'earlier_body',
    );
  });

  it('is the corrected sale’s where only the service knows the total', () => {
    const untold = { isTotalKnown: false } as const;
    const former = askedBody({ ...untold, totalCents: cents(1_000) });
    const seenTotal = { totalCents: cents(2_460) };
    expect(compare(seenTotal, { ...untold, totalCents: cents(2_000) }, [former]).is).toBe('own');
    expect(compare(seenTotal, {}, [askedBody({ totalCents: cents(1_000) })]).is).toBe(
      'earlier_body',
    );
  });

  it('is a draft where finalizing was asked for', () => {
    const status = { id: 1, code: 'P', description: '' };
    expect(compare({ status }).is).toBe('draft');
    const draftRequest = { requestedKind: { ...counterSale, finalize: false } };
    expect(compare({ status }, draftRequest).is).toBe('own');
  });

  it('is the body’s from which it differs least, the last one of equals', () => {
    const former = askedBody({ taxNumber: '503504564' });
    const party = { name: 'X', fiscalNumber: '503504564' };
    expect(compare({ party }, { taxNumber: '501442600' }, [former]).is).toBe('earlier_body');
    expect(compare({ party }, { taxNumber: '503504564' }, [former]).is).toBe('own');
  });

  it('that is for nobody differs where somebody was asked for', () => {
    expect(fieldsOf({ hasNoParty: true }, { taxNumber: '503504564' })).toEqual(['taxNumber']);
    expect(fieldsOf({ hasNoParty: true }, { partyId: 17 })).toEqual(['customer']);
    expect(fieldsOf({ hasNoParty: true })).toEqual([]);
    // What is not shown may be anybody's.
    expect(fieldsOf({}, { taxNumber: '503504564', partyId: 17 })).toEqual([]);
  });

  it('is of nobody knows which body if a correction changed the total and it has another', () => {
    const former = askedBody({ totalCents: cents(900) });
    expect(compare({ totalCents: cents(1_000) }, {}, [former]).is).toBe('earlier_body');
    expect(compare({}, {}, [former]).is).toBe('own');
    expect(fieldsOf({ totalCents: cents(1_000) }, {}, [askedBody()])).toEqual(['total']);
  });
});

describe('a difference', () => {
  it('is in the total to the cent, where the till knows it', () => {
    expect(fieldsOf({ totalCents: cents(1_251) })).toEqual(['total']);
    expect(fieldsOf({ totalCents: cents(1_251) }, { isTotalKnown: false })).toEqual([]);
  });

  it.each([
    ['PT503 504 564', '503504564', []],
    ['999999990', '', []],
    ['', '503504564', ['taxNumber']],
    ['501442600', '', ['taxNumber']],
  ])('is in the tax number %s for %s: %j', (fiscalNumber, taxNumber, fields) => {
    expect(fieldsOf({ party: { name: '', fiscalNumber } }, { taxNumber })).toEqual(fields);
  });

  it('is in the customer that was chosen', () => {
    expect(fieldsOf({ partyId: 6 }, { partyId: 5 })).toEqual(['customer']);
    expect(fieldsOf({ partyId: 6 })).toEqual([]);
  });

  it.each([
    ['2026-01-05', []],
    ['2026-01-09', []],
    ['2026-01-03', ['date']],
    ['2025-01-05', ['date']],
    ['2026-01-11', ['date']],
    ['', []],
  ])('is in the date %s: %j', (date, fields) => {
    expect(fieldsOf({ date })).toEqual(fields);
  });

  it('is in any other date than the one that a person gave', () => {
    expect(fieldsOf({ date: '2026-01-06' }, { isDated: true })).toEqual(['date']);
  });

  it('is in series and number of lines, where they are shown', () => {
    expect(fieldsOf({ serieId: 9 }, { serieId: 5 })).toEqual(['serie']);
    expect(fieldsOf({ lineCount: 3 }, { lineCount: 2 })).toEqual(['lineCount']);
    expect(fieldsOf({}, { serieId: 5, lineCount: 2 })).toEqual([]);
  });

  it('stays as it was seen while it is not shown again', () => {
    const lines = { field: 'lineCount', sold: '2', shown: '3' } as const;
    const total = { field: 'total', sold: '1', shown: '2' } as const;
    const compared = compare({});
    if (compared.is !== 'own') throw new Error(compared.is);
    expect(differencesNow([total, lines], compared)).toEqual([lines]);
  });
});
