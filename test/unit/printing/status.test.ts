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

  test('answers are told from what comes unasked, also where that comes in parts', () => {
    expect(hearEscPos(bytes(0x14, 0, 0, 0x0f, 0x12))).toEqual({
      answers: [0x12],
      hasAnsweredInTurn: false,
      rest: none,
    });
    expect(hearEscPos(bytes(0x12, 0x14, 0))).toEqual({
      answers: [0x12],
      hasAnsweredInTurn: false,
      rest: bytes(0x14, 0),
    });
    expect(hearEscPos(bytes(0x00, 0x1a))).toEqual({
      answers: [0x1a],
      hasAnsweredInTurn: true,
      rest: none,
    });
  });

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

  test('of several the latest counts, and one that is still coming is waited for', () => {
    const offline = status(0x08, 0, 0, 0);
    const fine = status(0, 0, 0, 0);
    expect(hearStar(bytes(...offline, ...fine))).toEqual({
      status: fine,
      hasReachedEnd: false,
      rest: none,
    });
    expect(hearStar(bytes(...offline, ...fine.subarray(0, 4)))).toEqual({
      status: offline,
      hasReachedEnd: false,
      rest: fine.subarray(0, 4),
    });
  });

  test('the end of a job is said by one of them, whatever the latest says', () => {
    const atEnd = status(0x02, 0, 0, 0);
    const later = status(0x28, 0, 0, 0);
    expect(hearStar(bytes(...atEnd, ...later))).toEqual({
      status: later,
      hasReachedEnd: true,
      rest: none,
    });
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
