// The `electron` module of a sandboxed preload. It runs inside the page as passed-in source, so it
// refers to nothing outside itself.
import type { StructuredCodec } from './structured-codec.ts';
import type { WorldLink } from './world-link.ts';

/** A message from the preload's world to the main process. `args` is an encoded array. */
export type FromPage =
  | { kind: 'send'; channel: string; args: string }
  | { kind: 'invoke'; channel: string; args: string; id: number }
  | { kind: 'open'; url: string; name: string; features: string };

/** A message from the main process to the preload's world. */
export type ToPage =
  | { kind: 'send'; channel: string; args: string }
  | { kind: 'result'; id: number; ok: true; value: string }
  | { kind: 'result'; id: number; ok: false; message: string };

export interface PreloadModules {
  require: (name: string) => unknown;
  receive: (message: ToPage) => void;
}

/**
 * Returns the `electron` module of a sandboxed preload, and the way for messages of the main
 * process to reach it.
 */
export function preloadModules(
  codec: StructuredCodec,
  link: WorldLink,
  post: (text: string) => void,
): PreloadModules {
  type Listener = (event: object, ...args: unknown[]) => void;

  const listeners = new Map<string, Listener[]>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;

  function send(message: FromPage): void {
    post(JSON.stringify(message));
  }

  function refuseTheRest(name: string, parts: object): object {
    return new Proxy(parts, {
      get: (from, key, receiver): unknown => {
        if (key in from || typeof key === 'symbol') return Reflect.get(from, key, receiver);
        throw new Error(`The stand-in for Electron has no ${name}.${key}`);
      },
    });
  }

  function add(channel: string, listener: Listener): void {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
  }

  function remove(channel: string, listener: Listener): void {
    const left = (listeners.get(channel) ?? []).filter((candidate) => candidate !== listener);
    listeners.set(channel, left);
  }

  function once(channel: string, listener: Listener): void {
    const wrapper: Listener = (event, ...args) => {
      remove(channel, wrapper);
      listener(event, ...args);
    };
    add(channel, wrapper);
  }

  const ipcRenderer = refuseTheRest('ipcRenderer', {
    invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
      const id = ++lastId;
      const pending = Promise.withResolvers<unknown>();
      send({ kind: 'invoke', channel, args: codec.encode(args), id });
      waiting.set(id, pending);
      return pending.promise.catch((error: unknown) => {
        throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
      });
    },
    send: (channel: string, ...args: unknown[]) => {
      send({ kind: 'send', channel, args: codec.encode(args) });
    },
    on: add,
    addListener: add,
    once,
    off: remove,
    removeListener: remove,
    removeAllListeners: (channel: string) => {
      listeners.delete(channel);
    },
  });

  link.onOpen(({ url, name, features }) => {
    send({ kind: 'open', url, name, features });
  });

  const electron = refuseTheRest('electron (in a preload)', {
    contextBridge: refuseTheRest('contextBridge', { exposeInMainWorld: link.expose }),
    ipcRenderer,
  });

  return {
    require: (name) => {
      if (name === 'electron' || name === 'electron/renderer') return electron;
      throw new Error(`module not found: ${name}`);
    },
    receive: (message) => {
      if (message.kind === 'send') {
        const args = codec.decode(message.args) as unknown[];
        for (const listener of listeners.get(message.channel) ?? [])
          listener({ sender: ipcRenderer, ports: [] }, ...args);
        return;
      }
      const pending = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.ok) pending?.resolve(codec.decode(message.value));
      else pending?.reject(message.message);
    },
  };
}
