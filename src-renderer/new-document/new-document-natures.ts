// The natures that a new document is offered by name.
import { type Choice, knownNatures } from '../../src-main/contract/documents.ts';
import type { KindEntry } from './new-document-entry.ts';
import { shortened } from '../bridge/foreign-text.ts';

/**
 * Returns those that the API document names, by their codes, and then those that documents have
 * shown, by their ids.
 */
export function offeredNatures(
  seen: readonly Choice[],
  names: Readonly<Record<string, string>>,
): readonly KindEntry[] {
  const known = knownNatures.map(({ id, code }) => ({
    by: 'natureCode' as const,
    typed: code,
    name: names[id] ?? code,
  }));
  const others = seen
    .filter(
      ({ id, name }) =>
        id >= 1 && name.trim() !== '' && !knownNatures.some((nature) => nature.id === id),
    )
    .map(({ id, name }) => ({
      by: 'natureId' as const,
      typed: String(id),
      name: shortened(name.replaceAll(/\p{Cc}/gu, ' ')),
    }));
  return [...known, ...others];
}

/** The company's own document types, as its documents have named them. */
export const offeredTypes = (learnt: readonly Choice[]): readonly KindEntry[] =>
  learnt.map(({ id, name }) => ({
    by: 'documentTypeId' as const,
    typed: String(id),
    name: shortened(name.replaceAll(/\p{Cc}/gu, ' ')),
  }));
