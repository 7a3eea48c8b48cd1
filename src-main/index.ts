// Where the program begins: what must hold before anything is built, one program at a time, and
// what becomes of bugs. program.ts builds the rest.
import { url as debuggerAddress } from 'node:inspector';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { messagesFor } from '../resources/messages/catalogue.ts';
import { errorSentence } from '../resources/messages/sentences.ts';
import { systemClock } from './clock.ts';
import { waitAfterBugs } from './failure/after-bugs.ts';
import { dataFolder, takesFiles } from './failure/data-folder.ts';
import { ProgramEnd } from './failure/program-end.ts';
import { recentBugs } from './failure/relaunch.ts';
import { whenOpened } from './failure/unreadable-settings.ts';
import { endHelpersOnQuit } from './helper-process/start-helper.ts';
import { createLog } from './log.ts';
import { saveReportOf, systemLanguage } from './program-parts.ts';
import { startProgram } from './program.ts';
import { openSettings, type OpenedSettings } from './settings.ts';
import { findOpeningSwitch, guardAllContents, registerScheme, replaceMenu } from './window.ts';

// Only the person who starts the till may read what it writes.
process.umask(0o077);
registerScheme();
app.enableSandbox();
guardAllContents();
replaceMenu({ canQuit: true });

/** True in the build for the packaged smoke test alone: electron.vite.config.ts says so. */
declare const buildTakesDebugger: boolean;
const isTaken = (argument: string): boolean =>
  buildTakesDebugger && argument.startsWith('--remote-debugging-port=');
const ownArguments = process.argv.slice(1).filter((argument) => !isTaken(argument));
const openingSwitch = app.isPackaged
  ? (findOpeningSwitch(ownArguments) ?? (debuggerAddress() && '--inspect'))
  : undefined;
const { main } = messagesFor(systemLanguage());
const { folder, isThere } = dataFolder(app);
if (openingSwitch !== undefined) {
  refuse(main.openedFromOutside(openingSwitch));
} else if (!isThere) {
  // Electron itself does not get as far as a box on Linux then: stderr has the sentence.
  refuse(main.folderTakesNoFiles(folder));
  // A second start shows the first one's window: two senders for one till must never be.
} else if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(waitOut)
    .then(waitForSettings)
    .then((opened) => {
      // This sentence tells the packager which build it has before it.
      if (buildTakesDebugger) log.info('this build takes a debugger');
      return startProgram({ log, bugs, end, opened });
    })
    .catch((error: unknown) => end.fail(error));
} else if (takesFiles(folder)) {
  app.quit();
} else {
  // Nobody has the lock: Chromium could not write it, and says so nowhere. Before Electron is ready
  // Linux shows no box.
  app
    .whenReady()
    .then(() => refuse(main.folderTakesNoFiles(folder)))
    .catch((error: unknown) => end.fail(error));
}

const log = createLog(join(folder, 'logs', 'till.log'));
const bugs = recentBugs(process.argv, Date.now());
const end = new ProgramEnd({ app, log, started: process, nowMs: Date.now });
// A terminal that is gone, or lies on a full disk, takes nothing. That is no bug.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
endHelpersOnQuit();
process.on('uncaughtException', end.fail);
process.on('unhandledRejection', end.fail);

/** The box may wait for somebody. Meanwhile another start can sell. */
function refuse(why: string): void {
  dialog.showErrorBox(main.closesTitle, why);
  app.exit(1);
}

function waitOut(): Promise<void> {
  const language = systemLanguage();
  const save = () => saveReportOf({ language, log, error: null, computer: null });
  return waitAfterBugs(bugs, { language, log, saveReport: save });
}

function waitForSettings(): Promise<OpenedSettings> {
  return whenOpened((isEarly) => openSettings(folder, isEarly), {
    clock: systemClock,
    tell: (detail, signal) => {
      log.info('waits for settings', { detail });
      // On macOS a message without a window would hold up the whole program.
      if (process.platform === 'darwin') return;
      const { errors } = messagesFor(systemLanguage());
      const message = errorSentence(errors, { code: 'store_failed', detail });
      // Nobody has to answer.
      void dialog
        .showMessageBox({ type: 'warning', title: app.getName(), message, signal })
        .catch((error: unknown) => log.error('nobody was told', error));
    },
  });
}
