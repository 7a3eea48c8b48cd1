// The composition root: builds everything by hand, in order, and takes it down again.
import { url as debuggerAddress } from 'node:inspector';
import { join } from 'node:path';
import {
  app,
  dialog,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session as electronSession,
  shell,
  type BrowserWindow,
} from 'electron';
import { messagesFor } from '../resources/messages/catalogue.ts';
import { appAddress } from './address.ts';
import { waitAfterBugs } from './failure/after-bugs.ts';
import { growingWaitMs, inTime, systemClock } from './clock.ts';
import { customerDisplay } from './display/customer-display.ts';
import { pictureAt } from './display/pictures.ts';
import { ok, type AppError, type Result } from './contract/errors.ts';
import type { TillState } from './contract/till-state.ts';
import type { Language } from './contract/languages.ts';
import type { PrintJob } from './contract/print-jobs.ts';
import type { SaleSummary } from './contract/sales.ts';
import type { Context } from './handlers/context.ts';
import { answering } from './handlers/answering.ts';
import { kioskDoor } from './handlers/kiosk-door.ts';
import { pinDoor } from './handlers/pin-door.ts';
import { handle, handlePinWindow, push } from './ipc.ts';
import { endHelpersOnQuit, startHelper } from './helper-process/start-helper.ts';
import { Lock } from './staff/lock.ts';
import { createLog } from './log.ts';
import { CounterWindow } from './page/counter-window.ts';
import { Notices } from './page/notices.ts';
import { OutboxGlance } from './page/outbox-glance.ts';
import { PageEvents } from './page/page-events.ts';
import { Practice } from './practice/practice.ts';
import { KeptPage } from './page/kept-page.ts';
import { Dialogs } from './page/dialogs.ts';
import { HiddenPages } from './page/hidden-pages.ts';
import { PaperPreviews } from './page/paper-previews.ts';
import { inBackgroundWith } from './page/in-background.ts';
import { pageAt } from './page/receipt-page.ts';
import { canPlaceWindows } from './page/desktop-session.ts';
import { renewEntry, startWithComputer, type LoginItems } from './page/start-with-computer.ts';
import { findPrinters } from './printing/system-printer.ts';
import { PinWindow } from './staff/pin-window.ts';
import { isUnwatched } from './staff/unwatched.ts';
import { Recovery } from './staff/recovery.ts';
import { KeyRing } from './staff/key-ring.ts';
import { practiceTiming } from './practice/rehearsals.ts';
import { ProgramEnd } from './failure/program-end.ts';
import { programOf, recentBugs } from './failure/relaunch.ts';
import { computerFacts } from './failure/computer-facts.ts';
import { saveReport, type ReportOptions } from './failure/report.ts';
import { ProxyScript, scriptAsAddress } from './service/proxy-script.ts';
import { Session } from './session/session.ts';
import { systemTrust } from './service/trust.ts';
import { SetupFiles } from './setup-file/looked.ts';
import { languageOf, openSettings, timingOf } from './settings.ts';
import { keepToOneself } from './store/private-folder.ts';
import { storeError, type Store } from './store/open.ts';
import { installationOf } from './store/till.ts';
import { tillState } from './page/till-state.ts';
import { createTokenVault, isKeyStoreWeak } from './account/token-vault.ts';
import { hindranceOf } from './update/hindrance.ts';
import { findInstaller } from './update/find-installer.ts';
import { lookAndTell, Updates } from './update/updates.ts';
import { argumentsToUpdate, isNotUpdated } from './update/wanted-version.ts';
import {
  bringToFront,
  createDisplayWindow,
  createPinWindow,
  createWindow,
  findOpeningSwitch,
  replaceMenu,
  restrictPermissions,
  guardAllContents,
  openHiddenWindow,
  registerScheme,
  serveApp,
} from './window.ts';

// Only the person who starts the till may read what it writes.
process.umask(0o077);
registerScheme();
app.enableSandbox();
guardAllContents();
replaceMenu({ canQuit: true });

/** True in the build for the packaged smoke test alone: electron.vite.config.ts says so. */
declare const buildTakesDebugger: boolean;
/** The key with which the maker's updates are checked, as PEM; empty if the build has none. */
declare const updateKey: string;
const isTaken = (argument: string): boolean =>
  buildTakesDebugger && argument.startsWith('--remote-debugging-port=');
