// The two displays that the till is shown on, which nobody sees, each with the ordinary user's
// processes alone: root has no sandbox.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const displayKinds = ['x11', 'wayland'] as const;
export type DisplayKind = (typeof displayKinds)[number];

/** Whom commands run as, and in what environment. */
export interface Session {
  readonly asUser: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The size of the screen; the stand-in has the same. */
const size = { width: 1920, height: 1080 };
const socketName = 'wayland-till';
const startMs = 20_000;

/**
 * Shows a display, and returns the session on it with what ends it: one with a window manager and
 * an unlocked keyring, as GNOME's desktop has them.
 */
export async function showDisplay(
  kind: DisplayKind,
  { asUser, env }: Session,
): Promise<{ readonly session: Session; readonly end: () => void }> {
  const children: ChildProcess[] = [];
  const start = (...command: string[]): ChildProcess => {
    const [program = '', ...args] = [...asUser, ...command];
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    children.push(child);
    return child;
  };
  const end = () => {
    for (const child of children) child.kill();
  };
  const asInGnome = [...asUser, '.github/with-keyring', 'unlocked'];
  if (kind === 'x11') {
    const screen = `${size.width}x${size.height}x24`;
    const server = start('Xvfb', '-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp');
    const [number] = (await once(server.stdio[3] as NodeJS.EventEmitter, 'data', {
      signal: AbortSignal.timeout(startMs),
    })) as [Buffer];
    env = { ...env, DISPLAY: `:${number.toString().trim()}` };
    start('openbox');
    return { session: { asUser: asInGnome, env }, end };
  }
  const socket = join(env.XDG_RUNTIME_DIR ?? '', socketName);
  // Without a renderer it asks for one frame and never for another.
  const { stdout: usage } = spawnSync('weston', ['--help'], { encoding: 'utf8' });
  const pixman = usage.includes('--use-pixman') ? '--use-pixman' : '--renderer=pixman';
  const sizes = [`--width=${size.width}`, `--height=${size.height}`];
  start(
    ...['weston', '--backend=headless-backend.so', `--socket=${socketName}`],
    ...[...sizes, pixman, '--idle-time=0'],
  );
  for (let waitedMs = 0; !existsSync(socket); waitedMs += 50) {
    if (waitedMs > startMs) throw new Error('Weston did not start.');
    await delay(50);
  }
  // Electron from 38 on takes Wayland by itself.
  const hint = { ELECTRON_OZONE_PLATFORM_HINT: 'wayland' };
  env = { ...env, ...hint, WAYLAND_DISPLAY: socketName, XDG_SESSION_TYPE: 'wayland' };
  return { session: { asUser: asInGnome, env }, end };
}
