// What the program is made of, built by hand and in order.
import { join } from 'node:path';
import {
  app,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session as electronSession,
} from 'electron';
import { systemClock } from './clock.ts';
import { customerDisplay } from './display/customer-display.ts';
import { ok, type AppError, type Result } from './contract/errors.ts';
import type { TillState } from './contract/till-state.ts';
import type { Language } from './contract/languages.ts';
import type { PrintJob } from './contract/print-jobs.ts';
import type { SaleSummary } from './contract/sales.ts';
import { push } from './ipc.ts';
import { startHelper } from './helper-process/start-helper.ts';
import { Lock } from './staff/lock.ts';
import { CounterWindow } from './page/counter-window.ts';
import { Notices } from './page/notices.ts';
import { StatusSummary } from './page/status-summary.ts';
import { PageEvents } from './page/page-events.ts';
import { Practice } from './practice/practice.ts';
import { Dialogs } from './page/dialogs.ts';
import { HiddenPages } from './page/hidden-pages.ts';
import { PaperPreviews } from './page/paper-previews.ts';
import { inBackgroundWith } from './page/in-background.ts';
import { canPlaceWindows } from './page/desktop-session.ts';
import { renewEntry, type LoginItems } from './page/start-with-computer.ts';
import { findPrinters } from './printing/system-printer.ts';
import { PinWindow } from './staff/pin-window.ts';
import { Recovery } from './staff/recovery.ts';
import { KeyRing } from './staff/key-ring.ts';
import { practiceTiming } from './practice/rehearsals.ts';
import { returnStepped, returnsAudited } from './returns/check-confirmed.ts';
import { programOf, recentBugs } from './failure/relaunch.ts';
import { SecondCopies } from './second-copy/second-copies.ts';
import { saveReport, type ReportOptions } from './failure/report.ts';
import { Session } from './session/session.ts';
import { languageOf, openSettings, timingOf } from './settings.ts';
import { DiskWatch } from './store/disk-watch.ts';
import { keepToOneself } from './store/private-folder.ts';
import { type Store } from './store/open.ts';
import { installationOf } from './store/till.ts';
import { tillState } from './page/till-state.ts';
import { createTokenVault, isKeyStoreWeak } from './account/token-vault.ts';
import { findInstaller } from './update/find-installer.ts';
import { lookAndTell, Updates, updateBlockerOf } from './update/updates.ts';
import { argumentsToUpdate, isNotUpdated } from './update/wanted-version.ts';
import { createDisplayWindow, createPinWindow, replaceMenu, openHiddenWindow } from './window.ts';
import { computerFacts, type ComputerSources } from './failure/computer-facts.ts';
import { TillWindow } from './page/till-window.ts';
import { ComputerNetwork } from './service/computer-network.ts';
import type { ProgramEnd } from './failure/program-end.ts';
import type { Log } from './log.ts';

/** The key with which the maker's updates are checked, as PEM; empty if the build has none. */
declare const updateKey: string;

