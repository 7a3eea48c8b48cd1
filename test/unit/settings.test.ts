// Tests what is read of a settings file that another release, or a person, has written.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cents } from '../../src-main/contract/money.ts';
import { defaultSelling } from '../../src-main/contract/selling.ts';
import { onBadSector } from '../bad-sector.ts';
import { openSettings } from '../outside-electron.ts';
import { temporaryFolder } from '../integration/store/temporary-till.ts';

function folderWith(stored?: unknown): string {
  const folder = temporaryFolder();
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored);
  if (stored !== undefined) writeFileSync(join(folder, 'settings.json'), text);
  return folder;
}

test.each([
  ['no file', undefined],
  ['a file that says nothing of them', { theme: 'dark' }],
  ['an empty one', { selling: {} }],
])('selling has its usual settings with %s', (_name, stored) => {
  const { settings, notices } = openSettings(folderWith(stored));
  expect(notices).toEqual([]);
  expect(settings.value.selling).toEqual(defaultSelling);
});

test('a setting that the file lacks has its usual value, and the others are kept', () => {
  const stored = {
    selling: { limits: { privateCents: 50_000 }, scanner: { suffix: 'Tab', beep: 1 }, later: true },
  };
  const { settings, notices } = openSettings(folderWith(stored));
  expect(notices).toEqual([]);
  expect(settings.value.selling).toEqual({
    ...defaultSelling,
    limits: { ...defaultSelling.limits, privateCents: 50_000 },
    scanner: { ...defaultSelling.scanner, suffix: 'Tab' },
  });
});

test('a thermal printer has a number of columns that its roll can have', () => {
  const printerOf = (thermal: object) => ({
    printing: {
      printer: {
        kind: 'device',
        file: '/dev/usb/lp0',
        thermal: { language: 'esc-pos', codePage: 'cp858', cuts: true, ...thermal },
      },
      drawer: null,
      automatic: 'never',
    },
  });
  const chosenPrinter = printerOf({ width: 80, columns: 42 });
  expect(openSettings(folderWith(chosenPrinter)).settings.value).toMatchObject(chosenPrinter);
  const wrong = openSettings(folderWith(printerOf({ width: 58, columns: 42 })));
  expect(wrong.notices).toMatchObject([
    { code: 'settings_set_aside' },
    { code: 'invalid_value', field: 'printing.printer.thermal' },
  ]);
});

test('a setting is still there at the next start', () => {
  const folder = folderWith();
  const selling = { ...defaultSelling, sounds: false };
  openSettings(folder).settings.update({ selling });
  expect(openSettings(folder).settings.value.selling).toEqual(selling);
});

test('a value that cannot be used is named, and the file is set aside', () => {
  const limits = { privateCents: cents(0), otherCents: 'much' };
  const folder = folderWith({ theme: 'dark', selling: { limits } });
  const { settings, notices } = openSettings(folder);
  const [aside] = readdirSync(folder).filter((name) => name.startsWith('settings.damaged-'));
  expect(notices).toEqual([
    { code: 'settings_set_aside', file: join(folder, aside ?? '') },
    { code: 'invalid_value', field: 'selling.limits.privateCents' },
    { code: 'invalid_value', field: 'selling.limits.otherCents' },
  ]);
  expect(settings.value.selling).toEqual(defaultSelling);
});

test('a file that holds no settings at all is set aside as a whole', () => {
  const { notices } = openSettings(folderWith('{'));
  expect(notices).toMatchObject([{ code: 'settings_set_aside' }]);
});

test.each([
  ['on a bad sector', onBadSector],
  ['that is a folder', (file: string) => mkdirSync(file)],
])('a file %s is set aside, and the till starts', (_where, put) => {
  const folder = folderWith();
  put(join(folder, 'settings.json'));
  const { settings, notices } = openSettings(folder);
  expect(notices).toMatchObject([{ code: 'settings_set_aside' }]);
  settings.update({ theme: 'dark' });
  expect(openSettings(folder)).toMatchObject({
    notices: [],
    settings: { value: { theme: 'dark' } },
  });
});

test.each([
  ['gone', (file: string) => rmSync(file)],
  ['empty', (file: string) => writeFileSync(file, '')],
])('a change keeps the other settings while the file is %s', (_where, harm) => {
  const folder = folderWith({ profileId: 'shop', later: true });
  const { settings } = openSettings(folder);
  harm(join(folder, 'settings.json'));
  settings.update({ theme: 'dark' });
  expect(settings.value.profileId).toBe('shop');
  const text = readFileSync(join(folder, 'settings.json'), 'utf8');
  expect(JSON.parse(text)).toEqual({ profileId: 'shop', later: true, theme: 'dark' });
});
