// Sales that the service always fails at, because of a product, a customer or their size.
export const poisons = ['product', 'customer', 'size'] as const;
export type Poison = (typeof poisons)[number];

export const poisonedProduct = 'DESCONHECIDO';
/** A well-formed tax number. */
export const poisonedCustomer = '501964843';
/** More lines than any other sale of a history has. */
export const poisonedLines = 12;

/** Judges by the body of the request, as the service would. */
export const isPoisoned = (body: string): boolean =>
  body.includes(poisonedProduct) ||
  body.includes(poisonedCustomer) ||
  body.split('"base_qty"').length > poisonedLines;
