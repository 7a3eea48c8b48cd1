// What the company prints on every receipt, in the till's file.
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

test('survive damage to the file', () => {
  const file = newFile();
  const whole = open(file);
  writeReceiptSettings(whole.db, settings);
  whole.close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  const { db, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged' }]);
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
