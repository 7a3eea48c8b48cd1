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
import { CounterWindow, canPlaceWindows } from './page/counter-window.ts';
import { Notices } from './page/notices.ts';
import { StatusSummary } from './page/status-summary.ts';
import { PageEvents } from './page/page-events.ts';
import { Practice } from './practice/practice.ts';
import { Dialogs } from './page/dialogs.ts';
import { HiddenPages } from './page/hidden-pages.ts';
import { PaperPreviews } from './page/paper-previews.ts';
import { inBackgroundWith } from './page/in-background.ts';
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
import { languageOf, timingOf, type OpenedSettings, type Settings } from './settings.ts';
import { DiskWatch } from './store/disk-watch.ts';
import { keepToOneself } from './store/private-folder.ts';
import { isMoved } from './store/store-errors.ts';
import type { Store } from './store/open.ts';
import { installationOf } from './store/till.ts';
import { tillState } from './page/till-state.ts';
import { createTokenVault, isKeyStoreWeak } from './account/token-vault.ts';
import { findInstaller } from './update/find-installer.ts';
import {
  lookAndTell,
  Updates,
  updateBlockerOf,
  argumentsToUpdate,
  isNotUpdated,
} from './update/updates.ts';
import { createDisplayWindow, createPinWindow, replaceMenu, openHiddenWindow } from './window.ts';
import { computerFacts, type ComputerSources } from './failure/computer-facts.ts';
import { TillWindow } from './page/till-window.ts';
import { computerNetwork } from './service/computer-network.ts';
import type { ProgramEnd } from './failure/program-end.ts';
import type { HiddenWindow } from './receipt/output.ts';
import type { Log } from './log.ts';

/** The key with which the maker's updates are checked, as PEM; empty if the build has none. */
declare const updateKey: string;

