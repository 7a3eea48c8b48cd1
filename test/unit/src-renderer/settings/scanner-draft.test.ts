// Tests the scanner's settings while they are edited, and when they can be saved.
import { expect, test } from 'vitest';
import { defaultSelling, type SellingSettings } from '../../../../src-main/contract/selling.ts';
import { readRule, ScannerDraft } from '../../../../src-renderer/settings/scanner-draft.svelte.ts';

const selling: SellingSettings = {
  ...defaultSelling,
  scanner: { prefix: '~', suffix: 'Tab', gapMs: 80 },
  inStoreRules: [{ prefix: '27', itemDigits: 5, value: 'price', decimals: 2 }],
  sounds: false,
  cashiersAddProducts: true,
};
const row = { prefix: '28', itemDigits: '4', value: 'weight', decimals: '3' } as const;

test('what is not changed is saved as it was', () => {
  const { scanner, sounds, inStoreRules, cashiersAddProducts, asksSameSale } = selling;
  expect(new ScannerDraft(selling).read()).toEqual({
    ...{ scanner, sounds, inStoreRules, cashiersAddProducts, asksSameSale },
  });
});

test.each(['', '9', '201', '6O', '-60', '6.5'])('a pause of "%s" is not saved', (gap) => {
  const draft = new ScannerDraft(selling);
  draft.gap = gap;
  expect(draft.scanner).toBeUndefined();
  expect(draft.read()).toBe('scanner');
});

test('a new rule is saved once it can be read, and goes when it is removed', () => {
  const draft = new ScannerDraft(selling);
  draft.addRule();
  expect(draft.read()).toBe('rules');
  const [, added] = draft.rules;
  if (added) added.prefix = ' 211 ';
  expect(draft.read()).toMatchObject({
    inStoreRules: [
      { prefix: '27' },
      { prefix: '211', itemDigits: 5, value: 'weight', decimals: 3 },
    ],
  });
  draft.removeRule(0);
  expect(draft.read()).toMatchObject({ inStoreRules: [{ prefix: '211' }] });
});

test('two rules with the same beginning are not saved', () => {
  const draft = new ScannerDraft(selling);
  draft.rules.push({ ...row, prefix: '27' });
  expect(draft.read()).toBe('rules');
});

test('a rule needs a prefix of the shop’s own codes, and digits in their bounds', () => {
  expect(readRule(row)).toEqual({ prefix: '28', itemDigits: 4, value: 'weight', decimals: 3 });
  expect(readRule({ ...row, prefix: '56' })).toBeUndefined();
  expect(readRule({ ...row, itemDigits: '8' })).toBeUndefined();
  expect(readRule({ ...row, decimals: '4' })).toBeUndefined();
  expect(readRule({ ...row, decimals: '' })).toBeUndefined();
});
