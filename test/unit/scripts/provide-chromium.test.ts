import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { root } from '../../../resources/scripts/programs.mjs';
import { isAgreed } from '../../../resources/scripts/steps.mjs';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

const run = promisify(execFile);
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs code with the module in a process of its own, since no way at all ends the process. */
function withModule(code: string, env: NodeJS.ProcessEnv = {}) {
  const module = JSON.stringify(join(root, 'resources/scripts/provide-chromium.mjs'));
  return run(
    process.execPath,
    ['--input-type=module', '-e', `import * as m from ${module};${code}`],
    { env: { PATH: process.env.PATH, ...env } },
  );
}

describe('a Chromium', () => {
  const ways = (...names: readonly string[]) =>
    names.map((name) => `() => { console.log('${name}'); have = '${name}' === 'good'; }`).join();

  test('that is here is not looked for elsewhere', async () => {
    const code = `await m.provideChromium([() => console.log('tried')], () => '/chromium');`;
    expect(await withModule(code)).toEqual({ stdout: '', stderr: '' });
  });

  test('is got by the first way that leads to one', async () => {
    const code = `let have = false;
      await m.provideChromium([${ways('bad', 'good', 'last')}], () => have);`;
    expect(await withModule(code)).toEqual({ stdout: 'bad\ngood\n', stderr: '' });
  });

  test('that no way leads to is asked of the person, with the command to type', async () => {
    const code = `let have = false; await m.provideChromium([${ways('bad', 'worse')}], () => have);`;
    await expect(withModule(code)).rejects.toMatchObject({
      code: 1,
      stdout: 'bad\nworse\n',
      stderr: expect.stringContaining('sudo apt-get install chromium') as string,
    });
  });
});

describe.runIf(process.platform === 'linux')('apt-get', () => {
  const install = (uid: number) => {
    const log = join(folder, 'log');
    writeFileSync(log, '');
    writeFileSync(
      join(folder, 'apt-get'),
      `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${log}\nexit 100\n`,
      { mode: 0o755 },
    );
    const code = `process.getuid = () => ${String(uid)}; await m.installWithApt();`;
    return withModule(code, { PATH: `${folder}:${process.env.PATH ?? ''}` }).then((ran) => ({
      ...ran,
      log: readFileSync(log, 'utf8'),
    }));
  };

  test('installs for root, asking nobody, whatever its update says, and waits for another', async () => {
    const { stderr, log } = await install(0);
    expect(stderr).toBe('Installing chromium, fonts-liberation with apt-get…\n');
    const options = '-qq -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0';
    expect(log).toBe(
      `noninteractive ${options} update\n` +
        `noninteractive ${options} install -y --no-install-recommends chromium fonts-liberation\n`,
    );
  });

  test('is not stopped half-way by Ctrl-C, but waited for', async () => {
    const dpkg = `process.on('SIGINT', () => console.error('hit')); console.error('ready');
      setTimeout(() => { console.error('done'); process.exit(); }, 1000)`;
    const aptGet = `#!/bin/sh\ntrap : INT\n[ "$6" = update ] || "$NODE" -e "$DPKG"\n`;
    writeFileSync(join(folder, 'apt-get'), aptGet, { mode: 0o755 });
    const steps = JSON.stringify(join(root, 'resources/scripts/steps.mjs'));
    const child = spawn(
      process.execPath,
      ['-e', `import(${steps}).then((m) => m.installPackages(['a']))`],
      {
        detached: true,
        env: {
          PATH: `${folder}:${process.env.PATH ?? ''}`,
          NODE: process.execPath,
          DPKG: dpkg,
        },
      },
    );
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await expect.poll(() => said).toContain('ready');
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(said).toMatch(/ready\ndone\n$/);
  });

  test('is not tried for anybody else', async () => {
    expect(await install(1000)).toEqual({ stdout: '', stderr: '', log: '' });
  });
});

describe('the question', () => {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true });
  const answer = async (typed: string) => {
    vi.stubEnv('CI', '');
    const [input, output] = [terminal(), terminal()];
    const agreed = isAgreed('Install it?', input, output);
    if (typed === 'end of input') input.end();
    else input.write(typed);
    const isYes = await agreed;
    return { isYes, askedText: String(output.read()) };
  };

  test.each(['\n', 'y\n', 'YES\n'])('is agreed to by %j', async (typed) => {
    const { isYes, askedText } = await answer(typed);
    expect(isYes).toBe(true);
    expect(askedText).toContain('Install it? [Y/n] ');
  });

  test.each(['n\n', 'no\n', 'what?\n', 'end of input'])('is not by %j', async (typed) => {
    expect((await answer(typed)).isYes).toBe(false);
  });

  test('is not asked where nobody is there', async () => {
    vi.stubEnv('CI', '');
    const output = new PassThrough();
    expect(await isAgreed('Install it?', terminal(), output)).toBe(true);
    expect(await isAgreed('Install it?', new PassThrough(), terminal())).toBe(true);
    vi.stubEnv('CI', 'true');
    expect(await isAgreed('Install it?', terminal(), terminal())).toBe(true);
    expect(output.read()).toBeNull();
  });
});
