// Arguments of the page's requests with one fault each, at every place.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { requests, type RequestName } from '../src-main/contract/api.ts';
import { rightArguments } from './e2e/right-arguments.ts';

const faults = [
  'a date',
  'infinity',
  'a huge text',
  'a long list',
  'nothing',
  'one more field',
] as const;
type Fault = (typeof faults)[number];

/** A text to look for in the log, which must never hold what the page sent. */
export const mark = 'the page sent this';
/** The draft in the right argument. */
const rightDraft = '{}';

type Path = readonly (string | number)[];

/** Returns the path of every place in a value, the whole value first. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => placesIn(Reflect.get(value, key), [...path, key]))];
}

/**
 * Returns the value with the fault at the place, or the value itself if it cannot have the fault.
 */
function spoil(value: unknown, [key, ...rest]: Path, fault: Fault): unknown {
  if (key !== undefined) {
    const copy = structuredClone(value) as Record<string | number, unknown>;
    const spoilt = spoil(copy[key], rest, fault);
    if (spoilt === undefined) Reflect.deleteProperty(copy, key);
    else copy[key] = spoilt;
    return copy;
  }
  switch (fault) {
    case 'a date':
      return new Date(0);
    case 'infinity':
      return Infinity;
    case 'a huge text':
      // A half-typed draft may be longer than any other text.
      return mark.repeat(value === rightDraft ? 80_000 : 20_000);
    case 'a long list':
      return Array.isArray(value) ? Array<unknown>(2000).fill(value[0]) : value;
    case 'nothing':
      return undefined;
    case 'one more field':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, more: mark }
        : value;
  }
}

export const isRight = (name: RequestName, argument: unknown): boolean =>
  v.is(requests[name].argument, argument);

export interface SpoiltArgument {
  readonly what: string;
  /** The path with dots; empty for the whole argument. */
  readonly place: string;
  readonly wrong: unknown;
  /**
   * Whether an error that names the field names this fault: by the place, by what holds it, or by
   * what is missing in it.
   */
  readonly isNamedBy: (field: string) => boolean;
}

export const spoiltArguments = (name: RequestName): readonly SpoiltArgument[] => {
  const right: unknown = rightArguments[name];
  return placesIn(right).flatMap((path) =>
    faults.flatMap((fault) => {
      const wrong = spoil(right, path, fault);
      // Not every place is a list or has fields, and not every field is required: a missing field,
      // or a date where no field is required, may leave the argument right.
      const isNeedless = fault === 'nothing' || fault === 'a date';
      if (isDeepStrictEqual(wrong, right) || (isNeedless && isRight(name, wrong))) return [];
      const place = path.join('.');
      const isNamedBy = (field: string) =>
        field !== '' && (field === name || field.startsWith(place) || place.startsWith(field));
      return [{ what: `${fault} at ${place}`, place, wrong, isNamedBy }];
    }),
  );
};
