// How the till is started: by `npm start` where no window can be shown, and with the computer.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root, tillCommand } from '../../resources/scripts/programs.mjs';
import { defaultCounter } from '../../src-main/contract/counter.ts';
import { notPackaged } from './played.ts';

test.runIf(process.platform === 'linux')(
  'npm start without a display plays the main job, and says where its pictures and the PDF are',
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-start-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const none = { DISPLAY: '', WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: '' };
    const hints = { ELECTRON_OZONE_PLATFORM_HINT: '', ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(root, 'resources/scripts/start.mjs'), '--lang=pt-PT'],
      { env: { ...process.env, ...none, ...hints, TMPDIR: folder } },
    );
    expect(stderr).toContain('There is no display here. Instead, the till plays its main job');
    expect(stderr).toContain('npm start -- --lang=pt-PT --headless --remote-debugging-port=9333');
    const pictures = /Pictures and the receipt are in (\S+)\n$/.exec(stdout)?.[1] ?? '';
    expect(pictures.startsWith(folder)).toBe(true);
    expect(readdirSync(pictures).filter((name) => name.endsWith('.png'))).toHaveLength(7);
    const pdf = /Saved a receipt: (\S+\.pdf)\n/.exec(stdout)?.[1] ?? '';
    expect(readFileSync(pdf, 'latin1').startsWith('%PDF-')).toBe(true);
  },
);

test.runIf(process.platform === 'linux')(
  'an installed till corrects the entry that starts it with the computer, where that is wanted',
  async ({ skip }) => {
    skip(notPackaged !== '', notPackaged);
    const config = mkdtempSync(join(tmpdir(), 'counterfoil-config-'));
    const entry = join(config, 'autostart/counterfoil.desktop');
    for (const folder of ['autostart', 'Counterfoil']) mkdirSync(join(config, folder));
    writeFileSync(entry, '[Desktop Entry]\nExec=/opt/Counterfoil/counterfoil\n');
    const { program, args } = tillCommand(['--headless']);
    const env = { ...process.env, STAND_IN_PACKAGED: '1', XDG_CONFIG_HOME: config };

    const startWhereWanted = async (startsWithComputer: boolean) => {
      const counter = { ...defaultCounter, startsWithComputer };
      writeFileSync(join(config, 'Counterfoil/settings.json'), JSON.stringify({ counter }));
      const till = spawn(program, args, { env, stdio: 'ignore' });
      const log = join(config, 'Counterfoil/logs/till.log');
      await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8')).toContain('"started"');
      till.kill('SIGTERM');
      await once(till, 'close');
      rmSync(log);
      return readFileSync(entry, 'utf8');
    };
    expect(await startWhereWanted(false)).not.toContain('--ozone-platform=x11');
    expect(await startWhereWanted(true)).toContain('--ozone-platform=x11');
  },
);
