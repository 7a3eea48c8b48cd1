// The composition root: builds everything by hand, in order, and takes it down again.
import { join } from 'node:path';
import {
  app,
  dialog,
  powerMonitor,
  safeStorage,
  session as electronSession,
  shell,
  type BrowserWindow,
} from 'electron';
import { messagesFor } from '../resources/messages/catalogue.ts';
import { appAddress } from './address.ts';
import { beside } from './beside.ts';
import { systemClock } from './outbox/clock.ts';
import type { TillState } from './contract/till-state.ts';
import type { AppError } from './contract/errors.ts';
import { statesForAPerson } from './contract/outbox-states.ts';
import { appHandlers } from './handlers/app.ts';
import type { PrintJob } from './contract/print-jobs.ts';
import type { SaleSummary } from './contract/sales.ts';
import { catalogueHandlers } from './handlers/catalogue.ts';
import { catalogueFileHandlers } from './handlers/catalogue-file.ts';
import type { Context } from './handlers/context.ts';
import { documentHandlers } from './handlers/documents.ts';
import { lockHandlers } from './handlers/lock.ts';
import { outboxHandlers } from './handlers/outbox.ts';
import { practiceHandlers } from './handlers/practice.ts';
import { printByItself, printJob } from './handlers/print-job.ts';
import { printingHandlers } from './handlers/printing.ts';
import { profileHandlers } from './handlers/profiles.ts';
import { receiptHandlers, receiptPage } from './handlers/receipt.ts';
import { sellHandlers } from './handlers/sell.ts';
import { sessionHandlers } from './handlers/session.ts';
import { admitTo, asLocked } from './handlers/guard.ts';
import { handle, push } from './ipc.ts';
import { Lock } from './lock.ts';
import { createLog } from './log.ts';
import { Practice } from './practice.ts';
import { AutomaticPrinting } from './printing/automatic.ts';
import { ReceiptPasses } from './receipt-passes.ts';
import { Recovery } from './recovery.ts';
import { Session } from './session.ts';
import { systemTrust } from './service/trust.ts';
import { languageOf, openSettings, timingOf } from './settings.ts';
import { storeError } from './store/open.ts';
import { readHeldSales } from './store/carts.ts';
import { readPaymentMethods } from './store/payment-methods.ts';
import { readTroubledJobs } from './store/print-jobs.ts';
import { countSales } from './store/sales.ts';
import { createTokenVault, isKeyStoreWeak } from './token-vault.ts';
import {
  createWindow,
  restrictPermissions,
  guardAllContents,
  openHiddenWindow,
  registerScheme,
  serveApp,
} from './window.ts';

registerScheme();
app.enableSandbox();
guardAllContents();

// A second start shows the first one's window: two senders for one till must never be.
if (app.requestSingleInstanceLock()) {
  app.whenReady().then(start).catch(fail);
} else {
  app.quit();
}

const log = createLog(join(app.getPath('userData'), 'logs', 'till.log'));
let hasFailed = false;
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

/** A bug: it is written down, said in a window, and the program ends. Every sale that was saved stays saved. */
function fail(error: unknown): void {
  log.error('the program failed', error);
  // What goes wrong while it ends must not keep it from ending.
  if (hasFailed) return;
  hasFailed = true;
  const { main } = messagesFor(languageOf(undefined, app.getPreferredSystemLanguages()));
  dialog.showErrorBox(main.fatalTitle, main.fatalBody(log.file));
  app.exit(1);
}

