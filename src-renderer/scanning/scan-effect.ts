// Says what the sell screen would do with a scan. Nothing is done.
import * as v from 'valibot';
import { commandOf, type Command } from '../../src-main/contract/commands.ts';
import { languageTraits } from '../../src-main/contract/languages.ts';
import { lineTotalCents } from '../../src-main/contract/money.ts';
import { scannedTextSchema, type Scanned } from '../../src-main/contract/selling.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { looksForeign, meantCommand, namesDocument } from './codes.ts';

/** Returns a sentence; empty if the till cannot look the code up just now. */
export async function wouldDo(till: Till, code: string): Promise<string> {
  const { scanning } = till.messages;
  const command = commandOf(meantCommand(code));
  if (command) return commandSentence(till, command);
  const answer = v.is(scannedTextSchema, code)
    ? await till.request('sell.scan', { text: code })
    : null;
  if (answer?.ok === false) return '';
  const scanned = answer?.value ?? { kind: 'unknown' };
  if (scanned.kind !== 'unknown') return scannedSentence(till, code, scanned);
  if (namesDocument(code)) return scanning.wouldDo.document;
  const { gtin, near } = scanned;
  return [
    scanning.problem.unknown(gtin ?? code),
    near ? scanning.near(near) : looksForeign(code) ? scanning.otherLayout : '',
  ]
    .join(' ')
    .trim();
}

function commandSentence(till: Till, command: Command): string {
  const { scanning } = till.messages;
  const { decimalMark } = languageTraits[till.language];
  switch (command.kind) {
    case 'key':
      return scanning.wouldDo.key(command.key === 'mark' ? decimalMark : command.key);
    case 'method':
      return scanning.wouldDo.method;
    default:
      return scanning.wouldDo.command(scanning.commands[command.kind][0]);
  }
}

function scannedSentence(
  till: Till,
  code: string,
  scanned: Exclude<Scanned, { kind: 'unknown' }>,
): string {
  const { scanning } = till.messages;
  switch (scanned.kind) {
    case 'misread':
      return scanning.problem.misread(code);
    case 'empty': {
      const kind = scanned.value === 'weight' ? 'no_weight' : 'no_price';
      return scanning.problem[kind](scanned.product.description);
    }
    case 'product': {
      const { product, quantity, unitPrice } = scanned;
      return scanning.wouldDo.product(
        `${till.format.quantity(quantity)} ${product.unit}`.trim(),
        product.description,
        till.format.money(lineTotalCents(quantity, unitPrice)),
      );
    }
  }
}
