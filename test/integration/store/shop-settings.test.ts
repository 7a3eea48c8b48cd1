// What the shop has set in the till's file: the texts of receipts, ways to pay, quick keys.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import {
  defaultReceiptSettings,
  type ReceiptSettings,
} from '../../../src-main/contract/printing.ts';
import {
  readReceiptSettings,
  writeReceiptSettings,
} from '../../../src-main/store/receipt-settings.ts';
import { writeTillSetting } from '../../../src-main/store/till-settings.ts';
import { pngOf } from '../../printer/png-file.ts';
import { openTill } from './temporary-till.ts';
import { newFile, open } from './till-files.ts';
import {
  readPaymentMethods,
  replacePaymentMethods,
} from '../../../src-main/store/payment-methods.ts';
import type { QuickKeyPages } from '../../../src-main/contract/selling.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';

const settings: ReceiptSettings = {
  addressLines: 'Rua das Flores, 12\nLisboa',
  companyTaxNumber: '509442013',
  headerText: '',
  footerText: '«Até à próxima» €',
  logo: Uint8Array.from(pngOf(['# # # # ', ' # # # #'])),
  withoutMarks: 'refuse',
  withoutMarksText: '',
};

test('are the defaults until somebody sets others, including the logo', () => {
  const db = openTill();
  expect(readReceiptSettings(db)).toEqual(ok(defaultReceiptSettings));
  writeReceiptSettings(db, defaultReceiptSettings);
  writeReceiptSettings(db, settings);
  expect(readReceiptSettings(db)).toEqual(ok(settings));
});

test('are refused if anything is wrong', () => {
  const db = openTill();
  for (const wrong of [{ withoutMarks: 'perhaps' }, { logo: 'not base64!' }]) {
    writeTillSetting(db, 'receipt', { ...defaultReceiptSettings, ...wrong });
    expect(readReceiptSettings(db)).toEqual(err({ code: 'receipt_settings_damaged' }));
  }
  for (const wrong of [{ footerText: 'Até à próxima' }, 7]) {
    writeTillSetting(db, 'receipt', wrong);
    expect(readReceiptSettings(db)).toEqual(err({ code: 'receipt_settings_damaged' }));
  }
  db.prepare('UPDATE till_setting SET value = ?').run('{"footerText":');
  expect(readReceiptSettings(db)).toEqual(err({ code: 'receipt_settings_damaged' }));
  writeReceiptSettings(db, settings);
  expect(readReceiptSettings(db)).toEqual(ok(settings));
});

test('that cannot be read do not keep a damaged file from opening, and stay unreadable', () => {
  const file = newFile();
  const whole = open(file);
  writeTillSetting(whole.db, 'receipt', { withoutMarks: 'perhaps' });
  whole.close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  expect(readReceiptSettings(open(file).db)).toEqual(err({ code: 'receipt_settings_damaged' }));
});

const cash = { id: 3, label: 'Cash' };
const card = { id: 1, label: 'Card' };
const voucher = { id: 2, label: 'Voucher' };

test('the methods come back in the order they were given, whatever their ids', () => {
  const db = openTill();
  expect(readPaymentMethods(db)).toEqual([]);
  replacePaymentMethods(db, [cash, card, voucher]);
  expect(readPaymentMethods(db)).toEqual([cash, card, voucher]);
  replacePaymentMethods(db, [voucher, cash]);
  expect(readPaymentMethods(db)).toEqual([voucher, cash]);
  replacePaymentMethods(db, []);
  expect(readPaymentMethods(db)).toEqual([]);
});

test('a method given twice keeps its first place and its last label', () => {
  const db = openTill();
  replacePaymentMethods(db, [cash, card, { id: 3, label: 'Numerário' }]);
  expect(readPaymentMethods(db)).toEqual([{ id: 3, label: 'Numerário' }, card]);
});

const pages: QuickKeyPages = [
  {
    name: 'Coffee',
    keys: [{ code: 'CAFE', colour: 'orange' }, null, { code: 'GALAO', colour: null }],
  },
  { name: '', keys: [] },
];

test('pages are kept in their order, with empty places, and replaced whole', () => {
  const db = openTill();
  expect(readQuickKeyPages(db)).toEqual([]);
  replaceQuickKeyPages(db, pages);
  expect(readQuickKeyPages(db)).toEqual(pages);
  replaceQuickKeyPages(db, pages.toReversed());
  expect(readQuickKeyPages(db)).toEqual(pages.toReversed());
  replaceQuickKeyPages(db, []);
  expect(readQuickKeyPages(db)).toEqual([]);
});