async function start(): Promise<void> {
  restrictPermissions();
  const folder = app.getPath('userData');
  const { settings, notices: found } = openSettings(folder);
  let notices: readonly AppError[] = found;
  let window: BrowserWindow | null = null;
  let changePending = false;

  const language = () => languageOf(settings.value.language, app.getPreferredSystemLanguages());

  /** Many changes of one turn are told once. */
  const stateChanged = (): void => {
    if (changePending) return;
    changePending = true;
    setImmediate(() => {
      changePending = false;
      if (session.isSwitching) return;
      push(window, 'app.stateChanged', state());
    });
  };

  /** What a locked page is not told, and is told once it is unlocked. */
  const changedWhileLocked = new Map<string, SaleSummary>();
  const jobsWhileLocked = new Map<number, PrintJob>();
  const saleChanged = (sale: SaleSummary): void => {
    practice.rehearsals.saleChanged(sale);
    if (lock.isLocked) changedWhileLocked.set(sale.reference, sale);
    else push(window, 'outbox.saleChanged', sale);
    stateChanged();
    automatic.changed(sale);
  };

  const notify = (notice: AppError): void => {
    notices = [...notices, notice];
    stateChanged();
  };

  const withdraw = (code: AppError['code']): void => {
    notices = notices.filter((notice) => notice.code !== code);
    stateChanged();
  };

  const jobChanged = (job: PrintJob): void => {
    if (lock.isLocked) jobsWhileLocked.set(job.jobId, job);
    else push(window, 'printing.jobChanged', job);
    stateChanged();
  };

  const besideIt = (whatFailed: string, work: () => Promise<void>): void => {
    beside(work, (error) => {
      const id = log.failure(whatFailed, error);
      notify(storeError(error, folder) ?? { code: 'unexpected', id });
    });
  };

  const automatic = new AutomaticPrinting({
    mode: () => settings.value.printing.automatic,
    isOnline: () => session.till?.replay.connection === 'online',
    print: (reference) => {
      besideIt('nothing was printed by itself', () => printByItself(context, reference));
    },
  });

  const practice = new Practice(folder);
  practice.rehearsals.onChanged = stateChanged;
  const session = new Session({
    folder,
    settings,
    practice,
    network: {
      findRoutes: (url) => electronSession.defaultSession.resolveProxy(url),
      trust: systemTrust((error) => {
        log.error('the system’s certificate authorities could not be read', error);
      }),
    },
    vaultOf: (key) =>
      createTokenVault(safeStorage, {
        file: join(folder, 'tokens', key),
        acceptsWeak: () => settings.value.keepTokenWeakly,
        log,
      }),
    log,
    clock: systemClock,
    timing: timingOf(settings.value),
    notify,
    withdraw,
    onTillChanged: stateChanged,
    print: (till, job, signal) => printJob(context, till, job, signal),
    onJobChanged: jobChanged,
    onSaleChanged: saleChanged,
    onConnectionChanged: (connection, error) => {
      log.info('connection', { connection, error: error?.code });
      stateChanged();
    },
    onFailure: (error) => ({ code: 'unexpected', id: log.failure('the outbox stopped', error) }),
  });

  const lock = new Lock({
    db: () => session.till?.db,
    clock: systemClock,
    onChanged: () => {
      stateChanged();
      if (lock.isLocked) return;
      for (const sale of changedWhileLocked.values()) push(window, 'outbox.saleChanged', sale);
      changedWhileLocked.clear();
      for (const job of jobsWhileLocked.values()) push(window, 'printing.jobChanged', job);
      jobsWhileLocked.clear();
    },
  });
  const recovery = new Recovery({ session, lock, clock: systemClock, log });
  const lockNow = () => {
    lock.lock();
  };
  // Whoever comes back to the computer is not the one who left it.
  powerMonitor.on('lock-screen', lockNow);
  powerMonitor.on('suspend', lockNow);

  function state(): TillState {
    return lock.isLocked ? asLocked(wholeState()) : wholeState();
  }

  function wholeState(): TillState {
    const { till } = session;
    const counts = till && countSales(till.db);
    return {
      language: language(),
      theme: settings.value.theme,
      profile: till?.profile ?? null,
      profiles: session.profiles.known,
      profileId: session.profiles.chosen?.id ?? null,
      connection: till?.replay.connection ?? 'offline',
      connectionError: till?.replay.error ?? null,
      waiting: till?.waiting ?? 0,
      needPerson: counts ? statesForAPerson.reduce((sum, one) => sum + counts[one], 0) : 0,
      rehearsals: [
        ...(settings.value.practicePlugged ? [] : (['outage'] as const)),
        ...practice.rehearsals.underWay,
      ],
      tourTaken: settings.value.tourTaken,
      paymentMethods: till ? readPaymentMethods(till.db) : [],
      selling: settings.value.selling,
      printing: settings.value.printing,
      troubledJobs: till ? readTroubledJobs(till.db, 20) : [],
      documentColumns: settings.value.documentColumns,
      held: till ? readHeldSales(till.db) : [],
      notices: [...notices, ...recovery.notices],
      keyStore: isKeyStoreWeak(safeStorage) ? 'weak' : 'real',
      keepTokenWeakly: settings.value.keepTokenWeakly,
      lock: lock.state,
      version: app.getVersion(),
    };
  }

  const passes = new ReceiptPasses();
  const context: Context = {
    session,
    settings,
    lock,
    recovery,
    language,
    state,
    stateChanged,
    saleChanged,
    catalogueProgress: (progress) => {
      if (!lock.isLocked) push(window, 'catalogue.progress', progress);
    },
    exportProgress: (progress) => {
      if (!lock.isLocked) push(window, 'documents.exportProgress', progress);
    },
    jobChanged,
    notify,
    withdraw,
    automatic,
    beside: besideIt,
    dismissNotices: () => {
      notices = [];
      recovery.dismiss();
      stateChanged();
    },
    now: () => new Date(),
    receiptFolder: () =>
      settings.value.receiptFolder ?? join(app.getPath('documents'), app.getName()),
    showFolder: async (path) =>
      (await shell.openPath(path)) === '' ? undefined : { code: 'not_found' },
    openHiddenWindow: () => passes.withPass(openHiddenWindow()),
  };
  handle(
    {
      ...appHandlers(context),
      ...lockHandlers(context),
      ...sessionHandlers(context),
      ...profileHandlers(context),
      ...sellHandlers(context),
      ...catalogueHandlers(context),
      ...catalogueFileHandlers(context),
      ...documentHandlers(context),
      ...outboxHandlers(context),
      ...practiceHandlers(context),
      ...receiptHandlers(context),
      ...printingHandlers(context),
    },
    {
      admit: admitTo(context),
      contents: () => window?.webContents,
      log,
      translate: (error) => storeError(error, folder),
    },
  );
  serveApp({
    folder: join(import.meta.dirname, '../renderer'),
    receiptPage: async (url) => {
      const hasPass = passes.use(url);
      return lock.isLocked && !hasPass
        ? undefined
        : receiptPage(context, url.pathname + url.search);
    },
  });

  await session.resume();
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  closeOnQuit(async () => {
    await session.close();
    await practice.close();
  });
  window = createWindow({
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    icon: join(app.getAppPath(), 'resources/icon.png'),
    title: app.getName(),
  });
  window.on('closed', () => {
    window = null;
    // A hidden window that is still printing must not keep a till alive that nobody can see.
    app.quit();
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('the page is gone', reason);
    // The cart and every sale are kept in this process: the page just comes back.
    if (reason !== 'clean-exit') void window?.loadURL(appAddress).catch(fail);
  });
  await window.loadURL(appAddress);
  log.info('started', { version: app.getVersion() });
}

/** Quitting waits until the outbox has written down what it was told. */
function closeOnQuit(close: () => Promise<void>): void {
  let closed = false;
  let closing: Promise<void> | undefined;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    closing ??= close()
      .catch((error: unknown) => {
        log.error('closing failed', error);
      })
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
}
