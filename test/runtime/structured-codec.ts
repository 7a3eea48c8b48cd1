// Structured clone over a channel that carries text. `structuredCodec` runs in Node and, as source,
// in the page, so it refers to nothing outside itself.

type Coded = null | boolean | number | string | readonly unknown[];

export interface StructuredCodec {
  /** Throws an Error "An object could not be cloned." for what structured clone refuses. */
  encode: (value: unknown) => string;
  decode: (text: string) => unknown;
}

/**
 * What JSON cannot hold becomes a tagged array; a second mention of an object becomes its number.
 */
export function structuredCodec(): StructuredCodec {
  const viewTypes = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  ] as readonly (new (buffer: ArrayBuffer) => ArrayBufferView)[];
  const errorTypes = [
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  ];

  function toBase64(bytes: Uint8Array): string {
    let binary = '';
    // In pieces, since a whole PDF is more arguments than one call can take.
    for (let at = 0; at < bytes.length; at += 0x8000)
      binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(binary);
  }

  function fromBase64(text: string): ArrayBuffer {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
  }

  function encode(value: unknown): string {
    const numbers = new Map<object, number>();
    let clone: unknown;
    try {
      clone = structuredClone(value);
    } catch {
      throw new Error('An object could not be cloned.');
    }

    function codeObject(object: object): Coded {
      const known = numbers.get(object);
      if (known !== undefined) return ['seen', known];
      numbers.set(object, numbers.size);
      if (Array.isArray(object)) return ['array', Array.from(object, code)];
      if (object instanceof Date) return ['date', code(object.getTime())];
      if (object instanceof RegExp) return ['regexp', object.source, object.flags];
      if (object instanceof Map)
        return ['map', [...object].map(([key, item]) => [code(key), code(item)])];
      if (object instanceof Set) return ['set', [...object].map(code)];
      if (object instanceof ArrayBuffer) return ['buffer', toBase64(new Uint8Array(object))];
      if (ArrayBuffer.isView(object)) {
        const bytes = new Uint8Array(object.buffer, object.byteOffset, object.byteLength);
        return ['view', object.constructor.name, toBase64(bytes)];
      }
      if (object instanceof Error)
        return ['error', object.name, object.message, code(object.stack), code(object.cause)];
      return ['object', Object.entries(object).map(([key, item]) => [key, code(item)])];
    }

    function code(item: unknown): Coded {
      if (item === undefined) return ['undefined'];
      if (typeof item === 'bigint') return ['bigint', String(item)];
      if (typeof item === 'number')
        return Number.isFinite(item) && !Object.is(item, -0)
          ? item
          : ['number', Object.is(item, -0) ? '-0' : String(item)];
      if (typeof item === 'object' && item !== null) return codeObject(item);
      // Structured clone has already refused functions and symbols.
      return item as Coded;
    }

    return JSON.stringify(code(clone));
  }

  function decode(text: string): unknown {
    const objects: unknown[] = [];

    function remember<T>(object: T): T {
      objects.push(object);
      return object;
    }

    function decodeError(name: string, message: string, stack: Coded, cause: Coded): Error {
      const type = errorTypes.find((candidate) => candidate.name === name) ?? Error;
      const error = remember(new type(message));
      const properties = { stack: decodeItem(stack), cause: decodeItem(cause) };
      for (const [key, value] of Object.entries(properties))
        if (value !== undefined)
          Object.defineProperty(error, key, { value, writable: true, configurable: true });
      return error;
    }

    function decodeTagged(coded: readonly unknown[]): unknown {
      const [tag, first, second] = coded as [string, never, never];
      const items = first as readonly Coded[];
      const pairs = first as readonly (readonly [Coded, Coded])[];
      switch (tag) {
        case 'undefined':
          return undefined;
        case 'bigint':
          return BigInt(first);
        case 'number':
          return Number(first);
        case 'seen':
          return objects[first];
        case 'date':
          return remember(new Date(decodeItem(first) as number));
        case 'regexp':
          return remember(new RegExp(first, second));
        case 'buffer':
          return remember(fromBase64(first));
        case 'view': {
          const type = viewTypes.find((candidate) => candidate.name === first);
          if (!type) throw new Error(`Unknown view of bytes in a message: ${String(first)}`);
          return remember(new type(fromBase64(second)));
        }
        case 'error':
          return decodeError(...(coded.slice(1) as [string, string, Coded, Coded]));
        case 'array': {
          const array = remember<unknown[]>([]);
          for (const item of items) array.push(decodeItem(item));
          return array;
        }
        case 'set': {
          const set = remember(new Set());
          for (const item of items) set.add(decodeItem(item));
          return set;
        }
        case 'map': {
          const map = remember(new Map());
          for (const [key, item] of pairs) map.set(decodeItem(key), decodeItem(item));
          return map;
        }
        case 'object': {
          const object = remember({});
          // Defined and not assigned, since a key may be called __proto__.
          for (const [key, item] of pairs)
            Object.defineProperty(object, key as string, {
              value: decodeItem(item),
              writable: true,
              enumerable: true,
              configurable: true,
            });
          return object;
        }
        default:
          throw new Error(`Unknown tag in a message: ${tag}`);
      }
    }

    function decodeItem(coded: Coded): unknown {
      return Array.isArray(coded) ? decodeTagged(coded as readonly unknown[]) : coded;
    }

    return decodeItem(JSON.parse(text) as Coded);
  }

  return { encode, decode };
}
