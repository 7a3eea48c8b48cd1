// Electron's own installer, fetching a tiny program from a server on this machine.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
  type MockInstance,
} from 'vitest';
import { hasJustFailed, runInstaller } from '../../../resources/scripts/fetch-electron.mjs';
import { root } from '../../../resources/scripts/programs.mjs';
import { zipOf } from '../../spreadsheets.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

let folder: string;
let electron: string;
let stderrWrite: MockInstance<typeof process.stderr.write>;

const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
) as { version: string };
const artifact = `electron-v${version}-linux-x64.zip`;
const program = zipOf({ electron: 'the program', version: `v${version}` });

beforeEach(() => {
  folder = temporaryFolder();
  electron = join(folder, 'node_modules/electron');
  mkdirSync(electron, { recursive: true });
  for (const file of ['install.js', 'package.json'])
    copyFileSync(join(root, 'node_modules/electron', file), join(electron, file));
  for (const scope of ['@electron', '@electron-internal'])
    symlinkSync(join(root, 'node_modules', scope), join(folder, 'node_modules', scope), 'junction');
  const checksum = createHash('sha256').update(program).digest('hex');
  writeFileSync(join(electron, 'checksums.json'), JSON.stringify({ [artifact]: checksum }));
  vi.stubEnv('ELECTRON_INSTALL_PLATFORM', 'linux');
  vi.stubEnv('ELECTRON_INSTALL_ARCH', 'x64');
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '');
  vi.stubEnv('electron_config_cache', join(folder, 'cache'));
  vi.stubEnv('TMPDIR', folder);
  stderrWrite = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Serves the program as `send` does. */
async function serve(send: (response: ServerResponse) => Promise<void> | void): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith(artifact) === true) void send(response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${String(port)}/`);
}

/** Sends it in pieces, with a pause before each. */
async function sendSlowly(response: ServerResponse, pieces: number, pauseMs: number) {
  response.writeHead(200, { 'content-length': program.length });
  const length = Math.ceil(program.length / pieces);
  for (let at = 0; at < program.length; at += length) {
    await delay(pauseMs);
    response.write(program.subarray(at, at + length));
  }
  response.end();
}

/** A stall is longer than the installer takes to start on a busy machine. */
const times = { stallMs: 8000, lookMs: 50, tellMs: 1000 };
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith('counterfoil-'));

describe('Electron’s installer', () => {
  test('may take longer than a stall may last, as long as something arrives', async () => {
    await serve((response) => sendSlowly(response, 9, 1000));
    const startedMs = performance.now();
    expect(await runInstaller(electron, times)).toBeUndefined();
    expect(performance.now() - startedMs).toBeGreaterThan(times.stallMs);
    expect(readFileSync(join(electron, 'dist/electron'), 'utf8')).toBe('the program');
    expect(stderrWrite.mock.calls.flat()).toContainEqual(
      expect.stringMatching(/^ {2}\d+\.\d MB so far\n$/),
    );
    expect(leftovers()).toEqual([]);
  });

  test('is ended once nothing has arrived for as long as a stall may last', async () => {
    await serve((response) => {
      response.writeHead(200, { 'content-length': program.length });
      response.write(program.subarray(0, 20));
    });
    expect(await runInstaller(electron, times)).toBe('nothing arrived for 8 s');
    expect(existsSync(join(electron, 'path.txt'))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  test('tells in one line why it fails', async () => {
    await serve((response) => {
      response.writeHead(503).end();
    });
    expect(await runInstaller(electron, times)).toMatch(/Response code 503.*$/);
  });

  test('takes no other program than the one whose checksum it knows', async () => {
    await serve((response) => {
      response.end(zipOf({ electron: 'another', version: `v${version}` }));
    });
    expect(await runInstaller(electron, times)).toContain('checksum');
    expect(existsSync(join(electron, 'dist/electron'))).toBe(false);
  });
});

test('a failed fetch is tried again after a day', () => {
  const file = join(folder, 'failed');
  expect(hasJustFailed(file, Date.now())).toBe(false);
  writeFileSync(file, '');
  const failedMs = Date.UTC(2026, 0, 1);
  utimesSync(file, failedMs / 1000, failedMs / 1000);
  const hourMs = 60 * 60 * 1000;
  expect(hasJustFailed(file, failedMs + 23 * hourMs)).toBe(true);
  expect(hasJustFailed(file, failedMs + 25 * hourMs)).toBe(false);
  // The clock was put back.
  expect(hasJustFailed(file, failedMs - 25 * hourMs)).toBe(false);
});
