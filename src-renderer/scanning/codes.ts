// Tells what a code is by its form alone, also where the scanner's keyboard is not the computer's.
import * as v from 'valibot';
import { hasCheckDigit } from '../../src-main/contract/barcodes.ts';
import { commandOf } from '../../src-main/contract/commands.ts';
import { readElements } from '../../src-main/contract/gs1.ts';
import {
  digitsThroughLayouts,
  readThroughLayouts,
  type ThroughLayouts,
} from '../../src-main/contract/keyboard-layouts.ts';
import { referenceSchema } from '../../src-main/contract/sales.ts';

/** A document's key: a code, a series and a number (service-api, Documents: `doc_key`). */
const documentKey = /^\p{L}{1,6} \S{1,60}\/\d{1,12}$/u;

/** Returns the reference that a sale bears from its beginning; null if the code is none. */
export function referenceIn(code: string): string | null {
  const reference = v.safeParse(referenceSchema, code.toUpperCase());
  return reference.success ? reference.output : null;
}

/** Returns whether receipts have such a code to name a document. */
export const isDocumentCode = (code: string): boolean =>
  referenceIn(code) !== null || documentKey.test(code);

/** Returns whether the code is one of a document's, also where another keyboard has spoilt it. */
export const namesDocument = (code: string): boolean =>
  isDocumentCode(code) || meantDocument(code) !== undefined;

/** How the till's own codes begin on every keyboard: only the mark moves. */
const ownCode = /^CF[^A-Z\d\s]/i;
/** A document's key whose stroke has become another mark. */
const otherStroke = /^\p{L}{1,6} \S*[^\p{L}\p{N}\s]\d{1,12}$/u;

/** Returns the command that the code is; if no keyboard makes it one, the code itself. */
export const meantCommand = (code: string): string =>
  commandOf(code) ? code : (commandThroughLayouts(code)?.meant ?? code);

const commandThroughLayouts = (code: string): ThroughLayouts | undefined =>
  ownCode.test(code)
    ? readThroughLayouts(code).find(({ meant }) => commandOf(meant) !== null)
    : undefined;

/** Returns what the code may have been meant for, if it is none of a document's as it stands. */
export const meantDocument = (code: string): string | undefined =>
  isDocumentCode(code) ? undefined : documentThroughLayouts(code)?.meant;

const documentThroughLayouts = (code: string): ThroughLayouts | undefined =>
  ownCode.test(code) || /^\p{L}{1,6} \S+$/u.test(code)
    ? readThroughLayouts(code).find(({ meant }) => isDocumentCode(meant))
    : undefined;

/** Returns whether the code is complete, as its check digit or its form says. */
export const isWholeCode = (code: string): boolean =>
  isGtin(code) ||
  commandOf(meantCommand(code)) !== null ||
  referenceIn(code) !== null ||
  readElements(code) !== null;

const isGtin = (code: string): boolean => /^(\d{8}|\d{12,14})$/.test(code) && hasCheckDigit(code);

/** Returns whether the code looks like one that was typed on another country's keyboard. */
export const looksForeign = (code: string): boolean =>
  layoutsOf(code) !== null ||
  (ownCode.test(code) && commandOf(code) === null && referenceIn(code) === null) ||
  (otherStroke.test(code) && !isDocumentCode(code)) ||
  digitsThroughLayouts(code).length > 0;

/**
 * Returns the keyboards between which the code makes sense; null if it makes sense as it stands, or
 * between none.
 */
export function layoutsOf(code: string): ThroughLayouts | null {
  if (isWholeCode(code) && commandOf(code) === null && commandThroughLayouts(code) === undefined)
    return null;
  if (commandOf(code) !== null || isDocumentCode(code)) return null;
  const digits = digitsThroughLayouts(code);
  return (
    commandThroughLayouts(code) ??
    documentThroughLayouts(code) ??
    readThroughLayouts(code).find(
      ({ meant }) => digits.includes(meant) && (isGtin(meant) || digits.length === 1),
    ) ??
    readThroughLayouts(code).find(({ meant }) => /\D/.test(code) && readElements(meant) !== null) ??
    null
  );
}
