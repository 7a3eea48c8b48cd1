// A start waits for settings that cannot be read for now, and says so if that lasts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whenOpened } from '../../../src-main/failure/unreadable-settings.ts';
import { openSettings } from '../../outside-electron.ts';
import { onBadSector } from '../../bad-sector.ts';
import { HandClock } from '../../hand-clock.ts';
import { smallDisk } from '../../small-disk.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-settings-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'settings.json');
}

function begin(file: string) {
  const clock = new HandClock();
  const told: { readonly code: string; readonly signal: AbortSignal }[] = [];
  const tell = (code: string, signal: AbortSignal) => void told.push({ code, signal });
  let isOver = false;
  const waiting = whenOpened((isEarly) => openSettings(dirname(file), isEarly), { clock, tell });
  void waiting.then(() => (isOver = true));
  return { clock, told, waiting, isOver: () => isOver };
}

test('a start waits for them, tells a person after two seconds, and goes on by itself', async () => {
  const file = newFile();
  // Nobody can open a link to itself.
  symlinkSync(file, file);
  const { clock, told, waiting, isOver } = begin(file);
  for (let second = 0; second < 2; second += 1) {
    expect(told).toEqual([]);
    await clock.pass(1_000);
  }
  expect(told).toMatchObject([{ code: 'ELOOP', signal: { aborted: false } }]);
  expect(isOver()).toBe(false);
  rmSync(file);
  writeFileSync(file, '{}');
  clock.advance(1_000);
  await waiting;
  expect(told).toMatchObject([{ signal: { aborted: true } }]);
});

test('damaged ones that cannot be moved away are waited for too, and then set aside', async (context) => {
  const disk = smallDisk('1m', context);
  writeFileSync(join(disk, 'settings.json'), '{');
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, disk]);
  remount('ro');
  onTestFinished(() => {
    remount('rw');
  });
  const { clock, told, waiting } = begin(join(disk, 'settings.json'));
  for (let second = 0; second < 2; second += 1) await clock.pass(1_000);
  expect(told).toMatchObject([{ code: 'EROFS' }]);
  remount('rw');
  clock.advance(1_000);
  expect((await waiting).notices).toMatchObject([{ code: 'settings_set_aside' }]);
});

test('the disk may not be able to read them for a moment, which costs no setting', async () => {
  const file = newFile();
  onBadSector(file);
  const { clock, told, waiting } = begin(file);
  await clock.pass(1_000);
  rmSync(file);
  writeFileSync(file, '{"theme":"dark"}');
  clock.advance(1_000);
  const { settings, notices } = await waiting;
  expect([settings.value.theme, notices, told]).toEqual(['dark', [], []]);
});

test('settings on a bad sector are set aside after two seconds', async () => {
  const file = newFile();
  onBadSector(file);
  const { clock, told, waiting } = begin(file);
  for (let second = 0; second < 2; second += 1) await clock.pass(1_000);
  expect((await waiting).notices).toMatchObject([{ code: 'settings_set_aside' }]);
  expect(told).toEqual([]);
});

test.each<readonly [string, (file: string) => void]>([
  ['are not there', () => undefined],
  ['are whole', (file) => writeFileSync(file, '{}')],
])('settings that %s are waited for by nobody', async (_how, make) => {
  const file = newFile();
  make(file);
  const { told, waiting } = begin(file);
  expect((await waiting).notices).toEqual([]);
  expect(told).toEqual([]);
});

test('a bug is thrown, and waited for by nobody', async () => {
  const open = () => {
    throw new Error('a bug');
  };
  const clock = new HandClock();
  await expect(whenOpened(open, { clock, tell: open })).rejects.toThrow('a bug');
});
