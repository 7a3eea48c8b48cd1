// The only door between renderer and main: every sender is checked, every argument parsed, every
// answer an envelope.
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent, type WebContents } from 'electron';
import * as v from 'valibot';
import {
  requests,
  type Answer,
  type Argument,
  type EventName,
  type Events,
  type RequestName,
} from './contract/api.ts';
import { err, type AppError, type Result } from './contract/errors.ts';
import type { Log } from './log.ts';
import { appOrigin } from './address.ts';

/** Has what was asked done, or answers why it is not. */
export type Act = <Name extends RequestName>(
  name: Name,
  argument: Argument<Name>,
) => Promise<Result<Answer<Name>>>;

export interface HandleOptions {
  /** The only contents that may ask. */
  readonly contents: () => WebContents | undefined;
  readonly log: Log;
  /** Undefined for a bug; otherwise an expected failure that was thrown, such as a full disk. */
  readonly translate: (error: unknown) => AppError | undefined;
}

export function handle(act: Act, options: HandleOptions): void {
  for (const name of Object.keys(requests) as RequestName[]) {
    ipcMain.handle(name, async (event, argument: unknown) => {
      if (!isTrusted(event, options.contents())) throw new Error('refused');
      return answer(name, act, argument, options);
    });
  }
}

/**
 * Our window's own page: not a frame in it, and not another page that it might have been led to.
 */
function isTrusted(event: IpcMainInvokeEvent, contents: WebContents | undefined): boolean {
  const { sender, senderFrame } = event;
  return (
    sender === contents && senderFrame?.parent === null && senderFrame.url.startsWith(appOrigin)
  );
}

async function answer<Name extends RequestName>(
  name: Name,
  act: Act,
  argument: unknown,
  { log, translate }: HandleOptions,
): Promise<Result<Answer<Name>>> {
  const parsed = v.safeParse(requests[name].argument, argument);
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? name;
    return err({ code: 'invalid_value', field });
  }
  try {
    return await act(name, parsed.output);
  } catch (error) {
    const expected = translate(error);
    if (expected) return err(expected);
    return err({ code: 'unexpected', id: log.failure(`${name} failed`, error) });
  }
}

export function push<Name extends EventName>(
  window: BrowserWindow | null,
  name: Name,
  event: Events[Name],
): void {
  if (window && !window.isDestroyed()) window.webContents.send(name, event);
}
