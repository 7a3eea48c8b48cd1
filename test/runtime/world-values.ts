// What passes between a page's world and its preload's, and how: as over Electron's contextBridge.
// It runs inside the page as passed-in source, so it refers to nothing outside itself.

type Node =
  | { is: 'value'; value: unknown }
  | { is: 'function' | 'promise'; id: number }
  | { is: 'error'; message: string }
  | { is: 'array'; items: number[] }
  | { is: 'object'; entries: [string, number][] };
/** Values of one crossing: their parts name each other by number, so what is cyclic stays so. */
export interface Passed {
  nodes: Node[];
  roots: number[];
}
type Callable = (...args: unknown[]) => unknown;

/** What the other world is asked for. */
interface OtherWorld {
  call: (id: number, args: Passed) => unknown;
  settle: (id: number, ok: boolean, value: Passed) => void;
}

interface WorldValues {
  /** Throws what Electron throws for what it does not pass on. */
  pass: (...values: unknown[]) => Passed;
  take: (passed: Passed) => unknown[];
  /** Calls a function of this world for the other one. */
  call: (id: number, args: readonly unknown[]) => unknown;
  /** Settles a promise that came from the other world. */
  settle: (id: number, ok: boolean, value: Passed) => void;
}
export type WorldValuesMaker = (other: OtherWorld) => WorldValues;

export function worldValues(other: OtherWorld): WorldValues {
  /** Of an array each nesting counts once, of an object twice, as in Electron's own code. */
  const deepest = 1000;
  const functionsById = new Map<number, Callable>();
  const idsByFunction = new Map<Callable, number>();
  const theirFunctions = new Map<number, Callable>();
  const theirPromises = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;

  function isCopied(value: unknown): boolean {
    try {
      structuredClone(value);
      return true;
    } catch {
      return false;
    }
  }

  /** Chromium names an object of this kind only if it is a proxy: it copies every other. */
  function isProxy(object: object): boolean {
    try {
      structuredClone(object);
      return false;
    } catch (error) {
      return /(#<Object>|\[object Object\]) could not be cloned/.test(String(error));
    }
  }

  function passFunction(callable: Callable): Node {
    const id = idsByFunction.get(callable) ?? ++lastId;
    idsByFunction.set(callable, id);
    functionsById.set(id, callable);
    return { is: 'function', id };
  }

  function passPromise(promise: Promise<unknown>): Node {
    const id = ++lastId;
    const settle = (ok: boolean) => (result: unknown) => {
      let value: Passed;
      try {
        value = pass(result);
      } catch (error) {
        other.settle(id, false, pass(new Error(`Uncaught ${String(error)}`)));
        return;
      }
      other.settle(id, ok, value);
    };
    promise.then(settle(true), settle(false));
    return { is: 'promise', id };
  }

  function pass(...values: unknown[]): Passed {
    const nodes: Node[] = [];
    const numbers = new Map<object, number>();
    const mayHoldProxies = !isCopied(values);

    function add(value: object, node: Node): number {
      numbers.set(value, nodes.push(node) - 1);
      return nodes.length - 1;
    }

    function passObject(object: object, depth: number): number {
      const entries: [string, number][] = [];
      // Known before its parts are: one that holds itself comes to an end.
      const number = add(object, { is: 'object', entries });
      for (const key of Object.keys(object)) {
        let item: unknown;
        try {
          item = Reflect.get(object, key);
        } catch {
          continue; // Electron leaves out what cannot be read.
        }
        entries.push([key, visit(item, depth + 2)]);
      }
      return number;
    }

    function passArray(array: readonly unknown[], depth: number): number {
      // Known only once its parts are: one that holds itself is too deep.
      const items = Array.from(array, (item) => visit(item, depth + 1));
      return add(array, { is: 'array', items });
    }

    function visit(value: unknown, depth: number): number {
      if (depth >= deepest)
        throw new TypeError(
          'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are ' +
            'not supported.',
        );
      if (typeof value !== 'object' && typeof value !== 'function') {
        if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
        return nodes.push({ is: 'value', value }) - 1;
      }
      if (value === null) return nodes.push({ is: 'value', value }) - 1;
      const known = numbers.get(value);
      if (known !== undefined) return known;
      if (typeof value === 'function') return add(value, passFunction(value as Callable));
      if (value instanceof Promise) return add(value, passPromise(value));
      if (value instanceof Error) return add(value, { is: 'error', message: value.message });
      const isArray = Array.isArray(value);
      if (isArray || Object.prototype.toString.call(value) === '[object Object]') {
        const number = isArray ? passArray(value, depth) : passObject(value, depth);
        if (!mayHoldProxies || !isProxy(value)) return number;
      } else if (isCopied(value)) return add(value, { is: 'value', value });
      throw new Error('An object could not be cloned.');
    }

    const roots = values.map((value) => visit(value, 0));
    return { nodes, roots };
  }

  function takePromise(id: number): Promise<unknown> {
    const pending = Promise.withResolvers<unknown>();
    theirPromises.set(id, pending);
    return pending.promise;
  }

  function takeFunction(id: number): Callable {
    const known = theirFunctions.get(id);
    if (known) return known;
    const proxy = (...args: unknown[]) => other.call(id, pass(...args));
    theirFunctions.set(id, proxy);
    return proxy;
  }

  function take({ nodes, roots }: Passed): unknown[] {
    const made = new Map<number, unknown>();

    function make(number: number): unknown {
      if (made.has(number)) return made.get(number);
      const node = nodes[number];
      const object: Record<string, unknown> = {};
      if (node?.is === 'object') {
        made.set(number, object);
        // Assigned as Electron does, so a key may be lost as `__proto__` is.
        for (const [key, item] of node.entries) object[key] = make(item);
        return object;
      }
      const value = node && makeOther(node);
      made.set(number, value);
      return value;
    }

    function makeOther(node: Exclude<Node, { is: 'object' }>): unknown {
      switch (node.is) {
        case 'value':
          return node.value;
        case 'error':
          return new Error(node.message);
        case 'array':
          return node.items.map(make);
        case 'promise':
          return takePromise(node.id);
        case 'function':
          return takeFunction(node.id);
      }
    }

    return roots.map(make);
  }

  return {
    pass,
    take,
    call: (id, args) => {
      const callable = functionsById.get(id);
      if (!callable) throw new Error('No such function.');
      return callable(...args);
    },
    settle: (id, ok, value) => {
      const pending = theirPromises.get(id);
      theirPromises.delete(id);
      if (ok) pending?.resolve(take(value)[0]);
      else pending?.reject(take(value)[0]);
    },
  };
}
