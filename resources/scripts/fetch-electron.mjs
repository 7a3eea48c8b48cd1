// Fetches Electron's program with the electron package's own installer, for as long as anything
// arrives. The release host cannot be reached from many networks, so a failure is remembered.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findElectron, projectNode, root, thisMachine } from './programs.mjs';
import { endIfStopped, endOf, mayWriteInto, tell } from './steps.mjs';

const dayMs = 24 * 60 * 60 * 1000;
const failedFile = join(root, 'node_modules/.electron-not-fetched');

/** Fetches it if it is wanted, is not here, and was not tried in vain within the last day. */
export async function fetchElectron() {
  const { CI, ELECTRON_SKIP_BINARY_DOWNLOAD } = process.env;
  if (CI || ELECTRON_SKIP_BINARY_DOWNLOAD || findElectron()) return;
  // Root could not run it. Whoever uses another user's clone could not keep it.
  if (thisMachine.isRoot() || !mayWriteInto(dirname(failedFile))) return;
  if (hasJustFailed(failedFile, Date.now())) return;
  tell("Fetching Electron's program (some 120 MB)…");
  const reason = await runInstaller(join(root, 'node_modules/electron'));
  rmSync(failedFile, { force: true });
  if (reason === undefined) return;
  writeFileSync(failedFile, reason);
  tell(
    `It could not be fetched (${reason}). It is tried again after a day; at once: npx install-electron`,
  );
}

/** Returns whether the file that remembers a failure was written within the last day. */
export function hasJustFailed(file, nowMs) {
  const failedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return failedMs !== undefined && Math.abs(nowMs - failedMs) < dayMs;
}

/**
 * Runs the installer of an electron package. Returns why it failed; undefined if it did not. It may
 * take as long as it likes, but not `stallMs` in which no file grows: neither the download, which
 * lies in a temporary folder of its own, nor what is unpacked into the package.
 */
export async function runInstaller(
  folder,
  { stallMs = 90_000, lookMs = 1000, tellMs = 20_000 } = {},
) {
  const temporary = mkdtempSync(join(tmpdir(), 'counterfoil-electron-'));
  const child = spawn(projectNode, [join(folder, 'install.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));

  let bytes = 0;
  let progressMs = performance.now();
  let toldMs = progressMs;
  const watch = setInterval(() => {
    const fetched = bytesBelow(temporary);
    const now = fetched + bytesBelow(folder);
    if (now !== bytes) progressMs = performance.now();
    bytes = now;
    if (performance.now() - progressMs > stallMs) child.kill('SIGKILL');
    if (performance.now() - toldMs < tellMs || fetched === 0) return;
    toldMs = performance.now();
    tell(`  ${(fetched / 1e6).toFixed(1)} MB so far`);
  }, lookMs);

  const { status, signal, stoppedBy } = await endOf(child);
  clearInterval(watch);
  rmSync(temporary, { recursive: true, force: true });
  endIfStopped(stoppedBy);
  if (status === 0) return undefined;
  if (signal) return `nothing arrived for ${Math.round(stallMs / 1000)} s`;
  return said.split('\n')[0] || `exit code ${status}`;
}

function bytesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true })
      .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  } catch {
    // A folder may go while it is read: that is progress as well.
    return 0;
  }
}
