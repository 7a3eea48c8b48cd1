// How the scanner is read, while it is being edited: text until it is saved.
import * as v from 'valibot';
import { wholeNumber } from '../lines/entry.ts';
import { inStoreRuleSchema, type InStoreRule } from '../../src-main/contract/barcodes.ts';
import {
  scannerSchema,
  type ScannerSettings,
  type SellingSettings,
} from '../../src-main/contract/selling.ts';

export interface RuleRow {
  prefix: string;
  itemDigits: string;
  value: InStoreRule['value'];
  decimals: string;
}

/** Returns undefined for what is no rule. */
export function readRule({
  prefix,
  itemDigits,
  value,
  decimals,
}: RuleRow): InStoreRule | undefined {
  const rule = v.safeParse(inStoreRuleSchema, {
    prefix: prefix.trim(),
    itemDigits: wholeNumber(itemDigits),
    value,
    decimals: wholeNumber(decimals),
  });
  return rule.success ? rule.output : undefined;
}

export class ScannerDraft {
  prefix = $state('');
  suffix = $state<ScannerSettings['suffix']>('Enter');
  gap = $state('');
  sounds = $state(true);
  asksSameSale = $state(true);
  cashiersAddProducts = $state(false);
  rules = $state<RuleRow[]>([]);

  constructor(settings: SellingSettings) {
    const { scanner, sounds, inStoreRules, cashiersAddProducts, asksSameSale } = settings;
    this.asksSameSale = asksSameSale;
    this.prefix = scanner.prefix;
    this.suffix = scanner.suffix;
    this.gap = String(scanner.gapMs);
    this.sounds = sounds;
    this.cashiersAddProducts = cashiersAddProducts;
    this.rules = inStoreRules.map(({ prefix, itemDigits, value, decimals }) => ({
      prefix,
      itemDigits: String(itemDigits),
      value,
      decimals: String(decimals),
    }));
  }

  /** Undefined while the pause or the prefix cannot be used. */
  get scanner(): ScannerSettings | undefined {
    const { prefix, suffix } = this;
    const scanner = v.safeParse(scannerSchema, { prefix, suffix, gapMs: wholeNumber(this.gap) });
    return scanner.success ? scanner.output : undefined;
  }

  addRule(): void {
    this.rules.push({ prefix: '', itemDigits: '5', value: 'weight', decimals: '3' });
  }

  removeRule(index: number): void {
    this.rules.splice(index, 1);
  }

  /** Returns the settings, or what of them cannot be saved. */
  read():
    | Omit<SellingSettings, 'limits' | 'numberPad' | 'keyHints' | 'extraButtons'>
    | 'scanner'
    | 'rules' {
    const { scanner, sounds, cashiersAddProducts, asksSameSale } = this;
    if (scanner === undefined) return 'scanner';
    const inStoreRules = this.rules.map(readRule).filter((rule) => rule !== undefined);
    if (inStoreRules.length < this.rules.length) return 'rules';
    const prefixes = inStoreRules.map(({ prefix }) => prefix);
    const isTwice = prefixes.some((prefix, index) => prefixes.indexOf(prefix) !== index);
    return isTwice ? 'rules' : { scanner, sounds, inStoreRules, cashiersAddProducts, asksSameSale };
  }
}