const given = process.argv.slice(1).filter((argument) => !isTaken(argument));
const openingSwitch = app.isPackaged
  ? (findOpeningSwitch(given) ?? (debuggerAddress() && '--inspect'))
  : undefined;
if (openingSwitch !== undefined) {
  const { main } = messagesFor(systemLanguage());
  // The box may wait for somebody. Meanwhile another start can sell.
  dialog.showErrorBox(main.closesTitle, main.openedFromOutside(openingSwitch));
  app.exit(1);
  // A second start shows the first one's window: two senders for one till must never be.
} else if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(waitOut)
    .then(start)
    .catch((error: unknown) => {
      end.fail(error);
    });
} else {
  app.quit();
}

/** How long the page may take to load before the till is opened without it. */
const longestLoadMs = 5_000;

const log = createLog(join(app.getPath('userData'), 'logs', 'till.log'));
const bugs = recentBugs(process.argv, Date.now());
const end = new ProgramEnd({ app, log, started: process, nowMs: Date.now });
// A terminal that is gone, or lies on a full disk, takes nothing. That is no bug.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
endHelpersOnQuit();
process.on('uncaughtException', end.fail);
process.on('unhandledRejection', end.fail);

function waitOut(): Promise<void> {
  const language = systemLanguage();
  const save = () => saveReport(exportFolder(), reportOptions(language, null));
  return waitAfterBugs(bugs, { language, log, saveReport: save });
}

/** The system may know no documents folder, as where it lies on a server that is away. */
function documentsFolder(): string {
  try {
    return app.getPath('documents');
  } catch {
    return join(app.getPath('home'), 'Documents');
  }
}

const exportFolder = (): string => join(documentsFolder(), app.getName());

const reportOptions = (language: Language, error: AppError | null): ReportOptions => ({
  ...{ language, version: app.getVersion(), error, logFile: log.file, at: new Date() },
  ...{ home: app.getPath('home'), computer: null },
});

function systemLanguage(): Language {
  return languageOf(undefined, app.getPreferredSystemLanguages());
}