/** What there is before anything is built. */
export interface Beginning {
  readonly log: Log;
  readonly bugs: ReturnType<typeof recentBugs>;
  readonly end: ProgramEnd;
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

/** Saves a report among what the person keeps, or in a folder of theirs. */
export const saveReportOf = (
  { log, ...facts }: Pick<ReportOptions, 'language' | 'error' | 'computer'> & { readonly log: Log },
  folder = exportFolder(),
) =>
  saveReport(folder, {
    ...{ ...facts, version: app.getVersion(), logFile: log.file, at: new Date() },
    home: app.getPath('home'),
  });

export const systemLanguage = (): Language =>
  languageOf(undefined, app.getPreferredSystemLanguages());

export type ProgramParts = ReturnType<typeof makeParts>;

export function makeParts({ log, bugs, end }: Beginning) {
  const tillWindow = new TillWindow();
  const folder = app.getPath('userData');
  keepToOneself(folder);
  const { settings, notices: startNotices } = openSettings(folder);
  const appearance = {
    icon: join(app.getAppPath(), 'resources/icon.png'),
    title: app.getName(),
    clock: systemClock,
  };
  const starting = { isUnderWay: true };
  let askedOf: Store | undefined;

  const language = () => languageOf(settings.value.language, app.getPreferredSystemLanguages());

  const dialogs = new Dialogs({ window: () => tillWindow.window, language });

  const page: PageEvents = new PageEvents({
    push: (name, event) => {
      push(tillWindow.window, name, event);
    },
    isLocked: () => lock.isLocked,
    isSwitching: () => session.isSwitching,
    till: () => session.till && installationOf(session.till.db),
    state,
  });
  const hasNoUpdate = bugs.length === 0 && isNotUpdated(process.argv, app.getVersion());
  const started = [
    ...startNotices,
    ...(bugs.length > 0 ? [{ code: 'started_again' } as const] : []),
    ...(hasNoUpdate ? [{ code: 'update_not_installed' } as const] : []),
  ];
  const notices = new Notices(started, page.stateChanged);

  const hiddenPages = new HiddenPages();
  const openHidden = () => hiddenPages.windowOf(openHiddenWindow());
  const paperPreviews = new PaperPreviews();
  keepToOneself(exportFolder());

  const logSale = ({ reference, state, documentId }: SaleSummary): void => {
    log.info('sale', { reference, state, ...(documentId !== null && { documentId }) });
  };

  const jobChanged = (job: PrintJob): void => {
    const { jobId, title, state, error } = job;
    log.info('print job', { jobId, title, state, ...(error && { error: error.code }) });
    page.jobChanged(job);
  };

  const diskWatch = new DiskWatch({
    nowMs: Date.now,
    notify: (sign) => {
      log.info('the disk', { sign });
      notices.add(sign);
    },
    withdraw: notices.withdraw,
  });
  const notify = (notice: AppError): void => {
    diskWatch.failed(notice);
    notices.add(notice);
  };
  const inBackground = inBackgroundWith({ add: notify }, log, folder);

  const network = new ComputerNetwork({
    session: electronSession.defaultSession,
    script: () => settings.value.proxyScript,
    clock: systemClock,
    onFailure: (what, error) => {
      log.error(what, error);
    },
  });
  network.followScript();
  const secondCopies = new SecondCopies({
    startHelper: () => startHelper(import.meta.dirname),
    ...{ log, clock: systemClock, onChanged: page.stateChanged },
    notify: notices.add,
    withdraw: notices.withdraw,
  });
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
    notify,
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
      openHiddenWindow: openHidden,
      startHelper: () => startHelper(import.meta.dirname),
      openCompanion: secondCopies.open,
      saleListeners: [
        logSale,
        practice.rehearsals.saleChanged,
        page.saleChanged,
        (sale) => {
          if (session.till) returnStepped(session.till, sale);
        },
      ],
      jobChanged,
      inBackground,
      ...{ notify, withdraw: notices.withdraw, diskWatch },
    },
    onConnectionChanged: (connection, error) => {
      // What the outbox could not write down is its trouble.
      diskWatch.failed(error);
      log.info('connection', { connection, error: error?.code });
      if (session.till) returnsAudited(session.till);
      page.stateChanged();
    },
    askPlainHttp: dialogs.askPlainHttp,
    onFailure: (error) => ({ code: 'unexpected', id: log.failure('the outbox stopped', error) }),
  });

  const close = async (blocker?: () => AppError | undefined): Promise<Result<null>> => {
    const closed = await session.close(blocker);
    if (!closed.ok) return closed;
    network.close();
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
    window: () => tillWindow.window,
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
    blocker: () => updateBlockerOf(session),
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
    tillWindow: () => tillWindow.window,
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
      const { window: parent } = tillWindow;
      if (!parent) throw new Error('the till has no window');
      return createPinWindow({
        ...{ ...appearance, parent, onGone },
        preload: join(import.meta.dirname, '../preload/pin-preload.cjs'),
      });
    },
    shownAs: () => {
      // Somebody who looks at a second copy before signing in types its key.
      const shownProfile = session.shownProfile ?? secondCopies.shownProfile;
      const { scanner, sounds } = settings.value.selling;
      const { theme } = settings.value;
      return (
        shownProfile && { profile: shownProfile, language: language(), theme, scanner, sounds }
      );
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
    session.till?.outbox.resumed();
  });

  const glance = new StatusSummary({
    outbox: () => session.till?.outbox,
    onChanged: page.stateChanged,
    clock: systemClock,
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
      secondCopy: () => (session.till ? secondCopies.statusOf(session.till) : undefined),
      isStarting: () => starting.isUnderWay,
      isKeyStoreWeak: () => isKeyStoreWeak(safeStorage),
      counterWindow,
      updateState: () => updates.state,
      canStartWithComputer,
      canPlaceWindows: placesWindows,
      version: app.getVersion(),
    });
  }

  const computerSources: ComputerSources = {
    ...{ folder, clock: systemClock, env: process.env },
    diskSign: () => diskWatch.sign,
    printers: async () => (await findPrinters(openHidden)).map(({ label }) => label),
    keyStore: async () => {
      const backend = process.platform === 'linux' && safeStorage.getSelectedStorageBackend();
      return [await keyRing.probe(), backend].filter(Boolean).join(' ');
    },
    routes: async () => {
      const { serviceAddress } = session;
      return serviceAddress && network.findRoutes(serviceAddress);
    },
    screens: () => screen.getAllDisplays(),
    clockAheadMs: () => session.till?.outbox.report().clockAheadMs ?? null,
  };
  const receiptFolder = () => settings.value.receiptFolder ?? exportFolder();
  const saveReport = async () =>
    saveReportOf(
      {
        ...{ language: language(), log, error: session.failedStart?.error ?? null },
        computer: await computerFacts(computerSources),
      },
      receiptFolder(),
    );

  return {
    settings,
    session,
    practice,
    secondCopies,
    page,
    notices,
    dialogs,
    lock,
    keyRing,
    staffKeys,
    recovery,
    pinWindow,
    updates,
    display,
    placesWindows,
    counterWindow,
    network,
    hiddenPages,
    openHidden,
    paperPreviews,
    pictureFolder,
    loginItems,
    starting,
    diskWatch,
    inBackground,
    language,
    state,
    close,
    receiptFolder,
    exportFolder,
    saveReport,
    lookForUpdates,
    appearance,
    tillWindow,
    folder,
  };
}
