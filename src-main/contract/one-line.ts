// Text of one line, and of several. Control characters, which bring a layout, are refused.
import * as v from 'valibot';

export const isOneLine = v.regex(/^\P{Cc}*$/u);

export const longestDocumentText = 2000;

/** A text on a document, which has no other layout than its lines. */
export const documentTextSchema = v.pipe(
  v.string(),
  v.maxLength(longestDocumentText),
  v.regex(/^[\P{Cc}\n]*$/u),
);

/** As people type it: without blanks at its ends; empty if there is nothing to say. */
export const lineSchema = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(maxLength), isOneLine);

export const filledLineSchema = (maxLength: number) =>
  v.pipe(lineSchema(maxLength), v.minLength(1));
