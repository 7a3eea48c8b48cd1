// ipcMain: the app's handlers and listeners, and the answers to its pages.
import { EventEmitter } from 'node:events';
import { emittingPartOf, partOf } from './contract.ts';
import type { FromPage, ToPage } from './preload-modules.ts';
import { structuredCodec } from './structured-codec.ts';

type InvokeHandler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** The sender of a message, and the way back to the very document that sent it. */
export interface Sender {
  electron: Electron.WebContents;
  frame: Electron.WebFrameMain;
  post: (message: ToPage) => void;
}

const codec = structuredCodec();
const handlers = new Map<string, InvokeHandler>();
const events = new EventEmitter();

function setHandler(channel: string, handler: InvokeHandler): void {
  if (handlers.has(channel))
    throw new Error(`Attempted to register a second handler for '${channel}'`);
  handlers.set(channel, handler);
}

export const ipcMain = emittingPartOf<Electron.IpcMain>('ipcMain', events, {
  handle: setHandler,
  handleOnce: (channel: string, handler: InvokeHandler) => {
    setHandler(channel, (event, ...args) => {
      handlers.delete(channel);
      return handler(event, ...args);
    });
  },
  removeHandler: (channel: string) => {
    handlers.delete(channel);
  },
});

/** As in Electron, only the message of a thrown error reaches the page. */
async function answerInvoke(sender: Sender, message: FromPage & { kind: 'invoke' }): Promise<void> {
  const { id, channel } = message;
  try {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const event = partOf<Electron.IpcMainInvokeEvent>('IpcMainInvokeEvent', {
      type: 'frame',
      frameId: 1,
      processId: sender.electron.id,
      sender: sender.electron,
      senderFrame: sender.frame,
    });
    const args = codec.decode(message.args) as unknown[];
    const value = codec.encode(await handler(event, ...args));
    sender.post({ kind: 'result', id, ok: true, value });
  } catch (error) {
    sender.post({ kind: 'result', id, ok: false, message: String(error) });
  }
}

export function receive(sender: Sender, message: FromPage & { kind: 'invoke' | 'send' }): void {
  if (message.kind === 'invoke') {
    void answerInvoke(sender, message);
    return;
  }
  const event = partOf<Electron.IpcMainEvent>('IpcMainEvent', {
    type: 'frame',
    frameId: 1,
    processId: sender.electron.id,
    ports: [],
    sender: sender.electron,
    senderFrame: sender.frame,
    reply: (channel, ...args: unknown[]) => {
      sender.post(toSend(channel, args));
    },
  });
  events.emit(message.channel, event, ...(codec.decode(message.args) as unknown[]));
}

export function toSend(channel: string, args: unknown[]): ToPage {
  return { kind: 'send', channel, args: codec.encode(args) };
}
