// Sends bytes to a device file, and past the driver of one of the system's printers.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sendToDevice, sendToQueue } from '../../../src-main/printing/transport.ts';
import { temporaryFolder } from '../store/temporary-till.ts';

const bytes = Buffer.from('Café com leite\n'.repeat(20_000));
const options = { idleMs: 300, signal: new AbortController().signal };

function newPipe(): string {
  const file = join(temporaryFolder(), 'lp0');
  execFileSync('/usr/bin/env', ['mkfifo', file]);
  return file;
}

test('a device gets the whole job, however slow it is', async () => {
  const file = newPipe();
  const device = await open(file, 'r+');
  const sending = sendToDevice(file, bytes, options);
  const takenBytes = Buffer.alloc(bytes.length);
  let at = 0;
  while (at < takenBytes.length)
    at += (await device.read(takenBytes, at, Math.min(40_000, takenBytes.length - at))).bytesRead;
  expect(await sending).toEqual({ outcome: 'printed' });
  expect(takenBytes.equals(bytes)).toBe(true);
  await device.close();
});

test('a device that stops in the middle leaves the job unclear, and one that is off takes nothing', async () => {
  const file = newPipe();
  expect(await sendToDevice(file, bytes, options)).toEqual({
    outcome: 'not_sent',
    error: { code: 'printer_offline' },
  });
  const device = await open(file, 'r+');
  expect(await sendToDevice(file, bytes, options)).toEqual({
    outcome: 'unclear',
    error: { code: 'printer_too_slow' },
  });
  await device.close();
});

test('no other kind of file is ever written to', async () => {
  const file = join(temporaryFolder(), 'important');
  writeFileSync(file, 'kept');
  expect(await sendToDevice(file, bytes, options)).toEqual({
    outcome: 'not_sent',
    error: { code: 'printer_not_a_device', file },
  });
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

test('the till does not tell whether a file exists', async () => {
  const folder = temporaryFolder();
  for (const file of [folder, join(folder, 'lp1'), join(folder, 'lp1', 'lp2')])
    expect(await sendToDevice(file, bytes, options)).toEqual({
      outcome: 'not_sent',
      error: { code: 'printer_not_a_device', file },
    });
});

/** Replaces the system's own program by one that writes down its arguments and input. */
function withProgram(script: string): string {
  const folder = temporaryFolder();
  const path = process.env.PATH;
  writeFileSync(join(folder, 'lp'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'lp'), 0o755);
  process.env.PATH = `${folder}:${path ?? ''}`;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  return folder;
}

test('the system’s queue gets the bytes as they are, whatever its name holds', async () => {
  const folder = withProgram(`d=$(dirname "$0"); printf '%s\\n' "$@" > "$d/said"; cat > "$d/got"`);
  const name = '-o fit; rm -rf $HOME';
  expect(await sendToQueue(name, bytes, options)).toEqual({ outcome: 'printed' });
  expect(readFileSync(join(folder, 'got')).equals(bytes)).toBe(true);
  expect(readFileSync(join(folder, 'said'), 'utf8')).toBe(`-d\n${name}\n-o\nraw\n-s\n`);
});

test('the system’s reason for a refusal is told; without an answer the job is unclear', async () => {
  withProgram('echo "lp: no such printer" >&2; exit 1');
  expect(await sendToQueue('A', bytes, options)).toEqual({
    outcome: 'not_sent',
    error: { code: 'print_failed', detail: 'lp: no such printer' },
  });
  withProgram('exec sleep 5');
  expect(await sendToQueue('A', bytes, options)).toEqual({
    outcome: 'unclear',
    error: { code: 'print_unanswered' },
  });
});

test('without the system’s program there is no printer', async () => {
  const path = process.env.PATH;
  process.env.PATH = temporaryFolder();
  onTestFinished(() => {
    process.env.PATH = path;
  });
  expect(await sendToQueue('A', bytes, options)).toEqual({
    outcome: 'not_sent',
    error: { code: 'no_printer' },
  });
});
