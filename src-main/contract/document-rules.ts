// The rules of "Create a document" (service-api) that the till can check before it sends.
export const documentRules = [
  'lines_needed',
  'serie_needs_document_type',
  'rounding_only_on_purchases',
  'payment_needed',
  'print_needs_finalizing',
  'email_needs_finalizing',
] as const;
export type DocumentRule = (typeof documentRules)[number];
