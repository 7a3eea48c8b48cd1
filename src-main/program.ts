// The program once it may begin: its doors are opened to the pages, its window is shown, and the
// till of the last start is opened behind it.
import { join } from 'node:path';
import { app, screen, shell } from 'electron';
import { appAddress } from './address.ts';
import { inTime, systemClock } from './clock.ts';
import { pictureAt } from './display/pictures.ts';
import type { Context } from './handlers/context.ts';
import { answering } from './handlers/answering.ts';
import { kioskDoor } from './handlers/kiosk-door.ts';
import { pinDoor } from './handlers/pin-door.ts';
import { handle, handlePinWindow } from './ipc.ts';
import { pageAt } from './page/receipt-page.ts';
import { startWithComputer } from './page/start-with-computer.ts';
import { isLockedOrSwitching } from './staff/locked-or-switching.ts';
import { SetupFiles } from './setup-file/looked.ts';
import { isMoved, storeError } from './store/store-errors.ts';
import { bringToFront, createWindow, restrictPermissions, serveApp } from './window.ts';
import type { Log } from './log.ts';
import type { Act } from './ipc.ts';
import { makeParts, type Beginning, type ProgramParts } from './program-parts.ts';

/** How long the page may take to load before the till is opened without it. */
const longestLoadMs = 5_000;

export async function startProgram(beginning: Beginning): Promise<void> {
  const { log, end } = beginning;
  restrictPermissions();
  const parts = makeParts(beginning);
  const { session, page, tillWindow, counterWindow, display, pinWindow, dialogs, starting } = parts;
  const act = openDoors(parts, log);
  app.on('second-instance', () => {
    if (tillWindow.window) bringToFront(tillWindow.window);
    pinWindow.focus();
  });
  end.waitFor(parts.close);
  const window = createWindow({
    ...parts.appearance,
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    workArea: screen.getPrimaryDisplay().workArea,
  });
  tillWindow.begin({
    ...{ window, address: appAddress, clock: systemClock, log, pinWindow, fail: end.fail },
    onClose: kioskDoor(act, {
      ...{ counterWindow, inBackground: parts.inBackground, notify: parts.notices.add },
      isEnding: () => end.isUnderWay,
    }),
    onSessionEnd: () => end.atOnce(() => session.closeNow()),
    onClosed: () => {
      display.window.end();
      // A page can close its window without asking anybody. Then a kiosk comes back.
      if (!end.isUnderWay && counterWindow.isKiosk) end.startAgain();
      // A hidden window that is still printing must not keep a till alive that nobody can see.
      app.quit();
    },
    onHopeless: () => {
      // Nobody waits for an answer: an unattended till goes on trying.
      dialogs.tell(({ main }) => main.pageHopeless(log.file));
    },
  });
  counterWindow.fill();
  display.begin(window);
  screen.on('display-added', counterWindow.screensChanged);
  screen.on('display-removed', counterWindow.screensChanged);
  // A window shows first, as opening the till may take long, and the key store may ask a person. A
  // page that does not load keeps nothing from being sent.
  const loaded = tillWindow.load();
  await inTime(systemClock, loaded, longestLoadMs).catch(() => null);
  await session.resume();
  starting.isUnderWay = false;
  page.stateChanged();
  await loaded;
  log.info('started', { version: app.getVersion() });
  parts.lookForUpdates();
}

/** Opens what the pages may ask for, and returns how it is asked. */
function openDoors(parts: ProgramParts, log: Log): Act {
  const { session, settings, lock, pinWindow, pictureFolder, tillWindow } = parts;
  const { hiddenPages, paperPreviews, language } = parts;
  const context = contextOf(parts, log);
  const translate = (error: unknown) => {
    const problem = storeError(error, parts.folder);
    parts.diskWatch.failed(problem);
    // What a person meets must be looked into now, and not at the next start.
    if (problem?.code === 'store_damaged') session.readFile();
    if (isMoved(problem)) session.comeBack();
    return problem;
  };
  const act = answering(context);
  handle(act, { contents: () => tillWindow.contents, log, translate });
  handlePinWindow(pinDoor(context), { contents: () => pinWindow.contents, log, translate });
  serveApp({
    folder: join(import.meta.dirname, '../renderer'),
    receiptPage: (url) =>
      pageAt(url, {
        ...{ hiddenPages, paperPreviews, language },
        till: () => session.till,
        isLockedOrSwitching: () => isLockedOrSwitching({ lock, session }),
      }),
    picture: (pathname) =>
      pictureAt(pathname, { folder: pictureFolder, pictures: settings.value.display.pictures }),
  });
  return act;
}

function contextOf(parts: ProgramParts, log: Log): Context {
  const { session, page, practice, notices, recovery, display } = parts;
  return {
    ...parts,
    log,
    isStarting: () => parts.starting.isUnderWay,
    stateChanged: page.stateChanged,
    catalogueProgress: (progress) => page.progress('catalogue.progress', progress),
    changeProgress: (progress) => page.progress('catalogue.changeProgress', progress),
    exportProgress: (progress) => page.progress('documents.exportProgress', progress),
    followProxyScript: parts.network.followScript,
    dayClosed: (snapshot) => {
      if (session.till?.profile.kind === 'practice') practice.rehearsals.dayClosed(snapshot);
    },
    dismissNotices: () => {
      notices.dismiss();
      recovery.dismiss();
    },
    now: () => new Date(),
    showFolder: async (path) =>
      (await shell.openPath(path)) === '' ? undefined : { code: 'not_found' },
    practiceStick: () => practice.stick(),
    setupFiles: new SetupFiles(),
    openHiddenWindow: parts.openHidden,
    display: display.teller,
    displayWindow: display.window,
    startWithComputer: (isWanted) => startWithComputer(isWanted, parts.loginItems),
  };
}
