// The only doors between the pages and main, one for the till's page and one for the PIN window's.
// Every sender is checked, every argument parsed, and every answer put into an envelope. The
// customer display has no door: it is only told.
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent, type WebContents } from 'electron';
import {
  requests,
  type Answer,
  type Argument,
  type EventName,
  type Events,
  type RequestName,
} from './contract/api.ts';
import { err, type AppError, type Result } from './contract/errors.ts';
import { parseArgument } from './contract/parse-argument.ts';
import {
  pinRequests,
  type PinArgument,
  type PinRequestName,
  type ShownQuestion,
} from './contract/pin-window.ts';
import type { DisplayShown } from './contract/display.ts';
import { displayChannel } from './contract/display-bridge.ts';
import type { Log } from './log.ts';
import { appOrigin, displayOrigin, pinOrigin } from './address.ts';

/** Has the request done, or returns why it is not. */
export type Act = <Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
) => Promise<Result<Answer<Name>>>;

export interface HandleOptions {
  /** Returns the only web contents that may ask. */
  readonly contents: () => WebContents | undefined;
  readonly log: Log;
  /** Returns an expected failure that was thrown, such as a full disk; undefined for a bug. */
  readonly translate: (error: unknown) => AppError | undefined;
}

/** Handles the requests of the till's own page. */
export function handle(act: Act, options: HandleOptions): void {
  const answer = async <Name extends RequestName>(
    name: Name,
    argument: unknown,
  ): Promise<Result<Answer<Name>>> => {
    const parsed = parseArgument(name, requests[name].argument, argument);
    return parsed.ok ? act(name, parsed.value) : parsed;
  };
  for (const name of Object.keys(requests) as RequestName[])
    listen(name, appOrigin, options, (argument) => answer(name, argument));
}

/** What the page of the PIN window asks and tells. */
export type PinDoor = {
  readonly [Name in PinRequestName]: (
    argument: PinArgument<Name>,
  ) => Result<PinAnswered<Name>> | Promise<Result<PinAnswered<Name>>>;
};
type PinAnswered<Name extends PinRequestName> = Name extends 'pin.question' ? ShownQuestion : null;

export function handlePinWindow(door: PinDoor, options: HandleOptions): void {
  const answer = async <Name extends PinRequestName>(
    name: Name,
    argument: unknown,
  ): Promise<Result<PinAnswered<Name>>> => {
    const parsed = parseArgument(name, pinRequests[name], argument);
    return parsed.ok ? door[name](parsed.value) : parsed;
  };
  for (const name of Object.keys(pinRequests) as PinRequestName[])
    listen(name, pinOrigin, options, (argument) => answer(name, argument));
}

function listen(
  channel: string,
  origin: string,
  { contents, log, translate }: HandleOptions,
  answer: (argument: unknown) => Promise<Result<unknown>>,
): void {
  ipcMain.handle(channel, async (event, argument: unknown) => {
    if (!isTrusted(event, contents(), origin)) throw new Error('refused');
    try {
      return await answer(argument);
    } catch (error) {
      const expected = translate(error);
      if (expected) return err(expected);
      return err({ code: 'unexpected', id: log.failure(`${channel} failed`, error) });
    }
  });
}

/**
 * Returns whether the sender is the window's own page: not a frame in it, and not another page that
 * it might have been led to.
 */
const isTrusted = (
  { sender, senderFrame }: IpcMainInvokeEvent,
  contents: WebContents | undefined,
  origin: string,
): boolean =>
  sender === contents && senderFrame?.parent === null && senderFrame.url.startsWith(origin);

export function push<Name extends EventName>(
  window: BrowserWindow | null,
  name: Name,
  event: Events[Name],
): void {
  if (window && !window.isDestroyed()) window.webContents.send(name, event);
}

/** Sends to the customer display's own page only, which has no channel back. */
export function pushToDisplay(contents: WebContents | undefined, view: DisplayShown): void {
  if (!contents || contents.isDestroyed()) return;
  if (contents.getURL().startsWith(displayOrigin)) contents.send(displayChannel, view);
}
