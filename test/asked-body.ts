// What a sale asks for, for tests of the comparison and of whatever reads documents.
import type { AskedBody, ComparedSale } from '../src-main/contract/compare-document.ts';
import { cents } from '../src-main/contract/money.ts';
import { counterSale, type RequestedKind } from '../src-main/contract/new-document.ts';

export const soldOn = '2026-01-05';

export const askedBody = (changes: Partial<AskedBody> = {}): AskedBody => ({
  ...{ requestedKind: counterSale, totalCents: cents(1_250), isTotalKnown: true, taxNumber: '' },
  ...{ partyId: null, date: soldOn, isDated: false, serieId: null, lineCount: null },
  isReturn: false,
  ...changes,
});

export const comparedSale = (
  reference: string,
  requestedKind: RequestedKind = counterSale,
): ComparedSale => ({ reference, body: askedBody({ requestedKind }), formerBodies: [] });
