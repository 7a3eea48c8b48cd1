import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escPosTrouble, hearEscPos } from '../../../src-main/printing/drivers/esc-pos.ts';
import { hearStar, starTrouble } from '../../../src-main/printing/drivers/star-prnt.ts';

const none = new Uint8Array();
const bytes = (...values: number[]) => Uint8Array.from(values);

describe('ESC/POS', () => {
  test.each([
    [1, 0x12, null],
    [1, 0x16, null],
    [1, 0x1a, 'printer_offline'],
    [2, 0x12, null],
    [2, 0x16, 'printer_cover_open'],
    [2, 0x32, 'printer_paper_out'],
    [2, 0x36, 'printer_cover_open'],
    [2, 0x52, 'printer_fault'],
    [3, 0x12, null],
    [3, 0x1a, 'printer_fault'],
    [3, 0x32, 'printer_fault'],
    [3, 0x52, 'printer_fault'],
    [4, 0x12, null],
    // A printer that is nearly out of paper still prints.
    [4, 0x1e, null],
    [4, 0x72, 'printer_paper_out'],
  ] as const)('question %i, answer %i: %s', (question, answer, code) => {
    expect(escPosTrouble(question, answer)).toEqual(code && { code });
  });

  test.each([
    [[0x14, 0, 0, 0x0f, 0x12], [0x12], false, []],
    [[0x12, 0x14, 0], [0x12], false, [0x14, 0]],
    [[0x00, 0x1a], [0x1a], true, []],
  ])(
    'of %j the answers are %j (in turn: %s), and %j goes on, as it comes in parts',
    (heard, answers, hasAnsweredInTurn, rest) => {
      expect(hearEscPos(bytes(...heard))).toEqual({
        ...{ answers, hasAnsweredInTurn, rest: bytes(...rest) },
      });
    },
  );

  test.each([[[0x80]], [[0x13]], [[0xff, 0x12]], [[0x14, 0x80]], [[...Buffer.from('HTTP/1.1')]]])(
    '%j is no printer',
    (values) => {
      expect(hearEscPos(bytes(...values))).toBeUndefined();
    },
  );

  test('however it is cut, the same is heard', () => {
    const whole = bytes(0x12, 0x14, 0, 0, 0x0f, 0x00, 0x1a, 0x10, 1, 2, 3, 0x16);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length }), (at) => {
        const first = hearEscPos(whole.subarray(0, at));
        const second = hearEscPos(bytes(...(first?.rest ?? []), ...whole.subarray(at)));
        expect([...(first?.answers ?? []), ...(second?.answers ?? [])]).toEqual([0x12, 0x1a, 0x16]);
      }),
    );
  });
});

describe('StarPRNT', () => {
  const status = (...values: number[]) => bytes(0x23, 0x06, ...values, 0, 0, 0);
  test.each([
    [[0, 0, 0, 0], null],
    // The drawer's switch, and paper that is nearly out, are no trouble.
    [[0x04, 0, 0, 0x04], null],
    [[0x08, 0, 0, 0], 'printer_offline'],
    [[0x28, 0, 0, 0], 'printer_cover_open'],
    [[0x08, 0, 0, 0x08], 'printer_paper_out'],
    [[0x08, 0x04, 0, 0], 'printer_fault'],
    [[0x08, 0x08, 0, 0], 'printer_fault'],
    [[0x08, 0x20, 0, 0], 'printer_fault'],
    [[0x08, 0x40, 0, 0], 'printer_fault'],
  ])('%j: %s', (values, code) => {
    const heardStatus = hearStar(status(...values));
    expect(heardStatus?.rest).toEqual(none);
    expect(starTrouble(heardStatus?.status ?? none)).toEqual(code && { code });
  });

  const offline = status(0x08, 0, 0, 0);
  const fine = status(0, 0, 0, 0);
  const atEnd = status(0x02, 0, 0, 0);
  const begun = fine.subarray(0, 4);
  test.each([
    ['of several the latest counts', [offline, fine], fine, false, none],
    ['one that is still coming is waited for', [offline, begun], offline, false, begun],
    ['the end of a job is said by any of them', [atEnd, offline], offline, true, none],
  ] as const)('%s', (_, heard, latest, hasReachedEnd, rest) => {
    const all = heard.flatMap((one) => [...one]);
    expect(hearStar(bytes(...all))).toEqual({ status: latest, hasReachedEnd, rest });
  });

  test('a status is as long as its first byte says without bit 6', () => {
    for (const [first, length] of [
      [0x0f, 7],
      [0x21, 8],
      [0x4f, 7],
      [0x2f, 15],
    ] as const) {
      const whole = Uint8Array.from({ length }, (_, at) => (at === 0 ? first : 0));
      expect(hearStar(whole)).toMatchObject({ status: whole, rest: none });
      const begun = whole.subarray(0, length - 1);
      expect(hearStar(begun)).toMatchObject({ status: undefined, rest: begun });
    }
  });

  test.each([
    [[0x12]],
    [[0x80]],
    [[0x0d, 0, 0, 0, 0, 0]],
    [[0x23, 0x16]],
    [[0x23, 0x06, 0x80]],
    [[0x05, 0, 0]],
  ])('%j is no status', (values) => {
    expect(hearStar(bytes(...values))).toBeUndefined();
  });
});
