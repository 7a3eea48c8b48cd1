// Shows that the checker of returns notices what it is for: a return as it should be, and each way
// in which it can be wrong.
import { describe, expect, it } from 'vitest';
import {
  checkReturns,
  type HeldDocument,
  type KeptReturn,
  type ReturnEnding,
} from './return-checker.ts';

const docKey = 'FS 2026A/1';
const original: HeldDocument = {
  ...{ id: 1, docKey, reference: 'CF-SOLD', returnOf: '', totalCents: 255 },
  lines: [
    { code: 'CAFE', quantity: 1000 },
    { code: 'GALAO', quantity: 2000 },
  ],
};
const noteOf = (id: number, change: Partial<HeldDocument> = {}): HeldDocument => ({
  ...{ id, docKey: `NC 2026A/${id}`, reference: `CF-${id}`, returnOf: docKey, totalCents: 85 },
  lines: [{ code: 'GALAO', quantity: 1000 }],
  ...change,
});
const returnOf = (saleId: number, change: Partial<KeptReturn> = {}): KeptReturn => ({
  ...{ file: 'one', saleId, reference: `CF-${saleId}`, state: 'confirmed', wasCancelled: false },
  ...{ wasAsked: true },
  ...{ docKey, totalCents: 85, lines: [{ position: 1, quantity: 1000 }], hasPrintJob: true },
  ...change,
});
type Word = ReturnEnding['words'][number];
const wanted = { source: { kind: 'document', id: 1 }, docKey } as const;
const asked = (saleId: number, atMs: number, returnId = `return ${saleId}`): Word => ({
  ...{ did: 'asked', atMs },
  wanted: { ...wanted, returnId } as Extract<Word, { did: 'asked' }>['wanted'],
});
const said = (saleId: number, atMs: number, returnId = `return ${saleId}`): Word => ({
  ...{ did: 'returned', returnId, reference: `CF-${saleId}`, docKey, atMs },
});
const page = (atMs: number, ...ids: readonly number[]) => ({
  ...{ atMs, search: docKey, limit: 100, ids: new Set(ids) },
});

/** One of the two came back, and then the other. */
const good: ReturnEnding = {
  words: [asked(2, 1000), said(2, 1010), asked(3, 5000), said(3, 5010)],
  kept: [returnOf(2), returnOf(3)],
  documents: [original, noteOf(2), noteOf(3)],
  pages: [page(1005, 1), page(5005, 1, 2)],
  excused: new Set(),
  givenUp: new Set(),
  dropped: new Set(),
  told: new Set(),
};
const problemsOf = (change: Partial<ReturnEnding>) =>
  checkReturns({ ...good, ...change }).problems.map(
    ({ kind, reference, what }) => `${kind} ${reference}: ${what}`,
  );
const third = {
  kept: [...good.kept, returnOf(4)],
  documents: [...good.documents, noteOf(4)],
};
const beyond = 'returned_beyond CF-4: of FS 2026A/1, after CF-2, CF-3: 3000 of 2000 of line 1';

