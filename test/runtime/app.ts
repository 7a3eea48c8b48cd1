// app: collects the parts of the stand-in under the name that products know.
import { closeChromium } from './chromium.ts';
import { electronEvent, emittingPartOf, partOf } from './contract.ts';
import {
  getAppPath,
  getLocale,
  getName,
  getPath,
  getPreferredSystemLanguages,
  getVersion,
  setName,
  setPath,
} from './identity.ts';
import { appEvents, beforeExit, exit, isReady, quit, whenReady } from './lifecycle.ts';
import { relaunch } from './relaunch.ts';
import { releaseSingleInstanceLock, takeSingleInstanceLock } from './single-instance.ts';
import { commandLine } from './switches.ts';

beforeExit(closeChromium);

/** Electron takes `--no-sandbox` away then, and Chromium refuses root a sandbox. */
const noPageForRoot =
  'Electron shows root no page of an app that enables the sandbox. The stand-in goes without it.';

export const app = emittingPartOf<Electron.App>('app', appEvents, {
  getAppPath,
  getLocale,
  getName,
  getPath,
  getPreferredSystemLanguages,
  getVersion,
  setName,
  setPath,
  // Set by a test: the stand-in itself is never packaged.
  isPackaged: process.env.STAND_IN_PACKAGED === '1',
  isReady,
  whenReady,
  quit,
  exit,
  relaunch,
  releaseSingleInstanceLock,
  commandLine: partOf<Electron.CommandLine>('app.commandLine', commandLine),
  requestSingleInstanceLock: (additionalData?: Record<string, unknown>): boolean =>
    takeSingleInstanceLock(
      getPath('userData'),
      { argv: process.argv, workingDirectory: process.cwd(), additionalData },
      (second) => {
        appEvents.emit(
          'second-instance',
          electronEvent({}),
          second.argv,
          second.workingDirectory,
          second.additionalData,
        );
      },
    ),
  enableSandbox: () => {
    // Chromium already sandboxes every page, unless root runs it.
    if (process.getuid?.() === 0) process.stderr.write(`${noPageForRoot}\n`);
  },
  setAppUserModelId: () => undefined,
});
