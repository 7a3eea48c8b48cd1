// The errors that the form for a document shows at its fields: what cannot be used, which rule is
// broken, why main did not take it, and what the service said of it when it refused it.
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { DocumentRule } from '../../src-main/contract/document-rules.ts';
import type { SimplifiedLimits } from '../../src-main/contract/selling.ts';
import type {
  ErrorPlace,
  ParticularField,
  PlacedError,
} from '../../src-main/contract/service-errors.ts';
import type { CheckedField } from './new-document-entry.ts';
import type { NewDocumentDraft } from './new-document.svelte.ts';

export type FormField = CheckedField | ParticularField;
export type FieldErrors = Readonly<Partial<Record<FormField, string>>>;

const fieldOfRule: Readonly<Record<DocumentRule, FormField>> = {
  lines_needed: 'lines',
  serie_needs_document_type: 'serieId',
  rounding_only_on_purchases: 'roundCents',
  payment_needed: 'paymentMethod',
  print_needs_finalizing: 'print',
  email_needs_finalizing: 'email',
};

/** Returns null for an error that concerns no field. */
export function fieldOfError(error: AppError): FormField | null {
  switch (error.code) {
    case 'document_rule':
      return fieldOfRule[error.rule];
    case 'payment_method_unknown':
      return 'paymentMethod';
    case 'over_simplified_limit':
    case 'total_not_positive':
      return 'lines';
    default:
      return null;
  }
}

interface Errors {
  readonly draft: NewDocumentDraft;
  /** True once sending was tried: then what cannot be used says so. */
  readonly tried: boolean;
  readonly limits: SimplifiedLimits;
  /** Why main did not take it. */
  readonly error: AppError | null;
  /** What the service said of what it refused, which may have been typed anew since. */
  readonly serviceErrors: readonly PlacedError[];
}

export function fieldErrors(
  { draft, tried, limits, error, serviceErrors }: Errors,
  messages: Messages,
): FieldErrors {
  const { wrong } = messages.documents.newDocument;
  const sentenceOf = (one: AppError) => errorSentence(messages.errors, one);
  const atField = error && fieldOfError(error);
  const serviceSentences = {
    ...saidAtFields(draft, serviceErrors),
    ...(error && atField && { [atField]: sentenceOf(error) }),
  };
  if (!tried) return serviceSentences;
  const broken = draft.broken.map((rule): AppError => ({ code: 'document_rule', rule }));
  const total = draft.totalError(limits);
  const rules = total ? [...broken, total] : broken;
  const sentences: (readonly [FormField | null, string])[] = [
    ...draft.wrong.map((field) => [field, wrong[field]] as const),
    ...rules.map((rule) => [fieldOfError(rule), sentenceOf(rule)] as const),
  ];
  return { ...serviceSentences, ...atEachField(sentences) };
}

/** Joins the sentences of a field that has several mistakes. */
function atEachField(sentences: readonly (readonly [FormField | null, string])[]): FieldErrors {
  const fieldErrors: Partial<Record<FormField, string>> = {};
  for (const [field, sentence] of sentences) {
    if (field !== null) fieldErrors[field] = [fieldErrors[field] ?? [], sentence].flat().join(' ');
  }
  return fieldErrors;
}

function saidAtFields(draft: NewDocumentDraft, serviceErrors: readonly PlacedError[]): FieldErrors {
  return atEachField(
    serviceErrors.map(({ place, error }) => [fieldAt(draft, place), error.message]),
  );
}

/**
 * Returns null if the error stands at a line, means nothing that can be changed, or is about what
 * was changed since.
 */
function fieldAt(draft: NewDocumentDraft, place: ErrorPlace): FormField | null {
  switch (place.at) {
    case 'line':
    case 'general':
      return null;
    case 'lines':
      return draft.lines.areAsRefused ? 'lines' : null;
    case 'payment':
      return draft.isAsRefused('paymentMethod') ? 'paymentMethod' : null;
    case 'discount':
      return draft.isAsRefused('discount') ? 'discount' : null;
    case 'taxNumber':
      return isPartyAsRefused(draft) ? 'taxNumber' : null;
    case 'party':
      return isPartyAsRefused(draft) ? 'partyId' : null;
    case 'particular':
      return draft.isAsRefused(place.field) ? place.field : null;
  }
}

/**
 * Returns whether the party is as it was refused. A number and an id say together who it is, so
 * what was said of one may be about the other.
 */
const isPartyAsRefused = (draft: NewDocumentDraft): boolean =>
  (['taxNumber', 'partyId', 'customer'] as const).every((field) => draft.isAsRefused(field));
