// What becomes of windows, on Electron and on the stand-in.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launchFixture, runtime } from './fixture-app.ts';

let userData: string;

beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'fixture-windows-'));
});

afterEach(() => {
  rmSync(userData, { recursive: true, force: true, maxRetries: 20 });
});

describe('a window', () => {
  test.each(['comes', 'never'])(
    'that was made hidden stays so until it is shown; ready-to-show before that: %s',
    async (readyToShow) => {
      const app = await launchFixture(userData, [], { STAND_IN_READY_TO_SHOW: readyToShow });
      const { hidden, shown } = await app.page.evaluate<Record<'hidden' | 'shown', unknown[]>>(
        "fixture.ask('hidden-window')",
      );
      const [isVisible, heard] = hidden;
      expect(isVisible).toBe(false);
      // Page and system decide it on Electron.
      if (runtime === 'stand-in')
        expect(heard).toEqual(readyToShow === 'comes' ? ['ready-to-show'] : []);
      expect(shown).toEqual([true, ['ready-to-show', 'show']]);
      await app.close();
    },
  );

  test('that is minimized is not restored by the focus', async () => {
    const app = await launchFixture(userData);
    expect(await app.page.evaluate("fixture.ask('minimized-window')")).toEqual({
      minimized: [true, false],
      focused: [true, false],
      restored: [false, true],
      hidden: [false, false],
      shown: [false, true],
    });
    await app.close();
  });

  test('hears of the end of a session of Windows, and nothing after that', async ({ skip }) => {
    skip(runtime === 'electron', 'only Windows ends sessions so');
    const power = join(userData, 'power');
    writeFileSync(power, '');
    const app = await launchFixture(userData, [], { STAND_IN_POWER: power });
    writeFileSync(power, 'session-end\n');
    expect(await app.ended).toBe('SIGKILL');
    expect(existsSync(join(userData, 'ended-in-the-handler'))).toBe(true);
    expect(existsSync(join(userData, 'ended-later'))).toBe(false);
  });
});

test('a page in a folder with an accent goes on where the locale that is named is not installed', async ({
  skip,
}) => {
  skip(runtime === 'electron', 'only the stand-in starts its Chromium with another locale');
  const app = await launchFixture(join(userData, 'Inês'), [], { LC_ALL: 'zz_ZZ.UTF-8' });
  await app.page.evaluate("localStorage.setItem('a', 'b')");
  await app.page.evaluate("document.body.innerHTML = '<input />'");
  await app.page.locator('input').fill('what is typed', { timeout: 5000 });
  await app.close();
});

test('an app is not ready before its script has run to its end', async () => {
  const app = await launchFixture(userData);
  expect(await app.page.evaluate("fixture.ask('was-ready')")).toBe(false);
  await app.close();
});

test('root is told that Electron would show no page', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root is refused a sandbox');
  skip(runtime === 'electron', 'Electron goes on without ever showing a page');
  const app = await launchFixture(userData);
  expect(app.output()).toContain('Electron shows root no page of an app that enables the sandbox');
  await app.close();
});