/** What there is before anything is built. */
export interface Beginning {
  readonly log: Log;
  readonly bugs: ReturnType<typeof recentBugs>;
  readonly end: ProgramEnd;
  readonly opened: OpenedSettings;
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

/** What every part may need, and needs no other part. */
interface Ground {
  readonly log: Log;
  /** The folder of the program's data. */
  readonly folder: string;
  readonly settings: Settings;
  readonly language: () => Language;
  readonly tillWindow: TillWindow;
  readonly appearance: {
    readonly icon: string;
    readonly title: string;
    readonly clock: typeof systemClock;
  };
  readonly openHidden: () => HiddenWindow;
}

export function makeParts({ log, bugs, end, opened }: Beginning) {
  const folder = app.getPath('userData');
  keepToOneself(folder);
  keepToOneself(exportFolder());
  const { settings, notices: settingsNotices } = opened;
  const tillWindow = new TillWindow();
  const hiddenPages = new HiddenPages();
  const openHidden = () => hiddenPages.windowOf(openHiddenWindow());
  const language = () => languageOf(settings.value.language, app.getPreferredSystemLanguages());
  const appearance = {
    icon: join(app.getAppPath(), 'resources/icon.png'),
    title: app.getName(),
    clock: systemClock,
  };
  const ground: Ground = { log, folder, settings, language, tillWindow, appearance, openHidden };
  const starting = { isUnderWay: true };

  const page: PageEvents = new PageEvents({
    push: (name, event) => push(tillWindow.window, name, event),
    isLocked: () => lock.isLocked,
    isSwitching: () => session.isSwitching,
    till: () => session.till && installationOf(session.till.db),
    state,
  });
  const notices = new Notices([...settingsNotices, ...noticesOfStart(bugs)], page.stateChanged);
  const dialogs = new Dialogs({ window: () => tillWindow.window, language });
  const diskWatch = makeDiskWatch(log, notices);
  const notify = (notice: AppError): void => {
    diskWatch.failed(notice);
    notices.add(notice);
  };
  const inBackground = inBackgroundWith({ add: notify }, log, folder);
  const network = makeNetwork(ground);
  const secondCopies = new SecondCopies({
    startHelper: () => startHelper(import.meta.dirname),
    ...{ log, clock: systemClock, onChanged: page.stateChanged },
    notify: notices.add,
    withdraw: notices.withdraw,
  });
  const practice = new Practice(folder);
  practice.rehearsals.onChanged = page.stateChanged;

  let shownTill: Store | undefined;
  const session: Session = new Session({
    ...{ folder, settings, practice, network, log, clock: systemClock },
    vaultOf: vaultsOf(ground),
    timing: timingOf(settings.value),
    practiceTiming: timingOf(settings.value, practiceTiming),
    ...{ notify, withdraw: notices.withdraw, askPlainHttp: dialogs.askPlainHttp },
    onTillChanged: () => {
      // What was asked at one till does not concern the next. A new token changes nothing.
      if (session.till?.db !== shownTill) {
        pinWindow.close();
        display.teller.tillChanged();
      }
      shownTill = session.till?.db;
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
        saleLogger(log),
        practice.rehearsals.saleChanged,
        page.saleChanged,
        (sale) => {
          if (session.till) returnStepped(session.till, sale);
        },
      ],
      jobChanged: (job) => {
        logJob(log, job);
        page.jobChanged(job);
      },
      ...{ inBackground, notify, withdraw: notices.withdraw, diskWatch },
    },
    onConnectionChanged: (connection, error) => {
      // What the outbox could not write down is its trouble.
      diskWatch.failed(error);
      if (isMoved(error ?? undefined)) session.comeBack();
      log.info('connection', { connection, error: error?.code });
      if (session.till) returnsAudited(session.till);
      page.stateChanged();
    },
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
  const pinWindow = makePinWindow(ground, session, secondCopies);
  const recovery = new Recovery({ session, lock, keys: staffKeys, clock: systemClock, log });
  followComputer(session, () => {
    pinWindow.close();
    lock.lock();
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

  const updates: Updates = new Updates({
    ...ofThisProgram(ground),
    address: () => settings.value.updateAddress,
    ...{ network, language, log, nowMs: Date.now, onChanged: page.stateChanged },
    blocker: () => updateBlockerOf(session),
    backUp: () => (session.till ? session.backUp() : Promise.resolve(ok(null))),
    close,
    end: ({ startsAgain, wanted }) =>
      end.forUpdate(startsAgain ? argumentsToUpdate(process.argv.slice(1), wanted) : null),
  });
  const lookForUpdates = () =>
    inBackground('updates were not looked for', () => lookAndTell(updates, notices));
  const { loginItems, canStartWithComputer } = startsWithComputer(ground);

  const glance = new StatusSummary({
    outbox: () => session.till?.outbox,
    onChanged: page.stateChanged,
    clock: systemClock,
  });
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

  const receiptFolder = () => settings.value.receiptFolder ?? exportFolder();
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
  const saveReport = async () =>
    saveReportOf(
      {
        ...{ language: language(), log, error: session.failedStart?.error ?? null },
        computer: await computerFacts(computerSources),
      },
      receiptFolder(),
    );

  return {
    ...ground,
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
    paperPreviews: new PaperPreviews(),
    pictureFolder: join(folder, 'customer-display'),
    loginItems,
    starting,
    diskWatch,
    inBackground,
    state,
    close,
    receiptFolder,
    exportFolder,
    saveReport,
    lookForUpdates,
  };
}

/** Returns what a person is told of how this start came about. */
function noticesOfStart(bugs: Beginning['bugs']): readonly AppError[] {
  if (bugs.length > 0) return [{ code: 'started_again' }];
  const isOld = isNotUpdated(process.argv, app.getVersion());
  return isOld ? [{ code: 'update_not_installed' }] : [];
}

const makeDiskWatch = (log: Log, notices: Notices): DiskWatch =>
  new DiskWatch({
    nowMs: Date.now,
    notify: (sign) => {
      log.info('the disk', { sign });
      notices.add(sign);
    },
    withdraw: notices.withdraw,
  });

function makeNetwork({ settings, log }: Ground) {
  const network = computerNetwork({
    session: electronSession.defaultSession,
    script: () => settings.value.proxyScript,
    clock: systemClock,
    onFailure: (what, error) => log.error(what, error),
  });
  network.followScript();
  return network;
}

const vaultsOf =
  ({ folder, settings, log }: Ground) =>
  (tillKey: string) =>
    createTokenVault(safeStorage, {
      file: join(folder, 'tokens', tillKey),
      tillKey,
      acceptsWeak: () => settings.value.keepTokenWeakly,
      log,
    });

const saleLogger =
  (log: Log) =>
  ({ reference, state, documentId }: SaleSummary): void =>
    log.info('sale', { reference, state, ...(documentId !== null && { documentId }) });

function logJob(log: Log, { jobId, reference, title, state, error }: PrintJob): void {
  const of = { ...(reference !== null && { reference }), ...(error && { error: error.code }) };
  log.info('print job', { jobId, title, state, ...of });
}

const makePinWindow = (
  { settings, language, log, tillWindow, appearance }: Ground,
  session: Session,
  secondCopies: SecondCopies,
): PinWindow =>
  new PinWindow({
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
      const profile = session.shownProfile ?? secondCopies.shownProfile;
      const { scanner, sounds } = settings.value.selling;
      const { theme } = settings.value;
      return profile && { profile, language: language(), theme, scanner, sounds };
    },
    clock: systemClock,
    onFailure: (error) => log.error('the window for a PIN failed', error),
  });

/**
 * Locks the till when its computer is left: whoever comes back may not be the same person. Linux
 * does not tell of the screen's lock: there the till locks itself after a time without input.
 */
function followComputer(session: Session, lockNow: () => void): void {
  powerMonitor.on('lock-screen', lockNow);
  powerMonitor.on('suspend', lockNow);
  // Linux and macOS say so here, Windows only to the window.
  powerMonitor.on('shutdown', () => app.quit());
  powerMonitor.on('resume', () => {
    session.till?.outbox.resumed();
  });
}

/** A person who keeps the till's data elsewhere starts it with this switch. */
const hasDataElsewhere = (): boolean => app.commandLine.hasSwitch('user-data-dir');

const ofThisProgram = ({ folder, log }: Ground) => ({
  publicKey: updateKey,
  version: app.getVersion(),
  system: process.platform,
  installer: findInstaller({
    ...{ isPackaged: app.isPackaged, system: process, program: programOf(process), log },
    ...{ version: app.getVersion(), resources: process.resourcesPath },
    hasDataElsewhere: hasDataElsewhere(),
    cacheFolder: join(folder, 'update'),
  }),
});

/** Corrects the entry that starts the till with the computer, where there is one. */
function startsWithComputer({ settings, log }: Ground) {
  const canStartWithComputer = app.isPackaged && !hasDataElsewhere();
  const loginItems: LoginItems = {
    platform: process.platform,
    setLoginItemSettings: (wanted) => app.setLoginItemSettings(wanted),
    configFolder: app.getPath('appData'),
    program: programOf(process),
    name: app.getName(),
  };
  try {
    if (canStartWithComputer && settings.value.counter.startsWithComputer) renewEntry(loginItems);
  } catch (error) {
    log.error('the entry that starts the till with the computer was not renewed', error);
  }
  return { loginItems, canStartWithComputer };
}
