// What every part of the stand-in shares: it offers exactly what it implements, and throws if asked
// for more, instead of answering `undefined` where Electron would have acted.
import { EventEmitter } from 'node:events';

type Listener = Parameters<EventEmitter['on']>[1];

/** Names that language features and tools look for on any object; being absent is right. */
const lookedForByTools = new Set(['then', 'toJSON', 'default', '__esModule', 'domain']);

/**
 * Makes every property that `target` lacks throw, by putting a prototype in between that refuses.
 * Works on objects and on the prototypes of classes.
 */
export function refuseTheRest<T extends object>(name: string, target: T): T {
  const base = Object.getPrototypeOf(target) as object;
  const refusing = new Proxy(base, {
    getPrototypeOf: () => base,
    get: (from, key, receiver): unknown => {
      const quiet = typeof key === 'symbol' || key.startsWith('_') || lookedForByTools.has(key);
      if (quiet || key in from) return Reflect.get(from, key, receiver);
      throw new Error(`The stand-in for Electron has no ${name}.${key}`);
    },
  });
  Object.setPrototypeOf(target, refusing);
  return target;
}

/** An object of Electron's type `T` of which the stand-in has only these parts; the rest throws. */
export function partOf<T extends object>(name: string, parts: Partial<T>): T {
  return refuseTheRest(name, parts) as T;
}

/** An emitter that refuses listeners for events it will never emit. */
export class Emitter extends EventEmitter {
  readonly #owner: string;
  readonly #emits: ReadonlySet<string>;

  constructor(owner: string, emits: readonly string[]) {
    super();
    this.#owner = owner;
    this.#emits = new Set(emits);
  }

  override on(name: string | symbol, listener: Listener): this {
    if (!this.#emits.has(String(name)))
      throw new Error(`The stand-in for Electron emits no '${String(name)}' on ${this.#owner}`);
    return super.on(name, listener);
  }

  override addListener(name: string | symbol, listener: Listener): this {
    return this.on(name, listener);
  }
}

/**
 * Returns whether a call to Chromium failed because the document or the page it was for went away.
 */
export function isGone(error: unknown): boolean {
  return /has been closed|target (navigated or )?closed|detached|cannot find context|context was destroyed|invalid interceptionid|no object with guid/i.test(
    String(error),
  );
}

/**
 * An event as Electron hands it to listeners: its parameters and a default that can be prevented.
 */
export function electronEvent<P extends object>(params: P): Electron.Event<P> {
  let prevented = false;
  return Object.defineProperties(
    {
      preventDefault: () => {
        prevented = true;
      },
      defaultPrevented: false,
    },
    {
      ...Object.getOwnPropertyDescriptors(params),
      defaultPrevented: { get: () => prevented, enumerable: true },
    },
  ) as Electron.Event<P>;
}

/** `partOf` for objects that also emit events, whose many typed overloads come from the emitter. */
export function emittingPartOf<T extends object>(
  name: string,
  emitter: EventEmitter,
  parts: Partial<T>,
): T {
  Object.defineProperties(emitter, Object.getOwnPropertyDescriptors(parts));
  return refuseTheRest(name, emitter) as object as T;
}