describe('the checker of returns accepts', () => {
  it('what came back of a sale until nothing is left', () => {
    expect(checkReturns(good)).toEqual({
      problems: [],
      figures: { made: 2, refused: [], unknowable: 0 },
    });
  });

  it('a return that was cancelled, and the same goods once more', () => {
    const cancelled = returnOf(4, { state: 'cancelled', wasCancelled: true });
    expect(problemsOf({ kept: [...good.kept, cancelled] })).toEqual([]);
  });

  it('a return that was committed when the till was killed before it could say so', () => {
    expect(problemsOf({ words: [] })).toEqual([]);
  });

  it('a second document that the network made', () => {
    const documents = [...good.documents, noteOf(9, { reference: 'CF-2' })];
    expect(problemsOf({ documents, excused: new Set(['CF-2']) })).toEqual([]);
  });

  it('a return that was lost with its folder', () => {
    const kept = good.kept.slice(0, 1);
    expect(problemsOf({ kept, givenUp: new Set(['CF-3']) })).toEqual([]);
  });

  it('what another till took back unseen, if somebody was told', () => {
    const other = returnOf(4, { file: 'another' });
    const words = [...good.words, asked(4, 5000), said(4, 5010)];
    const unseen = { ...third, words, kept: [...good.kept, other] };
    expect(problemsOf(unseen)).toEqual(['beyond_untold FS 2026A/1: CF-2, CF-3, CF-4']);
    expect(problemsOf({ ...unseen, told: new Set([docKey]) })).toEqual([]);
    expect(checkReturns({ ...good, ...unseen }).figures.unknowable).toBe(1);
    // Of a search whose documents could then not be opened the shop allows little, unasked.
    const unasked = {
      ...third,
      kept: [...good.kept, returnOf(4, { file: 'another', wasAsked: false })],
      words: [...good.words, asked(4, 9000), said(4, 9010)],
      pages: [...good.pages, page(9005, 1, 2, 3)],
    };
    expect(problemsOf({ ...unasked, told: new Set([docKey]) })).toEqual([]);
    // Killed after the commit, it says so once it is asked again, when another till has searched.
    const saidLate = [...good.words, asked(4, 5000), asked(4, 9000), said(4, 9010)];
    const pages = [...good.pages, page(9005, 1, 2, 3)];
    expect(problemsOf({ ...unseen, words: saidLate, pages, told: new Set([docKey]) })).toEqual([]);
  });

  it('goods of another line with the same code, since the other till’s note names codes alone', () => {
    const twice = { code: 'GALAO', quantity: 2000 };
    const sold = { ...original, lines: [...original.lines, twice] };
    const here = returnOf(3, { file: 'another', lines: [{ position: 1, quantity: 2000 }] });
    const note = noteOf(3, { lines: [twice] });
    const change = { kept: [returnOf(2), here], documents: [sold, noteOf(2), note] };
    expect(problemsOf(change)).toEqual([]);
    const more = noteOf(2, { lines: [{ code: 'GALAO', quantity: 3000 }] });
    expect(problemsOf({ ...change, documents: [sold, more, note] })).toEqual([
      'returned_beyond CF-3: of FS 2026A/1, after CF-2: 5000 of 4000 of GALAO',
    ]);
  });
});

describe('the checker of returns reports', () => {
  it.each<readonly [string, Partial<ReturnEnding>, string]>([
    ['more goods than were sold, by the same till', third, beyond],
    [
      'more goods than were sold, which the search had shown to another till',
      {
        ...third,
        kept: [...good.kept, returnOf(4, { file: 'another' })],
        words: [...good.words, asked(4, 9000), said(4, 9010)],
        pages: [...good.pages, page(9005, 1, 2, 3)],
      },
      'returned_beyond CF-4: of FS 2026A/1, after CF-2, CF-3: 3000 of 2000 of GALAO',
    ],
    [
      'goods of a line of which less was sold',
      { kept: [returnOf(2, { lines: [{ position: 0, quantity: 1500 }] }), returnOf(3)] },
      'returned_beyond CF-2: of FS 2026A/1, after nothing: 1500 of 1000 of line 0',
    ],
    [
      'a credit note with more goods than the till has',
      {
        documents: [original, noteOf(2, { lines: [{ code: 'CAFE', quantity: 1001 }] }), noteOf(3)],
      },
      'returned_beyond CF-2: of FS 2026A/1, after nothing: 1001 of 1000 of CAFE',
    ],
    [
      'more cents than were paid',
      { kept: [returnOf(2, { totalCents: 171 }), returnOf(3)] },
      'returned_beyond CF-3: of FS 2026A/1, after CF-2: 256 of 255 cents',
    ],
    [
      'a return of a document that there is not',
      { documents: [noteOf(2), noteOf(3)] },
      'returned_beyond FS 2026A/1: no document has this key',
    ],
    [
      'a return that is two documents',
      { documents: [...good.documents, noteOf(9, { reference: 'CF-2' })] },
      'return_twice CF-2: NC 2026A/2, NC 2026A/9',
    ],
    [
      'a return that was made twice of one',
      { words: [asked(2, 1000), said(2, 1010), asked(3, 5000), said(3, 5010, 'return 2')] },
      'return_twice CF-2: made as CF-2, CF-3',
    ],
    [
      'a return that was promised and is not in the file',
      { kept: good.kept.slice(0, 1), documents: [original, noteOf(2)] },
      'return_lost CF-3: of FS 2026A/1, not in the file',
    ],
    [
      'a return that is called confirmed and is not at the service',
      { documents: [original, noteOf(2)] },
      'return_lost CF-3: confirmed, and not at the service',
    ],
    [
      'a return without its print job',
      { kept: [returnOf(2, { hasPrintJob: false }), returnOf(3)] },
      'return_half_made CF-2: without its print job',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf(change)).toContain(problem);
  });
});
