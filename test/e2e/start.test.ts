// `npm start` where no window can be shown.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../resources/scripts/programs.mjs';

test.runIf(process.platform === 'linux')(
  'npm start without a display plays the main job, and says where its pictures and the PDF are',
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-start-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const none = { DISPLAY: '', WAYLAND_DISPLAY: '', ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(root, 'resources/scripts/start.mjs'), '--lang=pt-PT'],
      { env: { ...process.env, ...none, TMPDIR: folder } },
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
