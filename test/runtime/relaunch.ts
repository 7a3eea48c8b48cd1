// Starts the app again once this process has ended.
import { spawn } from 'node:child_process';
import { releaseSingleInstanceLock } from './single-instance.ts';

/**
 * As Electron's: nothing happens before this instance exits, and each call starts one instance. The
 * new instance prints where this one does.
 */
export function relaunch(options: Electron.RelaunchOptions = {}): void {
  const { execPath = process.execPath, args = process.argv.slice(1) } = options;
  process.once('exit', () => {
    // Electron's own waits until the process, and with it its lock, is gone.
    releaseSingleInstanceLock();
    spawn(execPath, [...process.execArgv, ...args], { stdio: 'inherit' });
  });
}
