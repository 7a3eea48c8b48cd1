// What the handlers work with. They parse and decide nothing: they call, and return.
import type { DaySnapshot } from '../contract/day-report.ts';
import type { AppError, Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import type { ManyProgress } from '../contract/many-products.ts';
import type { TillState } from '../contract/till-state.ts';
import type { ImportProgress } from '../contract/catalogue.ts';
import type { ExportProgress } from '../contract/documents.ts';
import type { DoneBy, ManagerAction } from '../contract/lock.ts';
import type { Log } from '../log.ts';
import type { DisplayTeller } from '../display/display-teller.ts';
import type { DisplayWindow } from '../display/display-window.ts';
import type { CounterWindow } from '../page/counter-window.ts';
import type { Dialogs } from '../page/dialogs.ts';
import type { PaperPreviews } from '../page/paper-previews.ts';
import type { SetupFiles } from '../setup-file/looked.ts';
import type { Lock } from '../staff/lock.ts';
import type { PinWindow } from '../staff/pin-window.ts';
import type { Recovery } from '../staff/recovery.ts';
import type { StaffKeys } from '../staff/staff-key.ts';
import type { HiddenWindow } from '../receipt/output.ts';
import type { SecondCopies } from '../second-copy/second-copies.ts';
import type { Session } from '../session/session.ts';
import type { Settings } from '../settings.ts';
import type { Selling } from '../till/sell.ts';
import type { Updates } from '../update/updates.ts';

export interface Context {
  /** True while the till of the last start is still being opened. */
  readonly isStarting: () => boolean;
  readonly session: Session;
  readonly log: Log;
  readonly settings: Settings;
  readonly lock: Lock;
  readonly recovery: Recovery;
  readonly pinWindow: PinWindow;
  readonly staffKeys: () => StaffKeys;
  readonly language: () => Language;
  readonly state: () => TillState;
  /** Tells that something in the window's frame has changed. */
  readonly stateChanged: () => void;
  readonly catalogueProgress: (progress: ImportProgress) => void;
  readonly changeProgress: (progress: ManyProgress) => void;
  readonly exportProgress: (progress: ExportProgress) => void;
  /** Puts the proxy script to use that the settings name. */
  readonly followProxyScript: () => void;
  /** Tells that a day of the open till was closed. */
  readonly dayClosed: (snapshot: DaySnapshot) => void;
  /** Looks in background, and tells of an update if there is one. */
  readonly lookForUpdates: () => void;
  readonly dismissNotices: () => void;
  readonly now: () => Date;
  readonly receiptFolder: () => string;
  readonly showFolder: (folder: string) => Promise<AppError | undefined>;
  readonly dialogs: Dialogs;
  readonly secondCopies: SecondCopies;
  /** Returns the folder that stands for a stick in practice. */
  readonly practiceStick: () => string;
  readonly setupFiles: SetupFiles;
  readonly saveReport: () => Promise<Result<{ readonly file: string }>>;
  readonly openHiddenWindow: () => HiddenWindow;
  readonly paperPreviews: Pick<PaperPreviews, 'keep'>;
  readonly counterWindow: CounterWindow;
  readonly updates: Updates;
  readonly display: Pick<DisplayTeller, 'cartIs' | 'payingBy' | 'paid' | 'changed'>;
  readonly displayWindow: Pick<DisplayWindow, 'place' | 'screens' | 'isShown'>;
  readonly pictureFolder: string;
  /** @throws when the system cannot be told. */
  readonly startWithComputer: (isWanted: boolean) => void;
}

/** Returns who acts now, whoever approved it, and when. `otherwise` acts where nobody signs in. */
export function actingNow<Name extends string | null>(
  { lock, now }: Pick<Context, 'lock' | 'now'>,
  otherwise: Name,
): { readonly by: string | Name; readonly approvedBy: string | null; readonly atMs: number } {
  const doneBy: DoneBy | null = lock.doneBy;
  return {
    by: doneBy?.name ?? otherwise,
    approvedBy: doneBy?.approvedBy ?? null,
    atMs: now().getTime(),
  };
}

/** Returns who decided. If the till has cashiers, the page is not believed. */
export function decidedBy(context: Context, claimedName: string) {
  const { by, approvedBy } = actingNow(context, claimedName);
  return { by, ...(approvedBy !== null && { approvedBy }) };
}

export const sellingNow = ({ lock, settings, now }: Context): Selling => ({
  ...{ doneBy: lock.doneBy, now: now() },
  settings: settings.value.selling,
});

/** From the system's windows for files and folders somebody could start other programs. */
export const besideKiosk = ({
  counterWindow,
}: Pick<Context, 'counterWindow'>): readonly ManagerAction[] =>
  counterWindow.isKiosk ? ['change_settings'] : [];
