// The command barcodes, which work the sell screen by scanner alone. A number is scanned key by
// key; the command after it says what the number is.
import * as v from 'valibot';
import type { Product } from './catalogue.ts';
import { paymentMethodSchema, type PaymentMethod } from './payment.ts';

/** The keys of a number, in the order of the sheet. */
export const numberKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'mark'] as const;
type NumberKey = (typeof numberKeys)[number];

/** What is done at once, or with the number scanned before, and how each one's code ends. */
const commandWords = {
  times: 'TIMES',
  percent: 'OFF',
  taxNumber: 'NIF',
  pay: 'PAY',
  undo: 'UNDO',
  hold: 'HOLD',
  resume: 'HELD',
  printLast: 'PRINT',
  back: 'BACK',
} as const;
export type CommandName = keyof typeof commandWords;
export const commandNames = Object.keys(commandWords) as CommandName[];

export type Command =
  | { readonly kind: CommandName }
  | { readonly kind: 'key'; readonly key: NumberKey }
  | { readonly kind: 'method'; readonly methodId: PaymentMethod['id'] };

const prefix = 'CF-';

export function commandCode(command: Command): string {
  switch (command.kind) {
    case 'key':
      return prefix + (command.key === 'mark' ? 'POINT' : `KEY-${command.key}`);
    case 'method':
      return `${commandCode({ kind: 'pay' })}-${String(command.methodId)}`;
    default:
      return prefix + commandWords[command.kind];
  }
}

const fixed: ReadonlyMap<string, Command> = new Map(
  [
    ...numberKeys.map((key): Command => ({ kind: 'key', key })),
    ...commandNames.map((kind): Command => ({ kind })),
  ].map((command) => [commandCode(command), command]),
);

/**
 * Returns the command that the whole code stands for, in any letters; null for everything else, so
 * that no product's barcode can come near one.
 */
export function commandOf(code: string): Command | null {
  const capitals = code.toUpperCase();
  const command = fixed.get(capitals);
  if (command) return command;
  const [, digits] = /^CF-PAY-([1-9]\d*)$/.exec(capitals) ?? [];
  const methodId = v.safeParse(paymentMethodSchema.entries.id, Number(digits));
  return methodId.success ? { kind: 'method', methodId: methodId.output } : null;
}

/**
 * Returns what may stand for a product as bars, best first: its barcodes and its code, if the bars
 * can say them, a scan can be as short, and they command nothing.
 */
export const barcodesOf = ({ barcodes, code }: Product): readonly string[] =>
  [...barcodes, code].filter((text) => /^[ -~]{3,}$/.test(text) && commandOf(text) === null);
