// What the form for a document says at its fields: what cannot be used, which rule is broken, why main did not take it, and
// what the service said of it as it was refused.
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { DocumentRule } from '../../src-main/contract/document-rules.ts';
import type { ErrorPlace, ParticularField, PlacedError } from '../outbox/service-errors.ts';
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

/** Null for what concerns no field. */
export function fieldOfError(error: AppError): FormField | null {
  switch (error.code) {
    case 'document_rule':
      return fieldOfRule[error.rule];
    case 'payment_method_unknown':
      return 'paymentMethod';
    case 'over_simplified_limit':
      return 'lines';
    default:
      return null;
  }
}

interface Errors {
  readonly draft: NewDocumentDraft;
  /** Sending was tried: what cannot be used says so. */
  readonly tried: boolean;
  /** Of main. */
  readonly error: AppError | null;
  /** Of the service; about what was refused, and not about what is typed in its place. */
  readonly said: readonly PlacedError[];
}

export function fieldErrors(
  { draft, tried, error, said }: Errors,
  messages: Messages,
): FieldErrors {
  const { wrong: sentences } = messages.documents.newDocument;
  const sentenceOf = (one: AppError) => errorSentence(messages.errors, one);
  const atField = error && fieldOfError(error);
  return {
    ...saidAtFields(draft, said),
    ...(error && atField && { [atField]: sentenceOf(error) }),
    ...(tried && {
      ...Object.fromEntries(
        draft.broken.map((rule) => [
          fieldOfRule[rule],
          sentenceOf({ code: 'document_rule', rule }),
        ]),
      ),
      ...Object.fromEntries(draft.wrong.map((field) => [field, sentences[field]])),
    }),
  };
}

function saidAtFields(draft: NewDocumentDraft, said: readonly PlacedError[]): FieldErrors {
  const sentences: Partial<Record<FormField, string>> = {};
  for (const { place, error } of said) {
    const field = fieldAt(draft, place);
    if (field === null) continue;
    sentences[field] = [sentences[field] ?? [], error.message].flat().join(' ');
  }
  return sentences;
}

/** Null where it stands at a line, or nothing that can be changed is meant, or it was changed since. */
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
    case 'taxNumber': {
      const party = ['taxNumber', 'partyId', 'customer'] as const;
      if (!party.every((field) => draft.isAsRefused(field))) return null;
      return draft.entry.partyId === '' ? 'taxNumber' : 'partyId';
    }
    case 'particular':
      return draft.isAsRefused(place.field) ? place.field : null;
  }
}
