// Arguments of requests from the page with one fault each, at every place.
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

/** To be found in the log, if the log had what the page sent. */
export const mark = 'the page sent this';
/** As the right argument has it. */
const rightDraft = '{}';

type Path = readonly (string | number)[];

/** Every place in a value, the whole of it first. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [path, ...[...keys].flatMap((key) => placesIn(Reflect.get(value, key), [...path, key]))];
}

/** The value with one fault in it; the value itself where there can be no such fault. */
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
      // What is half-typed may be longer than any other text.
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
  /** With dots; empty for the whole. */
  readonly place: string;
  readonly wrong: unknown;
  /** The place, what it is in, or what is missing in it. */
  readonly isNamedBy: (field: string) => boolean;
}

export const spoiltArguments = (name: RequestName): readonly SpoiltArgument[] => {
  const right: unknown = rightArguments[name];
  return placesIn(right).flatMap((path) =>
    faults.flatMap((fault) => {
      const wrong = spoil(right, path, fault);
      // Not every place is a list or has fields, and not every field is needed: where none is, a
      // date is as good as nothing.
      const isNeedless = fault === 'nothing' || fault === 'a date';
      if (isDeepStrictEqual(wrong, right) || (isNeedless && isRight(name, wrong))) return [];
      const place = path.join('.');
      const isNamedBy = (field: string) =>
        field !== '' && (field === name || field.startsWith(place) || place.startsWith(field));
      return [{ what: `${fault} at ${place}`, place, wrong, isNamedBy }];
    }),
  );
};
