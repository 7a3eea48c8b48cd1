// What the frame of the window shows, gathered from where each part of it is kept.
import { statesForAPerson } from '../contract/outbox-states.ts';
import type { DayGlance } from '../contract/day-report.ts';
import type { Language } from '../contract/languages.ts';
import { defaultPrinting } from '../contract/printing.ts';
import { noSecondCopy, type SecondCopyStatus } from '../contract/second-copy.ts';
import type { TillState } from '../contract/till-state.ts';
import type { UpdateState } from '../contract/update.ts';
import { dayGlance } from '../day/open-day.ts';
import { readRehearsedDrawer } from '../practice/drawer-rehearsal.ts';
import { readInvoiceKind } from '../documents/invoice-kinds.ts';
import { readReturnSetup } from '../documents/return-setup.ts';
import { readOpenExchanges } from '../store/exchanges.ts';
import type { Lock } from '../staff/lock.ts';
import type { Notices } from './notices.ts';
import type { StatusSummary } from './status-summary.ts';
import type { Practice } from '../practice/practice.ts';
import type { Recovery } from '../staff/recovery.ts';
import { isLockedOrSwitching } from '../staff/locked-or-switching.ts';
import type { Session } from '../session/session.ts';
import type { Settings } from '../settings.ts';
import { readHeldSales } from '../store/carts.ts';
import type { CounterWindow } from './counter-window.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { readRecoveryRecipient } from '../store/recovery-recipient.ts';
import { readTroubledJobs } from '../store/print-jobs.ts';
import { countUnseenNotices } from '../store/sale-notices.ts';
import { countIn, hasSales } from '../store/sales.ts';

export interface StateSources {
  readonly session: Session;
  readonly settings: Settings;
  readonly practice: Practice;
  readonly lock: Lock;
  readonly recovery: Recovery;
  readonly notices: Notices;
  readonly glance: StatusSummary;
  readonly secondCopy: () => SecondCopyStatus | undefined;
  readonly language: () => Language;
  readonly isStarting: () => boolean;
  readonly isKeyStoreWeak: () => boolean;
  readonly counterWindow: Pick<CounterWindow, 'isKiosk'>;
  readonly canStartWithComputer: boolean;
  readonly canPlaceWindows: boolean;
  readonly version: string;
  readonly updateState: () => UpdateState;
}

const noDay: DayGlance = { mode: 'off', openedAtMs: null, cashMethods: [] };

/** Returns what the page is told: all, or what a locked page shows if nobody may see the till. */
export function tillState(sources: StateSources): TillState {
  const state = wholeState(sources);
  return isLockedOrSwitching(sources) ? asLocked(state) : state;
}

function wholeState(sources: StateSources): TillState {
  const { session, practice, lock, recovery, notices, glance } = sources;
  const { language, isStarting, isKeyStoreWeak, version } = sources;
  const settings = sources.settings.value;
  const { till } = session;
  return {
    isStarting: isStarting(),
    language: language(),
    theme: settings.theme,
    profile: till?.profile ?? null,
    profiles: session.profiles.known,
    profileId: session.profiles.chosen?.id ?? null,
    failedStart: session.failedStart,
    connection: till?.outbox.connection ?? 'offline',
    connectionError: till?.outbox.error ?? null,
    unsent: till?.unsent ?? 0,
    needPerson: till ? countIn(till.db, statesForAPerson) + countUnseenNotices(till.db) : 0,
    rejected: till ? countIn(till.db, ['rejected']) : 0,
    ...glance.value,
    rehearsals: [
      ...(settings.practicePlugged ? [] : (['outage'] as const)),
      ...practice.rehearsals.underWay,
    ],
    rehearsedDrawer:
      till?.profile.kind === 'practice' && practice.rehearsals.underWay.includes('wrong_drawer')
        ? readRehearsedDrawer(till.db)
        : null,
    tourTaken: settings.tourTaken,
    hasSold: till !== null && hasSales(till.db),
    paymentMethods: till ? readPaymentMethods(till.db) : [],
    invoiceKind: till ? readInvoiceKind(till.db) : null,
    takesReturns: till !== null && readReturnSetup(till.db).kind !== null,
    exchanges: till ? readOpenExchanges(till.db) : [],
    selling: settings.selling,
    day: till ? dayGlance(till.db) : noDay,
    printing: settings.printing,
    troubledJobs: till ? readTroubledJobs(till.db, 20) : [],
    documentColumns: settings.documentColumns,
    held: till ? readHeldSales(till.db) : [],
    notices: [...notices.all, ...lock.notices, ...recovery.notices],
    keyStore: isKeyStoreWeak() ? 'weak' : 'real',
    keepTokenWeakly: settings.keepTokenWeakly,
    proxyScript: settings.proxyScript,
    counter: {
      settings: settings.counter,
      isKiosk: sources.counterWindow.isKiosk,
      canStartWithComputer: sources.canStartWithComputer,
      canPlaceWindows: sources.canPlaceWindows,
    },
    secondCopy: sources.secondCopy() ?? noSecondCopy,
    hasRecoveryKey: till !== null && readRecoveryRecipient(till.db) !== undefined,
    lock: lock.state,
    version,
    updates: { address: settings.updateAddress, state: sources.updateState() },
  };
}

/**
 * Returns what a locked page shows: whose till it is, its connection, how many sales wait, and who
 * may unlock it. It shows nothing else of the shop.
 */
export const asLocked = (state: TillState): TillState => ({
  ...state,
  profile: state.profile && { ...state.profile, userName: '', username: '' },
  profiles: [],
  connectionError: null,
  pause: null,
  nextTryAtMs: null,
  paymentMethods: [],
  invoiceKind: null,
  takesReturns: false,
  exchanges: [],
  day: noDay,
  rehearsedDrawer: null,
  printing: defaultPrinting,
  held: [],
  notices: [],
  troubledJobs: [],
  proxyScript: null,
  secondCopy: { ...state.secondCopy, folder: null },
  updates: { ...state.updates, address: null },
});
