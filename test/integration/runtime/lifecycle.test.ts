import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixtureCommand, launchFixture, runtime } from './fixture-app.ts';

const run = promisify(execFile);
let folder: string;
let userData: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixture-life-'));
  userData = join(folder, 'user-data');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Chromium's processes that run on a profile below `userData`. */
function chromiumProcesses(): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes(`--user-data-dir=${userData}`) && !line.includes('register.mjs');
      } catch {
        return false; // The process ended while we looked.
      }
    });
}

describe('ending', () => {
  test('a request to quit is answered in Electron’s order and leaves no Chromium', async () => {
    const app = await launchFixture(userData);
    await app.close();
    expect(app.output().split('\n').slice(-4)).toEqual(['before-quit', 'closed', 'will-quit', '']);
    expect(chromiumProcesses()).toEqual([]);
  });

  test('closing the last window quits', async () => {
    const app = await launchFixture(userData);
    await app.page.close();
    expect(await app.ended).toBe(0);
    expect(app.output().split('\n').slice(-5)).toEqual([
      'closed',
      'window-all-closed',
      'before-quit',
      'will-quit',
      '',
    ]);
  });

  test('a killed app leaves no Chromium, and the next start works at once', async () => {
    for (let round = 0; round < 3; round++) {
      const app = await launchFixture(userData);
      expect(await app.page.evaluate("fixture.ask('store')")).toEqual([round + 1, true]);
      expect(chromiumProcesses().length).toBeGreaterThan(0);
      await app.kill9();
      expect(await app.ended).toBe('SIGKILL');
    }
    await expect.poll(chromiumProcesses, { timeout: 5000 }).toEqual([]);
    // The last start cleaned up after those before it.
    if (runtime === 'stand-in')
      expect(readdirSync(join(userData, 'stand-in', 'profiles'))).toHaveLength(1);
  });
});

describe('starting again', () => {
  test('a relaunched instance starts as this one exits, with other arguments and the same lock', async ({
    skip,
  }) => {
    skip(runtime === 'electron', 'Electron throws away what the new one prints, also its address');
    const app = await launchFixture(userData);
    app.page.evaluate("fixture.ask('relaunch')").catch(() => undefined);
    const addresses = () => app.output().match(/DevTools listening on ws:\S+(?=\s)/g) ?? [];
    await expect.poll(addresses, { timeout: 20_000 }).toHaveLength(2);
    const browser = await chromium.connectOverCDP(addresses()[1]?.split(' ')[3] ?? '');
    const pages = () => browser.contexts()[0]?.pages() ?? [];
    const last = () =>
      pages()[0]
        ?.evaluate("fixture.ask('arguments')")
        .catch(() => undefined);
    await expect.poll(last, { timeout: 20_000 }).toEqual(['--again']);
    expect(addresses()).toHaveLength(2);
    // The new instance is in the process group of the one that ended.
    process.kill(-app.pid, 'SIGKILL');
    await app.ended;
  });
});

describe('the single-instance lock', () => {
  test('a second start is told no, and the first hears of it', async () => {
    const app = await launchFixture(userData);
    const { program, args } = fixtureCommand(userData, 'last-argument');
    await expect(run(program, args)).rejects.toMatchObject({ code: 3 });
    await expect
      .poll(() => app.page.evaluate("fixture.ask('log')"))
      .toContainEqual(['second-instance', 'last-argument', process.cwd(), { from: 'fixture' }]);
    await app.close();
  });

  test('a second start ends a first one that has not answered for twenty seconds', async () => {
    const first = await launchFixture(userData);
    await first.page.evaluate("fixture.ask('block')");
    const second = await launchFixture(userData);
    expect(await first.ended).toBe('SIGKILL');
    expect(await second.page.evaluate('fixture.sender()')).toEqual(['till://app/', 1]);
    await second.close();
  });

  test('another user data folder is another lock', async () => {
    const app = await launchFixture(userData);
    const other = await launchFixture(join(folder, 'other'));
    await other.close();
    await app.close();
  });
});

describe('secrets', () => {
  test('without a secret store the backend says so', async () => {
    // One may be here, which npm run test:electron sees to.
    const switches = ['--password-store=basic'];
    const app = await launchFixture(userData, switches, { XDG_CONFIG_HOME: folder });
    expect(await app.page.evaluate("fixture.ask('secrets')")).toEqual(['basic_text', false]);
    await app.close();
  });

  test('without a secret store secrets are only obscured', async ({ skip }) => {
    const app = await launchFixture(userData, [], { XDG_CONFIG_HOME: folder });
    const version = await app.page.evaluate<number>("fixture.ask('electron')");
    if (version < 45) await app.close();
    skip(version < 45, 'an Electron that old may have no asynchronous calls');
    const code = "fixture.encrypt('token').then((bytes) => fixture.decrypt(bytes))";
    expect(await app.page.evaluate(code)).toBe('token');
    await app.close();
    expect(existsSync(join(folder, 'electron-stand-in-secrets'))).toBe(false);
  });

  test('the secret store’s key is kept, for this user alone and outside the user data', async ({
    skip,
  }) => {
    skip(runtime === 'electron', 'the keys are the system’s');
    const switches = ['--password-store=gnome-libsecret'];
    const env = { XDG_CONFIG_HOME: folder };
    const first = await launchFixture(userData, switches, env);
    expect(await first.page.evaluate("fixture.ask('secrets')")).toEqual(['gnome_libsecret', true]);
    const encrypt = "fixture.encrypt('token').then((bytes) => Array.from(bytes))";
    const bytes = await first.page.evaluate<number[]>(encrypt);
    expect(Buffer.from(bytes).includes('token')).toBe(false);
    await first.close();

    const [key = ''] = readdirSync(join(folder, 'electron-stand-in-secrets'));
    expect(statSync(join(folder, 'electron-stand-in-secrets', key)).mode & 0o777).toBe(0o600);

    const decrypt = `fixture.decrypt(new Uint8Array(${JSON.stringify(bytes)})).catch((error) => 'lost')`;
    const again = await launchFixture(userData, switches, env);
    expect(await again.page.evaluate(decrypt)).toBe('token');
    await again.close();

    const withoutStore = await launchFixture(userData, [], env);
    expect(await withoutStore.page.evaluate(decrypt)).toBe('lost');
    await withoutStore.close();
  });
});
