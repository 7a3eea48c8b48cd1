// The link between a page's own world and the isolated world of its preload. It runs inside the
// page as passed-in source, so it refers to nothing outside itself.
import type { Passed, WorldValuesMaker } from './world-values.ts';

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
 * travel by number or by message (world-values.ts). One world can reach only the table of functions
 * that the other passed to it: knowing the name of the event opens no door.
 */
export function linkWorlds(
  page: PageGlobal,
  eventName: string,
  side: 'page' | 'preload',
  worldValues: WorldValuesMaker,
): WorldLink {
  type Answer = Passed | { thrown: string };
  type Message =
    | { op: 'call'; id: number; args: Passed }
    | { op: 'settle'; id: number; ok: boolean; value: Passed }
    | { op: 'expose'; key: string; api: Passed }
    | { op: 'open'; url: string; name: string; features: string };

  const { document } = page;
  const other = side === 'page' ? 'preload' : 'page';
  const dispatch = document.dispatchEvent.bind(document);
  const openListeners: Parameters<WorldLink['onOpen']>[0][] = [];
  const answers: Answer[] = [];
  const { pass, take, call, settle } = worldValues({
    call: (id, args) => post({ op: 'call', id, args }),
    settle: (id, ok, value) => {
      post({ op: 'settle', id, ok, value });
    },
  });

  function post(message: Message): unknown {
    // Dispatching is synchronous, so the answer is there when it returns.
    dispatch(new CustomEvent(`${eventName}-${other}`, { detail: message }));
    const answer = answers.pop();
    if (!answer) throw new Error('The other world does not answer.');
    if ('thrown' in answer) throw new Error(answer.thrown);
    return take(answer)[0];
  }

  function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
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
      case 'call':
        return call(message.id, take(message.args));
      case 'settle':
        settle(message.id, message.ok, message.value);
        return undefined;
      case 'expose':
        if (message.key in page)
          throw new Error('Cannot bind an API on top of an existing property on the window object');
        Object.defineProperty(page, message.key, {
          value: freeze(take(message.api)[0]),
          enumerable: true,
        });
        return undefined;
      case 'open':
        for (const listener of openListeners) listener(message);
        return undefined;
    }
  }

  function answer(message: Message): Answer {
    let result: unknown;
    try {
      result = serve(message);
    } catch (error) {
      return { thrown: messageOf(error) };
    }
    try {
      return pass(result);
    } catch (error) {
      return { thrown: `Uncaught ${String(error)}` };
    }
  }

  document.addEventListener(`${eventName}-${side}`, (event) => {
    const reply = answer((event as CustomEvent<Message>).detail);
    dispatch(new CustomEvent(`${eventName}-${other}-answer`, { detail: reply }));
  });
  document.addEventListener(`${eventName}-${side}-answer`, (event) => {
    answers.push((event as CustomEvent<Answer>).detail);
  });

  // A page's request for a window is decided here, before Chromium has made one: a refused
  // window.open gives null, as in Electron. Links with a target come another way (web-contents.ts).
  if (side === 'page')
    page.open = (url = 'about:blank', name = '', features = '') => {
      post({ op: 'open', url: String(url), name, features });
      return null;
    };

  return {
    expose: (key, api) => {
      post({ op: 'expose', key, api: pass(api) });
    },
    onOpen: (listener) => {
      openListeners.push(listener);
    },
  };
}
