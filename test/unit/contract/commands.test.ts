// The command barcodes: each has a code of its own, and nothing else is taken for one.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  barcodesOf,
  commandCode,
  commandNames,
  commandOf,
  numberKeys,
  type Command,
} from '../../../src-main/contract/commands.ts';
import { paymentMethodSchema } from '../../../src-main/contract/payment.ts';
import { product } from '../src-renderer/sell/catalogue-till.ts';
import { isDocumentCode } from '../../../src-renderer/scanning/codes.ts';

const methodId = v.parse(paymentMethodSchema.entries.id, 12);
const commands: readonly Command[] = [
  ...commandNames.map((kind) => ({ kind })),
  ...numberKeys.map((key) => ({ kind: 'key', key }) as const),
  { kind: 'method', methodId },
];
const codes = commands.map(commandCode);

test('each command has one code, which is read in any letters and names no document', () => {
  expect(new Set(codes).size).toBe(commands.length);
  for (const [index, code] of codes.entries()) {
    expect(commandOf(code)).toEqual(commands[index]);
    expect(commandOf(code.toLowerCase())).toEqual(commands[index]);
    expect(isDocumentCode(code)).toBe(false);
  }
});

test('the codes on sheets that hang in shops stay what they are', () => {
  expect(codes).toEqual([
    ...['CF-TIMES', 'CF-OFF', 'CF-NIF', 'CF-PAY', 'CF-UNDO', 'CF-HOLD', 'CF-HELD', 'CF-PRINT'],
    ...['CF-BACK', 'CF-KEY-1', 'CF-KEY-2', 'CF-KEY-3', 'CF-KEY-4', 'CF-KEY-5', 'CF-KEY-6'],
    ...['CF-KEY-7', 'CF-KEY-8', 'CF-KEY-9', 'CF-KEY-0', 'CF-POINT', 'CF-PAY-12'],
  ]);
});

test('bars may stand for what they can say, if a scan can be as short and it is no command', () => {
  const codesOf = (code: string, ...barcodes: string[]) =>
    barcodesOf({ ...product(code), barcodes });
  expect(codesOf('CAFE', '5601234100075')).toEqual(['5601234100075', 'CAFE']);
  expect(codesOf('CAFÉ', '12', '560')).toEqual(['560']);
  expect(codesOf('AB', 'ação')).toEqual([]);
  expect(codesOf('CF-PAY', 'cf-pay-3', 'CF-PAY-X')).toEqual(['CF-PAY-X']);
});

test.each([
  ...codes.flatMap((code) => [`${code}X`, `X${code}`, ` ${code}`, code.replace('-', '')]),
  ...['', 'CF-', 'CF-KEY-10', 'CF-PAY-0', 'CF-PAY-01', 'CF-PAY-99999999999999999', 'CF-PAY--1'],
  ...['5601234100075', '2712345012348', '0', 'PAY', 'UNDO', 'CAFE', 'CF-0B4K-8VPE-0Q4P'],
])('“%s” is no command', (code) => {
  expect(commandOf(code)).toBeNull();
});
