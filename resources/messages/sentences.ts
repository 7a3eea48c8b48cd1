// The texts that are chosen by a code: one sentence for each, so that a new code without a sentence
// does not compile.
import type { AppError, ServiceFieldError } from '../../src-main/contract/errors.ts';
import type { TillException } from '../../src-main/contract/exceptions.ts';
import type { Evidence } from '../../src-main/contract/sales.ts';
import {
  placeServiceError,
  type ErrorPlace,
  type LineField,
  type ParticularField,
} from '../../src-main/contract/service-errors.ts';

export type ErrorSentences = {
  readonly [Code in AppError['code']]: (error: Extract<AppError, { code: Code }>) => string;
};

/** The sentences for a part of the application, which are in a file of their own. */
export type PartSentences<Part extends AppError> = Pick<ErrorSentences, Part['code']>;

export type KindSentences<Fact extends { readonly kind: string }> = {
  readonly [Kind in Fact['kind']]: (fact: Extract<Fact, { kind: Kind }>) => string;
};
export type EvidenceSentences = KindSentences<Evidence>;
export type ExceptionSentences = KindSentences<TillException>;

export interface PlaceWords {
  readonly line: (number: number) => string;
  readonly fields: Readonly<Record<LineField, string>>;
  readonly particulars: Readonly<Record<ParticularField, string>>;
  readonly places: Readonly<Record<Exclude<ErrorPlace['at'], 'line' | 'particular'>, string>>;
}

/** More than any sale has, where the sale itself is not at hand. */
const mostLines = 10_000;

/** Returns what a message is about in words: the field's own name if that is not recognised. */
function placeInWords(field: string, words: PlaceWords): string {
  const place = placeServiceError(field, mostLines);
  switch (place.at) {
    case 'line': {
      const line = words.line(place.index + 1);
      return place.field === null ? line : `${line}, ${words.fields[place.field]}`;
    }
    case 'particular':
      return words.particulars[place.field];
    case 'general':
      return field;
    default:
      return words.places[place.at];
  }
}

/**
 * Returns what the service said against each field. Only the first few are returned, as a long sale
 * can have the same fault on every line. Each ends as a sentence, whether or not the service's own
 * words do.
 */
export function serviceSaid(errors: readonly ServiceFieldError[], words: PlaceWords): string {
  const sentences = errors
    .map(({ field, message }) =>
      field === '' ? message : `${placeInWords(field, words)}: ${message}`,
    )
    .map((text) => (/[.!?…]$/u.test(text.trim()) ? text : `${text}.`));
  return [...sentences.slice(0, 3), ...(sentences.length > 3 ? ['…'] : [])].join(' ');
}

export function errorSentence(sentences: ErrorSentences, error: AppError): string {
  // The table's type pairs each code with its own error; the compiler cannot follow that through an
  // index.
  const sentence = sentences[error.code] as (error: AppError) => string;
  return sentence(error);
}

/** Returns the sentence of an evidence, an exception, or whatever else has one for each kind. */
export function kindSentence<Fact extends { readonly kind: string }>(
  sentences: KindSentences<Fact>,
  fact: Fact,
): string {
  const kind: Fact['kind'] = fact.kind;
  const sentence = sentences[kind] as (fact: Fact) => string;
  return sentence(fact);
}
