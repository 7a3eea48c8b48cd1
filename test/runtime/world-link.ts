// The link between a page's own world and the isolated world of its preload. It runs inside the
// page as passed-in source, so it refers to nothing outside itself.

/** The few parts of a window that these functions touch. */
export interface PageGlobal {
  document: EventTarget;
  open: (url?: string | URL, name?: string, features?: string) => null;
}

export interface WorldLink {
  expose: (key: string, api: unknown) => void;
  onOpen: (listener: (request: { url: string; name: string; features: string }) => void) => void;
}

/**
 * Joins the two worlds of one document. They share only the DOM, so they talk by events on the
 * document, whose `detail` Chromium clones from world to world. Functions, promises and errors
 * travel by number or by message, as over Electron's contextBridge. One world can reach only the
 * table of functions that the other passed to it: knowing the name of the event opens no door.
 */
export function linkWorlds(
  page: PageGlobal,
  eventName: string,
  side: 'page' | 'preload',
): WorldLink {
  type Wrapped =
    | { is: 'value'; value: unknown }
    | { is: 'function' | 'promise'; id: number }
    | { is: 'error' | 'thrown'; message: string }
    | { is: 'array'; items: Wrapped[] }
    | { is: 'object'; entries: [string, Wrapped][] };
  type Message =
    | { op: 'call'; id: number; args: Wrapped[] }
    | { op: 'settle'; id: number; ok: boolean; value: Wrapped }
    | { op: 'expose'; key: string; api: Wrapped }
    | { op: 'open'; url: string; name: string; features: string };
  type Callable = (...args: unknown[]) => unknown;

  const { document } = page;
  const other = side === 'page' ? 'preload' : 'page';
  const dispatch = document.dispatchEvent.bind(document);
  const functionsById = new Map<number, Callable>();
  const idsByFunction = new Map<Callable, number>();
  const theirFunctions = new Map<number, Callable>();
  const theirPromises = new Map<number, PromiseWithResolvers<unknown>>();
  const openListeners: Parameters<WorldLink['onOpen']>[0][] = [];
  let lastId = 0;
  const answers: Wrapped[] = [];

  function post(message: Message): Wrapped {
    // Dispatching is synchronous, so the answer is there when it returns.
    dispatch(new CustomEvent(`${eventName}-${other}`, { detail: message }));
    const answer = answers.pop();
    if (!answer) throw new Error('The other world does not answer.');
    return answer;
  }

  function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
  }

  function wrap(value: unknown): Wrapped {
    if (typeof value === 'function') {
      const callable = value as Callable;
      const id = idsByFunction.get(callable) ?? ++lastId;
      idsByFunction.set(callable, id);
      functionsById.set(id, callable);
      return { is: 'function', id };
    }
    if (value instanceof Promise) {
      const id = ++lastId;
      const settle = (ok: boolean) => (result: unknown) => {
        let wrapped: Wrapped;
        try {
          wrapped = wrap(result);
        } catch (error) {
          post({ op: 'settle', id, ok: false, value: { is: 'error', message: messageOf(error) } });
          return;
        }
        post({ op: 'settle', id, ok, value: wrapped });
      };
      value.then(settle(true), settle(false));
      return { is: 'promise', id };
    }
    if (value instanceof Error) return { is: 'error', message: value.message };
    try {
      return { is: 'value', value: structuredClone(value) };
    } catch {
      // The value may still hold functions or promises.
      if (Array.isArray(value)) return { is: 'array', items: value.map(wrap) };
      if (Object.prototype.toString.call(value) === '[object Object]')
        return {
          is: 'object',
          entries: Object.entries(Object(value) as object).map(([key, item]) => [key, wrap(item)]),
        };
      throw new Error('An object could not be cloned.');
    }
  }

  function unwrap(wrapped: Wrapped): unknown {
    switch (wrapped.is) {
      case 'value':
        return wrapped.value;
      case 'error':
        return new Error(wrapped.message);
      case 'thrown':
        throw new Error(wrapped.message);
      case 'array':
        return wrapped.items.map(unwrap);
      case 'object':
        return Object.fromEntries(wrapped.entries.map(([key, item]) => [key, unwrap(item)]));
      case 'promise': {
        const pending = Promise.withResolvers<unknown>();
        theirPromises.set(wrapped.id, pending);
        return pending.promise;
      }
      case 'function': {
        const known = theirFunctions.get(wrapped.id);
        if (known) return known;
        const { id } = wrapped;
        const proxy = (...args: unknown[]) =>
          unwrap(post({ op: 'call', id, args: args.map(wrap) }));
        theirFunctions.set(id, proxy);
        return proxy;
      }
    }
  }

  function freeze<T>(value: T): T {
    // Bytes in a buffer cannot be frozen, and the page has a copy of its own anyway.
    if (ArrayBuffer.isView(value)) return value;
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
    for (const item of Object.values(value)) freeze(item);
    return Object.freeze(value);
  }

  function serve(message: Message): unknown {
    switch (message.op) {
      case 'call': {
        const callable = functionsById.get(message.id);
        if (!callable) throw new Error('No such function.');
        return callable(...message.args.map(unwrap));
      }
      case 'settle': {
        const pending = theirPromises.get(message.id);
        theirPromises.delete(message.id);
        if (message.ok) pending?.resolve(unwrap(message.value));
        else pending?.reject(unwrap(message.value));
        return undefined;
      }
      case 'expose':
        if (message.key in page)
          throw new Error('Cannot bind an API on top of an existing property on the window object');
        Object.defineProperty(page, message.key, {
          value: freeze(unwrap(message.api)),
          enumerable: true,
        });
        return undefined;
      case 'open':
        for (const listener of openListeners) listener(message);
        return undefined;
    }
  }

  document.addEventListener(`${eventName}-${side}`, (event) => {
    const message = (event as CustomEvent<Message>).detail;
    let reply: Wrapped;
    try {
      reply = wrap(serve(message));
    } catch (error) {
      reply = { is: 'thrown', message: messageOf(error) };
    }
    dispatch(new CustomEvent(`${eventName}-${other}-answer`, { detail: reply }));
  });
  document.addEventListener(`${eventName}-${side}-answer`, (event) => {
    answers.push((event as CustomEvent<Wrapped>).detail);
  });

  // A page's request for a window is decided here, before Chromium has made one: a refused
  // window.open gives null, as in Electron. Links with a target come another way (web-contents.ts).
  if (side === 'page')
    page.open = (url = 'about:blank', name = '', features = '') => {
      unwrap(post({ op: 'open', url: String(url), name, features }));
      return null;
    };

  return {
    expose: (key, api) => {
      unwrap(post({ op: 'expose', key, api: wrap(api) }));
    },
    onOpen: (listener) => {
      openListeners.push(listener);
    },
  };
}
