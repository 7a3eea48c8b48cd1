// The command barcodes that a sheet of them has, on the screen as on paper, with what is said of
// each.
import { commandCode, commandNames, numberKeys } from '../../src-main/contract/commands.ts';
import { languageTraits, type Language } from '../../src-main/contract/languages.ts';
import type { PaymentMethod } from '../../src-main/contract/payment.ts';
import type { enScanning } from './en/scanning.ts';

export interface CommandCell {
  readonly code: string;
  readonly name: string;
  readonly does?: string;
}

export function numberCells(texts: typeof enScanning, language: Language): readonly CommandCell[] {
  const { decimalMark } = languageTraits[language];
  return numberKeys.map((key) => ({
    code: commandCode({ kind: 'key', key }),
    name: key === 'mark' ? texts.decimalMark(decimalMark) : key,
  }));
}

export const saleCells = (texts: typeof enScanning): readonly CommandCell[] =>
  commandNames.map((kind) => {
    const [name, does] = texts.commands[kind];
    return { code: commandCode({ kind }), name, does };
  });

export const methodCells = (methods: readonly PaymentMethod[]): readonly CommandCell[] =>
  methods.map(({ id, label }) => ({
    code: commandCode({ kind: 'method', methodId: id }),
    name: label,
  }));