async function start(): Promise<void> {
  restrictPermissions();
  // This sentence tells the packager which build it has before it.
  if (buildTakesDebugger) log.info('this build takes a debugger');
  const folder = app.getPath('userData');
  keepToOneself(folder);
  const { settings, notices: found } = openSettings(folder);
  let window: BrowserWindow | null = null;
  const appearance = {
    icon: join(app.getAppPath(), 'resources/icon.png'),
    title: app.getName(),
    clock: systemClock,
  };
  let isStarting = true;
  let askedOf: Store | undefined;

  const language = () => languageOf(settings.value.language, app.getPreferredSystemLanguages());

  const dialogs = new Dialogs({ window: () => window, language });

  const page: PageEvents = new PageEvents({
    push: (name, event) => {
      push(window, name, event);
    },
    isLocked: () => lock.isLocked,
    isSwitching: () => session.isSwitching,
    till: () => session.till && installationOf(session.till.db),
    state,
  });
  const hasNoUpdate = bugs.length === 0 && isNotUpdated(process.argv, app.getVersion());
  const started = [
    ...found,
    ...(bugs.length > 0 ? [{ code: 'started_again' } as const] : []),
    ...(hasNoUpdate ? [{ code: 'update_not_installed' } as const] : []),
  ];
  const notices = new Notices(started, page.stateChanged);

  const hiddenPages = new HiddenPages();
  const paperPreviews = new PaperPreviews();
  keepToOneself(exportFolder());

  const saleChanged = (sale: SaleSummary): void => {
    const { reference, state, documentId } = sale;
    log.info('sale', { reference, state, ...(documentId !== null && { documentId }) });
    practice.rehearsals.saleChanged(sale);
    page.saleChanged(sale);
  };

  const jobChanged = (job: PrintJob): void => {
    const { jobId, title, state, error } = job;
    log.info('print job', { jobId, title, state, ...(error && { error: error.code }) });
    page.jobChanged(job);
  };

  const inBackground = inBackgroundWith(notices, log, folder);

  const network = {
    findRoutes: (url: string) => electronSession.defaultSession.resolveProxy(url),
    trust: systemTrust((error) => {
      log.error('the system’s certificate authorities could not be read', error);
    }),
  };
  const proxyScript = new ProxyScript({
    use: (script) =>
      electronSession.defaultSession.setProxy(
        script === null
          ? { mode: 'system' }
          : { mode: 'pac_script', pacScript: scriptAsAddress(script) },
      ),
    trust: network.trust,
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
    waitMs: (failures) =>
      growingWaitMs(failures, { firstMs: 5_000, capMs: 300_000 }, Math.random()),
    onFailure: (what) => {
      log.error('the proxy script is not in use', what);
    },
  });
  const followProxyScript = () => {
    proxyScript.follow(settings.value.proxyScript);
  };
  followProxyScript();
  const practice = new Practice(folder);
  practice.rehearsals.onChanged = page.stateChanged;
  const session: Session = new Session({
    folder,
    settings,
    practice,
    network,
    vaultOf: (tillKey) =>
      createTokenVault(safeStorage, {
        file: join(folder, 'tokens', tillKey),
        tillKey,
        acceptsWeak: () => settings.value.keepTokenWeakly,
        log,
      }),
    log,
    clock: systemClock,
    timing: timingOf(settings.value),
    practiceTiming: timingOf(settings.value, practiceTiming),
    notify: notices.add,
    withdraw: notices.withdraw,
    onTillChanged: () => {
      // What was asked at one till does not concern the next. A new token changes nothing.
      if (session.till?.db !== askedOf) pinWindow.close();
      if (session.till?.db !== askedOf) display.teller.tillChanged();
      askedOf = session.till?.db;
      counterWindow.watchAwake();
      page.tillChanged();
    },
    environment: {
      doneBy: () => lock.doneBy,
      language,
      printing: () => settings.value.printing,
      openHiddenWindow: () => hiddenPages.windowOf(openHiddenWindow()),
      startHelper: () => startHelper(import.meta.dirname),
      jobChanged,
      inBackground,
      notify: notices.add,
      withdraw: notices.withdraw,
    },
    onSaleChanged: saleChanged,
    onConnectionChanged: (connection, error) => {
      log.info('connection', { connection, error: error?.code });
      page.stateChanged();
    },
    askPlainHttp: dialogs.askPlainHttp,
    onFailure: (error) => ({ code: 'unexpected', id: log.failure('the outbox stopped', error) }),
  });

  const close = async (hindrance?: () => AppError | undefined): Promise<Result<null>> => {
    const closed = await session.close(hindrance);
    if (!closed.ok) return closed;
    proxyScript.close();
    await practice.close();
    return closed;
  };

  const keyRing: KeyRing = new KeyRing({
    safeStorage,
    isWeak: () => isKeyStoreWeak(safeStorage),
    folder: join(folder, 'staff-keys'),
    clock: systemClock,
    log,
    onAnswered: () => {
      // Until now the rules were the strictest.
      lock.watchIdle();
      page.stateChanged();
    },
  });
  const staffKeys = () => keyRing.of(session.till?.profile);
  const lock: Lock = new Lock({
    db: () => session.till?.db,
    keys: staffKeys,
    clock: systemClock,
    onChanged: () => {
      // The person who asked is not at the till any more.
      if (lock.isLocked) pinWindow.close();
      counterWindow.watchAwake();
      display.teller.changed();
      page.lockChanged();
    },
  });
  const counterWindow = new CounterWindow({
    counter: () => settings.value.counter,
    window: () => window,
    screen,
    powerSaveBlocker,
    replaceMenu,
    leavesSlowly: process.platform === 'darwin',
    isSomebodyAtTill: () => session.till !== null && !lock.isLocked,
  });
  const updates: Updates = new Updates({
    publicKey: updateKey,
    version: app.getVersion(),
    system: process.platform,
    installer: findInstaller({
      ...{ isPackaged: app.isPackaged, system: process, program: programOf(process), log },
      ...{ version: app.getVersion(), resources: process.resourcesPath },
      hasDataElsewhere: app.commandLine.hasSwitch('user-data-dir'),
      cacheFolder: join(folder, 'update'),
    }),
    address: () => settings.value.updateAddress,
    network,
    language,
    log,
    nowMs: Date.now,
    onChanged: page.stateChanged,
    hindrance: () => hindranceOf(session),
    backUp: () => (session.till ? session.backUp() : Promise.resolve(ok(null))),
    close,
    end: ({ startsAgain, wanted }) => {
      end.forUpdate(startsAgain ? argumentsToUpdate(process.argv.slice(1), wanted) : null);
    },
  });
  const placesWindows = canPlaceWindows({
    ...{ platform: process.platform, env: process.env },
    ozonePlatform: app.commandLine.getSwitchValue('ozone-platform'),
  });
  const display = customerDisplay({
    ...{ settings, screen, log, clock: systemClock, canPlaceWindows: placesWindows },
    tillWindow: () => window,
    create: (bounds) =>
      createDisplayWindow({
        ...{ ...appearance, bounds },
        preload: join(import.meta.dirname, '../preload/display-preload.cjs'),
      }),
    till: () => session.till,
    isLocked: () => lock.isLocked,
  });
  const pictureFolder = join(folder, 'customer-display');
  const lookForUpdates = () => {
    inBackground('updates were not looked for', () => lookAndTell(updates, notices));
  };
  const recovery = new Recovery({ session, lock, keys: staffKeys, clock: systemClock, log });
  const pinWindow: PinWindow = new PinWindow({
    open: (onGone) => {
      if (!window) throw new Error('the till has no window');
      return createPinWindow({
        ...{ ...appearance, parent: window, onGone },
        preload: join(import.meta.dirname, '../preload/pin-preload.cjs'),
      });
    },
    shownAs: () => {
      const { shown } = session;
      const { scanner, sounds } = settings.value.selling;
      const { theme } = settings.value;
      return shown && { profile: shown, language: language(), theme, scanner, sounds };
    },
    clock: systemClock,
    onFailure: (error) => {
      log.error('the window for a PIN failed', error);
    },
  });
  const lockNow = () => {
    pinWindow.close();
    lock.lock();
  };
  // A person who comes back to the computer may not be the one who left it. Linux does not tell of
  // the screen's lock: there the till locks itself after a time without input.
  powerMonitor.on('lock-screen', lockNow);
  powerMonitor.on('suspend', lockNow);
  // Linux and macOS say so here, Windows only to the window.
  powerMonitor.on('shutdown', () => {
    app.quit();
  });
  powerMonitor.on('resume', () => {
    session.till?.replay.resumed();
  });

  const glance = new OutboxGlance({
    outbox: () => session.till?.replay,
    onChanged: page.stateChanged,
  });

  // A person who keeps the till's data elsewhere starts it with this switch.
  const canStartWithComputer = app.isPackaged && !app.commandLine.hasSwitch('user-data-dir');
  const loginItems: LoginItems = {
    platform: process.platform,
    setLoginItemSettings: (wanted) => {
      app.setLoginItemSettings(wanted);
    },
    configFolder: app.getPath('appData'),
    program: programOf(process),
    name: app.getName(),
  };
  try {
    if (canStartWithComputer && settings.value.counter.startsWithComputer) renewEntry(loginItems);
  } catch (error) {
    log.error('the entry that starts the till with the computer was not renewed', error);
  }

  function state(): TillState {
    return tillState({
      ...{ session, settings, practice, lock, recovery, notices, glance, language },
      isStarting: () => isStarting,
      isKeyStoreWeak: () => isKeyStoreWeak(safeStorage),
      counterWindow,
      updateState: () => updates.state,
      canStartWithComputer,
      canPlaceWindows: placesWindows,
      version: app.getVersion(),
    });
  }

  const context: Context = {
    isStarting: () => isStarting,
    session,
    log,
    settings,
    lock,
    recovery,
    pinWindow,
    staffKeys,
    language,
    state,
    stateChanged: page.stateChanged,
    catalogueProgress: (progress) => {
      page.progress('catalogue.progress', progress);
    },
    changeProgress: (progress) => {
      page.progress('catalogue.changeProgress', progress);
    },
    exportProgress: (progress) => {
      page.progress('documents.exportProgress', progress);
    },
    followProxyScript,
    dayClosed: (snapshot) => {
      if (session.till?.profile.kind === 'practice') practice.rehearsals.dayClosed(snapshot);
    },
    lookForUpdates,
    dismissNotices: () => {
      notices.dismiss();
      recovery.dismiss();
    },
    now: () => new Date(),
    receiptFolder: () => settings.value.receiptFolder ?? exportFolder(),
    showFolder: async (path) =>
      (await shell.openPath(path)) === '' ? undefined : { code: 'not_found' },
    showOnce: dialogs.showOnce,
    chooseBackup: dialogs.chooseBackup,
    chooseSetupFile: dialogs.chooseSetupFile,
    setupFiles: new SetupFiles(),
    confirmRestore: dialogs.confirmRestore,
    saveReport: async () =>
      saveReport(settings.value.receiptFolder ?? exportFolder(), {
        ...reportOptions(language(), session.failedStart?.error ?? null),
        computer: await computerFacts({
          ...{ folder, clock: systemClock, env: process.env },
          printers: async () =>
            (await findPrinters(() => hiddenPages.windowOf(openHiddenWindow()))).map(
              ({ label }) => label,
            ),
          keyStore: async () => {
            const backend = process.platform === 'linux' && safeStorage.getSelectedStorageBackend();
            return [await keyRing.probe(), backend].filter(Boolean).join(' ');
          },
          routes: async () => {
            const { serviceAddress } = session;
            return serviceAddress && network.findRoutes(serviceAddress);
          },
          screens: () => screen.getAllDisplays(),
          clockAheadMs: () => session.till?.replay.report().clockAheadMs ?? null,
        }),
      }),
    openHiddenWindow: () => hiddenPages.windowOf(openHiddenWindow()),
    paperPreviews,
    counterWindow,
    updates,
    display: display.teller,
    displayWindow: display.window,
    pictureFolder,
    choosePicture: dialogs.choosePicture,
    startWithComputer: (isWanted) => {
      startWithComputer(isWanted, loginItems);
    },
  };
  const translate = (error: unknown) => storeError(error, folder);
  const answer = answering(context);
  handle(answer, { contents: () => window?.webContents, log, translate });
  handlePinWindow(pinDoor(context), { contents: () => pinWindow.contents, log, translate });
  serveApp({
    folder: join(import.meta.dirname, '../renderer'),
    receiptPage: (url) =>
      pageAt(url, {
        ...{ hiddenPages, paperPreviews, language },
        till: () => session.till,
        isUnwatched: () => isUnwatched({ lock, session }),
      }),
    picture: (pathname) =>
      pictureAt(pathname, { folder: pictureFolder, pictures: settings.value.display.pictures }),
  });

  app.on('second-instance', () => {
    if (window) bringToFront(window);
    pinWindow.focus();
  });
  end.waitFor(close);
  window = createWindow({
    ...appearance,
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
  });
  const { webContents } = window;
  counterWindow.fill();
  display.begin(window);
  screen.on('display-added', counterWindow.screensChanged);
  screen.on('display-removed', counterWindow.screensChanged);
  const isEnding = () => end.isUnderWay;
  const door = { counterWindow, isEnding, inBackground, notify: notices.add };
  window.on('close', kioskDoor(answer, door));
  // Where the system lets a person click the window under a modal one, neither would have the keys.
  window.on('focus', () => {
    pinWindow.focus();
  });
  // What is typed while the PIN window opens is not for the till's page.
  webContents.on('before-input-event', (event) => {
    if (pinWindow.isOpen) event.preventDefault();
  });
  const keptPage = new KeptPage({
    load: () => (webContents.isDestroyed() ? Promise.resolve() : webContents.loadURL(appAddress)),
    clock: systemClock,
    onHopeless: () => {
      // Nobody waits for an answer: an unattended till goes on trying.
      dialogs.tell(({ main }) => main.pageHopeless(log.file));
    },
  });
  window.on('session-end', () => {
    end.atOnce(() => {
      session.closeNow();
    });
  });
  window.on('closed', () => {
    keptPage.close();
    display.window.end();
    window = null;
    // A page can close its window without asking anybody. Then a kiosk comes back.
    if (!end.isUnderWay && counterWindow.isKiosk) end.startAgain();
    // A hidden window that is still printing must not keep a till alive that nobody can see.
    app.quit();
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('the page is gone', reason);
    pinWindow.close();
    if (reason !== 'clean-exit') void keptPage.gone().catch(end.fail);
  });
  // A window shows first, as opening the till may take long, and the key store may ask a person. A
  // page that does not load keeps nothing from being sent.
  const loaded = keptPage.load();
  await inTime(systemClock, loaded, longestLoadMs).catch(() => null);
  await session.resume();
  isStarting = false;
  page.stateChanged();
  await loaded;
  log.info('started', { version: app.getVersion() });
  lookForUpdates();
}
