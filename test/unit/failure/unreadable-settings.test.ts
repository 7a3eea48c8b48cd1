// A start waits for settings that cannot be read for now, and says so if that lasts.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whenReadable } from '../../../src-main/failure/unreadable-settings.ts';
import { onBadSector } from '../../bad-sector.ts';
import { HandClock } from '../../hand-clock.ts';

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
  const waiting = whenReadable(file, { clock, tell }).then(() => (isOver = true));
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

test.each<readonly [string, (file: string) => void]>([
  ['are not there', () => undefined],
  ['are whole', (file) => writeFileSync(file, '{}')],
  ['lie on a bad sector', onBadSector],
])('settings that %s are waited for by nobody', async (_how, make) => {
  const file = newFile();
  make(file);
  const { told, waiting } = begin(file);
  await waiting;
  expect(told).toEqual([]);
});
